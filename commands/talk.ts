import { ApplicationCommandOptionType, InteractionContextType } from 'discord.js';
import { note } from '../src/bot/cards/card.js';
import { replyForm, threadCard } from '../src/bot/cards/talk.js';
import type { Command } from '../src/bot/command.js';

export default {
  data: {
    name: 'talk',
    description: 'Talk to the agent in a thread of your own',
    contexts: [InteractionContextType.Guild],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'message',
        description: 'What to begin with',
        required: true,
        max_length: 2000,
      },
      {
        type: ApplicationCommandOptionType.Boolean,
        name: 'private',
        description: 'Only you and moderators see the thread (no, unless you say so)',
      },
    ],
  },
  actions: {
    '': {
      acknowledge: 'private',
      async run({ interaction, member, place, flows }) {
        const text = interaction.options.getString('message', true);
        const isPrivate = interaction.options.getBoolean('private') ?? false;
        const parent = interaction.channel?.isThread()
          ? (interaction.channel.parentId ?? place.channelId)
          : place.channelId;
        return threadCard(await flows.talk.start(member, parent, { text, isPrivate }, interaction.id));
      },
    },
  },
  components: {
    reply: { acknowledge: 'form', form: ({ member, argument }) => replyForm(argument, member.id) },
    say: {
      acknowledge: 'private',
      async run({ interaction, member, argument, flows }) {
        const text = interaction.isModalSubmit() ? interaction.fields.getTextInputValue('text') : '';
        await flows.talk.reply(member.id, argument, text, interaction.id);
        return note('Said', 'The agent answers in the thread.');
      },
    },
    retry: {
      acknowledge: 'private',
      async run({ member, argument, flows }) {
        await flows.talk.retry(member.id, argument);
        return note('Asked again', 'The agent answers in the thread.');
      },
    },
    stop: {
      acknowledge: 'private',
      async run({ member, argument, flows }) {
        await flows.talk.stop(member.id, argument);
        return note('Stopping', 'The agent stops as soon as it can.');
      },
    },
  },
} satisfies Command;
