import {
  confirmIntent,
  createIntent,
  type Intent,
  listPacks,
  readIntent,
} from '../../../contract/payments.js';
import type { Translate } from '../../../copy/translate.js';
import { type ServiceCheck, Skipped, Unfit, withNotes } from './check.js';
import type { Visitor } from './visitor.js';

/** Starts a purchase that is never paid, to check its price and how the bot would learn of a payment. */
export function purchaseChecks(visitor: Visitor, t: Translate): ServiceCheck[] {
  let intent: Intent | null = null;
  const started = () => {
    if (!intent) throw new Skipped(t('cli.service.purchase.none'));
    return { params: { intent_id: intent.id }, known: intent };
  };
  return [
    {
      name: t('cli.service.purchase.name'),
      without: { missing: t('cli.service.purchase.missing') },
      async look() {
        const { value: packs } = await visitor.ask(listPacks, {});
        const priced = packs.data.find(({ prices }) => prices.length > 0);
        const [price] = priced?.prices ?? [];
        if (!priced || !price) throw new Skipped(t('cli.service.purchase.no_price'));
        const body = { pack_id: priced.id, currency: price.currency };
        const { value, notes } = await visitor.ask(createIntent, { body });
        intent = value;
        return withNotes(`${value.amount} ${value.currency} → ${value.recipient}`, notes, t);
      },
    },
    {
      name: t('cli.service.confirming.name'),
      without: { missing: t('cli.service.confirming.missing') },
      async look() {
        const { outcome } = await visitor.tryOut(confirmIntent, { ...started(), body: {} });
        if (outcome === 'unreachable' || outcome === 'not_understood')
          throw new Unfit(t(`cli.service.outcome.${outcome}`));
        return outcome.startsWith('fits')
          ? t('cli.service.confirming.answers')
          : t('cli.service.confirming.refuses');
      },
    },
    {
      name: t('cli.service.reading_purchase.name'),
      without: { degraded: t('cli.service.reading_purchase.degraded') },
      async look() {
        const { value } = await visitor.ask(readIntent, started());
        return value.status;
      },
    },
  ];
}
