import type { RawData, WebSocket } from 'ws';
import type { Deadlines } from '../deadlines.js';
import type { GuildOutage } from '../faults/outage.js';
import type { Presence } from '../state/model.js';
import type { State } from '../state/state.js';
import type { JsonObject, Limits } from '../types.js';
import { type CloseReason, closeFor, closeWith } from './close.js';
import { createFrameWriter, readFrame } from './codec.js';
import { createEntry } from './entry.js';
import { isPresence, toFields } from './identify.js';
import type { LoginFaults } from './line-faults.js';
import type { LiveSocket } from './live-socket.js';
import { toMemberChunks } from './members.js';
import { watchPulse } from './pulse.js';
import { Op, type Session } from './session.js';
import type { GatewaySessions } from './sessions.js';
import type { SessionStartLimit } from './starts.js';

const MINUTE_MS = 60_000;
/** Close codes that end the session. */
const FAREWELLS = [1000, 1001];

/** Runs the protocol on one socket: hello, then identify or resume, then heartbeats and requests. */
export function runConnection(deps: {
  socket: WebSocket;
  state: State;
  limits: Limits;
  deadlines: Deadlines;
  starts: SessionStartLimit;
  sessions: GatewaySessions;
  url: () => string;
  zlibStream: boolean;
  acknowledges(botId: string | undefined): boolean;
  admission: LoginFaults;
  outage: GuildOutage;
  /** Sets a bot's presence. */
  showPresence(botId: string, presence: Presence): void;
}): LiveSocket {
  const { socket, state, limits, sessions, deadlines } = deps;
  const writer = createFrameWriter(socket, deps.zlibStream);
  const send = (frame: JsonObject): void => {
    if (socket.readyState === socket.OPEN) writer.send(JSON.stringify(frame));
  };
  const refuse = (reason: CloseReason): void => closeFor(socket, reason);

  const live: LiveSocket = {
    socket,
    session: undefined,
    send,
    leaveSession(farewell) {
      if (live.session) sessions.leave(live.session, writer, farewell);
      live.session = undefined;
    },
  };

  const pulse = watchPulse({
    clock: state.clock,
    deadlines,
    intervalMs: limits.heartbeatMs,
    ask: () => send({ op: Op.Heartbeat, d: null }),
    lose() {
      if (live.session) sessions.forget(live.session);
      refuse('sessionTimedOut');
    },
  });

  const entry = createEntry({
    ...deps,
    door: {
      send,
      refuse,
      close: (code) => closeWith(socket, code),
      compressEach: writer.compressEach,
      hold(session) {
        live.session = session;
        if (session) sessions.enter(session, writer);
      },
    },
  });

  const beat = (d: unknown) => {
    if (d != null && !Number.isInteger(d)) return refuse('decode');
    pulse.beat();
    if (deps.acknowledges(live.session?.botId)) send({ op: Op.HeartbeatAck, d: null });
  };

  /**
   * Handles requests of a client with a session. Voice states and soundboards (op 4, 31) are ignored: there is no
   * voice.
   */
  const serve = (session: Session, op: number, d: unknown): void => {
    if (op === Op.RequestGuildMembers) {
      for (const chunk of toMemberChunks(state, session, d)) session.dispatch('GUILD_MEMBERS_CHUNK', chunk);
    } else if (op === Op.PresenceUpdate) {
      if (isPresence(d)) deps.showPresence(session.botId, d);
      else refuse('decode');
    } else if (op !== Op.VoiceStateUpdate && op !== Op.RequestSoundboardSounds) refuse('unknownOp');
  };

  const mayTalk = createAllowance(state.clock, limits.gatewayEventsPerMinute);
  const onMessage = (data: RawData) => {
    if (socket.readyState !== socket.OPEN) return;
    const frame = readFrame(data);
    if (!frame) return refuse('decode');
    if (frame.op === Op.Heartbeat) return beat(frame.d);
    if (!mayTalk()) return refuse('rateLimited');
    if (frame.op === Op.Identify || frame.op === Op.Resume) {
      const d = toFields(frame.d);
      if (live.session) return refuse('alreadyAuthenticated');
      if (!d) return refuse('decode');
      return frame.op === Op.Identify ? entry.identify(d) : entry.resume(d);
    }
    if (!live.session) return refuse('notAuthenticated');
    serve(live.session, frame.op, frame.d);
  };

  socket.on('message', onMessage);
  socket.on('close', (code) => {
    pulse.stop();
    live.leaveSession(FAREWELLS.includes(code));
    writer.close();
  });
  send({ op: Op.Hello, d: { heartbeat_interval: limits.heartbeatMs, _trace: [] } });
  return live;
}

/** Limits events per one-minute window; heartbeats do not count. */
function createAllowance(clock: State['clock'], perMinute: number): () => boolean {
  let startedAt = Number.NEGATIVE_INFINITY;
  let used = 0;
  return () => {
    if (clock.now() - startedAt >= MINUTE_MS) [startedAt, used] = [clock.now(), 0];
    used += 1;
    return used <= perMinute;
  };
}
