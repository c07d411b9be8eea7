import type { Clock } from '../base/clock.js';
import type { Hints } from '../base/db/hints.js';
import type { Log } from '../base/log.js';
import { startLoop } from '../base/loop.js';
import { hubTopics, type UserFrames } from './hub.js';
import type { Sockets } from './sockets.js';
import type { EventSource } from './subscription.js';

/** A hint may be lost with its connection: conversations are compared with the database this often. */
const lookEveryMs = 5_000;
const mostAtOnce = 500;

/**
 * Brings to the sockets of this process what other processes have stored. Hints say where to look; conversations are
 * looked at from time to time as well, other frames are repeated by clients that miss them.
 */
export function relayFromOthers(deps: {
  sockets: Pick<
    Sockets,
    'hasUser' | 'tellUser' | 'followed' | 'isFollowed' | 'expectEvents' | 'endSession' | 'checkSessions'
  >;
  hints: Pick<Hints, 'on' | 'onMissed'>;
  frames: Partial<UserFrames>;
  lastSeqs: EventSource['lastSeqs'];
  clock: Clock;
  log: Log;
}): { stop(): Promise<void> } {
  const { sockets, hints, frames, lastSeqs, clock, log } = deps;

  const tellUser = async (about: string) => {
    const [userId = '', name = '', id = ''] = about.split(' ');
    const frame = await frames[name as keyof UserFrames]?.(userId, id);
    if (frame) sockets.tellUser(userId, frame);
  };
  const look = async (ids: readonly string[]) => {
    for (let from = 0; from < ids.length; from += mostAtOnce)
      for (const [id, seq] of await lastSeqs(ids.slice(from, from + mostAtOnce)))
        sockets.expectEvents(id, seq);
  };
  const report = (error: unknown) =>
    log.warn({ err: error }, 'news from another process could not be read; clients ask for it again');

  const users = createCoalesced((about) => tellUser(about).catch(report));
  const conversations = createCoalesced((id) => look([id]).catch(report));
  const looking = startLoop({
    name: 'events of other processes',
    everyMs: lookEveryMs,
    clock,
    log,
    async round() {
      await look(sockets.followed());
      return undefined;
    },
  });
  const stops = [
    hints.on(hubTopics.user, (about) => sockets.hasUser(about.split(' ', 1)[0] ?? '') && users(about)),
    hints.on(hubTopics.conversation, (id) => sockets.isFollowed(id) && conversations(id)),
    hints.on(hubTopics.session, sockets.endSession),
    hints.onMissed(() => {
      looking.wake();
      sockets.checkSessions().catch(report);
    }),
  ];
  return {
    async stop() {
      for (const stop of stops) stop();
      await looking.stop();
    },
  };
}

/** Runs `read` for a key, never two at once: told again meanwhile, it runs once more, so that the last one is newest. */
function createCoalesced(read: (key: string) => Promise<void>): (key: string) => void {
  const running = new Map<string, { again: boolean }>();
  const run = async (key: string): Promise<void> => {
    const state = { again: true };
    running.set(key, state);
    while (state.again) {
      state.again = false;
      await read(key);
    }
    running.delete(key);
  };
  return (key) => {
    const state = running.get(key);
    if (state) state.again = true;
    else void run(key);
  };
}
