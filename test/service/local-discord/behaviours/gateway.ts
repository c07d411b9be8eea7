import assert from 'node:assert/strict';
import { type Client, Events } from 'discord.js';
import type { Behaviour, BotHands } from './behaviour.js';
import type { Frame, RawGateway } from './gateway-socket.js';

const GUILDS = 1;
const MESSAGES = (1 << 9) | (1 << 15);
const identify = (bot: BotHands, fields: object = {}) => ({
  op: 2,
  d: {
    token: bot.account.token,
    intents: GUILDS | MESSAGES,
    properties: { os: 'linux', browser: 'x', device: 'x' },
    ...fields,
  },
});
const is = (name: string) => (frame: Frame) => frame.t === name;
const op = (code: number) => (frame: Frame) => frame.op === code;
type Ready = { session_id: string; resume_gateway_url: string };

/** Identifies by hand; returns the session. */
async function begin(bot: BotHands, gateway: RawGateway): Promise<Ready> {
  await gateway.receive(op(10));
  gateway.send(identify(bot));
  const ready = await gateway.receive(is('READY'));
  await gateway.receive(is('GUILD_CREATE'));
  return ready.d as Ready;
}

const closesWith = async (bot: BotHands, frame: object | string): Promise<number> => {
  const gateway = await bot.gateway();
  await gateway.receive(op(10));
  gateway.send(frame);
  return gateway.closed;
};

const resumed = (client: Client) => new Promise((resolve) => client.once(Events.ShardResume, resolve));
const hears = (client: Client, content: string) =>
  new Promise<void>((resolve) => {
    const listen = (message: { content: string }) => {
      if (message.content !== content) return;
      client.off(Events.MessageCreate, listen as never);
      resolve();
    };
    client.on(Events.MessageCreate, listen as never);
  });

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
    name: 'resuming with a sequence from the future closes with 4007',
    async run({ freshBot }) {
      const bot = await freshBot();
      const first = await bot.gateway();
      const { session_id } = await begin(bot, first);
      first.drop();
      const second = await bot.gateway();
      second.send({ op: 6, d: { token: bot.account.token, session_id, seq: 9_999 } });
      assert.equal(await second.closed, 4007);
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
    name: 'resume replays in order what was missed, then RESUMED',
    async run(stage) {
      const bot = await stage.freshBot();
      const first = await bot.gateway();
      const { session_id, resume_gateway_url } = await begin(bot, first);
      await stage.mia.posts('heard');
      const { s } = await first.receive(is('MESSAGE_CREATE'));
      first.drop();
      await stage.mia.posts('missed one');
      await stage.mia.posts('missed two');
      assert.match(resume_gateway_url, /^wss?:/);
      const second = await bot.gateway();
      second.send({ op: 6, d: { token: bot.account.token, session_id, seq: s } });
      await second.receive(is('RESUMED'));
      const missed: unknown[] = [];
      while (second.count(is('MESSAGE_CREATE')) > 0) {
        missed.push(((await second.receive(is('MESSAGE_CREATE'))).d as { content: string }).content);
      }
      assert.deepEqual(missed, ['missed one', 'missed two']);
    },
  },
  {
    name: 'discord.js resumes after a dropped line without losing a message',
    async run(stage) {
      const { client, mia } = stage;
      const [back, one, two] = [resumed(client), hears(client, 'while away'), hears(client, 'and again')];
      await stage.fault('drop_gateway', { bot: client.user.id });
      await mia.posts('while away');
      await mia.posts('and again');
      await Promise.all([back, one, two]);
    },
  },
  {
    name: 'op 7 makes discord.js reconnect and resume',
    async run({ client, fault, mia }) {
      const back = resumed(client);
      await fault('reconnect', { bot: client.user.id });
      await back;
      const heard = hears(client, 'after op 7');
      await mia.posts('after op 7');
      await heard;
    },
  },
  {
    name: 'op 9 true is resumed',
    async run({ client, fault, mia }) {
      const back = resumed(client);
      await fault('invalid_session', { bot: client.user.id, resumable: true });
      await back;
      const heard = hears(client, 'after op 9');
      await mia.posts('after op 9');
      await heard;
    },
  },
  {
    name: 'op 9 false forgets the session: a resume is answered op 9 false, then identify begins anew',
    async run(stage) {
      const bot = await stage.freshBot();
      const first = await bot.gateway();
      const { session_id } = await begin(bot, first);
      await stage.fault('invalid_session', { bot: bot.account.userId, resumable: false });
      assert.equal((await first.receive(op(9))).d, false);
      const second = await bot.gateway();
      second.send({ op: 6, d: { token: bot.account.token, session_id, seq: 1 } });
      assert.equal((await second.receive(op(9))).d, false);
      assert.notEqual((await begin(bot, second)).session_id, session_id);
    },
  },
  {
    name: 'intents decide which events come: without GUILD_MESSAGES no message does',
    async run(stage) {
      const bot = await stage.freshBot();
      const gateway = await bot.gateway();
      await gateway.receive(op(10));
      gateway.send(identify(bot, { intents: GUILDS }));
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
