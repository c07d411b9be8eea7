import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { blockedPerson, quotaUse } from './limits.js';
import { about, acting, looking, operatorErrors } from './operator.js';
import { creditEntry, credits, currency, intentStatus } from './payments.js';
import { generationStatus } from './rig.js';
import { address, decimal, time } from './shapes.js';

/** What is left of the credits that the moderators of a server may give today. */
export const grantsLeft = z.object({
  server: z.number().int().describe('for all moderators of the server'),
  actor: z.number().int().describe('for this moderator'),
});
export type GrantsLeft = z.infer<typeof grantsLeft>;

export const memberAccount = z.object({
  sees: z.enum(['balance', 'summary', 'none']).describe('what the operator lets moderators see'),
  accounts: z.array(
    z.object({
      user_id: z.string(),
      address,
      credits: credits.nullable().describe('null unless moderators see balances'),
    }),
  ),
  entries: z.array(creditEntry).describe('the latest of all accounts; empty unless moderators see balances'),
  purchases: z.array(
    z.object({
      id: z.string(),
      status: intentStatus,
      credits: z.number().int(),
      amount: decimal,
      currency,
      created_at: time,
    }),
  ),
  rigs: z.array(
    z.object({
      id: z.string(),
      status: generationStatus,
      credits: z.number().int(),
      is_refunded: z.boolean(),
      created_at: time,
    }),
  ),
  counts: z
    .object({
      rigs: z.number().int(),
      rigs_open: z.number().int(),
      talks: z.number().int(),
      purchases_open: z.number().int(),
    })
    .nullable()
    .describe('null when moderators see nothing'),
  block: blockedPerson.nullable(),
  quotas: z.array(quotaUse),
  grants: grantsLeft.nullable().describe('null where the moderators of this server may not give credits'),
});
export type MemberAccount = z.infer<typeof memberAccount>;

export const readMember = defineEndpoint({
  id: 'readMember',
  method: 'POST',
  path: '/api/moderation/member',
  summary: 'What a moderator of a server may see of a member; only for the bot',
  auth: 'none',
  body: z.object({ ...looking, ...about, groups: z.array(z.string().max(64)).max(300) }),
  replies: { 200: memberAccount },
  errors: operatorErrors,
});

/** Why credits were not changed. */
export const creditsRefusal = z.enum([
  'not_here',
  'oneself',
  'no_account',
  'server_limit',
  'actor_limit',
  'spent',
  'not_given',
  'not_charged',
  'elsewhere',
  'refunded',
]);
export type CreditsRefusal = z.infer<typeof creditsRefusal>;

const changed = z.object({
  refusal: creditsRefusal.nullable().describe('null: the credits were changed'),
  amount: z.number().int().describe('credits of this act'),
  is_pool: z.boolean().default(false).describe("the credits are those of the server's pool, which had paid"),
  left: grantsLeft.nullable(),
});
export type CreditsChanged = z.infer<typeof changed>;

export const changeCredits = defineEndpoint({
  id: 'changeCredits',
  method: 'POST',
  path: '/api/moderation/credits',
  summary: 'Give free credits to a member, or take unspent ones back; once for each key; only for the bot',
  auth: 'none',
  body: z.object({
    ...acting,
    ...about,
    change: z.enum(['grant', 'revoke']),
    credits: z.number().int().min(1).max(1_000_000),
  }),
  replies: { 200: changed },
  errors: operatorErrors,
});

export const refundRig = defineEndpoint({
  id: 'refundRig',
  method: 'POST',
  path: '/api/moderation/refunds',
  summary: 'Give the credits of a finished rig back, once for each rig; only for the bot',
  auth: 'none',
  body: z.object({ ...acting, ...about, generation_id: z.string().max(64) }),
  replies: { 200: changed },
  errors: operatorErrors,
});
