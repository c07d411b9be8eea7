import { Client, Events, GatewayIntentBits as Intents, Partials } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createRestAgent } from '../../../src/bot/gateway/rest-agent.js';
import type { Limits, LocalDiscord } from '../../../src/playground/discord/index.js';
import { openGateway, type RawGateway } from './behaviours/gateway-socket.js';
import { ALL_INTENTS, channelId, createManualClock, login, startDiscord } from './world.js';

/** A local Discord on a manual clock, and a bot that speaks to its gateway without a library. */
async function startRaw(limits: Partial<Limits> = {}) {
  const clock = createManualClock();
  const discord = await startDiscord({ clock, limits });
  const { token } = discord.createBot({ name: 'Raw' });
  const connect = async (): Promise<RawGateway> => {
    const gateway = await openGateway(`${discord.url.replace('http', 'ws')}/gateway`);
    onTestFinished(gateway.drop);
    return gateway;
  };
  const identity = (fields: object = {}) => ({
    op: 2,
    d: { token, intents: Intents.Guilds | Intents.GuildMessages, properties: {}, ...fields },
  });
  const identified = async (fields: object = {}) => {
    const gateway = await connect();
    gateway.send(identity(fields));
    const ready = await gateway.receive(({ t }) => t === 'READY');
    return { gateway, sessionId: (ready.d as { session_id: string }).session_id };
  };
  const refusal = async (...frames: object[]): Promise<number> => {
    const gateway = await connect();
    for (const frame of frames) gateway.send(frame);
    return gateway.closed;
  };
  return { clock, discord, token, connect, identity, identified, refusal };
}

/** Once this frame is answered, every earlier frame has been handled. */
async function settle(gateway: RawGateway): Promise<void> {
  gateway.send({ op: 1, d: null });
  await gateway.receive(({ op }) => op === 11);
}

const startLimit = async (discord: LocalDiscord, token: string) => {
  const headers = { authorization: `Bot ${token}` };
  const response = await fetch(`${discord.api}/v10/gateway/bot`, { headers });
  return ((await response.json()) as { session_start_limit: object }).session_start_limit;
};

describe('a client without heartbeats', () => {
  it('is asked for one, and closed with 4009 when it sends none; its session is gone', async () => {
    const { clock, identified, connect, token } = await startRaw({ heartbeatMs: 40_000 });
    const { gateway, sessionId } = await identified();
    await settle(gateway);
    clock.advance(50_000);
    await gateway.receive(({ op }) => op === 1);
    clock.advance(5_000);
    await gateway.receive(({ op }) => op === 1);
    clock.advance(5_000);
    expect(await gateway.closed).toBe(4009);
    const second = await connect();
    second.send({ op: 6, d: { token, session_id: sessionId, seq: 1 } });
    expect(await second.receive(({ op }) => op === 9)).toMatchObject({ d: false });
  });

  it('stays connected when it answers, however far time has moved', async () => {
    const { clock, identified } = await startRaw({ heartbeatMs: 40_000 });
    const { gateway } = await identified();
    for (let hour = 0; hour < 3; hour += 1) {
      clock.advance(3_600_000);
      await gateway.receive(({ op }) => op === 1);
      await settle(gateway);
    }
    clock.advance(10_000);
    await settle(gateway);
  });
});

describe('a client that sends too much', () => {
  it('is closed with 4008 after 120 events in a minute, and may continue in the next minute', async () => {
    const { clock, identified } = await startRaw();
    const { gateway } = await identified();
    const presence = { op: 3, d: { since: null, activities: [], status: 'idle', afk: false } };
    for (let sent = 1; sent < 120; sent += 1) gateway.send(presence);
    await settle(gateway);
    clock.advance(60_000);
    for (let sent = 0; sent < 120; sent += 1) gateway.send(presence);
    await settle(gateway);
    gateway.send(presence);
    expect(await gateway.closed).toBe(4008);
  });

  it('is closed with 4002 for more than 4096 bytes, an invalid presence or an invalid heartbeat', async () => {
    const { refusal, identity } = await startRaw();
    expect(await refusal({ op: 1, d: null, padding: 'x'.repeat(4_096) })).toBe(4002);
    expect(await refusal({ op: 1, d: 'soon' })).toBe(4002);
    expect(await refusal(identity(), { op: 3, d: { status: 'asleep', activities: [] } })).toBe(4002);
    expect(await refusal(identity({ properties: undefined }))).toBe(4002);
    expect(await refusal({ op: 2, d: [] })).toBe(4002);
  });
});

