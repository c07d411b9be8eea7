import { createHash } from 'node:crypto';
import { OAuthRefusal } from '../failure.js';
import type { Application, Bearer } from '../state/model.js';
import type { State } from '../state/state.js';

export const WEEK = 7 * 24 * 60 * 60_000;
const CODE_MS = 10 * 60_000;

/** The scopes that a bot's website may ask a person for. */
const SCOPES: ReadonlySet<string> = new Set(['identify', 'role_connections.write']);

/** A valid request for consent. */
export type ConsentRequest = {
  app: Application;
  scopes: string[];
  redirectUri: string;
  state: string | undefined;
  challenge: string | null;
};

export type TokenPair = { accessToken: string; bearer: Bearer };

const scopesOf = (scope: string | undefined): string[] => (scope ?? '').split(' ').filter(Boolean);

function challengeOf(query: Readonly<Record<string, string | undefined>>): string | null {
  const { code_challenge: challenge, code_challenge_method: method } = query;
  if (challenge === undefined) return null;
  if (method !== 'S256') throw new OAuthRefusal(400, 'invalid_request');
  return challenge;
}

const isWebAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

/**
 * The authorization code grant: consent, code, tokens. A code works once; a refresh token is replaced when it is used.
 * Revoking a token ends all tokens of that person for the application, as at Discord.
 * @see https://discord.com/developers/docs/topics/oauth2#authorization-code-grant
 */
export function createAuthorizations(state: State) {
  const newToken = (purpose: string): string => state.secretOf(purpose, state.nextId()).slice(0, 30);

  const grant = (applicationId: string, userId: string, scopes: string[]): TokenPair => {
    const accessToken = newToken('bearer');
    const refreshToken = newToken('refresh');
    const bearer = { applicationId, userId, refreshToken, scopes, expiresAt: state.clock.now() + WEEK };
    state.bearers.set(accessToken, bearer);
    return { accessToken, bearer };
  };

  return {
    /** @throws OAuthRefusal when the address is not a valid request for consent */
    read(query: Readonly<Record<string, string | undefined>>): ConsentRequest {
      const app = state.applications.get(query.client_id ?? '');
      if (!app) throw new OAuthRefusal(400, 'invalid_client');
      if (query.response_type !== 'code') throw new OAuthRefusal(400, 'unsupported_response_type');
      const redirectUri = query.redirect_uri ?? '';
      const isKnown = app.redirectUris?.includes(redirectUri) ?? true;
      if (!isKnown || !isWebAddress(redirectUri)) throw new OAuthRefusal(400, 'invalid_request');
      const scopes = scopesOf(query.scope);
      if (scopes.length === 0 || scopes.some((scope) => !SCOPES.has(scope)))
        throw new OAuthRefusal(400, 'invalid_scope');
      return { app, scopes, redirectUri, state: query.state, challenge: challengeOf(query) };
    },
    /** @returns the address of the application with a code, or with an error when the person cancels */
    answer(
      { app, scopes, redirectUri, state: asked, challenge }: ConsentRequest,
      userId: string | null,
    ): string {
      const url = new URL(redirectUri);
      if (userId === null) url.searchParams.set('error', 'access_denied');
      else {
        const code = newToken('code');
        const expiresAt = state.clock.now() + CODE_MS;
        state.authorizationCodes.set(code, {
          applicationId: app.id,
          userId,
          scopes,
          redirectUri,
          challenge,
          expiresAt,
        });
        url.searchParams.set('code', code);
      }
      if (asked !== undefined) url.searchParams.set('state', asked);
      return url.href;
    },
    exchange(
      app: Application,
      given: { code: string; redirectUri: string; verifier: string | undefined },
    ): TokenPair {
      const known = state.authorizationCodes.get(given.code);
      state.authorizationCodes.delete(given.code);
      const challenge =
        given.verifier === undefined ? null : createHash('sha256').update(given.verifier).digest('base64url');
      const fits =
        known?.applicationId === app.id &&
        known.redirectUri === given.redirectUri &&
        known.challenge === challenge &&
        known.expiresAt > state.clock.now();
      if (!known || !fits) throw new OAuthRefusal(400, 'invalid_grant');
      return grant(app.id, known.userId, known.scopes);
    },
    refresh(app: Application, refreshToken: string): TokenPair {
      for (const [token, bearer] of state.bearers) {
        if (bearer.refreshToken !== refreshToken || bearer.applicationId !== app.id || !bearer.userId)
          continue;
        state.bearers.delete(token);
        return grant(app.id, bearer.userId, bearer.scopes);
      }
      throw new OAuthRefusal(400, 'invalid_grant');
    },
    revoke(app: Application, token: string): void {
      const isNamed = (access: string, { refreshToken }: Bearer) =>
        access === token || refreshToken === token;
      const named = [...state.bearers].find(([access, bearer]) => isNamed(access, bearer))?.[1];
      if (named?.applicationId !== app.id) return;
      for (const [access, { applicationId, userId }] of state.bearers)
        if (applicationId === app.id && userId === named.userId) state.bearers.delete(access);
    },
  };
}
