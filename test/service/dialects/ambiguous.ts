import type { Style } from './core/style.js';
import { polled } from './polled.js';

/** `price: 5` without a unit or asset: the bot must not offer it. */

export const ambiguous: Style = {
  ...polled,
  name: 'ambiguous',
  accessMs: 900_000,
  pack: ({ n, name, credits }) => ({ id: `pack_${n}`, name, credits, price: 5 }),
  intent: ({ n, recipient, paidAt }) => ({
    id: `intent_${n}`,
    status: paidAt === null ? 'pending' : 'paid',
    recipient,
    price: 5,
  }),
};
