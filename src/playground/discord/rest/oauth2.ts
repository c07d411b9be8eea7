import * as z from 'zod/mini';
import { OAuthRefusal, Refusal } from '../failure.js';
import type { Application } from '../state/model.js';
import { clientSecretOf, firstGuild, type State } from '../state/state.js';
import { isoTime, toUser } from '../wire/parts.js';
import { toApplication } from './applications.js';
import type { Rest, RestRoute } from './route.js';

const WEEK = 7 * 24 * 60 * 60_000;

/** The grant of a bearer token for an application's owner, requested with the application's credentials. */
export type Grant = { app: Application; scopes: string[]; expiresAt: number };

/** Finds the grant of an `Authorization: Bearer` header. Throws 401 when it is unknown or expired. */
export function grantBehind(state: State, header: string | undefined): Grant {
  const token = header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : '';
  const kept = state.bearers.get(token);
  const app = kept && state.applications.get(kept.applicationId);
  if (!app || kept.expiresAt <= state.clock.now()) throw new Refusal('unauthorized');
  return { app, scopes: kept.scopes, expiresAt: kept.expiresAt };
}

const text = z.optional(z.string());
const grantRequest = z.object({
  grant_type: z.literal('client_credentials'),
  scope: text,
  client_id: text,
  client_secret: text,
});
const revocation = z.object({
  token: z.string(),
  token_type_hint: text,
  client_id: text,
  client_secret: text,
});

type Credentials = { client_id?: string; client_secret?: string };

function clientOf(state: State, header: string | undefined, body: Credentials): Application {
  const basic = header?.startsWith('Basic ') ? Buffer.from(header.slice(6), 'base64').toString() : '';
  const [id = '', secret] = basic ? basic.split(':', 2) : [body.client_id, body.client_secret];
  const app = state.applications.get(id);
  if (!app || secret !== clientSecretOf(state, id)) throw new OAuthRefusal(401, 'invalid_client');
  return app;
}

/**
 * `client_credentials`, the only grant without a browser: a token for the owner of the application.
 * @see https://discord.com/developers/docs/topics/oauth2#client-credentials-grant
 */
export const oauth2Routes = ({ state }: Rest): RestRoute[] => [
  {
    method: 'POST',
    path: '/oauth2/token',
    auth: 'none',
    body: grantRequest,
    handle({ authorization, body }) {
      const { scope = '', ...credentials } = body as Credentials & { scope?: string };
      const app = clientOf(state, authorization, credentials);
      const scopes = scope.split(' ').filter(Boolean);
      if (scopes.length === 0) throw new OAuthRefusal(400, 'invalid_scope');
      const token = state.secretOf('bearer', state.nextId()).slice(0, 30);
      state.bearers.set(token, { applicationId: app.id, scopes, expiresAt: state.clock.now() + WEEK });
      return { token_type: 'Bearer', access_token: token, expires_in: WEEK / 1_000, scope: scopes.join(' ') };
    },
  },
  {
    method: 'POST',
    path: '/oauth2/token/revoke',
    auth: 'none',
    body: revocation,
    handle({ authorization, body }) {
      const { token, ...credentials } = body as Credentials & { token: string };
      const app = clientOf(state, authorization, credentials);
      if (state.bearers.get(token)?.applicationId === app.id) state.bearers.delete(token);
      return {};
    },
  },
  {
    method: 'GET',
    path: '/oauth2/@me',
    auth: 'none',
    handle({ authorization }) {
      const { app, scopes, expiresAt } = grantBehind(state, authorization);
      return {
        application: toApplication(state, app),
        scopes,
        expires: isoTime(expiresAt),
        ...(scopes.includes('identify') ? { user: toUser(state.users.get(firstGuild(state).ownerId)!) } : {}),
      };
    },
  },
];
