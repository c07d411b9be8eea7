import type { Deadlines } from '../deadlines.js';
import type { State } from '../state/state.js';
import type { Limits } from '../types.js';
import type { FrameWriter } from './codec.js';
import { type IdentifiedClient, type Shard, shardOfGuild } from './identify.js';
import { createSession, type Session } from './session.js';

/** All sessions: with a socket, or still resumable. */
export type GatewaySessions = {
  open(identity: IdentifiedClient): Session;
  find(id: unknown): Session | undefined;
  forget(session: Session): void;
  /**
   * Detaches a session's socket, unless another one has replaced it. The session ends when it is not resumed in time,
   * or at once when the client closed it for good.
   */
  leave(session: Session, writer: FrameWriter, farewell?: boolean): void;
  /** Attaches a socket to a session. */
  enter(session: Session, writer: FrameWriter): void;
  all(): Iterable<Session>;
};

const ALONE: Shard = [0, 1];

export function createGatewaySessions(deps: {
  state: State;
  limits: Limits;
  deadlines: Deadlines;
}): GatewaySessions {
  const { state, limits, deadlines } = deps;
  const sessions = new Map<string, Session>();
  const forgetting = new Map<string, () => void>();
  const keep = (session: Session): void => {
    forgetting.get(session.id)?.();
    forgetting.delete(session.id);
  };
  const forget = (session: Session): void => {
    keep(session);
    sessions.delete(session.id);
  };
  return {
    open({ application, intents, shard = ALONE }) {
      const id = state.secretOf('session', state.nextId()).slice(0, 32);
      const [index, count] = shard;
      const covers = (guildId: string | null): boolean =>
        (guildId === null ? 0 : shardOfGuild(guildId, count)) === index;
      const { botId } = application;
      const session = createSession({ id, botId, intents, covers }, limits.eventsKept);
      sessions.set(id, session);
      return session;
    },
    find: (id) => sessions.get(id as string),
    forget,
    leave(session, writer, farewell = false) {
      if (!session.detach(writer) || !sessions.has(session.id)) return;
      if (farewell) {
        forget(session);
        return;
      }
      forgetting.set(
        session.id,
        deadlines.add(state.clock.now() + limits.resumeMs, () => forget(session)),
      );
    },
    enter(session, writer) {
      keep(session);
      session.attach(writer);
    },
    all: () => sessions.values(),
  };
}
