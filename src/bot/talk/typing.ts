import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Pacer } from '../delivery/pacer.js';
import { type Followed, isWaiting } from './followed.js';
import { channelIn } from './spot.js';

/** Discord shows the sign for ten seconds. */
const shownMs = 10_000;
/** Renewed this early, so that it does not flicker. */
const earlyMs = 2_000;
const route = { method: 'POST', route: '/channels/:id/typing' } as const;

/**
 * Shows that the bot is typing in a quiet thread, where nothing else shows that an answer is on its way.
 * @param deps.type the request to Discord
 */
export function createTyping(deps: {
  type: (threadId: string) => Promise<unknown>;
  pacer: Pick<Pacer, 'turn'>;
  clock: Clock;
  log: Log;
}): (one: Followed) => void {
  const { type, pacer, clock, log } = deps;

  const request = async (one: Followed): Promise<void> => {
    const { threadId } = one.threadState.talk;
    const slot = { ...route, channelId: channelIn(threadId) };
    const signal = AbortSignal.timeout(shownMs); // a sign that comes too late is worth nothing
    const isTurn = await pacer.turn(slot, { urgency: 'growth', everyMs: shownMs }, signal);
    if (isTurn && isWaiting(one)) await type(threadId);
  };

  return (one) => {
    const { talk, trouble } = one.threadState;
    if (!talk.isQuiet || !isWaiting(one) || one.isUnsent || trouble !== null) return;
    const now = clock.now();
    if (one.typingUntil - earlyMs > now) return;
    one.typingUntil = now + shownMs;
    request(one).catch((error) => log.debug({ thread: talk.threadId, err: error }, 'typing not shown'));
  };
}
