import type { SessionIdentity } from '../call.js';

const mostKept = 10_000;

/**
 * Identities that were read a moment ago, by their access token itself: hashing it costs more than the rest of the look
 * at a session, and only the database has to do without tokens.
 */
type RecentSessions = {
  find(token: string, now: number): Readonly<SessionIdentity> | undefined;
  /** @returns keeps sessions read from now on, unless a session has ended meanwhile */
  beforeRead(now: number): (token: string, identity: Readonly<SessionIdentity>) => void;
  /** Call it once the end of any session is committed: it forgets all, because sessions end rarely. */
  forget(): void;
};

/** @param maxAgeMs how long an end that was not told to `forget` may stay unseen */
export function createRecentSessions(maxAgeMs: number): RecentSessions {
  const kept = new Map<string, { identity: Readonly<SessionIdentity>; readAt: number }>();
  let ends = 0;
  return {
    find(token, now) {
      const found = kept.get(token);
      if (found === undefined) return undefined;
      const { identity, readAt } = found;
      // The second comparison is for a clock that was set back.
      const isRecent = now - readAt < maxAgeMs && readAt <= now;
      if (isRecent && identity.expiresAt > now) return identity;
      kept.delete(token);
      return undefined;
    },
    beforeRead(readAt) {
      const before = ends;
      return (token, identity) => {
        if (ends !== before) return;
        // In the order of their reading, so the stale ones come first.
        for (const [old, known] of kept) {
          if (readAt - known.readAt < maxAgeMs && known.identity.expiresAt > readAt) break;
          kept.delete(old);
        }
        if (kept.size >= mostKept) kept.clear();
        kept.delete(token); // a known key would keep its place
        kept.set(copyOf(token), { identity, readAt });
      };
    },
    forget() {
      ends += 1;
      kept.clear();
    },
  };
}

/** A part of a text keeps the whole text, here all cookies of a request, in memory. */
const copyOf = (token: string): string => Buffer.from(token).toString();
