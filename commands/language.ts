import { ApplicationCommandOptionType, InteractionContextType } from 'discord.js';
import type { Command } from '../src/bot/command.js';
import { languageCard } from '../src/bot/language/card.js';

/** The choice that follows Discord's own setting. */
const automatic = 'auto';

export default {
  data: {
    name: 'language',
    contexts: [InteractionContextType.Guild],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'language',
        autocomplete: true,
      },
    ],
  },
  async suggest(interaction, flows, t) {
    const typed = interaction.options.getFocused().toLowerCase();
    const choices = flows.language.available.map(({ name, locale }) => ({ name, value: locale }));
    return [{ name: t('language.automatic.option'), value: automatic }, ...choices].filter(
      ({ name, value }) => name.toLowerCase().includes(typed) || value.toLowerCase().startsWith(typed),
    );
  },
  actions: {
    '': {
      acknowledge: 'private',
      async run({ interaction, member, flows }) {
        const typed = interaction.options.getString('language');
        const chosen =
          typed === null
            ? await flows.language.chosenBy(member.id)
            : await flows.language.choose(member.id, typed === automatic ? null : typed);
        const t = await flows.language.ofMember(member.id, interaction.locale);
        return languageCard(chosen, t, typed !== null);
      },
    },
  },
} satisfies Command;
