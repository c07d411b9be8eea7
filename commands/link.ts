import {
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  InteractionContextType,
  TextInputStyle,
} from 'discord.js';
import { alreadyLinkedCard, linkCard, linkedCard } from '../src/bot/cards/link.js';
import type { Command } from '../src/bot/command.js';
import { encodeCustomId } from '../src/bot/custom-id.js';

const codeForm = (owner: string): APIModalInteractionResponseCallbackData => ({
  custom_id: encodeCustomId({ command: 'link', action: 'finish', owner, argument: '' }),
  title: 'Enter the code from the page',
  components: [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.TextInput,
          custom_id: 'code',
          label: 'Code',
          style: TextInputStyle.Short,
          placeholder: '123-456',
          min_length: 6,
          max_length: 9,
          required: true,
        },
      ],
    },
  ],
});

export default {
  data: {
    name: 'link',
    description: 'Link your Solana wallet by signing a text; no transaction, no cost',
    contexts: [InteractionContextType.Guild],
  },
  actions: {
    '': {
      acknowledge: 'private',
      async run({ member, place, flows }) {
        const wallet = await flows.link.walletOf(member.id);
        const link = await flows.link.start(member, place.guildName);
        return wallet ? alreadyLinkedCard(wallet.address, link, member.id) : linkCard(link, member.id);
      },
    },
  },
  components: {
    code: { acknowledge: 'form', form: ({ member }) => codeForm(member.id) },
    finish: {
      acknowledge: 'private',
      async run({ interaction, member, flows }) {
        const typed = interaction.isModalSubmit() ? interaction.fields.getTextInputValue('code') : '';
        return linkedCard((await flows.link.finish(member.id, typed)).address);
      },
    },
  },
} satisfies Command;
