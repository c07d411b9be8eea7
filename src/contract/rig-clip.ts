import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { generation } from './rig.js';

export const showClip = defineEndpoint({
  id: 'showClip',
  method: 'POST',
  path: '/api/rig/generations/{generation_id}/clip',
  summary:
    'Show a finished generation in another of its clips: renders its turntable again, free; idempotent',
  auth: 'user',
  body: z.object({ clip: z.string().max(60).describe('one of `output.animations`') }),
  replies: { 200: generation },
  errors: ['unauthenticated', 'session_expired', 'not_found', 'invalid_request', 'rate_limited'],
});
