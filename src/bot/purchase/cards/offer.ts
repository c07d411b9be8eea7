import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import type { Pack } from '../../../contract/payments.js';
import type { Translate } from '../../../copy/translate.js';
import { actions, type Card, card, finePrint, heading, row } from '../../cards/card.js';
import { testMoneyBanner } from '../../cards/network.js';
import { encodeCustomId } from '../../custom-id.js';
import { clip } from '../../text.js';

/** Discord shows the product's name and price itself and allows no other fields on this button. */
const premiumButton = (sku: string): APIButtonComponent => ({
  type: ComponentType.Button,
  style: ButtonStyle.Premium,
  sku_id: sku,
});
const mostButtons = 5;

/**
 * A menu of every pack in every currency.
 * @param skus Discord consumables that also grant credits
 */
export function choosePackCard(
  packs: Pack[],
  owner: string,
  { network, skus }: { network: string; skus: readonly string[] },
  t: Translate,
): Card {
  const options = packs.flatMap(({ id, name, credits, description, prices }) =>
    prices.map(({ amount, currency }) => {
      const price = t.amount(amount, currency);
      return {
        label: clip(t('purchase.offer.pack.option', { name, credits, amount: price }), 100),
        description: clip(description, 100),
        value: `${id}:${currency}`,
      };
    }),
  );
  const inDiscord = [
    skus.length > 0 ? finePrint(t('purchase.offer.discord')) : null,
    actions(...skus.slice(0, mostButtons).map(premiumButton)),
  ];
  if (options.length === 0 && skus.length === 0)
    return card('over', [heading(t('purchase.offer.title'), t('purchase.offer.empty'))]);
  const custom_id = encodeCustomId({ command: 'buy', action: 'pick', owner, argument: '' });
  const placeholder = t('purchase.offer.pack.placeholder');
  return card('neutral', [
    heading(t('purchase.offer.title'), testMoneyBanner(network, t), t('purchase.offer.text')),
    options.length > 0
      ? row({ type: ComponentType.StringSelect, custom_id, placeholder, options: options.slice(0, 25) })
      : null,
    ...inDiscord,
  ]);
}
