import assert from 'node:assert/strict';
import { type ChatInputCommandInteraction, Events } from 'discord.js';
import type { Behaviour, BotHands, Stage } from './behaviour.js';
import { accepted, refused } from './expect.js';

const inRigs = ({ ids }: Stage) => `/channels/${ids.channels.rigs}/messages`;

export const mishaps: Behaviour[] = [
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
