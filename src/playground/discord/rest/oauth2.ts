import * as z from 'zod/mini';
import { createAuthorizations, type TokenPair, WEEK } from '../domain/authorizations.js';
import { OAuthRefusal, Refusal } from '../failure.js';
import type { Application, User } from '../state/model.js';
import { clientSecretOf, firstGuild, type State, userOf } from '../state/state.js';
import { isoTime, toUser } from '../wire/parts.js';
import { toApplication } from './applications.js';
import type { Rest, RestRoute } from './route.js';

/** What a bearer token allows, and for whom. */
export type Grant = { app: Application; user: User; scopes: string[]; expiresAt: number };

/** Finds the grant of an `Authorization: Bearer` header. Throws 401 when it is unknown or expired. */
export function grantBehind(state: State, header: string | undefined): Grant {
  const token = header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : '';
  const kept = state.bearers.get(token);
  const app = kept && state.applications.get(kept.applicationId);
  if (!app || kept.expiresAt <= state.clock.now()) throw new Refusal('unauthorized');
  const user = userOf(state, kept.userId ?? firstGuild(state).ownerId);
  return { app, user, scopes: kept.scopes, expiresAt: kept.expiresAt };
}

/** As above. Throws 50026 when the token lacks the scope. */
export function granted(state: State, header: string | undefined, scope: string): Grant {
  const grant = grantBehind(state, header);
  if (!grant.scopes.includes(scope)) throw new Refusal('missingScope');
  return grant;
}

const text = z.optional(z.string());
const grantRequest = z.object({
  grant_type: z.literal(['client_credentials', 'authorization_code', 'refresh_token']),
  scope: text,
  code: text,
  redirect_uri: text,
  code_verifier: text,
  refresh_token: text,
  client_id: text,
  client_secret: text,
});
type GrantRequest = z.infer<typeof grantRequest>;
const revocation = z.object({
  token: z.string(),
  token_type_hint: text,
  client_id: text,
  client_secret: text,
});

type Credentials = { client_id?: string | undefined; client_secret?: string | undefined };

function clientOf(state: State, header: string | undefined, body: Credentials): Application {
  const basic = header?.startsWith('Basic ') ? Buffer.from(header.slice(6), 'base64').toString() : '';
  const [id = '', secret] = basic ? basic.split(':', 2) : [body.client_id, body.client_secret];
  const app = state.applications.get(id);
  if (!app || secret !== clientSecretOf(state, id)) throw new OAuthRefusal(401, 'invalid_client');
  return app;
}

/** `client_credentials`: a token for the owner of the application. */
function ownerToken(state: State, app: Application, scope = '') {
  const scopes = scope.split(' ').filter(Boolean);
  if (scopes.length === 0) throw new OAuthRefusal(400, 'invalid_scope');
  const token = state.secretOf('bearer', state.nextId()).slice(0, 30);
  state.bearers.set(token, { applicationId: app.id, scopes, expiresAt: state.clock.now() + WEEK });
  return { token_type: 'Bearer', access_token: token, expires_in: WEEK / 1_000, scope: scopes.join(' ') };
}

const toTokens = ({ accessToken, bearer }: TokenPair) => ({
  token_type: 'Bearer',
  access_token: accessToken,
  expires_in: WEEK / 1_000,
  refresh_token: bearer.refreshToken,
  scope: bearer.scopes.join(' '),
});

/** @see https://discord.com/developers/docs/topics/oauth2 */
export function oauth2Routes({ state }: Rest): RestRoute[] {
  const authorizations = createAuthorizations(state);
  const tokenFor = (app: Application, request: GrantRequest) => {
    const { code, redirect_uri: redirectUri, code_verifier: verifier, refresh_token: refreshToken } = request;
    if (request.grant_type === 'client_credentials') return ownerToken(state, app, request.scope);
    if (request.grant_type === 'refresh_token') {
      if (refreshToken === undefined) throw new OAuthRefusal(400, 'invalid_request');
      return toTokens(authorizations.refresh(app, refreshToken));
    }
    if (code === undefined || redirectUri === undefined) throw new OAuthRefusal(400, 'invalid_request');
    return toTokens(authorizations.exchange(app, { code, redirectUri, verifier }));
  };
  return [
    {
      method: 'POST',
      path: '/oauth2/token',
      auth: 'none',
      body: grantRequest,
      handle({ authorization, body }) {
        const request = body as GrantRequest;
        return tokenFor(clientOf(state, authorization, request), request);
      },
    },
    {
      method: 'POST',
      path: '/oauth2/token/revoke',
      auth: 'none',
      body: revocation,
      handle({ authorization, body }) {
        const { token, ...credentials } = body as Credentials & { token: string };
        authorizations.revoke(clientOf(state, authorization, credentials), token);
        return {};
      },
    },
    {
      method: 'GET',
      path: '/oauth2/@me',
      auth: 'none',
      handle({ authorization }) {
        const { app, user, scopes, expiresAt } = grantBehind(state, authorization);
        return {
          application: toApplication(state, app),
          scopes,
          expires: isoTime(expiresAt),
          ...(scopes.includes('identify') ? { user: toUser(user) } : {}),
        };
      },
    },
  ];
}
