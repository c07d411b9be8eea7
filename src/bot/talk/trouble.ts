import type { Clock } from '../../base/clock.js';
import type { SendDirect } from '../delivery/direct.js';
import type { Languages } from '../languages.js';
import { unshownCard } from './cards/talk.js';
import type { Trouble } from './talk.js';
import type { Troubles } from './troubles.js';

/** Delay before the owner is notified, ms. A missing permission may be restored; the others are final. */
const patienceMs: Readonly<Record<Trouble, number>> = { denied: 60_000, removed: 0, locked: 0, gone: 0 };

/**
 * Tells the owner of a conversation by direct message why its thread shows no answer. Owners who accept no direct messages
 * are notified below the reply to their next command (`pendingOf`).
 * @returns an outbox handler, keyed by thread
 */
export function createTroubleNotice(options: {
  troubles: Pick<Troubles, 'findPending' | 'noteNotified'>;
  sendDirect: SendDirect;
  languages: Pick<Languages, 'ofMember'>;
  clock: Clock;
}) {
  const { troubles, sendDirect, languages, clock } = options;
  return async (threadId: string): Promise<number | undefined> => {
    const found = await troubles.findPending(threadId);
    if (!found) return undefined;
    const { memberId, trouble, since } = found;
    const earlyMs = since + patienceMs[trouble] - clock.now();
    if (earlyMs > 0) return earlyMs;
    const card = unshownCard([found], await languages.ofMember(memberId));
    const sent = await sendDirect(memberId, card, `trouble/${threadId}/${since}`);
    if (sent === 'told') await troubles.noteNotified(found);
    return undefined;
  };
}
