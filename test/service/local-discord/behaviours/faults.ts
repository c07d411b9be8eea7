import assert from 'node:assert/strict';
import { type ChatInputCommandInteraction, Events } from 'discord.js';
import type { Behaviour, BotHands, Stage } from './behaviour.js';
import { accepted, refused } from './expect.js';

const inRigs = ({ ids }: Stage) => `/channels/${ids.channels.rigs}/messages`;

/** The stage's bot sends once through discord.js while its next requests meet a fault. */
async function sendsThrough(
  stage: Stage,
  fault: object,
): Promise<{ id: string; tries: number; statuses: number[] }> {
  const bot = stage.client.user.id;
  const statuses: number[] = [];
  const listen = (_request: unknown, { status }: { status: number }) => void statuses.push(status);
  stage.client.rest.on('response', listen);
  try {
    await stage.fault('rest', { method: 'POST', path: '/channels/*/messages', bot, ...fault });
    const { id } = await (await stage.channel('rigs')).send('Through the storm.');
    return { id, tries: statuses.length, statuses };
  } finally {
    stage.client.rest.off('response', listen);
  }
}

const storm = (name: string, fault: object, expected: number[]): Behaviour => ({
  name,
  async run(stage) {
    const { id, statuses } = await sendsThrough(stage, fault);
    assert.deepEqual(statuses, expected);
    assert.equal((await stage.find(stage.mia, id))?.content, 'Through the storm.');
  },
});

const again = { retry_after_ms: 50 };

