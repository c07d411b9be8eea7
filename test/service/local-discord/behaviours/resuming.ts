import assert from 'node:assert/strict';
import { type Client, Events } from 'discord.js';
import type { Behaviour } from './behaviour.js';
import { begin, is, op, resume } from './handshake.js';

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

export const resuming: Behaviour[] = [
  {
    name: 'resuming with a sequence from the future closes with 4007',
    async run({ freshBot }) {
      const bot = await freshBot();
      const first = await bot.gateway();
      const { session_id } = await begin(bot, first);
      first.drop();
      const second = await bot.gateway();
      second.send(resume(bot, session_id, 9_999));
      assert.equal(await second.closed, 4007);
    },
  },
  {
    name: 'resume replays missed events in order, then RESUMED',
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
      second.send(resume(bot, session_id, s));
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
    name: 'op 9 false forgets the session: a resume is answered op 9 false, then identify starts a new one',
    async run(stage) {
      const bot = await stage.freshBot();
      const first = await bot.gateway();
      const { session_id } = await begin(bot, first);
      await stage.fault('invalid_session', { bot: bot.account.userId, resumable: false });
      assert.equal((await first.receive(op(9))).d, false);
      const second = await bot.gateway();
      second.send(resume(bot, session_id, 1));
      assert.equal((await second.receive(op(9))).d, false);
      assert.notEqual((await begin(bot, second)).session_id, session_id);
    },
  },
];
