import { mkdtempSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqlite } from '../../src/base/db/open-sqlite.js';
import { createSeal } from '../../src/base/seal.js';
import { adoptKeys } from '../../src/bot/key-ring.js';
import { permissionsIn } from '../../src/cli/doctor/guild.js';
import { judgeDisk } from '../../src/cli/doctor/machine.js';
import { runDoctor } from '../../src/cli/doctor.js';
import { createLocalDiscord, type LocalDiscord } from '../../src/playground/discord/index.js';
import { BOT_PERMISSIONS, Permission } from '../../src/playground/discord/permission.js';
import { copyCatalog, editCatalog } from '../support/catalog.js';
import { t } from '../support/copy.js';
import { openScriptedDiscord } from '../support/scripted-discord.js';
import { openWorld, type World } from './http-world.js';

/** `rigsmith doctor` against a local Discord and a real service. */

let discord: LocalDiscord;
let service: World;
let healthy: Record<string, string>;
const closers: (() => unknown)[] = [];
const key = 'ab'.repeat(32);

beforeEach(async () => {
  discord = await createLocalDiscord();
  service = await openWorld();
  healthy = {
    DISCORD_TOKEN: discord.createBot({ name: 'Rigsmith' }).token,
    DISCORD_API_URL: discord.api,
    SERVICE_URL: await service.listen(),
    MASTER_KEY: key,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'rigsmith-doctor-')),
    PATH: '', // without Blender, which takes a second to say that it works
  };
  closers.push(discord.close, service.close);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0).reverse()) await close();
});

async function doctor(
  changes: Record<string, string> = {},
  argv: string[] = [],
): Promise<{ code: number; said: string }> {
  for (const [name, value] of Object.entries({ ...healthy, ...changes })) vi.stubEnv(name, value);
  const lines: string[] = [];
  const out = new Writable({ write: (line, _, done) => done(void lines.push(`${line}`)) });
  const code = await runDoctor(argv, { stdout: out, stderr: out });
  return { code, said: lines.join('') };
}

