import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { time } from './shapes.js';

export const createUpload = defineEndpoint({
  id: 'createUpload',
  method: 'POST',
  path: '/api/uploads',
  summary: 'Upload a picture or a model (base64) for use in a generation',
  auth: 'user',
  body: z.object({ content_type: z.string().max(100), data: z.base64() }),
  replies: { 201: z.object({ upload_id: z.string(), bytes: z.number().int(), expires_at: time }) },
  errors: ['unauthenticated', 'session_expired', 'too_large', 'unsupported_media'],
});