describe('identifying', () => {
  it('too soon, within the pause of its bucket, gets op 9 false and is counted', async () => {
    const { clock, discord, token, connect, identified, identity } = await startRaw({
      identifyIntervalMs: 5_000,
      sessionStarts: 3,
    });
    const total = { total: 3, max_concurrency: 1 };
    expect(await startLimit(discord, token)).toEqual({ ...total, remaining: 3, reset_after: 0 });
    await identified();
    clock.advance(4_999);
    const gateway = await connect();
    gateway.send(identity());
    expect(await gateway.receive(({ op }) => op === 9)).toMatchObject({ d: false });
    clock.advance(1);
    gateway.send(identity());
    await gateway.receive(({ t }) => t === 'READY');
    expect(await startLimit(discord, token)).toEqual({
      ...total,
      remaining: 1,
      reset_after: 24 * 3_600_000 - 5_000,
    });
  });

  it('ends with 4004 when the session starts of the day are used up, until the next day', async () => {
    const { clock, identified, refusal, identity } = await startRaw({ sessionStarts: 2 });
    await identified();
    await identified();
    expect(await refusal(identity())).toBe(4004);
    clock.advance(24 * 3_600_000);
    await identified();
  });

  it('refuses invalid shards (4010); guild events reach one shard, direct messages the first', async () => {
    const { discord, identified, refusal, identity } = await startRaw();
    for (const shard of [[2, 2], [-1, 2], [0], 'all', [0, 1.5]])
      expect(await refusal(identity({ shard }))).toBe(4010);
    const count = 7;
    const home = Number((BigInt(discord.guildId) >> 22n) % BigInt(count));
    const intents = Intents.Guilds | Intents.GuildMessages | Intents.DirectMessages;
    const open = async (id: number) => (await identified({ shard: [id, count], intents })).gateway;
    const shards = [await open(0), await open(home), await open((home + 1) % count || 1)];
    const mia = discord.as('mia');
    await mia.post({ channelId: channelId(discord, 'rigs'), content: 'to the guild' });
    await mia.post({ channelId: mia.dm('raw'), content: 'to the bot' });
    for (const shard of shards) await settle(shard);
    const heard = (name: string) => shards.map((shard) => shard.count(({ t }) => t === name));
    expect(home).not.toBe(0);
    expect(heard('GUILD_CREATE')).toEqual([0, 1, 0]);
    expect(heard('MESSAGE_CREATE')).toEqual([1, 1, 0]);
  });

  it('with unsupported parameters is refused: 4012 for the version, 4002 for etf and zstd', async () => {
    const { discord } = await startRaw();
    const code = (query: string) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${discord.url.replace('http', 'ws')}/gateway?${query}`);
        socket.on('close', (number, reason) => resolve(`${number} ${reason}`));
      });
    expect(await code('v=5&encoding=json')).toBe('4012 Invalid API version.');
    expect(await code('encoding=json')).toBe('4012 Invalid API version.');
    expect(await code('v=10&encoding=etf')).toBe('4002 Only encoding=json is supported.');
    expect(await code('v=10&compress=zstd-stream')).toBe('4002 Only compress=zlib-stream is supported.');
  });
});

describe('a session without a socket', () => {
  const start = async (limits: Partial<Limits> = {}) => {
    const raw = await startRaw({ resumeMs: 60_000, ...limits });
    const { gateway, sessionId } = await raw.identified();
    const resume = async (seq: number) => {
      const next = await raw.connect();
      next.send({ op: 6, d: { token: raw.token, session_id: sessionId, seq } });
      return next;
    };
    return { ...raw, gateway, resume };
  };
  const gone = async ({ discord }: { discord: LocalDiscord }, gateway: RawGateway) => {
    discord.faults.dropGateway();
    await gateway.closed;
    // The server learns of the cut in the same turn; a request sent later finds it handled.
    await fetch(`${discord.api}/v10/gateway`);
  };

  it('is resumed in time with every missed event, in order', async () => {
    const raw = await start();
    await gone(raw, raw.gateway);
    const rigs = channelId(raw.discord, 'rigs');
    await raw.discord.as('mia').post({ channelId: rigs, content: 'one' });
    await raw.discord.as('mia').post({ channelId: rigs, content: 'two' });
    raw.clock.advance(59_999);
    const next = await raw.resume(2);
    await next.receive(({ t }) => t === 'RESUMED');
    expect(next.count(({ t }) => t === 'MESSAGE_CREATE')).toBe(2);
  });

  it('is forgotten after its timeout, and at once when the client closed it', async () => {
    const raw = await start();
    await gone(raw, raw.gateway);
    raw.clock.advance(60_000);
    expect(await (await raw.resume(2)).receive(({ op }) => op === 9)).toMatchObject({ d: false });
    const polite = await raw.identified();
    polite.gateway.close(1000);
    await polite.gateway.closed;
    await fetch(`${raw.discord.api}/v10/gateway`);
    const next = await raw.connect();
    next.send({ op: 6, d: { token: raw.token, session_id: polite.sessionId, seq: 1 } });
    expect(await next.receive(({ op }) => op === 9)).toMatchObject({ d: false });
  });

  it('taken over by another socket does not end with the first one', async () => {
    const raw = await start();
    const second = await raw.resume(2);
    await second.receive(({ t }) => t === 'RESUMED');
    raw.gateway.close(1000);
    await raw.gateway.closed;
    await raw.discord.as('mia').post({ channelId: channelId(raw.discord, 'rigs'), content: 'to the second' });
    await second.receive(({ t }) => t === 'MESSAGE_CREATE');
  });

  it('starts a new one when it missed more than is kept; a sequence never sent is 4007', async () => {
    const raw = await start({ eventsKept: 3 });
    const ahead = await raw.resume(99);
    expect(await ahead.closed).toBe(4007);
    const second = await raw.identified();
    await gone(raw, second.gateway);
    for (let sent = 0; sent < 4; sent += 1)
      await raw.discord.as('mia').post({ channelId: channelId(raw.discord, 'rigs'), content: `${sent}` });
    const next = await raw.connect();
    next.send({ op: 6, d: { token: raw.token, session_id: second.sessionId, seq: 2 } });
    expect(await next.receive(({ op }) => op === 9)).toMatchObject({ d: false });
  });
});

describe('requesting members', () => {
  const ask = async (intents: number, d: object) => {
    const raw = await startRaw();
    const { gateway } = await raw.identified({ intents });
    gateway.send({ op: 8, d: { guild_id: raw.discord.guildId, ...d } });
    await settle(gateway);
    if (gateway.count(({ t }) => t === 'GUILD_MEMBERS_CHUNK') === 0) return null;
    return (await gateway.receive(({ t }) => t === 'GUILD_MEMBERS_CHUNK')).d as {
      members: { user: { username: string } }[];
      not_found?: string[];
    };
  };
  const names = (chunk: Awaited<ReturnType<typeof ask>>) => chunk?.members.map(({ user }) => user.username);

  it('gives the whole list only with the intent, and finds some by prefix or id without it', async () => {
    expect(await ask(Intents.Guilds, { query: '', limit: 0 })).toBeNull();
    const everybody = names(await ask(Intents.Guilds | Intents.GuildMembers, { query: '', limit: 0 }));
    expect(everybody).toEqual(['mia', 'max', 'olga', 'sam', 'noor', 'raw']);
    expect(names(await ask(Intents.Guilds, { query: 'm', limit: 1 }))).toEqual(['mia']);
    expect(await ask(Intents.Guilds, { user_ids: ['123'] })).toMatchObject({
      members: [],
      not_found: ['123'],
    });
  });
});

it('an unmodified client keeps its connection while the clock moves by hours', async () => {
  const clock = createManualClock();
  const discord = await startDiscord({ clock });
  const client = await login(discord, { intents: ALL_INTENTS });
  for (let hour = 0; hour < 3; hour += 1) {
    clock.advance(3_600_000);
    const answered = new Promise((resolve) => client.once('messageCreate', resolve));
    await discord.as('mia').post({ channelId: channelId(discord, 'rigs'), content: 'still there?' });
    await answered;
  }
  expect(client.ws.status).toBe(0);
});

describe('an unmodified client', () => {
  it('does not try to identify when no session start is left, because it checks before', async () => {
    const discord = await startDiscord({ limits: { sessionStarts: 1 } });
    const bot = discord.createBot({ name: 'Greeter' });
    await (await login(discord, { bot })).destroy();
    await expect(login(discord, { bot })).rejects.toThrow('Not enough sessions remaining to spawn 1 shards');
  });

  it('runs as two shards, of which one has the guild', async () => {
    const discord = await startDiscord({ limits: { identifyConcurrency: 2 } });
    const { token } = discord.createBot({ name: 'Greeter' });
    const client = new Client({
      intents: ALL_INTENTS,
      shards: [0, 1],
      shardCount: 2,
      partials: [Partials.Channel],
      rest: { agent: createRestAgent(), api: discord.api, cdn: discord.cdn },
    });
    onTestFinished(() => client.destroy());
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
    await client.login(token);
    await ready;
    const home = Number((BigInt(discord.guildId) >> 22n) % 2n);
    expect(client.guilds.cache.map(({ shardId }) => shardId)).toEqual([home]);
    const heard: string[] = [];
    client.on(Events.MessageCreate, ({ content }) => heard.push(content));
    const both = new Promise((resolve) =>
      client.on(Events.MessageCreate, () => heard.length === 2 && resolve(undefined)),
    );
    const mia = discord.as('mia');
    await mia.post({ channelId: channelId(discord, 'rigs'), content: 'to the guild' });
    await mia.post({ channelId: mia.dm('greeter'), content: 'to the bot' });
    await both;
    expect(heard.sort()).toEqual(['to the bot', 'to the guild']);
  });
});
