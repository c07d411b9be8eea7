import assert from 'node:assert/strict';
import { MessageFlags } from 'discord.js';
import type { Behaviour, Stage } from './behaviour.js';
import { accepted, button, refused, row } from './expect.js';

type Token = { id: string; token: string };
const callback = ({ bot }: Stage, { id, token }: Token, body: object, query = '') =>
  bot.request('POST', `/interactions/${id}/${token}/callback${query}`, body);
const webhook = ({ bot }: Stage, { token }: Token, rest = '') =>
  `/webhooks/${bot.account.applicationId}/${token}${rest}`;

export const callbacks: Behaviour[] = [
  {
    name: 'callback 4 answers at once; with_response tells the message it made',
    async run(stage) {
      const { seen, told } = await stage.go((interaction) =>
        callback(stage, interaction, { type: 4, data: { content: 'At once.' } }, '?with_response=true'),
      );
      const { interaction, resource } = accepted(told);
      assert.deepEqual([resource.type, resource.message.content], [4, 'At once.']);
      assert.equal(interaction.response_message_id, seen.message_id);
      assert.equal((await stage.find(stage.sam, seen.message_id))?.content, 'At once.');
    },
  },
  {
    name: 'without with_response a callback is answered 204 with no body',
    async run(stage) {
      const { told } = await stage.go((interaction) =>
        callback(stage, interaction, { type: 4, data: { content: 'Quietly.' } }),
      );
      assert.deepEqual([told.status, told.body], [204, null]);
    },
  },
  {
    name: 'callback 5 shows that the bot is thinking until @original is edited',
    async run(stage) {
      const { seen, told } = await stage.go(async (interaction) => {
        const { interaction: answered } = await interaction.deferReply({ withResponse: true });
        const thinking = await stage.find(stage.mia, answered.responseMessageId ?? undefined);
        await interaction.editReply({ content: 'Thought.', embeds: [{ title: 'Result' }] });
        return [thinking?.pending, thinking?.content];
      });
      const view = await stage.find(stage.mia, seen.message_id);
      assert.deepEqual([seen.state, ...told], ['deferred', true, '']);
      assert.deepEqual([view?.pending, view?.content, view?.embeds[0]?.title], [false, 'Thought.', 'Result']);
    },
  },
  {
    name: 'an ephemeral answer is seen by its member alone and never dispatched',
    async run(stage) {
      const { mia, olga, client } = stage;
      const heard: string[] = [];
      const listen = (message: { id: string }) => void heard.push(message.id);
      client.on('messageCreate', listen);
      const { seen, told } = await stage.go(async (interaction) => {
        await interaction.reply({ content: 'Between us.', flags: MessageFlags.Ephemeral });
        return (await interaction.fetchReply()).content;
      });
      const marker = await mia.posts('after the ephemeral');
      while (!heard.includes(marker.id))
        await new Promise((resolve) => client.once('messageCreate', resolve));
      client.off('messageCreate', listen);
      assert.deepEqual([told, heard.includes(seen.message_id ?? '')], ['Between us.', false]);
      assert.equal((await stage.find(mia, seen.message_id))?.ephemeral, true);
      assert.equal(await stage.find(olga, seen.message_id), undefined);
    },
  },
  {
    name: 'an ephemeral message is not in the channel for the bot either (10008)',
    async run(stage) {
      const { seen } = await stage.go((interaction) =>
        interaction.reply({ content: 'Hidden.', flags: MessageFlags.Ephemeral }),
      );
      const path = `/channels/${stage.ids.channels.rigs}/messages/${seen.message_id}`;
      refused(await stage.bot.request('GET', path), 404, 10008);
    },
  },
  {
    name: '@original is read, edited and deleted over the webhook, then 10008',
    async run(stage) {
      const { seen, told } = await stage.go(async (interaction) => {
        await interaction.reply('First.');
        const original = webhook(stage, interaction, '/messages/@original');
        const { content } = accepted(await stage.bot.request('GET', original));
        const edited = accepted(await stage.bot.request('PATCH', original, { content: 'Second.' }));
        const gone = await stage.bot.request('DELETE', original);
        return [content, edited.content, gone.status, await stage.bot.request('GET', original)] as const;
      });
      assert.deepEqual(told.slice(0, 3), ['First.', 'Second.', 204]);
      refused(told[3], 404, 10008);
      assert.equal(await stage.find(stage.mia, seen.message_id), undefined);
    },
  },
  {
    name: 'the webhook of an interaction needs no Authorization header',
    async run(stage) {
      const { told } = await stage.go(async (interaction) => {
        await interaction.reply('Open.');
        const { api } = stage.bot.account;
        const answer = await fetch(`${api}/v10${webhook(stage, interaction, '/messages/%40original')}`);
        return answer.status;
      });
      assert.equal(told, 200);
    },
  },
  {
    name: 'follow-ups are sent, read, edited and deleted, ephemerals among them',
    async run(stage) {
      const { told } = await stage.go(async (interaction) => {
        await interaction.reply('Start.');
        const loud = await interaction.followUp('Loud.');
        const quiet = await interaction.followUp({ content: 'Quiet.', flags: MessageFlags.Ephemeral });
        await interaction.editReply({ message: loud, content: 'Louder.' });
        const read = await interaction.fetchReply(quiet.id);
        await interaction.deleteReply(quiet.id);
        return { loud: loud.id, quiet: quiet.id, read: read.content };
      });
      assert.equal(told.read, 'Quiet.');
      assert.equal((await stage.find(stage.sam, told.loud))?.content, 'Louder.');
      assert.equal(await stage.find(stage.mia, told.quiet), undefined);
    },
  },
  {
    name: 'a second answer gets 40060 and changes nothing',
    async run(stage) {
      const { seen, told } = await stage.go(async (interaction) => {
        await interaction.reply('Only this.');
        return callback(stage, interaction, { type: 4, data: { content: 'Again.' } });
      });
      refused(told, 400, 40060);
      assert.equal((await stage.find(stage.mia, seen.message_id))?.content, 'Only this.');
    },
  },
  {
    name: 'a wrong token gets 10062, its webhook 10015',
    async run(stage) {
      const { told } = await stage.go(async (interaction) => {
        const wrong = { id: interaction.id, token: `${interaction.token}x` };
        const first = await callback(stage, wrong, { type: 4, data: { content: 'x' } });
        await interaction.reply('ok');
        return [first, await stage.bot.request('POST', webhook(stage, wrong), { content: 'x' })] as const;
      });
      refused(told[0], 404, 10062);
      refused(told[1], 404, 10015);
    },
  },
  {
    name: 'callbacks 6 and 7 are for components only; a command is refused them with the path of type',
    async run(stage) {
      const { told } = await stage.go(async (interaction) => {
        const six = await callback(stage, interaction, { type: 6 });
        const seven = await callback(stage, interaction, { type: 7, data: { content: 'x' } });
        await interaction.reply('ok');
        return [six, seven];
      });
      for (const answer of told) refused(answer, 400, 50035, 'type');
    },
  },
  {
    name: 'a refused callback leaves the interaction open for a right one',
    async run(stage) {
      const { seen, told } = await stage.go(async (interaction) => {
        const components = [row(button('same'), button('same'))];
        const wrong = await callback(stage, interaction, { type: 4, data: { content: 'x', components } });
        await interaction.reply('Right.');
        return wrong;
      });
      refused(told, 400, 50035, 'data.components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED');
      assert.equal((await stage.find(stage.mia, seen.message_id))?.content, 'Right.');
    },
  },
];
