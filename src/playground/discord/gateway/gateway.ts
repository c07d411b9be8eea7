import type { IncomingMessage, Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Deadlines } from '../deadlines.js';
import type { GuildOutage } from '../faults/outage.js';
import type { EventHub, GatewayEvent } from '../hub.js';
import { canView } from '../state/access.js';
import type { Presence } from '../state/model.js';
import { guildsOfMember, type State } from '../state/state.js';
import type { JsonObject, Limits } from '../types.js';
import { toPresence } from '../wire/presence.js';
import { closeFor } from './close.js';
import { runConnection } from './connection.js';
import { refuseHandshake } from './handshake.js';
import { GatewayIntent } from './intents.js';
import { createLineFaults, type GatewayFaults } from './line-faults.js';
import type { LiveSocket } from './live-socket.js';
import type { Session } from './session.js';
import { createGatewaySessions } from './sessions.js';
import type { SessionStartLimit } from './starts.js';

export type GatewayServer = { faults: GatewayFaults; close(): Promise<void> };

/** The gateway of one local Discord, on the `/gateway` path of its http server. */
export function createGatewayServer(deps: {
  server: Server;
  state: State;
  hub: EventHub;
  limits: Limits;
  deadlines: Deadlines;
  starts: SessionStartLimit;
  url: () => string;
  outage: GuildOutage;
}): GatewayServer {
  const { server, state, hub, outage } = deps;
  const sockets = new Set<LiveSocket>();
  const sessions = createGatewaySessions(deps);
  const faults = createLineFaults({ state, sockets, sessions });
  const wss = new WebSocketServer({ noServer: true, maxPayload: 1 << 16, perMessageDeflate: false });

  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://local');
    if (!/^\/gateway\/?$/.test(url.pathname)) return socket.destroy();
    wss.handleUpgrade(request, socket, head, (ws) => accept(ws, url.searchParams));
  });

  const showPresence = (botId: string, { status, activities }: Presence): void => {
    state.presences.set(botId, { status, activities: activities ?? [] });
    for (const { id: guildId } of guildsOfMember(state, botId))
      hub.dispatch({
        name: 'PRESENCE_UPDATE',
        intents: GatewayIntent.GuildPresences,
        guildId,
        payload: () => toPresence(state, guildId, botId),
      });
  };

  const accept = (ws: WebSocket, query: URLSearchParams) => {
    ws.on('error', () => ws.terminate());
    const wrong = refuseHandshake(query);
    if (wrong) return closeFor(ws, wrong);
    const zlibStream = query.get('compress') === 'zlib-stream';
    const live = runConnection({
      ...deps,
      socket: ws,
      sessions,
      zlibStream,
      acknowledges: faults.acknowledges,
      admission: faults.admission,
      showPresence,
    });
    sockets.add(live);
    ws.on('close', () => sockets.delete(live));
  };

  const isInGuild = (botId: string, guildId: string): boolean =>
    state.guilds.get(guildId)?.members.has(botId) === true && !outage.isOn(guildId);

  const reaches = (event: GatewayEvent, session: Session): boolean => {
    if (event.toBotId !== undefined && event.toBotId !== session.botId) return false;
    if (event.intents !== 0 && (event.intents & session.intents) === 0) return false;
    if (event.reaches?.(session) === false) return false;
    const channel = event.channelId === undefined ? undefined : state.channels.get(event.channelId);
    const guildId = event.channelId === undefined ? event.guildId : (channel?.guildId ?? null);
    if (!session.covers(guildId)) return false;
    if (guildId !== null && event.toBotId === undefined && !isInGuild(session.botId, guildId)) return false;
    if (event.channelId === undefined) return true;
    return channel !== undefined && canView(state, channel, session.botId);
  };

  hub.onDispatch((event) => {
    let last: { payload: JsonObject; json: string } | undefined;
    for (const session of sessions.all()) {
      if (!reaches(event, session)) continue;
      const payload = event.payload(session);
      if (last?.payload !== payload) last = { payload, json: JSON.stringify(payload) };
      session.dispatchText(event.name, last.json);
    }
  });

  return {
    faults,
    async close() {
      for (const { socket } of sockets) socket.terminate();
      for (const socket of wss.clients) socket.terminate();
      await new Promise<void>((resolve) => wss.close(() => resolve()));
    },
  };
}
