import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { credits } from './payments.js';
import { isSame, prove } from './proof.js';
import { address, time } from './shapes.js';

/** Credits bought inside Discord, vouched for by the bot. */
export type Entitlement = { entitlement_id: string; credits: number; user_id: string };

export const proveEntitlement = (secret: string, { entitlement_id, credits, user_id }: Entitlement): string =>
  prove(secret, 'rigsmith entitlement v1', entitlement_id, credits, user_id);

export const isProven = (secret: string, entitlement: Entitlement, proof: string): boolean =>
  isSame(proveEntitlement(secret, entitlement), proof);

/** Proof that Discord refunded an entitlement. */
export const proveReturn = (secret: string, entitlementId: string): string =>
  prove(secret, 'rigsmith entitlement returned v1', entitlementId);

export const isReturnProven = (secret: string, entitlementId: string, proof: string): boolean =>
  isSame(proveReturn(secret, entitlementId), proof);

/** Proof that the bot requested the open payment cases at that time. */
export const proveAsking = (secret: string, askedAt: string): string =>
  prove(secret, 'rigsmith cases v1', askedAt);

export const isAskingProven = (secret: string, askedAt: string, proof: string): boolean =>
  isSame(proveAsking(secret, askedAt), proof);

const signedInErrors = ['unauthenticated', 'session_expired'] as const;

export const grantEntitlement = defineEndpoint({
  id: 'grantEntitlement',
  method: 'POST',
  path: '/api/payments/entitlements',
  summary: 'Credit a purchase made inside Discord, vouched for by the bot; each entitlement counts once',
  auth: 'user',
  body: z.object({
    entitlement_id: z.string().regex(/^\d{1,20}$/, 'an id of Discord'),
    credits: z.number().int().min(1).max(1_000_000),
    proof: z.string().length(64).describe('HMAC-SHA256 with the secret shared by bot and service'),
  }),
  replies: { 200: credits },
  errors: [...signedInErrors, 'not_found', 'forbidden'],
});

export const returnEntitlement = defineEndpoint({
  id: 'returnEntitlement',
  method: 'POST',
  path: '/api/payments/entitlements/{entitlement_id}/return',
  summary:
    'Revoke the unspent credits of an entitlement that Discord refunded, vouched for by the bot; idempotent',
  auth: 'none',
  body: z.object({
    proof: z.string().length(64).describe('HMAC-SHA256 with the secret shared by bot and service'),
  }),
  replies: {
    200: z.object({
      address: address.nullable().describe('the wallet that bought it; null if it was never credited'),
      credits: z.number().int().describe('credits it had given'),
      owed: z.number().int().describe('of these, credits already spent; opens a case for the operator'),
      returned_at: time,
    }),
  },
  errors: ['not_found', 'forbidden'],
});
