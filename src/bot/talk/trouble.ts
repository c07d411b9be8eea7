import type { Clock } from '../../base/clock.js';
import { unshownCard } from '../cards/talk.js';
import type { SendDirect } from '../direct.js';
import type { TalkStore, Trouble } from './store.js';

/** Delay before the owner is told, ms. A missing permission may be restored; the others are final. */
const patienceMs: Readonly<Record<Trouble, number>> = { denied: 60_000, removed: 0, locked: 0, gone: 0 };

/**
 * Tells the owner of a conversation by direct message why its thread shows no answer. Owners who accept no direct messages
 * are told below the reply to their next command (`takeUntold`).
 * @returns an outbox handler, keyed by thread
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
