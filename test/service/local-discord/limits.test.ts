import { describe, expect, it } from 'vitest';
import { createAsker, nested } from './asker.js';
import { createManualClock, login, startBot } from './world.js';

const POST_MESSAGE = 'POST /channels/:channelId/messages';

describe('rate limits', () => {
  it('may be set for one route, and count by channel', async () => {
    const clock = createManualClock();
    const routes = { [POST_MESSAGE]: { size: 2, windowMs: 5_000 } };
    const { ask, fetch, path, discord } = await createAsker({ clock, limits: { routes } });
    const send = () => ask('POST', path.messages, { content: 'x' });
    expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([200, 200, 429]);
    expect((await fetch(path.messages)).headers.get('x-ratelimit-limit')).toBe('1000');
    const agent = discord.guild().channels.find(({ name }) => name === 'agent')!.id;
    expect(await ask('POST', `/channels/${agent}/messages`, { content: 'x' })).toMatchObject({ status: 200 });
    clock.advance(5_000);
    expect(await send()).toMatchObject({ status: 200 });
  });

  it('show bucket, remaining and reset in the headers Discord uses', async () => {
    const clock = createManualClock(1_800_000_000_000);
    const routes = { 'GET /channels/:channelId/messages': { size: 1, windowMs: 2_500 } };
    const { fetch, path } = await createAsker({ clock, limits: { routes } });
    const headers = async () => {
      const response = await fetch(path.messages);
      return Object.fromEntries(
        [...response.headers].filter(([name]) => name.startsWith('x-ratelimit') || name === 'retry-after'),
      );
    };
    const first = await headers();
    expect(first).toEqual({
      'x-ratelimit-bucket': expect.stringMatching(/^[0-9a-f]{32}$/),
      'x-ratelimit-limit': '1',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '1800000002.500',
      'x-ratelimit-reset-after': '2.500',
    });
    clock.advance(1_000);
    expect(await headers()).toEqual({
      ...first,
      'x-ratelimit-reset-after': '1.500',
      'x-ratelimit-scope': 'user',
      'retry-after': '2',
    });
  });

  it('are global for a bot, but exclude the routes of interactions', async () => {
    const clock = createManualClock();
    const { discord, fetch, path } = await createAsker({ clock, limits: { globalPerSecond: 3 } });
    const answers = [];
    for (let turn = 0; turn < 4; turn += 1) answers.push(await fetch(path.messages));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const refused = answers[3]!;
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'x-ratelimit-global': 'true',
      'x-ratelimit-scope': 'global',
      'retry-after': '1',
    });
    expect(refused.headers.has('x-ratelimit-bucket')).toBe(false);
    expect(await refused.json()).toEqual({
      message: 'You are being rate limited.',
      retry_after: 1,
      global: true,
    });
    for (let turn = 0; turn < 4; turn += 1) {
      const callback = await globalThis.fetch(
        `${discord.api}/v10/interactions/700000000000000001/x/callback`,
        {
          method: 'POST',
        },
      );
      expect(callback.status).toBe(404);
    }
    clock.advance(1_000);
    expect((await fetch(path.messages)).status).toBe(200);
  });

  it('may be shared by all bots', async () => {
    const clock = createManualClock();
    const routes = { 'GET /channels/:channelId/messages': { size: 1, windowMs: 1_000, shared: true } };
    const { discord, fetch, path } = await createAsker({ clock, limits: { routes } });
    const other = discord.createBot({ name: 'Other' });
    expect((await fetch(path.messages)).status).toBe(200);
    const refused = await fetch(path.messages, { headers: { authorization: `Bot ${other.token}` } });
    expect([refused.status, refused.headers.get('x-ratelimit-scope')]).toEqual([429, 'shared']);
    expect(await refused.json()).toMatchObject({
      message: 'The resource is being rate limited.',
      global: false,
    });
  });

  it('for an unknown route are refused at once', async () => {
    const routes = { 'POST /messages': { size: 1, windowMs: 1_000 } };
    await expect(createAsker({ limits: { routes } })).rejects.toThrow('Unknown route "POST /messages"');
  });

  it('are respected by discord.js, which sends everything in time', async () => {
    const routes = { [POST_MESSAGE]: { size: 3, windowMs: 100 } };
    const { discord, bot, path } = await createAsker({ limits: { routes } });
    const client = await login(discord, { bot });
    const sent = Array.from({ length: 8 }, (_, n) =>
      client.rest.post(path.messages as `/${string}`, { body: { content: `${n}` } }),
    );
    await Promise.all(sent);
    const seen = discord.as('mia').see(nested(await sent[0], 'channel_id'));
    expect(seen.map(({ content }) => content)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  });
});

describe('a bot with too many invalid requests', () => {
  it('is blocked for a while, others are not', async () => {
    const clock = createManualClock();
    const { discord, fetch, ask, path } = await createAsker({ clock, limits: { invalidRequests: 2 } });
    const wrong = () => fetch(path.messages, { headers: { authorization: 'Bot wrong' } });
    expect([(await wrong()).status, (await wrong()).status, (await wrong()).status]).toEqual([401, 401, 401]);
    const banned = await wrong();
    expect([banned.status, banned.headers.get('content-type'), banned.headers.get('retry-after')]).toEqual([
      429,
      'text/html; charset=UTF-8',
      null,
    ]);
    expect(await ask('GET', path.messages)).toMatchObject({ status: 200 });
    const mods = discord.guild().channels.find(({ name }) => name === 'mods')!.id;
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await ask('GET', `/channels/${mods}`)).toMatchObject({ status: 403 });
    }
    expect((await fetch(path.messages)).status).toBe(429);
    clock.advance(60 * 60_000);
    expect([(await fetch(path.messages)).status, (await wrong()).status]).toEqual([200, 401]);
  });
});

describe('messages older than an hour', () => {
  it('are limited in how often they can be edited', async () => {
    const clock = createManualClock();
    const { ask, path } = await createAsker({ clock, limits: { oldMessageEditsPerHour: 1 } });
    const { body } = await ask('POST', path.messages, { content: 'x' });
    const edit = () => ask('PATCH', `${path.messages}/${nested(body, 'id')}`, { content: 'y' });
    expect([(await edit()).status, (await edit()).status]).toEqual([200, 200]);
    clock.advance(60 * 60_000);
    expect(await edit()).toMatchObject({ status: 200 });
    expect(await edit()).toMatchObject({ status: 400, code: 30046 });
    clock.advance(60 * 60_000);
    expect(await edit()).toMatchObject({ status: 200 });
  });
});

describe('an interaction', () => {
  it("is answered regardless of the bot's global limit", { tags: 'slow' }, async () => {
    const clock = createManualClock(); // neither deadlines nor rate-limit seconds pass
    const { discord } = await createAsker({ clock, limits: { globalPerSecond: 10 } });
    const { errors } = await startBot(
      discord,
      [{ name: 'go', description: 'Go' }],
      (interaction) => interaction.isChatInputCommand() && interaction.reply('gone'),
      { rest: { globalRequestsPerSecond: 10_000 } },
    );
    const rigs = discord.guild().channels.find(({ name }) => name === 'rigs')!.id;
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => discord.as('mia').run({ channelId: rigs, command: 'go' })),
    );
    expect(new Set(outcomes.map(({ state }) => state))).toEqual(new Set(['answered']));
    expect(errors).toEqual([]);
  });
});
