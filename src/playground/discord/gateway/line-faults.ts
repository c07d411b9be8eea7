import type { State } from '../state/state.js';
import type { Faults } from '../types.js';
import type { LiveSocket } from './connection.js';
import { Op } from './session.js';
import type { Sessions } from './sessions.js';

/** Faults of the line between the gateway and its clients. */
export type GatewayFaults = Pick<
  Faults,
  'dropGateway' | 'reconnect' | 'invalidSession' | 'withholdHeartbeatAcks' | 'active' | 'clear'
>;

type LineFaults = GatewayFaults & {
  /** Whether heartbeats of this bot are answered. */
  acknowledges(botId: string | undefined): boolean;
};

export function createLineFaults(deps: {
  state: State;
  sockets: ReadonlySet<LiveSocket>;
  sessions: Sessions;
}): LineFaults {
  const { state, sockets, sessions } = deps;
  /** To whom heartbeats are not acknowledged; `undefined` stands for everybody. */
  const unanswered = new Set<string | undefined>();
  const nameOf = (botId: string): string => state.users.get(botId)?.displayName ?? botId;
  const each = (botId: string | undefined, act: (live: LiveSocket) => void): void => {
    for (const live of [...sockets]) if (!botId || live.session?.botId === botId) act(live);
  };

  return {
    acknowledges: (botId) => !unanswered.has(undefined) && !unanswered.has(botId),
    dropGateway: (botId) => each(botId, (live) => live.socket.terminate()),
    reconnect: (botId) => each(botId, (live) => live.send({ op: Op.Reconnect, d: null })),
    invalidSession: (resumable, botId) =>
      each(botId, (live) => {
        if (!resumable && live.session) sessions.forget(live.session);
        live.leaveSession();
        live.send({ op: Op.InvalidSession, d: resumable });
      }),
    withholdHeartbeatAcks(withheld, botId) {
      if (withheld) unanswered.add(botId);
      else if (botId === undefined) unanswered.clear();
      else unanswered.delete(botId);
    },
    active: () =>
      [...unanswered].map(
        (botId) => `Heartbeats of ${botId === undefined ? 'every bot' : nameOf(botId)} stay unanswered.`,
      ),
    clear: () => unanswered.clear(),
  };
}
