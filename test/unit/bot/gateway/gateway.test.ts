import { Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../../src/base/log.js';
import { createClientMaker } from '../../../../src/bot/gateway/client.js';
import { createEdge } from '../../../../src/bot/gateway/edge.js';
import { createFleet } from '../../../../src/bot/gateway/fleet.js';
import { createGatewayReports } from '../../../../src/bot/gateway/info.js';
import { login } from '../../../../src/bot/gateway/login.js';
import { createMakeRequest } from '../../../../src/bot/gateway/rest-request.js';
import { watchShards } from '../../../../src/bot/gateway/shards.js';
import { manualClock } from '../../../support/clock.js';
import { eventually } from '../../../support/eventually.js';
import { openScriptedDiscord, type ScriptedDiscord } from '../../../support/scripted-discord.js';

/** The bot's connection: discord.js over real sockets, against a Discord that refuses in every way it can. */

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openDiscord(script: Parameters<typeof openScriptedDiscord>[0]): Promise<ScriptedDiscord> {
  const discord = await openScriptedDiscord(script);
  closers.push(discord.close);
  return discord;
}

function openBot({ api }: { api: string }) {
  const clock = manualClock();
  const lines: string[] = [];
  const log = createLog('info', {
    destination: new Writable({ write: (line, _, done) => done(void lines.push(`${line}`)) }),
  });
  const edge = createEdge({ clock, log, make: createMakeRequest() });
  const reports = createGatewayReports({ make: edge.makeRequest, clock });
  const token = 'a.b.c';
  const maker = createClientMaker({ token, api, readMessages: true, makeRequest: reports.makeRequest });
  const fleet = createFleet({ maker, token, log });
  const refused: string[] = [];
  const shards = watchShards({ states: fleet.states, clock, log, onRefused: (why) => refused.push(why) });
  fleet.each(shards.watch);
  shards.watchRest(maker.rest);
  const opened: number[] = [];
  closers.push(async () => {
    await shards.stop();
    for (const shard of opened) await fleet.close(shard);
  });
  /** Every shard that Discord recommends. */
  const open = async () => {
    const { shards: count } = await reports.read(maker.rest);
    for (let shard = 0; shard < count; shard += 1) opened.push(shard);
    await Promise.all(opened.map((shard) => fleet.open(shard, count)));
  };
  return {
    rest: maker.rest,
    clock,
    shards,
    refused,
    said: () => lines.join(''),
    logIn: () => {
      shards.start();
      return login({ open, shards, edge, known: reports.known, clock, log });
    },
  };
}

describe('a gateway closed permanently while running', () => {
  it.each([
    [4004, 'Discord refused DISCORD_TOKEN (4004)'],
    [4010, 'Discord refused a shard number (4010)'],
    [4011, 'Discord requires more shards (4011)'],
    [4012, 'update Rigsmith'],
    [4013, 'No switch in the developer portal changes this'],
    [4014, 'switch MESSAGE CONTENT INTENT on'],
  ])('with %i tells the operator once what to do', async (code, sentence) => {
    const discord = await openDiscord({});
    const bot = openBot(discord);
    await bot.logIn();
    expect(await bot.shards.problem()).toBeNull();
    for (const socket of discord.sockets()) socket.close(code);
    await eventually(() => expect(bot.refused).toEqual([expect.stringContaining(sentence)]));
    expect(await bot.shards.problem()).toContain(sentence);
  });

  it('is reported as a refused token when a request is answered 401', async () => {
    const discord = await openDiscord({
      rest: (_, response) =>
        response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":0}'),
    });
    const bot = openBot(discord);
    await bot.logIn();
    await bot.rest.get('/users/@me').catch(() => undefined);
    expect(bot.refused).toEqual([expect.stringContaining('DISCORD_TOKEN (4004)')]);
  });
});

describe('a refused login', () => {
  it.each([
    [4004, 'Discord refused DISCORD_TOKEN (4004)'],
    [4013, 'does not know the gateway intents'],
    [4014, 'MESSAGE_CONTENT=off'],
  ])('with %i ends with the sentence of that code', async (code, sentence) => {
    const discord = await openDiscord({ onIdentify: (socket) => socket.close(code) });
    await expect(openBot(discord).logIn()).rejects.toThrow(sentence);
  });

  it('because today’s session starts are used up says until when', async () => {
    const discord = await openDiscord({ startsLeft: 0 });
    await expect(openBot(discord).logIn()).rejects.toThrow(/no more gateway sessions until 20\d\d-/);
  });

  it('by a web page of Cloudflare names the ban, not the token', async () => {
    const discord = await openDiscord({
      gatewayBot: (_, response) =>
        response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>error code: 1015</h1>'),
    });
    const bot = openBot(discord);
    await expect(bot.logIn()).rejects.toThrow(/Cloudflare\) refuses this machine's address.*403/);
  });
});

describe('a login that hangs', () => {
  it('is reported after 15 s without READY, and continues to wait', async () => {
    const answers: (() => void)[] = [];
    const discord = await openDiscord({ onIdentify: (_, ready) => answers.push(ready) });
    const bot = openBot(discord);
    const loggedIn = bot.logIn();
    await eventually(() => expect(discord.identified).toHaveLength(1));
    await bot.clock.advance(14_000);
    expect(bot.said()).toBe('');
    await bot.clock.advance(1_000);
    await eventually(() => expect(bot.said()).toContain('Discord has not sent READY yet'));
    answers[0]?.();
    await loggedIn;
  });

  it('is reported when GET /gateway/bot gets no answer', async () => {
    const discord = await openDiscord({ gatewayBot: () => undefined });
    const bot = openBot(discord);
    const loggedIn = bot.logIn().catch(() => undefined);
    await bot.clock.advance(15_000);
    await eventually(() => expect(bot.said()).toContain('has not answered GET /gateway/bot'));
    await discord.close();
    closers.splice(0, 1);
    await loggedIn;
  });

  it('is reported as banned by Cloudflare while discord.js waits, without a busy loop', async () => {
    let asked = 0;
    const discord = await openDiscord({
      gatewayBot(_, response) {
        asked += 1;
        response.writeHead(429, { 'content-type': 'text/html', 'cf-ray': 'r' }).end('error 1015');
      },
    });
    const bot = openBot(discord);
    void bot.logIn().catch(() => undefined);
    await eventually(() => expect(bot.said()).toMatch(/Cloudflare.*429 with a web page \(error 1015\)/));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked).toBeLessThan(3);
  });
});

