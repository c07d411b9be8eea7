import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { SetupError } from '../../base/errors.js';
import type { Bank } from './bank.js';
import type { Method } from './context.js';
import { answerText } from './json-rpc.js';
import { createSubscriptions } from './subscriptions.js';

const LARGEST_BODY = 1 << 20;
/** Keep-alive timeout. Node's default of 5 s breaks clients too busy to notice that their connection was closed. */
const idleMs = 72_000;

/**
 * How the RPC endpoint behaves: healthy, refusing with 503 or 429, never answering, or cutting each answer off in the
 * middle.
 */
export const rpcMoods = ['healthy', 'down', 'rate_limited', 'silent', 'garbled'] as const;
export type RpcMood = (typeof rpcMoods)[number];

export type RpcServer = {
  port: number;
  wsPort: number;
  setMood(mood: RpcMood): void;
  close(): Promise<void>;
};

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/**
 * Serves JSON-RPC over HTTP on `port` and over WebSocket on `wsPort` (port + 1, where web3.js expects it). Both ports
 * answer both protocols, so one address is enough for clients with a separate WebSocket URL. Port 0 finds two
 * consecutive free ports.
 * @throws SetupError when a port is taken
 */
export async function serveRpc(options: {
  bank: Bank;
  methods: Record<string, Method>;
  host: string;
  port: number;
  wsPort: number | undefined;
}): Promise<RpcServer> {
  const { bank, methods } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_BODY });
  let mood: RpcMood = 'healthy';
  let lastSubscription = 0;

  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    if (mood === 'silent') return;
    if (mood === 'down') return response.writeHead(503).end();
    if (mood === 'rate_limited') return response.writeHead(429, { 'retry-after': '1' }).end();
    if (request.url === '/health') return response.end('ok');
    if (request.method !== 'POST') return response.writeHead(405).end();
    const body = await readBody(request);
    if (body === undefined) return response.writeHead(413).end();
    response.setHeader('content-type', 'application/json');
    const answer = JSON.stringify(answerText(methods, body));
    response.end(mood === 'garbled' ? answer.slice(0, answer.length / 2) : answer);
  };

  const onSocket = (socket: WebSocket) => {
    const send = (message: unknown) => socket.send(JSON.stringify(message));
    const subscriptions = createSubscriptions(bank, () => ++lastSubscription, send);
    const all = { ...methods, ...subscriptions.methods };
    socket.on('message', (data) => send(answerText(all, data.toString())));
    socket.on('error', () => socket.terminate());
    socket.on('close', subscriptions.close);
  };

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (mood !== 'healthy') stream.destroy();
    else sockets.handleUpgrade(request, stream, head, onSocket);
  };

  const create = () =>
    createServer({ keepAliveTimeout: idleMs }, (request, response) => {
      onRequest(request, response).catch(() => response.destroy()); // the client disconnected while sending
    }).on('upgrade', onUpgrade);

  const { servers, port, wsPort } = await bindPair(create, options);
  return {
    port,
    wsPort,
    setMood(next) {
      mood = next;
      if (next === 'down') for (const socket of sockets.clients) socket.terminate();
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      await Promise.all(servers.map(stop));
    },
  };
}

type Wanted = { host: string; port: number; wsPort: number | undefined };

async function bindPair(create: () => Server, wanted: Wanted, attemptsLeft = 20) {
  const servers = [create(), create()] as const;
  try {
    const port = await listen(servers[0], wanted.port, wanted.host);
    const wsPort = await listen(servers[1], wanted.wsPort ?? port + 1, wanted.host);
    return { servers, port, wsPort };
  } catch (cause) {
    await Promise.all(servers.map(stop));
    if (wanted.port === 0 && attemptsLeft > 0) return bindPair(create, wanted, attemptsLeft - 1);
    throw new SetupError(
      `The local chain cannot listen on ${wanted.host}:${wanted.port} and the port after it: ${(cause as Error).message}.`,
      { cause },
    );
  }
}
