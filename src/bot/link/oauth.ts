import { createHash } from 'node:crypto';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { AppError } from '../../base/errors.js';
import { type Random, randomText } from '../../base/ids.js';
import { reason } from '../../copy/reason.js';

/** `state` binds an authorization to the attempt (RFC 6749 10.12), `verifier` to its code (PKCE, RFC 7636). */
export type Authorization = { state: string; verifier: string };

/** Identifies the Discord user in the browser: OAuth2 authorization code with PKCE, scope `identify` only. */
export type Identity = {
  begin(): Authorization;
  /** The consent page. */
  urlOf(authorization: Authorization): string;
  /**
   * Exchanges the authorization code for the Discord user's id and revokes the token right away.
   * @throws AppError `forbidden` when Discord rejects the code, `provider_error` when Discord is unavailable
   */
  readUserId(code: string, verifier: string): Promise<string>;
};

const tokenReply = z.object({ access_token: z.string(), token_type: z.string(), scope: z.string() });
const userReply = z.object({ id: z.string().regex(/^\d{15,20}$/) });
const timeoutMs = 10_000;

type Call = { method: 'GET' | 'POST'; authorization: string; form?: Record<string, string> };

export function createIdentity(options: {
  /** Known once the bot has logged in. */
  clientId: () => string;
  clientSecret: string;
  /** `https://discord.com/oauth2/authorize`, and the REST address with its version. */
  authorizeUrl: string;
  apiUrl: string;
  /** Must match the redirect registered for the application exactly. */
  redirectUrl: string;
  random: Random;
}): Identity {
  const { clientId, clientSecret, authorizeUrl, apiUrl, redirectUrl, random } = options;
  const dispatcher = new Agent(); // not the global agent, which discord.js' copy of undici shares

  const send = async (path: string, { method, authorization, form }: Call): Promise<unknown> => {
    const { statusCode, body } = await request(`${apiUrl}${path}`, {
      method,
      dispatcher,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      headers: {
        authorization,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: form ? new URLSearchParams(form).toString() : null,
    }).catch((cause) => {
      throw new AppError('provider_error', reason('link.error.discord_unavailable'), { cause });
    });
    const answer: unknown = await body.json().catch(() => null);
    if (statusCode >= 200 && statusCode < 300) return answer;
    const cause = `${path}: ${statusCode}`;
    throw statusCode >= 500 || statusCode === 429
      ? new AppError('provider_error', reason('link.error.discord_unavailable'), { cause })
      : new AppError('forbidden', reason('link.error.discord_unconfirmed'), { cause });
  };
  const read = <T>(schema: z.ZodType<T>, answer: unknown): T => {
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw new AppError('provider_error', reason('link.error.discord_unavailable'), {
      cause: parsed.error,
    });
  };
  const asClient = () => `Basic ${Buffer.from(`${clientId()}:${clientSecret}`).toString('base64')}`;

  return {
    begin: () => ({ state: randomText(random, 32), verifier: randomText(random, 64) }),
    urlOf({ state, verifier }) {
      const url = new URL(authorizeUrl);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId(),
        scope: 'identify',
        state,
        redirect_uri: redirectUrl,
        prompt: 'consent',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString();
      return url.href;
    },
    async readUserId(code, verifier) {
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUrl,
        code_verifier: verifier,
      };
      const granted = await send('/oauth2/token', { method: 'POST', authorization: asClient(), form });
      const { access_token: token } = read(tokenReply, granted);
      const user = await send('/users/@me', { method: 'GET', authorization: `Bearer ${token}` });
      const revoke = { token, token_type_hint: 'access_token' };
      await send('/oauth2/token/revoke', { method: 'POST', authorization: asClient(), form: revoke }).catch(
        () => undefined, // the token only reads a name and expires by itself
      );
      return read(userReply, user).id;
    },
  };
}
