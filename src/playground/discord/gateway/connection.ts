import type { WebSocket } from 'ws';
import type { Application } from '../state/model.js';
import type { State } from '../state/state.js';
import type { JsonObject, Limits } from '../types.js';
import { toMemberWithUser } from '../wire/parts.js';
import { createFrameWriter, readFrame } from './codec.js';
import type { LiveSocket } from './gateway.js';
import { Intent, KNOWN_INTENTS, PRIVILEGED_INTENTS } from './intents.js';
import { toGuildCreate, toReady } from './ready.js';
import { Op, type Session } from './session.js';

/** @see https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes */
const CLOSE = {
  unknownOp: [4001, 'Unknown opcode.'],
  decode: [4002, 'Error while decoding payload.'],
  notAuthenticated: [4003, 'Not authenticated.'],
  authenticationFailed: [4004, 'Authentication failed.'],
  alreadyAuthenticated: [4005, 'Already authenticated.'],
  invalidSequence: [4007, 'Invalid seq.'],
  invalidIntents: [4013, 'Invalid intent(s).'],
  disallowedIntents: [4014, 'Disallowed intent(s).'],
} as const;

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** One socket's conversation: hello, then identify or resume, then heartbeats and requests. */
export function createConnection(deps: {
  socket: WebSocket;
  state: State;
  limits: Limits;
  url: () => string;
  zlibStream: boolean;
  openSession(botId: string, intents: number): Session;
  findSession(id: string): Session | undefined;
}): LiveSocket {
  const { socket, state } = deps;
  const writer = createFrameWriter(socket, deps.zlibStream);
  const live: LiveSocket = {
    socket,
    session: undefined,
    send: (frame) => {
      if (socket.readyState === socket.OPEN) writer.send(JSON.stringify(frame));
    },
    leaveSession() {
      live.session?.detach(writer);
      live.session = undefined;
    },
  };
  const refuse = (reason: keyof typeof CLOSE): void => socket.close(CLOSE[reason][0], CLOSE[reason][1]);
  const applicationOfToken = (token: unknown): Application | undefined =>
    [...state.applications.values()].find(
      (known) => typeof token === 'string' && known.token === token.replace(/^Bot /, ''),
    );

  const attach = (session: Session): void => {
    live.session = session;
    session.attach(writer);
  };

  const identify = (d: Record<string, unknown>) => {
    if (live.session) return refuse('alreadyAuthenticated');
    const application = applicationOfToken(d.token);
    if (!application) return refuse('authenticationFailed');
    const intents = d.intents;
    if (typeof intents !== 'number' || intents & ~KNOWN_INTENTS) return refuse('invalidIntents');
    if (intents & PRIVILEGED_INTENTS && !application.privilegedIntents) return refuse('disallowedIntents');
    if (d.compress === true) writer.compressEach();
    const session = deps.openSession(application.botId, intents);
    attach(session);
    session.dispatch('READY', toReady(state, application, session.id, deps.url(), d.shard));
    if (intents & Intent.Guilds) session.dispatch('GUILD_CREATE', toGuildCreate(state, application.botId));
  };

  const resume = (d: Record<string, unknown>) => {
    if (live.session) return refuse('alreadyAuthenticated');
    const application = applicationOfToken(d.token);
    if (!application) return refuse('authenticationFailed');
    const session = typeof d.session_id === 'string' ? deps.findSession(d.session_id) : undefined;
    if (!session || session.botId !== application.botId || typeof d.seq !== 'number') {
      return live.send({ op: Op.InvalidSession, d: false });
    }
    attach(session);
    if (!session.replay(d.seq)) return refuse('invalidSequence');
    session.dispatch('RESUMED', { _trace: [] });
  };

  const sendMembers = (session: Session, d: Record<string, unknown>): void => {
    const wanted = new Set(
      Array.isArray(d.user_ids) ? d.user_ids : d.user_ids === undefined ? [] : [d.user_ids],
    );
    const prefix = typeof d.query === 'string' ? d.query.toLowerCase() : '';
    const members = [...state.members.values()].filter((member) =>
      wanted.size > 0
        ? wanted.has(member.userId)
        : state.users.get(member.userId)!.username.toLowerCase().startsWith(prefix),
    );
    const chunk: JsonObject = {
      guild_id: state.guild.id,
      members: members.map((member) => toMemberWithUser(state, member)),
      chunk_index: 0,
      chunk_count: 1,
      not_found: [...wanted].filter((id) => !state.members.has(String(id))).map(String),
    };
    session.dispatch(
      'GUILD_MEMBERS_CHUNK',
      typeof d.nonce === 'string' ? { ...chunk, nonce: d.nonce } : chunk,
    );
  };

  socket.on('message', (data) => {
    const frame = readFrame(data);
    if (!frame) return refuse('decode');
    const d = fieldsOf(frame.d);
    if (frame.op === Op.Heartbeat) return live.send({ op: Op.HeartbeatAck });
    if (frame.op === Op.Identify) return identify(d);
    if (frame.op === Op.Resume) return resume(d);
    if (!live.session) return refuse('notAuthenticated');
    if (frame.op === Op.RequestGuildMembers) return sendMembers(live.session, d);
    if (frame.op !== Op.PresenceUpdate && frame.op !== Op.VoiceStateUpdate) refuse('unknownOp');
  });
  socket.on('close', () => {
    live.session?.detach(writer);
    writer.close();
  });
  live.send({ op: Op.Hello, d: { heartbeat_interval: deps.limits.heartbeatMs, _trace: [] } });
  return live;
}
