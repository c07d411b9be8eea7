import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Child, createChild } from '../../src/cli/child.js';
import { ownBase } from '../support/ports.js';

/** A Discord and a service that send invalid data: the bot's process must survive both. */

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Nonsense = {
  url: string;
  dispatch(type: string, data: unknown): void;
  raw(text: string): void;
  identified: Promise<void>;
  /** Resolves once the bot has handled everything sent before: it answers our heartbeat in turn. */
  heard(): Promise<void>;
};

async function openNonsense(): Promise<Nonsense> {
  const http = createServer((request, response) => {
    const { port } = http.address() as AddressInfo;
    response.setHeader('content-type', 'application/json');
    const path = request.url ?? '';
    if (path.endsWith('/gateway/bot')) {
      const session_start_limit = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 };
      return response.end(JSON.stringify({ url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit }));
    }
    if (request.method === 'GET' && path.includes('/commands')) return response.end('[]');
    if (request.method === 'PUT') return response.end('[{"surprise":true}]');
    response.end('{"this":["is",{"not":"what you asked for"}]}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => http.once('listening', resolve));
  const sockets = new WebSocketServer({ server: http });
  closers.push(() => {
    for (const socket of sockets.clients) socket.terminate();
    http.close().closeAllConnections();
  });
  const { port } = http.address() as AddressInfo;
  let socket: WebSocket | undefined;
  let seq = 0;
  const send = (frame: object) => socket?.send(JSON.stringify(frame));
  const identified = new Promise<void>((resolve) => {
    sockets.on('connection', (opened) => {
      socket = opened;
      send({ op: 10, d: { heartbeat_interval: 41_250 } });
      opened.on('message', (raw) => {
        if (JSON.parse(String(raw)).op !== 2) return;
        const user = { id: '1', username: 'rigsmith', discriminator: '0', avatar: null, bot: true };
        const ready = {
          v: 10,
          user,
          guilds: [],
          session_id: 's',
          resume_gateway_url: `ws://127.0.0.1:${port}`,
          application: { id: '1', flags: 0 },
        };
        send({ op: 0, t: 'READY', s: ++seq, d: ready });
        resolve();
      });
    });
  });
  return {
    url: `http://127.0.0.1:${port}/api`,
    identified,
    dispatch: (t, d) => send({ op: 0, t, s: ++seq, d }),
    raw: (text) => socket?.send(text),
    heard: () =>
      new Promise((resolve) => {
        socket?.on('message', (raw) => JSON.parse(String(raw)).op === 1 && resolve());
        send({ op: 1, d: null });
      }),
  };
}

it('the bot’s process survives invalid events', async () => {
  const discord = await openNonsense();
  const port = await ownBase();
  const bot: Child = createChild('bot', {
    DISCORD_TOKEN: 'a-token-that-is-long-enough',
    DISCORD_API_URL: discord.url,
    SERVICE_URL: discord.url.replace('/api', ''),
    MASTER_KEY: 'ab'.repeat(32),
    DATA_DIR: mkdtempSync(join(tmpdir(), 'rigsmith-strangers-')),
    PORT: String(port),
    LOG_LEVEL: 'silent',
  });
  closers.push(() => bot.stop());
  await bot.start();
  await discord.identified;

  const odd = [null, 7, 'text', [], {}, { id: {} }, { guild_id: 1, channel_id: [], author: null, type: 'x' }];
  const types = [
    'MESSAGE_CREATE',
    'INTERACTION_CREATE',
    'GUILD_CREATE',
    'CHANNEL_UPDATE',
    'THREAD_CREATE',
    'A_TYPE_OF_TOMORROW',
  ];
  for (const type of types) for (const data of odd) discord.dispatch(type, data);
  const interaction = {
    id: '5',
    application_id: '1',
    token: 't',
    version: 1,
    user: { id: '2', username: 'x' },
    channel_id: '3',
  };
  for (const type of [2, 3, 4, 5, 99])
    discord.dispatch('INTERACTION_CREATE', {
      ...interaction,
      type,
      data: { name: 'buy', custom_id: 'buy:check' },
    });
  await discord.heard();
  discord.raw('this is no JSON');
  discord.raw(JSON.stringify({ op: 42, d: 'what?' }));

  const alive = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(await alive.json()).toEqual({ status: 'ok' });
});
