import { ComponentType } from 'discord.js';
import type { Pack } from '../../contract/payments.js';
import { encodeCustomId } from '../custom-id.js';
import { clip, creditsText } from '../text.js';
import { type Card, card, heading, row } from './card.js';
import { networkBanner } from './network.js';

/** Every pack in every currency as one menu. */
export function choosePackCard(packs: Pack[], owner: string, network: string): Card {
  const options = packs.flatMap((pack) =>
    pack.prices.map(({ amount, currency }) => ({
      label: clip(`${pack.name}: ${creditsText(pack.credits)} for ${amount} ${currency}`, 100),
      description: clip(pack.description, 100),
      value: `${pack.id}:${currency}`,
    })),
  );
  if (options.length === 0)
    return card('over', [heading('Buy credits', 'Nothing is for sale here at the moment.')]);
  const custom_id = encodeCustomId({ command: 'buy', action: 'pick', owner, argument: '' });
  const placeholder = 'Choose a pack';
  return card('neutral', [
    heading('Buy credits', networkBanner(network), 'You get a QR code to pay with your Solana wallet.'),
    row({ type: ComponentType.StringSelect, custom_id, placeholder, options: options.slice(0, 25) }),
  ]);
}
