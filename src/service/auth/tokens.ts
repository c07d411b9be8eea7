import { createHmac, hash, hkdfSync } from 'node:crypto';
import type { Random } from '../../base/ids.js';

/** Both tokens of one rotation, as stored in the cookies. */
export type TokenPair = { access: string; refresh: string };

/**
 * Opaque tokens of 256 bits. The first pair of a session is random; each later pair is derived from the refresh
 * token it replaces and a server key. The same predecessor always gives the same successor, so a lost reply can be
 * repeated, while neither the database, which stores only hashes, nor the key alone yields a token.
 */
export type Tokens = {
  first(): TokenPair;
  /** One candidate for each key of the ring, newest first: after a key rotation an older one may match. */
  successors(refresh: string): TokenPair[];
};

export function createTokens(masterKeys: readonly string[], random: Random): Tokens {
  const keys = masterKeys.map((key) =>
    Buffer.from(hkdfSync('sha256', key, '', 'rigsmith session tokens v1', 32)),
  );
  const derive = (key: Buffer, kind: keyof TokenPair, from: string) =>
    createHmac('sha256', key).update(`${kind}:${from}`).digest('base64url');
  const fresh = () => Buffer.from(random(32)).toString('base64url');
  return {
    first: () => ({ access: fresh(), refresh: fresh() }),
    successors: (refresh) =>
      keys.map((key) => ({
        access: derive(key, 'access', refresh),
        refresh: derive(key, 'refresh', refresh),
      })),
  };
}

/** The stored form of a token. By way of a text, because a `Buffer` from the native side is slower to make and to free. */
export const hashToken = (token: string): Buffer => Buffer.from(hash('sha256', token, 'hex'), 'hex');
