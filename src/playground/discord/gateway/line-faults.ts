import type { Saying } from '../saying.js';
import { say } from '../sayings.js';
import type { State } from '../state/state.js';
import type { Faults } from '../types.js';
import { closeWith, endsSession } from './close.js';
import type { LiveSocket } from './live-socket.js';
import { Op } from './session.js';
import type { GatewaySessions } from './sessions.js';

/** Faults of gateway connections. */
export type GatewayFaults = Pick<
  Faults,
  | 'dropGateway'
  | 'reconnect'
  | 'invalidSession'
  | 'withholdHeartbeatAcks'
  | 'closeGateway'
  | 'withholdReady'
  | 'clear'
> & { active(): Saying[] };

/** Faults that apply when a bot identifies or resumes. */
export type LoginFaults = {
  /** The close code to use instead of admitting the bot, if any. */
  closedWith(botId: string): number | undefined;
  /** Runs `proceed` now, or once READY is no longer withheld. */
  admit(botId: string, proceed: () => void): void;
};

type LineFaults = GatewayFaults & {
  admission: LoginFaults;
  /** Whether heartbeats of this bot are answered. */
  acknowledges(botId: string | undefined): boolean;
};

export function createLineFaults(deps: {
  state: State;
  sockets: ReadonlySet<LiveSocket>;
  sessions: GatewaySessions;
}): LineFaults {
  const { state, sockets, sessions } = deps;
  /** Bots whose heartbeats are not acknowledged; `undefined` means every bot. */
  const unanswered = new Set<string | undefined>();
  const closing = new Map<string | undefined, number>();
  const withheld = new Set<string | undefined>();
  let waiting: { botId: string; proceed(): void }[] = [];
  const isWithheld = (botId: string): boolean => withheld.has(undefined) || withheld.has(botId);
  const admitWaiting = (): void => {
    const released = waiting.filter(({ botId }) => !isWithheld(botId));
    waiting = waiting.filter(({ botId }) => isWithheld(botId));
    for (const { proceed } of released) proceed();
  };
  const nameOf = (botId: string): string => state.users.get(botId)?.displayName ?? botId;
  const whose = (botId: string | undefined): string | Saying =>
    botId === undefined ? say('fault_every_bot') : nameOf(botId);
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
    withholdHeartbeatAcks(isWithholding, botId) {
      if (isWithholding) unanswered.add(botId);
      else if (botId === undefined) unanswered.clear();
      else unanswered.delete(botId);
    },
    closeGateway({ code, lasting = false, botUserId }) {
      if (lasting) closing.set(botUserId, code);
      each(botUserId, (live) => {
        if (live.session && endsSession(code)) sessions.forget(live.session);
        closeWith(live.socket, code);
      });
    },
    withholdReady(isWithholding, botId) {
      if (isWithholding) withheld.add(botId);
      else if (botId === undefined) withheld.clear();
      else withheld.delete(botId);
      admitWaiting();
    },
    admission: {
      closedWith: (botId) => closing.get(botId) ?? closing.get(undefined),
      admit(botId, proceed) {
        waiting.push({ botId, proceed });
        admitWaiting();
      },
    },
    active: () => [
      ...[...unanswered].map((botId) => say('fault_heartbeats', { bot: whose(botId) })),
      ...[...closing].map(([botId, code]) => say('fault_closes', { bot: whose(botId), code })),
      ...[...withheld].map((botId) => say('fault_ready', { bot: whose(botId) })),
    ],
    clear() {
      unanswered.clear();
      closing.clear();
      withheld.clear();
      admitWaiting();
    },
  };
}