async function serve(listener: RequestListener): Promise<string> {
  const http = createServer(listener);
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  closers.push(() => http.close().closeAllConnections());
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

describe('the doctor', () => {
  it('says what is off while bot and service share no secret', async () => {
    expect((await doctor({ SERVICE_BOT_SECRET: '' })).said).toContain(
      'ok    SERVICE_BOT_SECRET: off, so moderation',
    );
    expect((await doctor({ SERVICE_BOT_SECRET: 'ab'.repeat(32) })).said).toContain(
      'ok    SERVICE_BOT_SECRET: set',
    );
  });

  it('checks every part of a healthy bot', async () => {
    const { said } = await doctor();
    for (const line of [
      /ok {4}Disk: [\d,]+ MB free/,
      /ok {4}Clock: \d\.\d s/,
      /ok {4}Discord: signed in as/,
      /ok {4}Discord application: Rigsmith, in 1 server\n/,
      /ok {4}Discord gateway: says HELLO; [\d,]+ of [\d,]+ session starts left/,
      /ok {4}Service events: ws:.*for members who are signed in/,
    ])
      expect(said).toMatch(line);
  });

  it('asks each configured provider of models something that costs nothing', async () => {
    const balance: RequestListener = (_, response) => response.end('{"balance":1250}');
    const refusing: RequestListener = (_, response) => response.writeHead(401).end('{"detail":"no"}');
    const { said } = await doctor({
      DISCORD_TOKEN: '',
      SERVICE_URL: '',
      MESHY_API_KEY: 'meshy-key',
      MESHY_URL: await serve(balance),
      REPLICATE_API_TOKEN: 'replicate-key',
      REPLICATE_URL: await serve(refusing),
    });
    expect(said).toMatch(/ok {4}Provider meshy: answers; balance 1,250\n/);
    expect(said).toMatch(/FAIL {2}Provider replicate: no\n {6}Check REPLICATE_API_TOKEN, REPLICATE_URL/);
  });

  it('reports a token that Discord refuses', async () => {
    const { code, said } = await doctor({ DISCORD_TOKEN: 'not.the.token.of.anybody' });
    expect(said).toMatch(/FAIL {2}Discord: refused the token \(401\)\n {6}Copy the token again/);
    expect(code).toBe(1);
  });

  it('reports a missing message content intent, unless it is not needed', async () => {
    const rest = (flags: number) => ({ id: '1', name: 'Rigsmith', flags, approximate_guild_count: 0 });
    const scripted = await openScriptedDiscord({
      rest: (_, response) =>
        response.setHeader('content-type', 'application/json').end(JSON.stringify(rest(0))),
    });
    closers.push(scripted.close);
    const { said } = await doctor({ DISCORD_API_URL: scripted.api });
    expect(said).toMatch(/FAIL {2}Discord application: .*intent\n {6}Switch MESSAGE CONTENT INTENT on/);
    const off = await doctor({ DISCORD_API_URL: scripted.api, MESSAGE_CONTENT: 'off' });
    expect(off.said).toMatch(
      /ok {4}Discord application: .*no server yet: add it with https:\/\/discord\.com/,
    );
  });

  it('reports a gateway that opens without HELLO, and used-up session starts', async () => {
    const silent = await openScriptedDiscord({ onConnection: (socket) => socket.close() });
    const spent = await openScriptedDiscord({ startsLeft: 0 });
    closers.push(silent.close, spent.close);
    const { said } = await doctor({ DISCORD_API_URL: spent.api });
    expect(said).toMatch(/FAIL {2}Discord gateway: no session starts left/);
    expect((await doctor({ DISCORD_API_URL: silent.api })).said).toMatch(/FAIL {2}Discord gateway: .*HELLO/);
  });

  it('reports a key that does not open the database', async () => {
    const db = await openSqlite(join(healthy.DATA_DIR!, 'bot.db'), resolve('data/migrations/bot'));
    await adoptKeys(db, createSeal([key]), []);
    await db.close();
    expect((await doctor()).said).toContain('ok    Master key: opens bot.db');
    const { said } = await doctor({ MASTER_KEY: 'cd'.repeat(32) });
    expect(said).toMatch(/FAIL {2}Master key: does not open bot\.db\n {6}Put the key .* back/);
  });

  it('reports a public address without https, unless it is local', async () => {
    const { said } = await doctor({ PUBLIC_URL: 'http://bot.example.org' });
    expect(said).toMatch(/FAIL {2}Public address: http:\/\/bot\.example\.org is not https/);
    expect((await doctor({ PUBLIC_URL: 'http://localhost:8787' })).said).toContain('ok    Public address');
  });

  it('reports a service without WebSocket and a wrong clock', async () => {
    const date = new Date(Date.now() - 60_000).toUTCString();
    const url = await serve((_, response) => response.setHeader('date', date).end('[]'));
    const { said } = await doctor({ SERVICE_URL: url });
    expect(said).toMatch(/FAIL {2}Clock: (59|60)\.\d s ahead\n {6}Switch on time synchronisation/);
    expect(said).toMatch(/ok {4}Service: /);
    expect(said).toMatch(/FAIL {2}Service events: ws:.* answered 200 to a WebSocket/);
  });
});

describe('the doctor of a server', () => {
  const ofServer = () => ['--guild', discord.guildId];

  it('says in how many channels the bot has every permission, and which are hidden from it', async () => {
    const { said } = await doctor({}, ofServer());
    expect(said).toMatch(/ok {4}Server: Rigsmith Playground: every permission in \d+ channels/);
    expect(said).toMatch(/hidden from the bot: .*#mods/);
  });

  it('names the permissions that the bot lacks in each channel, and how to give them', async () => {
    const permissions = BOT_PERMISSIONS & ~Permission.CreatePrivateThreads;
    const { token } = discord.createBot({ name: 'Limited', permissions });
    const { code, said } = await doctor({ DISCORD_TOKEN: token }, ofServer());
    expect(code).toBe(1);
    expect(said).toMatch(
      /FAIL {2}Server: .*#rigs lacks Create Private Threads\..*\n {6}Open the settings of the channel/,
    );
    expect(said).not.toContain('#mods lacks');
  });

  it('explains a server that the bot is not in, and needs a token', async () => {
    const { said } = await doctor({}, ['--guild', '100000000000000001']);
    expect(said).toMatch(/FAIL {2}Server: the bot is not in the server 1\d+1\n {6}Add it with the link/);
    await expect(doctor({ DISCORD_TOKEN: '' }, ofServer())).rejects.toThrow('--guild needs DISCORD_TOKEN.');
  });

  it.each([
    ['the role of everyone', [], [], 3n],
    ['a role of its own', ['r'], [], 7n],
    ['a denied permission of everyone', ['r'], [{ id: 'g', allow: '0', deny: '1' }], 6n],
    [
      'a role that allows it again',
      ['r'],
      [
        { id: 'g', allow: '0', deny: '1' },
        { id: 'r', allow: '1', deny: '0' },
      ],
      7n,
    ],
    [
      'a denial for itself',
      ['r'],
      [
        { id: 'r', allow: '8', deny: '0' },
        { id: 'me', allow: '0', deny: '8' },
      ],
      7n,
    ],
  ])('counts %s as Discord does', (_, roles, permission_overwrites, expected) => {
    const guild = {
      id: 'g',
      name: 'Server',
      roles: [
        { id: 'g', permissions: '3' },
        { id: 'r', permissions: '4' },
      ],
    };
    expect(permissionsIn(guild, { permission_overwrites }, { id: 'me', roles })).toBe(expected);
  });
});

it('the doctor prints the same checks as JSON', async () => {
  const { code, said } = await doctor({ PUBLIC_URL: 'http://bot.example.org' }, ['--json']);
  const { ok, checks } = JSON.parse(said);
  expect([code, ok]).toEqual([1, false]);
  expect(checks).toContainEqual({ name: 'Node.js', ok: true, says: process.version, fix: null });
  const address = checks.find(({ name }: { name: string }) => name === 'Public address');
  expect(address).toMatchObject({ ok: false, fix: expect.stringContaining('https') });
});

it('the doctor reports a disk with less than 300 MB as full', () => {
  expect(() => judgeDisk({ bavail: 70_000, blocks: 100_000, bsize: 4096 }, t)).toThrow('only 286 MB free');
  expect(judgeDisk({ bavail: 1_000_000, blocks: 20_000_000, bsize: 4096 }, t)).toBe('4,096 MB free');
});

it('the doctor reports a disk on which new rigs are refused', () => {
  const scarce = { bavail: 1_000_000, blocks: 20_000_001, bsize: 4096 };
  expect(() => judgeDisk(scarce, t)).toThrow('4,096 MB free, less than 5 % of the disk');
});

it('the doctor reads prices and pipelines of the operator, and names the mistake', async () => {
  const catalog = copyCatalog(healthy.DATA_DIR);
  const own = { SERVICE_URL: '', SOLANA_RPC_URL: 'http://127.0.0.1:9', CATALOG_DIR: catalog };
  const merchant = {
    MERCHANT_ADDRESS: 'GnK3vFQ1wU6fQq4Z7h4Z8rLZ8cJq1xYb2s5d7e9f1A2B',
    PUBLIC_URL: 'http://localhost',
  };
  expect((await doctor({ ...own, ...merchant })).said).toContain(
    `ok    Prices and pipelines: ${catalog}: 3 packs, 10 pipelines`,
  );
  editCatalog(catalog, 'packs.json', ([starter]) => Object.assign(starter!, { credits: 'many' }));
  expect((await doctor({ ...own, ...merchant })).said).toMatch(
    /FAIL {2}Prices and pipelines: .*packs\.json.*\n {6}Correct the file/,
  );
});
