import { type Intent, type IntentStatus, intentStatus } from '../../contract/payments.js';
import { received } from '../purchase/amounts.js';
import type { Bought, History, Leaf } from '../purchase/history.js';
import { clockTime, creditsText, relativeTime, shortAddress } from '../text.js';
import {
  actions,
  beside,
  button,
  type Card,
  card,
  download,
  facts,
  finePrint,
  heading,
  linkButton,
  rule,
  text,
} from './card.js';
import { explorerUrl, networkBanner } from './network.js';
import { isClaimable } from './standing.js';

/** Purchase states as members see them. */
export const stateNames: Record<IntentStatus, string> = {
  requires_payment: 'awaiting payment',
  processing: 'confirming',
  partially_paid: 'partially paid',
  succeeded: 'credited',
  expired: 'expired',
  requires_review: 'under review',
  refunded: 'refunded',
  canceled: 'cancelled',
};

const exceptionNames: Record<NonNullable<Intent['exception']>, string> = {
  underpaid: 'underpaid',
  overpaid: 'overpaid',
  paid_late: 'paid late',
  duplicate: 'paid more than once',
  unmatched: 'paid without the reference',
  wrong_asset: 'paid in another currency',
  dropped: 'payment dropped by the network',
};

/** Encodes a page of the history for a custom id: `succeeded.5`. */
export const writeLeaf = ({ status, from }: Leaf): string => [status ?? '', from ?? ''].join('.');
export function readLeaf(argument: string): Leaf {
  const [name = '', from = ''] = argument.split('.');
  const status = intentStatus.safeParse(name).data;
  return { ...(status && { status }), ...(/^\d{1,6}$/.test(from) && { from: Number(from) }) };
}

function linePart({ intent, wallet }: Bought, owner: string, hasMany: boolean) {
  const { credits, amount, currency, status, exception, created_at, receipt } = intent;
  const by = hasMany && `wallet ${shortAddress(wallet)}`;
  const remarks = [stateNames[status], exception && exceptionNames[exception], by, relativeTime(created_at)];
  return beside(
    button('Details', 'payments:show', owner, intent.id),
    `**${creditsText(credits)}** for ${amount} ${currency}${receipt ? ` · \`${receipt.number}\`` : ''}`,
    `-# ${remarks.filter(Boolean).join(' · ')}`,
  );
}

const unreadNote = (unread: readonly string[]): string | false =>
  unread.length > 0 &&
  `Not shown because it's signed out: ${unread.map((address) => shortAddress(address)).join(', ')}. Sign in again with \`/link\`.`;

/** One page of a member's purchases with all their wallets, newest first. */
export function paymentsCard(
  { bought, wallets, hasOlder, unread }: History,
  leaf: Leaf,
  owner: string,
): Card {
  const { status, from = 0 } = leaf;
  const which = status && `Status: ${stateNames[status]}.`;
  const missing = unreadNote(unread);
  if (bought.length === 0)
    return card('neutral', [
      heading('Your payments', which, 'No payments yet. Get credits with `/buy`.', missing),
      status ? actions(button('Show all', 'payments:page', owner, writeLeaf({}))) : null,
    ]);
  return card('neutral', [
    heading('Your payments', which, missing),
    ...bought.flatMap((one) => [rule, linePart(one, owner, wallets > 1)]),
    actions(
      from > 0 && button('Newest', 'payments:page', owner, writeLeaf({ status })),
      hasOlder && button('Older', 'payments:page', owner, writeLeaf({ status, from: from + bought.length })),
      button('CSV', 'payments:export', owner, 'csv'),
      button('JSON', 'payments:export', owner, 'json'),
    ),
  ]);
}

/** Everything about one purchase, with its receipt. */
export function receiptCard({ intent, wallet }: Bought, owner: string, hasCard: boolean): Card {
  const { status, exception, receipt, network, transactions } = intent;
  const when = `${relativeTime(intent.created_at)}, ${clockTime(intent.created_at)}`;
  const links = transactions.slice(0, 5).map(({ signature }) => {
    const page = explorerUrl(signature, network);
    return linkButton(`Explorer ${shortAddress(signature)}`, page);
  });
  return card(status === 'succeeded' ? 'good' : 'neutral', [
    heading(receipt ? `Receipt ${receipt.number}` : 'Your purchase', networkBanner(network)),
    text(
      facts({
        Status: [stateNames[status], exception && exceptionNames[exception]].filter(Boolean).join(', '),
        Credits: String(intent.credits),
        Price: `${intent.amount} ${intent.currency}`,
        Received: received(intent),
        Created: when,
        Settled: intent.settled_at && relativeTime(intent.settled_at),
        Wallet: `\`${wallet}\``,
        To: `\`${intent.recipient}\``,
        Reference: intent.reference && `\`${intent.reference}\``,
      }),
    ),
    ...transactions
      .slice(0, 5)
      .flatMap(({ signature, payer, commitment }) => [
        rule,
        text(`**${commitment}** ${payer ? `from \`${payer}\`` : ''}`, `\`\`\`${signature}\`\`\``),
      ]),
    actions(
      ...links,
      links.length < 5 &&
        hasCard &&
        isClaimable(intent) &&
        button('Paid, but not seen?', 'buy:claim', owner, intent.id),
    ),
    finePrint(`${intent.id} · ${network}`),
  ]);
}

/** The payment history as a file that only the member sees. */
export function exportCard(format: 'csv' | 'json', content: string, count: number): Card {
  const name = `payments.${format}`;
  return card(
    'neutral',
    [
      heading('Your payments', `${count} ${count === 1 ? 'purchase' : 'purchases'}, newest first.`),
      download(name),
    ],
    [{ name, attachment: Buffer.from(content) }],
  );
}
