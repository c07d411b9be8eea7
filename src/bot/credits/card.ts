import type { CreditEntry, Credits, Pack } from '../../contract/payments.js';
import type { Translate } from '../../copy/translate.js';
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
} from '../cards/card.js';
import { entryLine } from '../cards/entry.js';
import { testMoneyBanner } from '../cards/network.js';
import { clip, plain, shortAddress } from '../text.js';

const buyButton = (t: Translate) => actions(button(t('credits.get.button'), 'buy:open', '*', '', 'primary'));

const available = ({ available }: Credits, t: Translate): string =>
  t('credits.available', { credits: available });
const held = ({ held }: Credits, t: Translate): string | false =>
  held > 0 && t('credits.held', { credits: held });

export const balanceCard = (balance: Credits, address: string | null, t: Translate): Card =>
  card('neutral', [
    heading(t('credits.card.title'), available(balance, t), held(balance, t)),
    finePrint(
      t('credits.bought', { credits: balance.lifetime_purchased }),
      address && t('credits.card.wallet', { address: shortAddress(address) }),
    ),
    buyButton(t),
  ]);

const shownEntries = 8;

/** A member's credits as a moderator sees them. */
export function memberCreditsCard(
  seen: { name: string; address: string; balance: Credits; entries: CreditEntry[] },
  t: Translate,
): Card {
  const { balance } = seen;
  const moving = seen.entries.filter(({ credits }) => credits !== 0).slice(0, shownEntries); // settling a hold moves no credits: the hold did
  const lines = moving.map((entry) => entryLine(entry, t));
  return card('neutral', [
    heading(t('credits.lookup.title', { name: plain(seen.name) }), available(balance, t), held(balance, t)),
    text(
      facts({
        [t('credits.lookup.wallet')]: `\`${seen.address}\``,
        [t('credits.lookup.bought')]: t('credits.count', { credits: balance.lifetime_purchased }),
      }),
    ),
    rule,
    text(`**${t('credits.lookup.entries')}**`, ...(lines.length > 0 ? lines : [t('credits.lookup.empty')])),
    finePrint(t('credits.lookup.logged')),
  ]);
}

const priceText = ({ prices }: Pack, t: Translate): string =>
  t.list(
    prices.map(({ amount, currency }) => `**${t.amount(amount, currency)}**`),
    'or',
  );

/** @param network shown in a banner when its money is test money */
export const packsCard = (packs: Pack[], network: string, t: Translate): Card =>
  card('neutral', [
    heading(t('credits.packs.title'), testMoneyBanner(network, t), t('credits.packs.terms')),
    ...packs
      .slice(0, mostShown)
      .flatMap((pack) => [
        rule,
        text(
          `**${t('credits.packs.pack', { name: plain(pack.name), credits: pack.credits })}**`,
          priceText(pack, t),
          `-# ${plain(clip(pack.description, 150))}`,
        ),
      ]),
    buyButton(t),
  ]);
