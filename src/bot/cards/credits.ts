import type { CreditEntry, Credits, Pack } from '../../contract/payments.js';
import { clip, creditsText, plain, relativeTime, shortAddress } from '../text.js';
import {
  actions,
  button,
  type Card,
  card,
  facts,
  finePrint,
  heading,
  mostShown,
  rule,
  text,
} from './card.js';
import { networkBanner } from './network.js';

const buyButton = actions(button('Get credits', 'buy:open', '*', '', 'primary'));

const toSpend = ({ available }: Credits): string => `**${creditsText(available)}** to spend.`;
const held = (balance: Credits): string | false =>
  balance.held > 0 && `${creditsText(balance.held)} more are on hold for work in progress.`;

export const balanceCard = (balance: Credits, address: string | null): Card =>
  card('neutral', [
    heading('Your credits', toSpend(balance), held(balance)),
    finePrint(
      `Bought so far: ${creditsText(balance.lifetime_purchased)}`,
      address && `Wallet: ${shortAddress(address)}`,
    ),
    buyButton,
  ]);

const kinds: Record<CreditEntry['kind'], string> = {
  purchase: 'bought',
  grant: 'granted',
  hold: 'for a rig',
  settle: 'spent',
  release: 'returned',
  revoke: 'removed',
  refund: 'refunded',
};

const entryLine = (entry: CreditEntry): string => {
  const change = `${entry.credits > 0 ? '+' : '−'}${Math.abs(entry.credits)}`.padStart(6);
  const about = entry.note ? ` · ${plain(clip(entry.note, 100))}` : '';
  return `\`${change}\` ${kinds[entry.kind]}${about} · ${relativeTime(entry.created_at)}`;
};

const shownEntries = 8;

/** A member's credits as a moderator sees them. */
export function memberCreditsCard(seen: {
  name: string;
  address: string;
  balance: Credits;
  entries: CreditEntry[];
}): Card {
  const { balance } = seen;
  const moving = seen.entries.filter(({ credits }) => credits !== 0).slice(0, shownEntries); // settling a hold moves no credits: the hold did
  return card('neutral', [
    heading(`Credits of ${plain(seen.name)}`, toSpend(balance), held(balance)),
    text(
      facts({
        Wallet: `\`${seen.address}\``,
        'Bought so far': creditsText(balance.lifetime_purchased),
      }),
    ),
    rule,
    text('**Latest entries**', ...(moving.length > 0 ? moving.map(entryLine) : ['No entries yet.'])),
    finePrint('This lookup was logged.'),
  ]);
}

const priceText = ({ prices }: Pack): string =>
  prices.map(({ amount, currency }) => `**${amount} ${currency}**`).join(' or ');

/** @param network shown in a banner when its money is test money */
export const packsCard = (packs: Pack[], network: string): Card =>
  card('neutral', [
    heading('Credit packs', networkBanner(network), 'Credits never expire.'),
    ...packs
      .slice(0, mostShown)
      .flatMap((pack) => [
        rule,
        text(
          `**${plain(pack.name)}: ${creditsText(pack.credits)}**`,
          priceText(pack),
          `-# ${plain(clip(pack.description, 150))}`,
        ),
      ]),
    buyButton,
  ]);
