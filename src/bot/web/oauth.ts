import { createHash } from 'node:crypto';
import { Agent, request } from 'undici';
import { z } from 'zod';
import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { type Random, randomText } from '../../base/ids.js';
import { reason } from '../../copy/reason.js';

/** `state` binds an authorization to its browser (RFC 6749 10.12), `verifier` to its code (PKCE, RFC 7636). */
export type Authorization = { state: string; verifier: string };

export type Tokens = { access: string; refresh: string | null; expiresAt: number };

/** Discord no longer accepts the tokens: the member removed the application, or they were revoked. */
export class GrantOver extends Error {
  override readonly name = 'GrantOver';
}

export type DiscordOauth = ReturnType<typeof createDiscordOauth>;

const tokenReply = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
});
const userReply = z.object({ id: z.string().regex(/^\d{15,20}$/) });
const timeoutMs = 10_000;

type Call = {
  method: 'GET' | 'POST' | 'PUT';
  authorization: string;
  form?: Record<string, string>;
  json?: object;
};

const bodyOf = ({ form, json }: Call): { type?: string; body: string | null } => {
  if (form) return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(form).toString() };
  return json ? { type: 'application/json', body: JSON.stringify(json) } : { body: null };
};

const unavailable = (cause: unknown): AppError =>
  new AppError('provider_error', reason('link.error.discord_unavailable'), { cause });

/** Fails for a user's tokens alone: 400 of a refresh is `invalid_grant`, 401 of a call is a token that ended. */
const refusedWith = (path: string, status: number): AppError =>
  new AppError('forbidden', reason('link.error.discord_unconfirmed'), { cause: `${path}: ${status}` });

/**
 * Discord's OAuth2: authorization code with PKCE, refresh, revocation, and calls on behalf of a member.
 * @see https://discord.com/developers/docs/topics/oauth2
 */
export function createDiscordOauth(options: {
  /** Known once the bot has logged in. */
  clientId: () => string;
  clientSecret: string;
  /** `https://discord.com/oauth2/authorize`, and the REST address with its version. */
  authorizeUrl: string;
  apiUrl: string;
  /** Must match a redirect registered for the application exactly. */
  redirectUrl: string;
  scopes: readonly string[];
  clock: Pick<Clock, 'now'>;
  random: Random;
}) {
  const { clientId, clientSecret, authorizeUrl, apiUrl, redirectUrl, scopes, clock, random } = options;
  const dispatcher = new Agent(); // not the global agent, which discord.js' copy of undici shares

  const send = async (path: string, call: Call): Promise<{ status: number; answer: unknown }> => {
    const { type, body: sent } = bodyOf(call);
    const { statusCode: status, body } = await request(`${apiUrl}${path}`, {
      method: call.method,
      dispatcher,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      headers: { authorization: call.authorization, ...(type && { 'content-type': type }) },
      body: sent,
    }).catch((cause) => {
      throw unavailable(cause);
    });
    const answer: unknown = await body.json().catch(() => null);
    if (status >= 500 || status === 429) throw unavailable(`${path}: ${status}`);
    return { status, answer };
  };
  const read = <T>(schema: z.ZodType<T>, answer: unknown): T => {
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw unavailable(parsed.error);
  };
  const isFine = (status: number): boolean => status >= 200 && status < 300;
  const authorization = () => `Basic ${Buffer.from(`${clientId()}:${clientSecret}`).toString('base64')}`;
  const asClient = (path: string, form: Record<string, string>) =>
    send(path, { method: 'POST', authorization: authorization(), form });
  const tokensOf = (answer: unknown): Tokens => {
    const { access_token: access, refresh_token: refresh = null, expires_in } = read(tokenReply, answer);
    return { access, refresh, expiresAt: clock.now() + expires_in * 1_000 };
  };

  return {
    begin: (): Authorization => ({ state: randomText(random, 32), verifier: randomText(random, 64) }),
    /** The consent page. */
    urlOf({ state, verifier }: Authorization): string {
      const url = new URL(authorizeUrl);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId(),
        scope: scopes.join(' '),
        state,
        redirect_uri: redirectUrl,
        prompt: 'consent',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString();
      return url.href;
    },
    /** @throws AppError `forbidden` when Discord rejects the code, `provider_error` when Discord is unavailable */
    async exchange(code: string, verifier: string): Promise<Tokens> {
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUrl,
        code_verifier: verifier,
      };
      const { status, answer } = await asClient('/oauth2/token', form);
      if (!isFine(status)) throw refusedWith('/oauth2/token', status);
      return tokensOf(answer);
    },
    /** @throws GrantOver */
    async refresh(token: string): Promise<Tokens> {
      const { status, answer } = await asClient('/oauth2/token', {
        grant_type: 'refresh_token',
        refresh_token: token,
      });
      if (status === 400) throw new GrantOver(`/oauth2/token: ${status}`);
      if (!isFine(status)) throw refusedWith('/oauth2/token', status);
      return tokensOf(answer);
    },
    /** Ends all tokens that the member granted this application. */
    async revoke(token: string): Promise<void> {
      const { status } = await asClient('/oauth2/token/revoke', { token, token_type_hint: 'access_token' });
      if (!isFine(status)) throw refusedWith('/oauth2/token/revoke', status);
    },
    async readUserId(access: string): Promise<string> {
      const { status, answer } = await send('/users/@me', {
        method: 'GET',
        authorization: `Bearer ${access}`,
      });
      if (!isFine(status)) throw refusedWith('/users/@me', status);
      return read(userReply, answer).id;
    },
    /** @throws GrantOver */
    async put(path: string, access: string, json: object): Promise<void> {
      const { status } = await send(path, { method: 'PUT', authorization: `Bearer ${access}`, json });
      if (status === 401 || status === 403) throw new GrantOver(`${path}: ${status}`);
      if (!isFine(status)) throw refusedWith(path, status);
    },
  };
}

/** Where OAuth2 is, from the address of a local Discord or else Discord's own. */
export const oauthAddresses = (discordApi: string | undefined) => ({
  authorizeUrl: new URL('/oauth2/authorize', discordApi ?? 'https://discord.com').href,
  apiUrl: `${discordApi ?? 'https://discord.com/api'}/v10`,
});
