import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { looking, operatorErrors } from './operator.js';

/** Credits that a server holds for its members. */

export const giveToPool = defineEndpoint({
  id: 'giveToPool',
  method: 'POST',
  path: '/api/users/credits/pool-gifts',
  summary: "Give credits that were paid for to the pool of the voucher's server",
  auth: 'user',
  vouched: true,
  idempotent: true,
  body: z.object({ credits: z.number().int().min(1).max(1_000_000) }),
  replies: {
    201: z.object({
      id: z.string(),
      credits: z.number().int(),
      available: z.number().int().describe('credits of the giver after it'),
      pool: z.number().int().describe('credits of the pool after it'),
    }),
  },
  errors: [
    'unauthenticated',
    'session_expired',
    'insufficient_credits',
    'invalid_request',
    'forbidden',
    'blocked',
    'idempotency_conflict',
  ],
});

export const readPool = defineEndpoint({
  id: 'readPool',
  method: 'POST',
  path: '/api/moderation/pool',
  summary: 'The credits of a server for its members; only for the bot',
  auth: 'none',
  body: z.object(looking),
  replies: { 200: z.object({ available: z.number().int(), held: z.number().int() }) },
  errors: operatorErrors,
});
