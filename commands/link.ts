import { InteractionContextType } from 'discord.js';
import { type Form, textForm } from '../src/bot/cards/form.js';
import { contestedCard, linkCard, linkedCard } from '../src/bot/cards/link.js';
import type { Command, Request } from '../src/bot/command.js';
import { encodeCustomId } from '../src/bot/custom-id.js';

const codeForm = (owner: string): Form =>
  textForm('Enter the code from the page', {
    id: encodeCustomId({ command: 'link', action: 'finish', owner, argument: '' }),
    name: 'code',
    label: 'Code',
    placeholder: '123-456',
    min_length: 6,
    max_length: 9,
  });

async function offer({ member, place, flows }: Pick<Request<unknown>, 'member' | 'place' | 'flows'>) {
  const wallets = await flows.link.walletsOf(member.id);
  const link = await flows.link.start(member, place.guildName);
  return linkCard({ ...link, member, guildName: place.guildName, wallets });
}

export default {
  data: {
    name: 'link',
    description: 'Link your Solana wallet by signing a message: free, no transaction',
    contexts: [InteractionContextType.Guild],
  },
  actions: { '': { acknowledge: 'private', run: offer } },
  components: {
    /** The link button on other cards. */
    open: { acknowledge: 'private', run: offer },
    code: { acknowledge: 'form', form: ({ member }) => codeForm(member.id) },
    finish: {
      acknowledge: 'private',
      async run({ interaction, member, flows }) {
        const typed = interaction.isModalSubmit() ? interaction.fields.getTextInputValue('code') : '';
        const finished = await flows.link.finish(member.id, typed);
        return 'wallet' in finished ? linkedCard(finished, member.id) : contestedCard(finished);
      },
    },
  },
} satisfies Command;
