import { z } from 'zod';
import { time } from './shapes.js';

/** Pieces of the requests that only the bot may send, on behalf of a moderator. */

const id = z.string().regex(/^[\w-]{1,64}$/);
export const person = id.describe('a person, as the bot names them');
export const server = id.describe('a server, as the bot names it');

export const signed = {
  asked_at: time,
  proof: z
    .string()
    .length(64)
    .describe('HMAC-SHA256 of the body with the secret shared by bot and service, valid for five minutes'),
};
/** What a moderator reads. */
export const looking = { ...signed, server, actor: person.describe('the moderator') };
/** What a moderator changes. The same `key` counts once. */
export const acting = {
  ...looking,
  key: id.describe('of this act: the same key counts once'),
  reason: z.string().min(1).max(300),
};
/** A member of the server with their accounts. */
export const about = {
  person,
  accounts: z.array(z.string().max(64)).max(20).describe('ids of the users that belong to this person'),
};

export const operatorErrors = ['not_found', 'forbidden', 'idempotency_conflict'] as const;
