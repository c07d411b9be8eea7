import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimitError } from 'discord.js';
import type { Answer, Behaviour, BotHands } from './behaviour.js';
import { accepted, many, refused } from './expect.js';

const number = (answer: Answer, header: string) => Number(answer.headers.get(`x-ratelimit-${header}`));
const limited = (answers: Answer[]) => answers.filter(({ status }) => status === 429);
const WINDOW_MS = 400;

type Tight = BotHands & { channels: Record<string, string> };
const reads = ({ request, channels }: Tight, name = 'rigs') => request('GET', `/channels/${channels[name]}`);

export const limits: Behaviour[] = [
  {
    name: 'every answer tells its bucket: limit, remaining, reset, reset-after and a name',
    async run({ bot, ids }) {
      const answer = await bot.request('GET', `/channels/${ids.channels.rigs}`);
      accepted(answer);
      assert.equal(number(answer, 'remaining') < number(answer, 'limit'), true);
      assert.ok(number(answer, 'reset') > 0 && number(answer, 'reset-after') >= 0);
      assert.match(answer.headers.get('x-ratelimit-bucket') ?? '', /^[0-9a-f]{16,}$/);
    },
  },
  {
    name: 'a bucket counts down, ends in a 429 that says how long, and refills',
    async run({ tightBot }) {
      const windowMs = 1_500;
      const tight = await tightBot({ bucketSize: 2, bucketWindowMs: windowMs });
      const answers = [await reads(tight), await reads(tight), await reads(tight)];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 429],
      );
      assert.deepEqual(
        answers.map((answer) => number(answer, 'remaining')),
        [1, 0, 0],
      );
      const { headers, body } = answers[2] as Answer;
      assert.equal(headers.get('x-ratelimit-scope'), 'user');
      assert.ok(Number(headers.get('retry-after')) >= 1);
      assert.deepEqual([body.message, body.global], ['You are being rate limited.', false]);
      assert.ok(body.retry_after > 0 && body.retry_after <= windowMs / 1_000);
      await sleep(body.retry_after * 1_000);
      accepted(await reads(tight));
    },
  },
  {
    name: 'buckets are cut by route and by channel',
    async run({ tightBot }) {
      const tight = await tightBot({ bucketSize: 1, bucketWindowMs: 60_000 });
      const typing = tight.request('POST', `/channels/${tight.channels.rigs}/typing`);
      const statuses = [await reads(tight), await reads(tight, 'agent'), await typing, await reads(tight)];
      assert.deepEqual(
        statuses.map(({ status }) => status),
        [200, 200, 204, 429],
      );
    },
  },
  {
    name: 'a flood past the bucket lets exactly its size through',
    async run({ tightBot }) {
      const tight = await tightBot({ bucketSize: 20, bucketWindowMs: 60_000 });
      const answers = await Promise.all(many(50, () => reads(tight)));
      assert.equal(limited(answers).length, 30);
    },
  },
  {
    name: 'the global limit of a bot goes over all routes and says so',
    async run({ tightBot }) {
      const tight = await tightBot({ globalPerSecond: 3 });
      const answers = await Promise.all(many(8, (n) => reads(tight, n % 2 ? 'rigs' : 'agent')));
      const [refusal] = limited(answers);
      assert.ok(refusal, 'no 429 among eight requests at three a second');
      assert.deepEqual([refusal.body.global, refusal.headers.get('x-ratelimit-global')], [true, 'true']);
      assert.equal(refusal.headers.get('x-ratelimit-scope'), 'global');
    },
  },
  {
    name: 'discord.js keeps to the headers: a burst beyond the bucket arrives whole and without an error',
    async run({ tightBot }) {
      const tight = await tightBot({ bucketSize: 3, bucketWindowMs: WINDOW_MS });
      const client = await tight.login();
      let refusals = 0;
      client.rest.on('response', (_request, { status }) => {
        if (status === 429) refusals += 1;
      });
      const typing = () => client.rest.post(`/channels/${tight.channels.rigs}/typing`);
      await Promise.all(many(7, typing));
      assert.equal(refusals, 0);
    },
  },
  {
    name: 'discord.js refuses to go on, when told to, before a request is sent',
    async run({ tightBot }) {
      const tight = await tightBot({ bucketSize: 1, bucketWindowMs: 60_000 });
      const client = await tight.login({ rest: { rejectOnRateLimit: ['/channels'] } });
      const typing = () => client.rest.post(`/channels/${tight.channels.rigs}/typing`);
      await typing();
      await assert.rejects(typing(), (error) => error instanceof RateLimitError);
    },
  },
  {
    name: 'answers to interactions do not count towards the global limit',
    async run({ tightBot }) {
      const tight = await tightBot({ globalPerSecond: 2 });
      const callback = (n: number) => tight.request('POST', `/interactions/${n}/none/callback`, { type: 5 });
      const answers = await Promise.all(many(10, callback));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [404]);
    },
  },
  {
    name: 'a client that sends too much over the gateway is closed with 4008',
    async run({ tightBot }) {
      const tight = await tightBot({ gatewayEventsPerMinute: 5 });
      const gateway = await tight.gateway();
      const presence = { since: null, activities: [], status: 'online', afk: false };
      gateway.send({ op: 2, d: { token: tight.account.token, intents: 1, properties: {} } });
      await gateway.receive(({ t }) => t === 'READY');
      for (const _ of many(5, () => undefined)) gateway.send({ op: 3, d: presence });
      assert.equal(await gateway.closed, 4008);
    },
  },
  {
    name: 'GET /gateway/bot counts the sessions that were started',
    async run({ freshBot }) {
      const bot = await freshBot();
      const remaining = async () =>
        accepted(await bot.request('GET', '/gateway/bot')).session_start_limit.remaining;
      const before = await remaining();
      await bot.login();
      assert.equal(await remaining(), before - 1);
    },
  },
  {
    name: 'one active thread too many is refused with 160006',
    async run({ tightBot }) {
      const { request, channels } = await tightBot({ activeThreads: 1 });
      const start = (name: string) =>
        request('POST', `/channels/${channels.agent}/threads`, { name, type: 11 });
      const first = accepted(await start('one'), 201);
      assert.equal((await start('two')).body.code, 160006);
      accepted(await request('PATCH', `/channels/${first.id}`, { archived: true }));
      accepted(await start('two'), 201);
    },
  },
  {
    name: 'the 201st command created in a day is refused with 30034; changing one is free',
    async run({ tightBot }) {
      const { request, account } = await tightBot({ commandCreatesPerDay: 2 });
      const path = `/applications/${account.applicationId}/commands`;
      const create = (name: string) => request('POST', path, { name, description: 'Does it' });
      for (const name of ['one', 'two']) accepted(await create(name), 201);
      refused(await create('three'), 400, 30034);
      assert.ok((await create('two')).status < 300);
    },
  },
  {
    name: 'a route may have a bucket of its own size',
    async run({ tightBot }) {
      const route = 'POST /channels/:channelId/messages';
      const tight = await tightBot({ routes: { [route]: { size: 1, windowMs: 60_000 } } });
      const send = () => tight.request('POST', `/channels/${tight.channels.rigs}/messages`, { content: 'x' });
      assert.deepEqual([(await send()).status, (await send()).status], [200, 429]);
      accepted(await reads(tight));
    },
  },
  {
    name: 'too many refused requests shut a bot out altogether, with a page for an answer',
    async run({ tightBot }) {
      const tight = await tightBot({ invalidRequests: 3 });
      for (const _ of many(4, () => undefined)) refused(await reads(tight, 'mods'), 403, 50001);
      const shut = await tight.request('GET', '/users/@me');
      assert.equal(shut.status, 429);
      assert.match(shut.headers.get('content-type') ?? '', /^text\/html/);
      assert.equal(shut.headers.get('x-ratelimit-bucket'), null);
    },
  },
];
