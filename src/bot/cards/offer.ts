import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import type { Pack } from '../../contract/payments.js';
import { encodeCustomId } from '../custom-id.js';
import { clip, creditsText } from '../text.js';
import { actions, type Card, card, finePrint, heading, row } from './card.js';
import { networkBanner } from './network.js';

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
): Card {
  const options = packs.flatMap((pack) =>
    pack.prices.map(({ amount, currency }) => ({
      label: clip(`${pack.name}: ${creditsText(pack.credits)} for ${amount} ${currency}`, 100),
      description: clip(pack.description, 100),
      value: `${pack.id}:${currency}`,
    })),
  );
  const inDiscord = [
    skus.length > 0 ? finePrint('Or buy them in Discord:') : null,
    actions(...skus.slice(0, mostButtons).map(premiumButton)),
  ];
  if (options.length === 0 && skus.length === 0)
    return card('over', [heading('Buy credits', 'Nothing is for sale here right now.')]);
  const custom_id = encodeCustomId({ command: 'buy', action: 'pick', owner, argument: '' });
  const placeholder = 'Choose a pack';
  return card('neutral', [
    heading('Buy credits', networkBanner(network), "You'll get a QR code to pay with your Solana wallet."),
    options.length > 0
      ? row({ type: ComponentType.StringSelect, custom_id, placeholder, options: options.slice(0, 25) })
      : null,
    ...inDiscord,
  ]);
}
