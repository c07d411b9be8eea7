import type { Clock } from '../types.js';

/** Maps nonces to messages for as long as Discord remembers them. */
export type Nonces = {
  remember(key: string, messageId: string): void;
  find(key: string): string | undefined;
};

const MEMORY_MS = 5 * 60_000;

export function createNonces(clock: Clock): Nonces {
  /** Oldest first, so that expired entries are at the front. */
  const known = new Map<string, { messageId: string; at: number }>();
  const forget = (): void => {
    for (const [key, { at }] of known) {
      if (clock.now() - at <= MEMORY_MS) return;
      known.delete(key);
    }
  };
  return {
    remember(key, messageId) {
      forget();
      known.delete(key);
      known.set(key, { messageId, at: clock.now() });
    },
    find(key) {
      forget();
      return known.get(key)?.messageId;
    },
  };
}
