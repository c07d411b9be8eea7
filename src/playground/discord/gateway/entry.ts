import type { GuildOutage } from '../faults/outage.js';
import type { Presence } from '../state/model.js';
import { applicationOfToken, guildsOfMember, type State } from '../state/state.js';
import type { JsonObject } from '../types.js';
import type { CloseReason } from './close.js';
import { isPresence, readIdentity } from './identify.js';
import { GatewayIntent } from './intents.js';
import type { LoginFaults } from './line-faults.js';
import { toGuildCreate, toReady } from './ready.js';
import { Op, type Session } from './session.js';
import type { GatewaySessions } from './sessions.js';
import type { SessionStartLimit } from './starts.js';

type Fields = Record<string, unknown>;

/** Starts a new session, or resumes one that lost its socket. */
export type SessionEntry = { identify(d: Fields): void; resume(d: Fields): void };

/** The socket functions that identify and resume need. */
export type Door = {
  send(frame: JsonObject): void;
  refuse(reason: CloseReason): void;
  close(code: number): void;
  compressEach(): void;
  /** Attaches the socket to a session; `undefined` detaches it. */
  hold(session: Session | undefined): void;
};

export function createEntry(deps: {
  state: State;
  sessions: GatewaySessions;
  starts: SessionStartLimit;
  url: () => string;
  admission: LoginFaults;
  outage: GuildOutage;
  showPresence(botId: string, presence: Presence): void;
  door: Door;
}): SessionEntry {
  const { state, sessions, starts, url, admission, outage, showPresence, door } = deps;
  const requestNewIdentify = (): void => door.send({ op: Op.InvalidSession, d: false });

  return {
    identify(d) {
      const identity = readIdentity(state, d);
      if (typeof identity === 'string') return door.refuse(identity);
      const { application, intents, shard } = identity;
      const code = admission.closedWith(application.botId);
      if (code !== undefined) return door.close(code);
      const start = starts.take(application.id, shard?.[0] ?? 0);
      if (start === 'used up') return door.refuse('authenticationFailed');
      if (start === 'too soon') return requestNewIdentify();
      if (identity.compress) door.compressEach();
      const session = sessions.open(identity);
      door.hold(session);
      admission.admit(application.botId, () => {
        if (isPresence(d.presence)) showPresence(application.botId, d.presence);
        session.dispatch('READY', toReady(state, application, session, url(), shard));
        if (!(intents & GatewayIntent.Guilds)) return;
        for (const guild of guildsOfMember(state, application.botId))
          if (session.covers(guild.id) && !outage.isOn(guild.id))
            session.dispatch('GUILD_CREATE', toGuildCreate(state, guild, application.botId, intents));
      });
    },
    resume(d) {
      const application = applicationOfToken(state, d.token);
      if (!application) return door.refuse('authenticationFailed');
      const code = admission.closedWith(application.botId);
      if (code !== undefined) return door.close(code);
      const session = sessions.find(d.session_id);
      if (session?.botId !== application.botId || !Number.isInteger(d.seq)) return requestNewIdentify();
      door.hold(session);
      const outcome = session.replay(d.seq as number);
      if (outcome === 'sent') return session.dispatch('RESUMED', { _trace: [] });
      door.hold(undefined);
      sessions.forget(session);
      if (outcome === 'ahead') door.refuse('invalidSequence');
      else requestNewIdentify();
    },
  };
}
