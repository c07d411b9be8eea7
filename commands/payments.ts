import { ApplicationCommandOptionType, InteractionContextType } from 'discord.js';
import { exportCard, paymentsCard, readLeaf, receiptCard, stateNames } from '../src/bot/cards/payments.js';
import type { Command, Request } from '../src/bot/command.js';
import { paymentsCsv, paymentsJson } from '../src/bot/purchase/export.js';
import type { Leaf } from '../src/bot/purchase/history.js';

const turn = async ({ member, flows }: Pick<Request<unknown>, 'member' | 'flows'>, leaf: Leaf) =>
  paymentsCard(await flows.purchase.history(member.id, leaf), leaf, member.id);

export default {
  data: {
    name: 'payments',
    description: 'See your payments and receipts',
    contexts: [InteractionContextType.Guild],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'state',
        description: 'Filter by status',
        choices: Object.entries(stateNames).map(([value, name]) => ({ name, value })),
      },
    ],
  },
  actions: {
    '': {
      acknowledge: 'private',
      run: ({ interaction, ...request }) =>
        turn(request, readLeaf(interaction.options.getString('state') ?? '')),
    },
  },
  components: {
    page: { acknowledge: 'update', run: (request) => turn(request, readLeaf(request.argument)) },
    show: {
      acknowledge: 'private',
      async run({ member, argument, flows }) {
        const { purchase, ...bought } = await flows.purchase.receipt(member.id, argument);
        return receiptCard(bought, member.id, purchase !== null);
      },
    },
    export: {
      acknowledge: 'private',
      async run({ member, argument, flows }) {
        const bought = await flows.purchase.allOf(member.id);
        const content = argument === 'json' ? paymentsJson(bought) : paymentsCsv(bought);
        return exportCard(argument === 'json' ? 'json' : 'csv', content, bought.length);
      },
    },
  },
} satisfies Command;
