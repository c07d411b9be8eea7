import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { grantsLeft } from './moderation.js';
import { about, looking, operatorErrors, person, signed } from './operator.js';

/** What the bot asks about a person by itself, not for a moderator. */

export const forgetPerson = defineEndpoint({
  id: 'forgetPerson',
  method: 'POST',
  path: '/api/moderation/people/forget',
  summary:
    'Remove the name of a person who deleted their data; a block and its limits stay; only for the bot',
  auth: 'none',
  body: z.object({ ...signed, person }),
  replies: { 200: z.object({ forgotten: z.boolean() }) },
  errors: operatorErrors,
});

/** Why a person got no welcome credits. */
export const welcomeRefusal = z.enum(['not_here', 'no_account', 'server_limit', 'welcomed']);

export const giveWelcome = defineEndpoint({
  id: 'giveWelcome',
  method: 'POST',
  path: '/api/moderation/welcome',
  summary:
    "Give free credits from a server's budget to a new member, once for each person and account; only for the bot",
  auth: 'none',
  body: z.object({
    ...looking,
    ...about,
    credits: z.number().int().min(1).max(1_000_000),
    reason: z.string().min(1).max(300),
  }),
  replies: {
    200: z.object({
      refusal: welcomeRefusal.nullable().describe('null: the credits were given'),
      left: grantsLeft.nullable(),
    }),
  },
  errors: operatorErrors,
});
