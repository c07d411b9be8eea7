import assert from 'node:assert/strict';
import type { Behaviour, BotHands } from './behaviour.js';
import { begin, identify, is, op } from './handshake.js';

const closesWith = async (bot: BotHands, frame: object | string): Promise<number> => {
  const gateway = await bot.gateway();
  await gateway.receive(op(10));
  gateway.send(frame);
  return gateway.closed;
};

export const gateway: Behaviour[] = [
  {
    name: 'logging in finds the guild with its channels, roles and members',
    async run({ client, ids }) {
      const guild = client.guilds.cache.get(ids.guild);
      assert.ok(guild);
      assert.equal(guild.ownerId, ids.people.olga);
      for (const name of ['welcome', 'rigs', 'agent']) {
        assert.ok(
          guild.channels.cache.some((channel) => channel.name === name),
          `no #${name}`,
        );
      }
      const members = await guild.members.fetch();
      const names = members.map(({ user }) => user.username);
      for (const name of ['mia', 'max', 'olga', 'sam']) assert.ok(names.includes(name), `no ${name}`);
      assert.ok(guild.members.cache.get(ids.people.max ?? '')?.permissions.has('ManageGuild'));
    },
  },
  {
    name: 'a wrong token is refused by REST with 401 and by the gateway with 4004',
    async run({ freshBot }) {
      const bot = await freshBot();
      const wrong = { authorization: 'Bot nonsense' };
      const answer = await bot.request('GET', '/users/@me', undefined, wrong);
      assert.deepEqual([answer.status, answer.body], [401, { message: '401: Unauthorized', code: 0 }]);
      assert.equal(await closesWith(bot, identify(bot, { token: 'nonsense' })), 4004);
    },
  },
  {
    name: 'unknown intents close with 4013, intents not switched on with 4014',
    async run({ freshBot }) {
      const bot = await freshBot({ name: 'Plain', privilegedIntents: false });
      assert.equal(await closesWith(bot, identify(bot, { intents: 1 << 30 })), 4013);
      assert.equal(await closesWith(bot, identify(bot, { intents: 1 << 15 })), 4014);
      assert.equal(await closesWith(bot, identify(bot, { intents: 1 << 1 })), 4014);
    },
  },
  {
    name: 'requests before identify close with 4003, noise with 4002, unknown opcodes with 4001',
    async run(stage) {
      const bot = await stage.freshBot();
      assert.equal(
        await closesWith(bot, { op: 8, d: { guild_id: stage.ids.guild, query: '', limit: 0 } }),
        4003,
      );
      assert.equal(await closesWith(bot, 'noise'), 4002);
      const late = await bot.gateway();
      await begin(bot, late);
      late.send({ op: 99, d: null });
      assert.equal(await late.closed, 4001);
    },
  },
  {
    name: 'a frame of more than 4,096 bytes closes with 4002, a wrong shard with 4010',
    async run({ freshBot }) {
      const bot = await freshBot();
      const big = identify(bot, { properties: { os: 'x'.repeat(5_000), browser: 'x', device: 'x' } });
      assert.equal(await closesWith(bot, big), 4002);
      assert.equal(await closesWith(bot, identify(bot, { shard: [2, 1] })), 4010);
    },
  },
  {
    name: 'identifying twice closes with 4005',
    async run({ freshBot }) {
      const bot = await freshBot();
      const gateway = await bot.gateway();
      await begin(bot, gateway);
      gateway.send(identify(bot));
      assert.equal(await gateway.closed, 4005);
    },
  },
  {
    name: 'a heartbeat is acknowledged, before and after identify',
    async run({ freshBot }) {
      const bot = await freshBot();
      const gateway = await bot.gateway();
      const hello = await gateway.receive(op(10));
      assert.ok((hello.d as { heartbeat_interval: number }).heartbeat_interval > 0);
      gateway.send({ op: 1, d: null });
      await gateway.receive(op(11));
      gateway.send(identify(bot));
      const { s } = await gateway.receive(is('READY'));
      gateway.send({ op: 1, d: s });
      await gateway.receive(op(11));
    },
  },
  {
    name: 'zlib-stream: the whole connection is one compressed stream',
    async run(stage) {
      const bot = await stage.freshBot();
      const gateway = await bot.gateway({ compress: 'zlib-stream' });
      await begin(bot, gateway);
      await stage.mia.posts('through the compressor');
      const { d } = await gateway.receive(is('MESSAGE_CREATE'));
      assert.equal((d as { content: string }).content, 'through the compressor');
    },
  },
  {
    name: 'intents decide which events come: without GUILD_MESSAGES no message does',
    async run(stage) {
      const bot = await stage.freshBot();
      const gateway = await bot.gateway();
      await gateway.receive(op(10));
      gateway.send(identify(bot, { intents: 1 << 0 }));
      await gateway.receive(is('GUILD_CREATE'));
      await stage.mia.posts('unheard');
      const thread = await (await stage.channel('agent')).threads.create({ name: 'heard' });
      const { d } = await gateway.receive(is('THREAD_CREATE'));
      assert.equal((d as { id: string }).id, thread.id);
      assert.equal(gateway.count(is('MESSAGE_CREATE')), 0);
    },
  },
  {
    name: 'members are asked for over the gateway (op 8) and come as a chunk with the nonce',
    async run(stage) {
      const bot = await stage.freshBot();
      const gateway = await bot.gateway();
      await begin(bot, gateway);
      gateway.send({ op: 8, d: { guild_id: stage.ids.guild, query: 'mi', limit: 5, nonce: 'n1' } });
      const { d } = await gateway.receive(is('GUILD_MEMBERS_CHUNK'));
      const { members, nonce } = d as { members: { user: { username: string } }[]; nonce: string };
      assert.deepEqual([members.map(({ user }) => user.username), nonce], [['mia'], 'n1']);
    },
  },
];
