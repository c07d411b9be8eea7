import { z } from 'zod';
import { AppError } from '../../../base/errors.js';
import { reason } from '../../../copy/reason.js';
import { defineTool } from './tool.js';

export const listPacksTool = defineTool({
  name: 'list_packs',
  label: 'Looking at the packs',
  description: 'Lists the credit packs for sale with their prices.',
  input: z.object({}),
  run: async (_, { sources }) => ({ value: await sources.listPacks() }),
});

/** Shows a card to buy a pack. Members pay from their own wallet. */
export const proposeTopUp = defineTool({
  name: 'propose_top_up',
  label: 'Preparing a top-up',
  description:
    'Shows the user a card to buy credits with. Buys nothing: only the user can press it and pay. Give pack_id, or credits for the smallest pack with at least so many.',
  input: z.object({
    pack_id: z.string().max(60).optional(),
    credits: z.number().int().positive().optional(),
  }),
  async run({ pack_id, credits = 1 }, { sources }) {
    const packs = [...(await sources.listPacks())].sort((a, b) => a.credits - b.credits);
    const pack = pack_id
      ? packs.find(({ id }) => id === pack_id)
      : (packs.find((one) => one.credits >= credits) ?? packs.at(-1));
    if (!pack)
      throw new AppError(
        'not_found',
        packs.length ? reason('agent.error.pack') : reason('agent.error.no_packs'),
      );
    const prices = pack.prices.map(({ currency, amount }) => ({ currency, amount }));
    const top_up = { pack_id: pack.id, pack_name: pack.name, credits: pack.credits, prices };
    const title = `Buy ${pack.credits} credits`;
    return { value: top_up, proposal: { kind: 'top_up', title, request: { pack_id: pack.id }, top_up } };
  },
});
