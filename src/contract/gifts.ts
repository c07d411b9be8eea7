import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { address } from './shapes.js';

/** Kinds of entries of the ledger. */
export const entryKind = z.enum([
  'purchase',
  'grant',
  'hold',
  'settle',
  'release',
  'revoke',
  'refund',
  'gift_sent',
  'gift_received',
]);

export const giveCredits = defineEndpoint({
  id: 'giveCredits',
  method: 'POST',
  path: '/api/users/credits/gifts',
  summary: 'Give credits that were paid for to another user',
  auth: 'user',
  vouched: true,
  idempotent: true,
  body: z.object({
    to: address.describe('a wallet that has signed in here'),
    credits: z.number().int().min(1).max(1_000_000),
  }),
  replies: {
    201: z.object({
      id: z.string(),
      credits: z.number().int(),
      available: z.number().int().describe('credits of the sender after it'),
    }),
  },
  errors: [
    'unauthenticated',
    'session_expired',
    'insufficient_credits',
    'not_found',
    'forbidden',
    'blocked',
    'idempotency_conflict',
  ],
});
