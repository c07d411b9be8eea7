import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

export type ScriptedDiscord = {
  api: string;
  /** The shard of each IDENTIFY so far. */
  identified: [number, number][];
  /** Sockets that are currently open. */
  sockets(): WebSocket[];
  close(): Promise<void>;
};

/** A Discord that behaves exactly as scripted, for behaviour the local Discord has no reason to show. */
export async function openScriptedDiscord(script: {
  shards?: number;
  startsLeft?: number;
  /** Answers instead of `GET /gateway/bot`. */
  gatewayBot?: Answer;
  /** Default: READY without guilds. */
  onIdentify?: (socket: WebSocket, ready: () => void) => unknown;
  /** Default: a connection sends HELLO. */
  onConnection?: (socket: WebSocket, hello: () => void) => unknown;
  /** Everything else under /api; default an empty list. */
  rest?: Answer;
}): Promise<ScriptedDiscord> {
  const identified: [number, number][] = [];
  const port = () => (http.address() as AddressInfo).port;
  const http = createServer((request, response) => {
    const isGateway = request.url?.endsWith('/gateway/bot');
    const answer = isGateway ? (script.gatewayBot ?? tellGateway) : (script.rest ?? tellNothing);
    answer(request, response);
  });
  const tellGateway: Answer = (_request, response) => {
    const limit = {
      total: 1000,
      remaining: script.startsLeft ?? 1000,
      reset_after: 60_000,
      max_concurrency: 16,
    };
    const body = { url: `ws://127.0.0.1:${port()}`, shards: script.shards ?? 1, session_start_limit: limit };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
  const tellNothing: Answer = (_request, response) =>
    response.setHeader('content-type', 'application/json').end('[]');

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const wss = new WebSocketServer({ server: http });
  wss.on('connection', (socket) => {
    const hello = () => socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 41_250 } }));
    socket.on('message', (raw) => {
      const { op, d } = JSON.parse(String(raw));
      if (op === 1) return socket.send(JSON.stringify({ op: 11 }));
      if (op === 6) return socket.send(JSON.stringify({ op: 0, t: 'RESUMED', s: 2, d: {} }));
      if (op !== 2) return;
      identified.push(d.shard);
      const ready = () => socket.send(JSON.stringify(readyFrame(port())));
      if (script.onIdentify) script.onIdentify(socket, ready);
      else ready();
    });
    if (script.onConnection) script.onConnection(socket, hello);
    else hello();
  });
  return {
    api: `http://127.0.0.1:${port()}/api`,
    identified,
    sockets: () => [...wss.clients],
    async close() {
      for (const socket of wss.clients) socket.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

const readyFrame = (port: number) => ({
  op: 0,
  t: 'READY',
  s: 1,
  d: {
    v: 10,
    user: { id: '1', username: 'rigsmith', discriminator: '0', avatar: null, bot: true },
    guilds: [],
    session_id: 's',
    resume_gateway_url: `ws://127.0.0.1:${port}`,
    application: { id: '1', flags: 0 },
  },
});
