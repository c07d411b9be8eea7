import {
  ApplicationCommandOptionType,
  type ChatInputCommandInteraction,
  InteractionContextType,
} from 'discord.js';
import { AppError } from '../src/base/errors.js';
import type { Command } from '../src/bot/command.js';
import { askGiftCard, askPoolCard, givenCard, keptCard, pooledCard } from '../src/bot/credits/gift-card.js';
import type { Recipient } from '../src/bot/credits/gifts.js';
import type { ComponentOrForm } from '../src/bot/interaction/acted.js';

const { Subcommand, User, Integer } = ApplicationCommandOptionType;

const recipientIn = ({ options }: ChatInputCommandInteraction<'cached'>): Recipient => {
  const user = options.getUser('member', true);
  return { id: user.id, isBot: user.bot, isHere: options.getMember('member') !== null };
};

/** Asked again when the giver confirms: the recipient may have left. */
async function recipientNow({ guild }: ComponentOrForm, id: string): Promise<Recipient> {
  const member = await guild?.members.fetch(id).catch(() => null);
  return { id, isBot: member?.user.bot ?? false, isHere: member != null };
}

/** Gives credits to another member, after a question. */
export default {
  data: {
    name: 'gift',
    contexts: [InteractionContextType.Guild],
    options: [
      {
        type: Subcommand,
        name: 'credits',
        options: [
          { type: User, name: 'member', required: true },
          { type: Integer, name: 'credits', required: true, min_value: 1, max_value: 1_000_000 },
        ],
      },
      {
        type: Subcommand,
        name: 'server',
        options: [{ type: Integer, name: 'credits', required: true, min_value: 1, max_value: 1_000_000 }],
      },
    ],
  },
  actions: {
    server: {
      acknowledge: 'private',
      async run({ interaction, member, place, flows, t }) {
        const credits = interaction.options.getInteger('credits', true);
        const balance = await flows.pool.check(member, place, credits);
        return askPoolCard({ giver: member.id, credits, balance }, t);
      },
    },
    credits: {
      acknowledge: 'private',
      async run({ interaction, member, flows, t }) {
        const to = recipientIn(interaction);
        const credits = interaction.options.getInteger('credits', true);
        await flows.gifts.check(member, to);
        const { available } = (await flows.credits.read(member.id)).balance;
        if (credits > available)
          throw new AppError('insufficient_credits', undefined, { context: { needed: credits, available } });
        return askGiftCard({ giver: member.id, to: to.id, credits, balance: available }, t);
      },
    },
  },
  components: {
    pool: {
      acknowledge: 'update',
      async run({ interaction, member, place, argument, flows, t }) {
        const credits = Number(argument);
        const key = interaction.message?.id ?? interaction.id;
        return pooledCard({ credits, ...(await flows.pool.give(member, place, credits, key)) }, t);
      },
    },
    give: {
      acknowledge: 'update',
      async run({ interaction, member, place, argument, flows, t }) {
        const [id = '', credits = ''] = argument.split('/');
        const to = await recipientNow(interaction, id);
        const gift = { to, credits: Number(credits) };
        const left = await flows.gifts.give(member, place, gift, interaction.message?.id ?? interaction.id);
        return givenCard({ to: id, credits: gift.credits, left }, t);
      },
    },
    cancel: { acknowledge: 'update', run: async ({ t }) => keptCard(t) },
  },
} satisfies Command;
