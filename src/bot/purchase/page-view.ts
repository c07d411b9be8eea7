import type { IntentStatus } from '../../contract/payments.js';
import type { PlainKey, Translate } from '../../copy/translate.js';
import { explorerUrl } from '../cards/network.js';
import { priceNote } from './amounts.js';
import { isPayable, isWatched, looks, remaining, remark } from './cards/standing.js';
import type { Purchase } from './purchase.js';
import type { PayView } from './view.js';

/** Wallet Standard chain identifiers by network. */
const chains: Readonly<Record<string, string>> = {
  mainnet: 'solana:mainnet',
  'mainnet-beta': 'solana:mainnet',
  devnet: 'solana:devnet',
  testnet: 'solana:testnet',
};

/** Text for the page only, after what the card says. */
const hints: Partial<Record<IntentStatus, PlainKey>> = {
  expired: 'purchase.page.lead.expired',
  processing: 'purchase.page.lead.processing',
  succeeded: 'purchase.page.lead.succeeded',
};
const hintOf = (status: IntentStatus, t: Translate): string | null => {
  const key = hints[status];
  return key ? t(key) : null;
};

/** Keeps a name in its own writing direction, whatever the direction of the sentence around it. */
const isolated = (name: string): string => `\u2068${name}\u2069`;

const withoutMarkdown = (text: string): string => text.replaceAll('**', '').replaceAll('`', '');

/** The wording of the card. While it waits for a payment, the page says who receives the credits instead. */
function wordsOf(purchase: Purchase, t: Translate): Pick<PayView, 'title' | 'lead'> {
  const { intent, memberName } = purchase;
  const { title, says } = looks[intent.status];
  const lead =
    intent.status === 'requires_payment'
      ? memberName && t('purchase.page.lead.recipient', { name: isolated(memberName) })
      : [says(purchase, t), remark(intent, t), hintOf(intent.status, t)].filter(Boolean).join(' ');
  return { title: withoutMarkdown(title(intent, t)), lead: withoutMarkdown(lead) };
}

/** What everybody with the link may see of a purchase, in the reader's language. */
export function viewOf(
  purchase: Purchase,
  t: Translate,
): Omit<PayView, 'paysHere' | 'walletScript' | 'walletUrl' | 'shareUrl'> {
  const { intent, memberName, replacedBy } = purchase;
  const { status, credits, currency, recipient, reference, network, receipt } = intent;
  return {
    status,
    credits,
    currency,
    recipient,
    reference,
    network,
    memberName,
    isReplaced: replacedBy !== null,
    isPayable: replacedBy === null && isPayable(intent),
    isWatched: isWatched(intent),
    ...wordsOf(purchase, t),
    amount: remaining(intent),
    price: intent.amount,
    priceNote: status === 'requires_payment' ? priceNote(purchase, t) : null,
    failed: intent.checked?.failed === undefined ? null : t('purchase.card.failed'),
    chain: chains[network] ?? 'solana:localnet',
    solanaPayUrl: intent.solana_pay_url,
    expiresAt: intent.expires_at,
    checked: intent.checked ?? (intent.last_checked_at ? { at: intent.last_checked_at } : null),
    receipt: receipt?.number ?? null,
    transactions: intent.transactions.map(({ signature, commitment, confirmations }) => ({
      signature,
      commitment,
      confirmations,
      explorer: explorerUrl(signature, network),
    })),
  };
}
