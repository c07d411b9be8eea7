import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { BotFeature } from './feature.js';

const retryEveryMs = 2_000;

type IsNew = (guildId: string | null) => boolean;
type Resuming = Pick<BotFeature, 'resume'>;

/**
 * Lets features continue what other processes left: at the start, and whenever this process serves more servers. A
 * feature that could not, for example because the database restarts, tries again until it could.
 */
export function createResumption(deps: { features: readonly Resuming[]; clock: Clock; log: Log }) {
  const { features, clock, log } = deps;
  const stopping = new AbortController();
  const due = new Map<Resuming, IsNew[]>();
  let running: Promise<void> | null = null;
  let isStarted = false;

  const note = (feature: Resuming, added: readonly IsNew[]): void => {
    due.set(feature, [...(due.get(feature) ?? []), ...added]);
  };
  const resume = async (feature: Resuming, added: readonly IsNew[]): Promise<void> => {
    try {
      await feature.resume?.((guildId) => added.some((isAdded) => isAdded(guildId)));
    } catch (error) {
      log.error({ err: error }, 'work of another process could not be continued; retrying');
      note(feature, added);
    }
  };
  const round = async (): Promise<void> => {
    const now = [...due];
    due.clear();
    await Promise.all(now.map(([feature, added]) => resume(feature, added)));
  };
  const run = async (): Promise<void> => {
    while (due.size > 0 && !stopping.signal.aborted) {
      await round();
      if (due.size > 0) await clock.sleep(retryEveryMs, stopping.signal).catch(() => undefined);
    }
  };
  const begin = (): void => {
    if (running || due.size === 0 || stopping.signal.aborted) return;
    running = run().finally(() => {
      running = null;
    });
  };
  return {
    /** This process serves these servers from now on. */
    add(isAdded: IsNew): void {
      for (const feature of features) note(feature, [isAdded]);
      if (isStarted) begin();
    },
    /** Resolves after the first try. */
    async start(): Promise<void> {
      isStarted = true;
      await round();
      begin();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