export const faults: Behaviour[] = [
  storm('a 500 is tried again by discord.js', { kind: 'error', status: 500 }, [500, 200]),
  storm(
    'two 502 from the proxy, with a page for a body, are tried again',
    { kind: 'error', status: 502, times: 2 },
    [502, 502, 200],
  ),
  storm(
    'a 429 of the bucket is waited for without an error',
    { kind: 'rate-limit', scope: 'user', ...again },
    [429, 200],
  ),
  storm(
    'a global 429 is waited for without an error',
    { kind: 'rate-limit', scope: 'global', ...again },
    [429, 200],
  ),
  storm(
    'a shared 429 is waited for without an error',
    { kind: 'rate-limit', scope: 'shared', ...again },
    [429, 200],
  ),
  {
    name: 'a global 429 has Discord’s body and headers',
    async run(stage) {
      const bot = await stage.freshBot();
      await stage.fault('rest', {
        kind: 'rate-limit',
        scope: 'global',
        retry_after_ms: 1_500,
        bot: bot.account.userId,
      });
      const { status, headers, body } = await bot.request('GET', '/users/@me');
      assert.deepEqual([status, body.global, body.retry_after], [429, true, 1.5]);
      assert.deepEqual([headers.get('x-ratelimit-global'), headers.get('retry-after')], ['true', '2']);
      accepted(await bot.request('GET', '/users/@me'));
    },
  },
  {
    name: 'a slow answer comes late but comes',
    async run(stage) {
      const bot = await stage.freshBot();
      const fault = await stage.fault('rest', { kind: 'slow', ms: 300, bot: bot.account.userId });
      let isDone = false;
      const slow = bot.request('POST', inRigs(stage), { content: 'Late.' }).finally(() => {
        isDone = true;
      });
      await fault.taken();
      assert.equal(isDone, false);
      await stage.passTime(300);
      accepted(await slow);
    },
  },
  {
    name: 'a line that breaks after the effect: the same enforced nonce finds the message and sends none',
    async run(stage) {
      const bot = await stage.freshBot();
      await stage.fault('rest', { kind: 'hang-up', after: true, bot: bot.account.userId });
      const body = {
        content: 'Just once.',
        nonce: `once-${bot.account.userId.slice(-8)}`,
        enforce_nonce: true,
      };
      const send = () => bot.request('POST', inRigs(stage), body);
      await assert.rejects(send());
      const second = accepted(await send());
      const copies = (await stage.mia.messages()).filter(({ author }) => author.id === bot.account.userId);
      assert.deepEqual(
        copies.map(({ id }) => id),
        [second.id],
      );
    },
  },
  {
    name: 'a line that breaks before the effect leaves nothing behind',
    async run(stage) {
      const bot = await stage.freshBot();
      await stage.fault('rest', { kind: 'hang-up', bot: bot.account.userId });
      await assert.rejects(bot.request('POST', inRigs(stage), { content: 'Lost.' }));
      const left = (await stage.mia.messages()).filter(({ author }) => author.id === bot.account.userId);
      assert.deepEqual(left, []);
    },
  },
  {
    name: 'a duplicated interaction: the second answer gets 40060, the person sees one',
    async run(stage) {
      const { client } = stage;
      await stage.fault('interactions', { duplicated: true, bot: client.user.id });
      const codes: (number | string)[] = [];
      const both = new Promise<void>((resolve) => {
        const listen = async (interaction: unknown) => {
          const { reply } = interaction as ChatInputCommandInteraction;
          const answer = reply.call(interaction, 'One answer.');
          codes.push(
            await answer.then(
              () => 'sent',
              (error: { code: number }) => error.code,
            ),
          );
          if (codes.length < 2) return;
          client.off(Events.InteractionCreate, listen);
          resolve();
        };
        client.on(Events.InteractionCreate, listen);
      });
      const before = (await stage.mia.messages()).at(-1)?.id ?? '0';
      await stage.mia.runs('/go');
      await both;
      assert.deepEqual(codes.toSorted(), [40060, 'sent']);
      const after = (await stage.mia.messages()).filter(({ id }) => BigInt(id) > BigInt(before));
      assert.deepEqual(
        after.map(({ content }) => content),
        ['One answer.'],
      );
    },
  },
  {
    name: 'an interaction that reaches the bot after 3 s is answered with 10062',
    async run(stage) {
      const fault = await stage.fault('interactions', { delay_ms: 3_100, bot: stage.client.user.id });
      const { seen, told } = await stage.answering(
        'go',
        async () => {
          const outcome = stage.mia.runs('/go').then(String, (error: Error) => error.message);
          await fault.taken();
          await stage.passTime(3_100);
          return outcome;
        },
        (interaction: ChatInputCommandInteraction) =>
          interaction.reply('Late.').then(String, (error: { code: number }) => error.code),
      );
      assert.match(seen, /did not respond/);
      assert.equal(told, 10062);
    },
  },
  {
    name: 'a message deleted under the bot: its edit gets 10008',
    async run(stage) {
      const channel = await stage.channel('rigs');
      const sent = await channel.send('Soon gone.');
      const gone = new Promise((resolve) => stage.client.once(Events.MessageDelete, resolve));
      await stage.fault('delete_message', { channel: channel.id, message: sent.id });
      await gone;
      refused(await stage.bot.request('PATCH', `${inRigs(stage)}/${sent.id}`, { content: 'x' }), 404, 10008);
    },
  },
  {
    name: 'a thread deleted under the bot: sending there gets 10003',
    async run(stage) {
      const thread = await (await stage.channel('agent')).threads.create({ name: 'Soon gone' });
      const gone = new Promise((resolve) => stage.client.once(Events.ThreadDelete, resolve));
      await stage.fault('delete_channel', { channel: thread.id });
      await gone;
      refused(
        await stage.bot.request('POST', `/channels/${thread.id}/messages`, { content: 'x' }),
        404,
        10003,
      );
    },
  },
  {
    name: 'withheld heartbeat acknowledgements: the gateway serves on but never says op 11',
    async run(stage) {
      const bot: BotHands = await stage.freshBot();
      const gateway = await bot.gateway();
      gateway.send({ op: 2, d: { token: bot.account.token, intents: 1, properties: {} } });
      await gateway.receive(({ t }) => t === 'READY');
      await stage.fault('heartbeat_acks', { withheld: true, bot: bot.account.userId });
      gateway.send({ op: 1, d: null });
      gateway.send({ op: 8, d: { guild_id: stage.ids.guild, query: 'mia', limit: 1 } });
      await gateway.receive(({ t }) => t === 'GUILD_MEMBERS_CHUNK');
      assert.equal(
        gateway.count(({ op }) => op === 11),
        0,
      );
      await stage.fault('heartbeat_acks', { withheld: false, bot: bot.account.userId });
      gateway.send({ op: 1, d: null });
      await gateway.receive(({ op }) => op === 11);
    },
  },
  {
    name: 'discord.js takes a line without acknowledgements for dead and comes back by itself',
    async run({ tightBot }) {
      const tight = await tightBot({ heartbeatMs: 100 });
      const client = await tight.login();
      const back = new Promise((resolve) => {
        client.once(Events.ShardResume, resolve);
        client.once(Events.ShardReady, resolve);
      });
      client.once(Events.ShardReconnecting, () => tight.faults.withholdHeartbeatAcks(false));
      tight.faults.withholdHeartbeatAcks(true);
      await back;
      accepted(
        await tight.request('POST', `/channels/${tight.channels.rigs}/messages`, { content: 'alive' }),
      );
    },
  },
];
