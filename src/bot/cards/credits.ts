import type { CreditEntry, Credits, Pack } from '../../contract/payments.js';
import { creditsText, plain, relativeTime, shortAddress } from '../text.js';
import { type Card, colours } from './card.js';

export function balanceCard(balance: Credits, address: string | null, whose = 'Your credits'): Card {
  const held = balance.held > 0 ? `\n${creditsText(balance.held)} more are held by work under way.` : '';
  return {
    embeds: [
      {
        title: whose,
        description: `**${creditsText(balance.available)}** to spend.${held}`,
        fields: [
          { name: 'Bought so far', value: creditsText(balance.lifetime_purchased), inline: true },
          ...(address ? [{ name: 'Wallet', value: `\`${shortAddress(address)}\``, inline: true }] : []),
        ],
        color: colours.brand,
      },
    ],
  };
}

const kinds: Record<CreditEntry['kind'], string> = {
  purchase: 'bought',
  grant: 'given',
  hold: 'for a rig',
  settle: 'spent',
  release: 'given back',
  revoke: 'taken back',
  refund: 'refunded',
};

const entryLine = (entry: CreditEntry): string => {
  const sign = entry.credits > 0 ? '+' : '';
  const about = entry.note ? ` · ${plain(entry.note)}` : '';
  return `\`${sign}${entry.credits}\` ${kinds[entry.kind]}${about} · ${relativeTime(entry.created_at)}`;
};

/** What a moderator sees of a member. */
export function memberCreditsCard(seen: {
  name: string;
  address: string;
  balance: Credits;
  entries: CreditEntry[];
}): Card {
  const card = balanceCard(seen.balance, seen.address, `Credits of ${plain(seen.name)}`);
  const moving = seen.entries.filter(({ credits }) => credits !== 0); // a settled hold moved when it was held
  const value = moving.map(entryLine).join('\n') || 'Nothing yet.';
  card.embeds?.[0]?.fields?.push({ name: 'Latest entries', value });
  return card;
}

export function packsCard(packs: Pack[]): Card {
  return {
    embeds: [
      {
        title: 'Credit packs',
        description: 'Use `/buy` to get one. Credits never expire.',
        fields: packs.map((pack) => ({
          name: `${pack.name}: ${creditsText(pack.credits)}`,
          value: `${pack.description}\n${pack.prices.map(({ amount, currency }) => `**${amount} ${currency}**`).join(' or ')}`,
        })),
        color: colours.brand,
      },
    ],
  };
}