describe('a dropped connection', () => {
  it('of 10 s keeps the bot ready, one of a minute does not, and a reconnect makes it ready again', async () => {
    let answers = true;
    const discord = await openDiscord({ onConnection: (_, hello) => answers && hello() });
    const bot = openBot(discord);
    expect(await bot.shards.problem()).toBe('the bot has not connected to Discord yet');
    await bot.logIn();
    answers = false;
    for (const socket of discord.sockets()) socket.terminate();
    await eventually(() => expect(bot.said()).toContain('gateway disconnected'));
    await bot.clock.advance(10_000);
    expect(await bot.shards.problem()).toBeNull();
    await bot.clock.advance(50_000);
    expect(await bot.shards.problem()).toBe('the gateway of Discord has been unconnected for 60 s');
    expect(bot.said()).toContain('gateway unconnected for a minute');
    answers = true;
    for (const socket of discord.sockets()) socket.terminate();
    await eventually(async () => expect(await bot.shards.problem()).toBeNull());
  });
});

describe('a bot in many servers', () => {
  it('opens as many shards as Discord recommends and logs the session starts left', async () => {
    const discord = await openDiscord({ shards: 3, startsLeft: 990 });
    const bot = openBot(discord);
    await bot.logIn();
    expect(discord.identified.sort()).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    expect(bot.said()).toMatch(/"shards":3,"startsLeft":990,"startsADay":1000/);
  });
});
