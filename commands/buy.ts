import { ApplicationCommandOptionType, InteractionContextType } from 'discord.js';
import { AppError } from '../src/base/errors.js';
import type { Command, Request } from '../src/bot/command.js';
import { type ComponentOrForm, typedIn } from '../src/bot/interaction/acted.js';
import { claimCard, claimForm } from '../src/bot/purchase/cards/claim.js';
import { choosePackCard } from '../src/bot/purchase/cards/offer.js';
import { sharedPurchaseCard } from '../src/bot/purchase/cards/shared.js';
import { currency, type Intent } from '../src/contract/payments.js';
import { reason } from '../src/copy/reason.js';
import { placeOf, purchaseAnswer } from './purchase-answer.js';

type Currency = Intent['currency'];

/** Defaults to SOL. @throws AppError `invalid_request` for an unknown currency */
function currencyOf(text: string | null | undefined): Currency {
  const found = currency.safeParse(text ?? 'SOL').data;
  if (!found) throw new AppError('invalid_request', reason('purchase.error.currency'));
  return found;
}

type Act = 'check' | 'show' | 'renew' | 'cancel';

/** A button that changes the card it is on. */
const onCard = (act: Act) =>
  ({
    acknowledge: 'update',
    isLive: true,
    run: async (request: Request<ComponentOrForm>) => {
      const { member, argument, flows } = request;
      return purchaseAnswer(await flows.purchase[act](member.id, argument, placeOf(request)), request);
    },
  }) as const;

const offer = async ({ member, flows, t }: Pick<Request<unknown>, 'member' | 'flows' | 't'>) =>
  choosePackCard(await flows.purchase.packs(), member.id, flows.purchase, t);

export default {
  data: {
    name: 'buy',
    contexts: [InteractionContextType.Guild],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'pack',
        autocomplete: true,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'currency',
        choices: [{ value: 'SOL' }, { value: 'USDC' }],
      },
    ],
  },
  async suggest(interaction, flows, t) {
    const typed = interaction.options.getFocused().toLowerCase();
    const packs = await flows.purchase.packs();
    return packs
      .map(({ id, name, credits }) => ({
        choice: { name: t('credits.packs.pack', { name, credits }), value: id },
        // The name may say 1,000 where the member types 1000.
        credits: String(credits),
      }))
      .filter(({ choice: { name, value }, credits }) =>
        [name.toLowerCase(), value, credits].some((text) => text.includes(typed)),
      )
      .map(({ choice }) => choice);
  },
  actions: {
    '': {
      acknowledge: 'private',
      isRepeatable: true,
      isLive: true,
      async run(request) {
        const { interaction, member, flows } = request;
        const typed = interaction.options.getString('pack');
        if (!typed) return offer(request);
        const currency = currencyOf(interaction.options.getString('currency'));
        const order = { packId: await flows.purchase.packNamed(typed), currency };
        const purchase = await flows.purchase.start(member, placeOf(request), order, interaction.id);
        return purchaseAnswer(purchase, request);
      },
    },
  },
  components: {
    /** The "Get credits" button on other cards. */
    open: { acknowledge: 'private', run: offer },
    pick: {
      acknowledge: 'private',
      isRepeatable: true,
      isLive: true,
      async run(request) {
        const { interaction, member, flows } = request;
        const [value = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
        const at = value.lastIndexOf(':'); // pack ids may contain colons
        const [packId, currency] = [value.slice(0, at), value.slice(at + 1)];
        if (at < 1) throw new AppError('invalid_request', reason('purchase.error.pick'));
        const order = { packId, currency: currencyOf(currency) };
        const purchase = await flows.purchase.start(member, placeOf(request), order, interaction.id);
        return purchaseAnswer(purchase, request);
      },
    },
    check: onCard('check'),
    /** Shows the code again on a card that could not be kept up to date. */
    show: onCard('show'),
    /** Puts a new code on the same card. */
    renew: onCard('renew'),
    claim: { acknowledge: 'form', form: ({ member, argument, t }) => claimForm(member.id, argument, t) },
    claimed: {
      acknowledge: 'private',
      async run({ interaction, member, argument, flows, t }) {
        const pasted = typedIn(interaction, 'signature');
        return claimCard(await flows.purchase.claim(member.id, argument, pasted), t);
      },
    },
    cancel: onCard('cancel'),
    /** Tells the channel, without amounts. */
    share: {
      acknowledge: 'public',
      isRepeatable: true,
      run: async ({ member, place, argument, flows, channelT }) =>
        sharedPurchaseCard(
          member.id,
          await flows.purchase.share(member.id, argument, place.messageId),
          channelT,
        ),
    },
  },
} satisfies Command;
