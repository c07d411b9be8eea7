import type { Clock } from '../../base/clock.js';
import { unshownCard } from '../cards/talk.js';
import type { SendDirect } from '../direct.js';
import type { TalkStore, Trouble } from './store.js';

/** A permission may come back by itself; what ended a talk doesn't. */
const patienceMs: Readonly<Record<Trouble, number>> = { denied: 60_000, removed: 0, locked: 0, gone: 0 };

/**
 * Tells the owner of a talk by direct message why its thread shows no answer. Who takes no direct messages is told under
 * the answer to their next command (`takeUntold`).
 * @returns a deliverer of the outbox, by thread
 */
export function createTroubleNotice(options: {
  store: Pick<TalkStore, 'findUntold' | 'troubleTold'>;
  sendDirect: SendDirect;
  clock: Clock;
}) {
  const { store, sendDirect, clock } = options;
  return async (threadId: string): Promise<number | undefined> => {
    const found = await store.findUntold(threadId);
    if (!found) return undefined;
    const { memberId, trouble, since } = found;
    const earlyMs = since + patienceMs[trouble] - clock.now();
    if (earlyMs > 0) return earlyMs;
    const told = await sendDirect(memberId, unshownCard([found]), `trouble/${threadId}/${since}`);
    if (told === 'told') await store.troubleTold(threadId);
    return undefined;
  };
}
