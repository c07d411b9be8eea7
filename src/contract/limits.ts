import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { about, acting, looking, operatorErrors, person } from './operator.js';
import { time } from './shapes.js';

/** Blocks and quotas of the members of a server. */

export const blockedPerson = z.object({
  person,
  reason: z.string(),
  actor: person,
  since: time,
  until: time.nullable().describe('null: until a moderator lifts it'),
});
export type BlockedPerson = z.infer<typeof blockedPerson>;

export const blockMember = defineEndpoint({
  id: 'blockMember',
  method: 'POST',
  path: '/api/moderation/blocks',
  summary: 'Refuse new work and purchases of a member in a server; running work finishes; only for the bot',
  auth: 'none',
  body: z.object({ ...acting, ...about, until: time.nullable() }),
  replies: {
    200: z.object({ block: blockedPerson.nullable().describe('null: a moderator cannot block themselves') }),
  },
  errors: operatorErrors,
});

export const liftBlock = defineEndpoint({
  id: 'liftBlock',
  method: 'POST',
  path: '/api/moderation/blocks/lift',
  summary: 'End the block of a member; only for the bot',
  auth: 'none',
  body: z.object({ ...acting, person }),
  replies: { 200: z.object({ was_blocked: z.boolean() }) },
  errors: operatorErrors,
});

export const listBlocks = defineEndpoint({
  id: 'listBlocks',
  method: 'POST',
  path: '/api/moderation/blocks/list',
  summary: 'The blocked members of a server, newest first; only for the bot',
  auth: 'none',
  body: z.object({ ...looking, before: time.nullable(), limit: z.number().int().min(1).max(100) }),
  replies: { 200: z.object({ data: z.array(blockedPerson), has_more: z.boolean() }) },
  errors: operatorErrors,
});

export const quotaUnit = z.enum(['rigs', 'credits', 'tokens']);
export const quotaPeriod = z.enum(['hour', 'day', 'month']);
export const quotaScope = z
  .enum(['everyone', 'role', 'member', 'server'])
  .describe('each member, members with a role, one member, or all members together');
export type QuotaUnit = z.infer<typeof quotaUnit>;
export type QuotaPeriod = z.infer<typeof quotaPeriod>;
export type QuotaScope = z.infer<typeof quotaScope>;

const rule = {
  scope: quotaScope,
  subject: z.string().max(64).describe('the role or person; empty for the other scopes'),
  unit: quotaUnit,
  period: quotaPeriod.describe('in UTC'),
};
export const quotaRule = z.object({ ...rule, most: z.number().int().min(0) });
export type QuotaRule = z.infer<typeof quotaRule>;

/** A quota as it applies to one person. */
export const quotaUse = quotaRule.extend({
  used: z.number().int(),
  resets_at: time,
});
export type QuotaUse = z.infer<typeof quotaUse>;

export const setQuota = defineEndpoint({
  id: 'setQuota',
  method: 'POST',
  path: '/api/moderation/quotas',
  summary: 'Set or remove a quota of a server; only for the bot',
  auth: 'none',
  body: z.object({
    ...acting,
    ...rule,
    most: z.number().int().min(0).max(1_000_000_000).nullable().describe('null removes it'),
  }),
  replies: { 200: z.object({ data: z.array(quotaRule) }) },
  errors: operatorErrors,
});

export const listQuotas = defineEndpoint({
  id: 'listQuotas',
  method: 'POST',
  path: '/api/moderation/quotas/list',
  summary: 'The quotas of a server; only for the bot',
  auth: 'none',
  body: z.object(looking),
  replies: { 200: z.object({ data: z.array(quotaRule) }) },
  errors: operatorErrors,
});

export const readQuotaUse = defineEndpoint({
  id: 'readQuotaUse',
  method: 'POST',
  path: '/api/moderation/quotas/use',
  summary: 'The quotas that apply to a person in a server, and how much of each is used; only for the bot',
  auth: 'none',
  body: z.object({ ...looking, person, groups: z.array(z.string().max(64)).max(300) }),
  replies: { 200: z.object({ data: z.array(quotaUse) }) },
  errors: operatorErrors,
});
