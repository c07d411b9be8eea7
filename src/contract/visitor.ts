import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { operatorErrors, person, signed } from './operator.js';
import { isSame, prove } from './proof.js';

/**
 * A visitor is a person without a linked wallet. The bot signs their requests with the secret it shares with the
 * service, so a service without that secret has no visitors. They may call the endpoints marked `visitors`.
 */
const visitor = z.object({ person, made_at: z.iso.datetime() });
export type Visitor = z.infer<typeof visitor>;

/** The cookie that takes the place of a session: base64url of its JSON, a dot and its proof. */
export const visitorCookie = 'rigsmith_visitor';

/** Allowed clock difference between bot and service, and how long a cookie is valid. */
export const visitorLifetimeMs = 5 * 60_000;

const idPrefix = 'vis_';

const proofOf = (secret: string, content: string) => prove(secret, 'rigsmith visitor v1', content);

export function writeVisitor(secret: string, given: Visitor): string {
  const content = Buffer.from(JSON.stringify(given)).toString('base64url');
  return `${content}.${proofOf(secret, content)}`;
}

/** Null for anything that was not written with this secret. */
export function readVisitor(secret: string, cookie: string): Visitor | null {
  const [content = '', proof = ''] = cookie.split('.');
  if (!isSame(proofOf(secret, content), proof)) return null;
  return visitor.parse(JSON.parse(Buffer.from(content, 'base64url').toString()));
}

/** The id under which a service keeps what a visitor says: only who has the secret can tell whose it is. */
export const visitorId = (secret: string, person: string): string =>
  `${idPrefix}${prove(secret, 'rigsmith visitor id v1', person).slice(0, 32)}`;

export const isVisitorId = (userId: string): boolean => userId.startsWith(idPrefix);

export const joinVisitor = defineEndpoint({
  id: 'joinVisitor',
  method: 'POST',
  path: '/api/agents/visitors/join',
  summary:
    "Move a visitor's conversations to the account of the wallet they have linked; idempotent; only for the bot",
  auth: 'none',
  body: z.object({ ...signed, person, user_id: z.string().max(64) }),
  replies: { 200: z.object({ conversations: z.number().int().nonnegative() }) },
  errors: operatorErrors,
});
