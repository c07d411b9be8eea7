import {
  confirmIntent,
  createIntent,
  type Intent,
  listPacks,
  readIntent,
} from '../../../contract/payments.js';
import { type ServiceCheck, Skipped, Unfit, withNotes } from './check.js';
import type { Visitor } from './visitor.js';

/** Starts a purchase that is never paid, to check its price and how the bot would learn of a payment. */
export function purchaseChecks(visitor: Visitor): ServiceCheck[] {
  let intent: Intent | null = null;
  const started = () => {
    if (!intent) throw new Skipped('there is no purchase');
    return { params: { intent_id: intent.id }, known: intent };
  };
  return [
    {
      name: 'Purchase',
      without: { missing: 'Members cannot buy credits. Give recipient, amount and unit of a purchase.' },
      async look() {
        const { value: packs } = await visitor.ask(listPacks, {});
        const priced = packs.data.find(({ prices }) => prices.length > 0);
        const [price] = priced?.prices ?? [];
        if (!priced || !price) throw new Skipped('no pack has a readable price');
        const body = { pack_id: priced.id, currency: price.currency };
        const { value, notes } = await visitor.ask(createIntent, { body });
        intent = value;
        return withNotes(`${value.amount} ${value.currency} to ${value.recipient}`, notes);
      },
    },
    {
      name: 'Confirming',
      without: { missing: 'A payment is never noticed.' },
      async look() {
        const { outcome } = await visitor.tryOut(confirmIntent, { ...started(), body: {} });
        if (outcome === 'unreachable' || outcome === 'not_understood')
          throw new Unfit(outcome.replaceAll('_', ' '));
        return outcome.startsWith('fits') ? 'answers before the payment' : 'refuses before the payment';
      },
    },
    {
      name: 'Reading one purchase',
      without: { degraded: 'The bot calls confirm repeatedly instead of reading the purchase.' },
      async look() {
        const { value } = await visitor.ask(readIntent, started());
        return value.status;
      },
    },
  ];
}
