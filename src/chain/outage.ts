import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';

/** Logs once when no Solana node answers any more, and once when one answers again. */
export type Outage = {
  failed(cause: unknown): void;
  answered(): void;
  /** When the outage began, in ms; null while a node answers. */
  since(): number | null;
};

export function createOutage({ clock, log }: { clock: Clock; log: Log }): Outage {
  let began: number | null = null;
  let failures = 0;
  return {
    failed(cause) {
      failures += 1;
      if (began !== null) return;
      began = clock.now();
      const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : cause;
      log.warn(
        { reason: String(reason).slice(0, 200) },
        'no Solana node answers; payments are credited once one does; check SOLANA_RPC_URL if this lasts',
      );
    },
    answered() {
      if (began !== null)
        log.info({ downMs: clock.now() - began, failures }, 'a Solana node answers again; reading payments');
      began = null;
      failures = 0;
    },
    since: () => began,
  };
}
