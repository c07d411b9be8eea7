import type { Clock } from '../../base/clock.js';
import type { AgentEvent } from '../../contract/events.js';
import { type LooseEvent, type ReadFrame, withoutChannel } from '../../contract/read/index.js';
import type { Misfits } from '../misfits.js';
import type { Runs } from '../runs.js';
import type { SocketHabits } from './socket-state.js';
import type { Held, SocketUser } from './socket-user.js';

type Other = Exclude<ReadFrame, { kind: 'frame' }>;

/** A refusal this soon after one of our frames concerns that frame, not an answer. */
const aboutUsMs = 3_000;
/** At a service that never sends end events, an answer without news for this long has ended. */
const endMs = 15_000;

/** Converts socket frames of other dialects to our events and delivers them. */
export function createLoose(options: {
  conversations: ReadonlyMap<string, Held>;
  runs: Runs;
  misfits: Misfits;
  habits: SocketHabits;
  clock: Clock;
}) {
  const { conversations, runs, misfits, habits, clock } = options;
  let tellsEnds = false;

  const heldBy = (users: ReadonlySet<SocketUser>): Held[] =>
    [...users].flatMap(({ held }) => [...held.values()]);
  /** A service may send every event to all sockets of an account; only the one on the user's own socket counts. */
  const isHeardElsewhere = ({ owner }: Held, users: ReadonlySet<SocketUser>): boolean =>
    owner.state === 'in' && !users.has(owner);
  const isOpen = ({ subscription }: Held): boolean => runs.current(subscription.conversationId) !== null;

  /** Without an id: the only conversation on the socket, or the only one with a pending answer. */
  const find = (conversationId: string | null, users: ReadonlySet<SocketUser>): Held | undefined => {
    if (conversationId !== null) {
      const held = conversations.get(conversationId) ?? conversations.get(withoutChannel(conversationId));
      return held && isHeardElsewhere(held, users) ? undefined : held;
    }
    const all = heldBy(users);
    const open =
      all.length > 1 ? all.filter((held) => held.translator.streamed() !== null || isOpen(held)) : all;
    return open.length === 1 ? open[0] : undefined;
  };

  const deliver = (held: Held, event: AgentEvent | null): void => {
    held.ending?.abort();
    held.ending = null;
    if (!event) return;
    held.heardAt = clock.now();
    held.subscription.onEvent(event);
    if (event.type === 'agent_response' && !tellsEnds) void expectEnd(held);
  };

  const expectEnd = async (held: Held): Promise<void> => {
    const ending = new AbortController();
    held.ending = ending;
    await clock.sleep(endMs, ending.signal).catch(() => undefined);
    const streamed = held.translator.streamed();
    if (ending.signal.aborted || !streamed || tellsEnds) return;
    if (conversations.get(held.subscription.conversationId) !== held) return;
    deliver(held, held.translator.complete(streamed.runId, streamed.text, []));
  };

  const hearEvent = (event: LooseEvent, users: ReadonlySet<SocketUser>): void => {
    const held = find(event.conversationId, users);
    if (!held) {
      if (event.conversationId === null)
        misfits.add(
          'socket/conversation_id',
          'an event names no conversation and the socket carries several',
        );
      return;
    }
    held.isLive = true;
    habits.hasTold = true;
    const { kind } = event.said;
    if (kind === 'complete' || kind === 'error' || (kind === 'response' && event.said.isFinal))
      tellsEnds = true;
    deliver(held, held.translator.take(event));
  };

  const hearRefusal = (
    conversationId: string | null,
    detail: string | null,
    users: ReadonlySet<SocketUser>,
  ): void => {
    const held = find(conversationId, users);
    const isAnswer =
      held !== undefined && isOpen(held) && clock.now() - Math.max(held.heardAt, held.askedAt) >= aboutUsMs;
    if (isAnswer || (held && conversationId !== null && isOpen(held)))
      deliver(held, held.translator.fail(detail ?? 'The agent could not answer.'));
    else misfits.add('socket/refusal', detail ?? 'the service refused a frame without saying why');
  };

  return {
    deliver,
    hear(read: Other, users: ReadonlySet<SocketUser>): void {
      switch (read.kind) {
        case 'event': {
          for (const note of read.notes) misfits.note(`socket/${note.split(':', 1)[0]}`, note);
          hearEvent(read.event, users);
          break;
        }
        case 'refusal':
          hearRefusal(read.conversationId, read.detail, users);
          break;
        case 'quiet': {
          const held = read.conversationId === null ? undefined : find(read.conversationId, users);
          if (held) held.isLive = true;
          break;
        }
        case 'unknown':
          misfits.add(`socket/${read.name.slice(0, 60)}`, 'a frame of this kind is not understood');
      }
    },
  };
}
