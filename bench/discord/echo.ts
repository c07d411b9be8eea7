import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Home } from './bots.js';

/**
 * The least that a Discord in Node can do, in a process of its own: a gateway that sends an interaction, and a
 * `node:http` server that reads its callback and answers 204, without a look at either. Started by `fork`.
 */
export type EchoOrder = { ask: 'interactions'; count: number; atOnce: number; payload: string };
export type EchoRate = { ms: number };

const bot = { id: '1', username: 'echo' };
let gateway: WebSocket | undefined;
let left = 0;
let open = 0;
let payload = '';
let sequence = 1;
let finish = () => {};

function sendNext(): void {
  if (left === 0) return;
  left -= 1;
  sequence += 1;
  gateway?.send(`{"op":0,"t":"INTERACTION_CREATE","s":${sequence},"d":${payload}}`);
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => {
    body += part;
  });
  request.on('end', () => {
    if (request.method === 'GET') response.end(JSON.stringify({ url }));
    else if (request.method === 'PUT') response.end('[]');
    else {
      JSON.parse(body);
      response.writeHead(204).end();
      open -= 1;
      sendNext();
      if (open === 0) finish();
    }
  });
});

new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  gateway = socket;
  const ready = { user: bot, application: { id: '2' } };
  socket.on('message', () => socket.send(JSON.stringify({ op: 0, t: 'READY', s: 1, d: ready })));
  socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 41_250 } }));
});

server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const url = `ws://127.0.0.1:${port}/`;

process.on('message', async (order: EchoOrder) => {
  [left, open, payload] = [order.count, order.count, order.payload];
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const begin = performance.now();
  for (let at = 0; at < order.atOnce; at += 1) sendNext();
  await done;
  process.send?.({ ms: performance.now() - begin } satisfies EchoRate);
});
process.on('disconnect', () => process.exit(0));
const home: Home = { token: 'echo', api: `http://127.0.0.1:${port}`, cdn: '', channelId: '3' };
process.send?.(home);
