import { ApplicationCommandOptionType, InteractionContextType } from 'discord.js';
import type { Command, Request } from '../src/bot/command.js';
import { paymentsCard, paymentsFileCard, readLeaf, receiptCard } from '../src/bot/purchase/cards/payments.js';
import { paymentsCsv, paymentsJson } from '../src/bot/purchase/export.js';
import type { Leaf } from '../src/bot/purchase/history.js';
import { intentStatus } from '../src/contract/payments.js';
import { placeOf, purchaseAnswer } from './purchase-answer.js';

const turn = async ({ member, flows, t }: Pick<Request<unknown>, 'member' | 'flows' | 't'>, leaf: Leaf) =>
  paymentsCard(await flows.purchase.history(member.id, leaf), leaf, member.id, t);

export default {
  data: {
    name: 'payments',
    contexts: [InteractionContextType.Guild],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'state',
        choices: intentStatus.options.map((value) => ({ value })),
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
      isLive: true,
      async run(request) {
        const { member, argument, flows, t } = request;
        const live = await flows.purchase.reopen(member.id, argument, placeOf(request));
        if (live) return purchaseAnswer(live, request);
        const { purchase, ...bought } = await flows.purchase.receipt(member.id, argument);
        return receiptCard(bought, member.id, purchase !== null, t);
      },
    },
    export: {
      acknowledge: 'private',
      async run({ member, argument, flows, t }) {
        const bought = await flows.purchase.allOf(member.id);
        const content = argument === 'json' ? paymentsJson(bought) : paymentsCsv(bought);
        return paymentsFileCard(argument === 'json' ? 'json' : 'csv', content, bought.length, t);
      },
    },
  },
} satisfies Command;
