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

/** What members call the states of a purchase. */
export const stateNames: Record<IntentStatus, string> = {
  requires_payment: 'waiting for the payment',
  processing: 'being confirmed',
  partially_paid: 'partly paid',
  succeeded: 'credited',
  expired: 'ended unpaid',
  requires_review: 'being looked at',
  refunded: 'refunded',
  canceled: 'cancelled',
};

const exceptionNames: Record<NonNullable<Intent['exception']>, string> = {
  underpaid: 'too little paid',
  overpaid: 'more than the price paid',
  paid_late: 'paid late',
  duplicate: 'paid more than once',
  unmatched: 'paid without reference',
  wrong_asset: 'paid in another currency',
  dropped: 'payment dropped by the network',
};

/** A leaf as it stands in a custom id: `succeeded.5`. */
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
  `Without ${unread.map((address) => shortAddress(address)).join(', ')}: signed out. \`/link\` brings those back.`;

/** A member's purchases by all their wallets, newest first, a few to a page. */
export function paymentsCard(
  { bought, wallets, hasOlder, unread }: History,
  leaf: Leaf,
  owner: string,
): Card {
  const { status, from = 0 } = leaf;
  const which = status && `Only those ${stateNames[status]}.`;
  const missing = unreadNote(unread);
  if (bought.length === 0)
    return card('neutral', [
      heading('Your payments', which, 'None yet. `/buy` gets you credits.', missing),
      status ? actions(button('All of them', 'payments:page', owner, writeLeaf({}))) : null,
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
        State: [stateNames[status], exception && exceptionNames[exception]].filter(Boolean).join(', '),
        Credits: String(intent.credits),
        Price: `${intent.amount} ${intent.currency}`,
        Received: received(intent),
        Began: when,
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

/** The history as a file for the member alone. */
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
