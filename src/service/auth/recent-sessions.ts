import type { SessionIdentity } from '../call.js';

const mostKept = 10_000;

/** Identities that were read a moment ago, by the stored form of their access token. */
type RecentSessions = {
  find(hash: string, now: number): Readonly<SessionIdentity> | undefined;
  /** @returns keeps what is read from now on, unless a session has ended meanwhile */
  beforeRead(now: number): (hash: string, identity: Readonly<SessionIdentity>) => void;
  /** Call it once the end of any session is committed: it forgets all, because sessions end rarely. */
  forget(): void;
};

/** @param maxAgeMs how long an end that was not told to `forget` may stay unseen */
export function createRecentSessions(maxAgeMs: number): RecentSessions {
  const kept = new Map<string, { identity: Readonly<SessionIdentity>; readAt: number }>();
  let ends = 0;
  return {
    find(hash, now) {
      const found = kept.get(hash);
      if (found === undefined) return undefined;
      const { identity, readAt } = found;
      // The second comparison is for a clock that was set back.
      const isRecent = now - readAt < maxAgeMs && readAt <= now;
      return isRecent && identity.expiresAt > now ? identity : undefined;
    },
    beforeRead(readAt) {
      const before = ends;
      return (hash, identity) => {
        if (ends !== before) return;
        if (kept.size >= mostKept) kept.clear();
        kept.set(hash, { identity, readAt });
      };
    },
    forget() {
      ends += 1;
      kept.clear();
    },
  };
}
