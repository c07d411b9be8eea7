import { type Authorization, createDiscordOauth } from '../web/oauth.js';

export type { Authorization } from '../web/oauth.js';

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

export function createIdentity(
  options: Omit<Parameters<typeof createDiscordOauth>[0], 'scopes' | 'clock'> & {
    /** Whether a token of this user must stay valid: revoking one ends all of a user for the application. */
    isGranted?: (userId: string) => Promise<boolean>;
  },
): Identity {
  const { isGranted = async () => false, ...rest } = options;
  const oauth = createDiscordOauth({ ...rest, scopes: ['identify'], clock: { now: () => 0 } });
  return {
    begin: oauth.begin,
    urlOf: oauth.urlOf,
    async readUserId(code, verifier) {
      const { access } = await oauth.exchange(code, verifier);
      const userId = await oauth.readUserId(access);
      // The token only reads a name and expires by itself.
      if (!(await isGranted(userId))) await oauth.revoke(access).catch(() => undefined);
      return userId;
    },
  };
}
