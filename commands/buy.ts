import { ApplicationCommandOptionType, InteractionContextType } from 'discord.js';
import { AppError } from '../src/base/errors.js';
import { claimCard, claimForm } from '../src/bot/cards/claim.js';
import { choosePackCard } from '../src/bot/cards/offer.js';
import { purchaseCard } from '../src/bot/cards/purchase.js';
import type { Answer, Command, Flows, Request } from '../src/bot/command.js';
import type { Purchase } from '../src/bot/purchase/store.js';
import { creditsText } from '../src/bot/text.js';
import { currency, type Intent } from '../src/contract/payments.js';

type Currency = Intent['currency'];

/** Defaults to SOL. @throws AppError `invalid_request` for an unknown currency */
function currencyOf(text: string | null | undefined): Currency {
  const found = currency.safeParse(text ?? 'SOL').data;
  if (!found) throw new AppError('invalid_request', 'You can pay with SOL or USDC here.');
  return found;
}

/** Draws the card again after the reply, because the purchase may have changed in the meantime. */
const answer = (purchase: Purchase, flows: Flows): Answer => ({
  ...purchaseCard(purchase),
  shown: () => flows.purchase.answered(purchase),
});

const offer = async ({ member, flows }: Pick<Request<unknown>, 'member' | 'flows'>) =>
  choosePackCard(await flows.purchase.packs(), member.id, flows.purchase);

export default {
  data: {
    name: 'buy',
    description: 'Buy credits with SOL or USDC using a QR code',
    contexts: [InteractionContextType.Guild],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'pack',
        description: 'Pack to buy (default: choose from a list)',
        autocomplete: true,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'currency',
        description: 'Currency to pay with (default: SOL)',
        choices: [
          { name: 'SOL', value: 'SOL' },
          { name: 'USDC', value: 'USDC' },
        ],
      },
    ],
  },
  async suggest(interaction, flows) {
    const typed = interaction.options.getFocused().toLowerCase();
    const packs = await flows.purchase.packs();
    return packs
      .map((pack) => ({ name: `${pack.name}: ${creditsText(pack.credits)}`, value: pack.id }))
      .filter(({ name, value }) => name.toLowerCase().includes(typed) || value.includes(typed));
  },
  actions: {
    '': {
      acknowledge: (interaction) => (interaction.options.getString('pack') ? 'public' : 'private'),
      needs: 'card',
      isRepeatable: true,
      async run({ interaction, member, place, flows }) {
        const typed = interaction.options.getString('pack');
        if (!typed) return offer({ member, flows });
        const currency = currencyOf(interaction.options.getString('currency'));
        const order = { packId: await flows.purchase.packNamed(typed), currency };
        return answer(await flows.purchase.start(member, place, order, interaction.id), flows);
      },
    },
  },
  components: {
    /** The "Get credits" button on other cards. */
    open: { acknowledge: 'private', run: offer },
    pick: {
      acknowledge: 'public',
      needs: 'card',
      isRepeatable: true,
      async run({ interaction, member, place, flows }) {
        const [value = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
        const at = value.lastIndexOf(':'); // pack ids may contain colons
        const [packId, currency] = [value.slice(0, at), value.slice(at + 1)];
        if (at < 1) throw new AppError('invalid_request', 'Choose a pack from the list.');
        const order = { packId, currency: currencyOf(currency) };
        return answer(await flows.purchase.start(member, place, order, interaction.id), flows);
      },
    },
    check: {
      acknowledge: 'update',
      run: async ({ member, argument, flows }) =>
        answer(await flows.purchase.check(member.id, argument), flows),
    },
    /** Puts a new code on the same card. */
    renew: {
      acknowledge: 'update',
      needs: 'card',
      run: async ({ member, argument, flows }) =>
        answer(await flows.purchase.renew(member.id, argument), flows),
    },
    claim: { acknowledge: 'form', form: ({ member, argument }) => claimForm(member.id, argument) },
    claimed: {
      acknowledge: 'private',
      async run({ interaction, member, argument, flows }) {
        const pasted = interaction.isModalSubmit() ? interaction.fields.getTextInputValue('signature') : '';
        return claimCard(await flows.purchase.claim(member.id, argument, pasted));
      },
    },
    cancel: {
      acknowledge: 'update',
      run: async ({ member, argument, flows }) =>
        answer(await flows.purchase.cancel(member.id, argument), flows),
    },
  },
} satisfies Command;
