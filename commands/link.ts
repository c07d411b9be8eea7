import { ComponentType, InteractionContextType } from 'discord.js';
import { type Form, textForm } from '../src/bot/cards/form.js';
import type { Answer, Command, Request } from '../src/bot/command.js';
import { encodeCustomId } from '../src/bot/custom-id.js';
import { type Acted, typedIn } from '../src/bot/interaction/acted.js';
import { contestedCard, linkCard, linkedCard, refusedLinkCard } from '../src/bot/link/cards/link.js';
import type { Translate } from '../src/copy/translate.js';

const codeForm = (owner: string, t: Translate): Form =>
  textForm(t('link.code.form.title'), {
    id: encodeCustomId({ command: 'link', action: 'finish', owner, argument: '' }),
    name: 'code',
    label: t('link.code.form.code.label'),
    placeholder: '123-456',
    min_length: 6,
    max_length: 9,
  });

async function offer({ interaction, member, place, flows, t }: Request<Acted>): Promise<Answer> {
  const wallets = await flows.link.walletsOf(member.id);
  const phrase = await flows.link.phraseOf(member.id);
  const link = await flows.link.start(member, place.guildName, t.locale);
  return {
    ...linkCard({ ...link, member, guildName: place.guildName, wallets, phrase }, t),
    shown: () => flows.link.cards.opened(member.id, place.messageId, () => interaction.deleteReply()),
  };
}

/** The address of the page, from the link button of the member's own card. */
function pageOf(interaction: Acted): string | null {
  const parts = ('message' in interaction && interaction.message?.components) || [];
  const rows = parts.flatMap((part) => (part.type === ComponentType.Container ? part.components : []));
  for (const row of rows)
    if (row.type === ComponentType.ActionRow)
      for (const press of row.components)
        if (press.type === ComponentType.Button && press.url) return press.url;
  return null;
}

export default {
  data: {
    name: 'link',
    contexts: [InteractionContextType.Guild],
  },
  actions: { '': { acknowledge: 'private', run: offer } },
  components: {
    /** The link button on other cards. */
    open: { acknowledge: 'private', run: offer },
    /** On the card of a link that ended: the new one takes its place. */
    again: { acknowledge: 'update', run: offer },
    code: { acknowledge: 'form', form: ({ member, t }) => codeForm(member.id, t) },
    /** The card with the code button shows the result, so that nothing outdated stays behind. */
    finish: {
      acknowledge: 'update',
      async run({ interaction, member, place, flows, t }) {
        const typed = typedIn(interaction, 'code');
        const finished = await flows.link.finish(member.id, typed, place.guildId);
        const card = 'wallet' in finished ? linkedCard(finished, member.id, t) : contestedCard(finished, t);
        return { ...card, shown: () => flows.link.cards.closed(member.id, place.messageId) };
      },
      refused: (error, { interaction, member, t }) =>
        refusedLinkCard(error, member.id, pageOf(interaction), t),
    },
  },
} satisfies Command;
