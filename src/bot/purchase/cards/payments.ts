import { intentStatus } from '../../../contract/payments.js';
import type { Translate } from '../../../copy/translate.js';
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
} from '../../cards/card.js';
import { explorerUrl, testMoneyBanner } from '../../cards/network.js';
import { clockTime, relativeTime, shortAddress } from '../../text.js';
import { priceText, received } from '../amounts.js';
import type { Bought, History, Leaf } from '../history.js';
import { isClaimable } from './standing.js';

/** Encodes a page of the history for a custom id: `succeeded.5`. */
export const writeLeaf = ({ status, from }: Leaf): string => [status ?? '', from ?? ''].join('.');
export function readLeaf(argument: string): Leaf {
  const [name = '', from = ''] = argument.split('.');
  const status = intentStatus.safeParse(name).data;
  return { ...(status && { status }), ...(/^\d{1,6}$/.test(from) && { from: Number(from) }) };
}

const standingOf = ({ status, exception }: Bought['intent'], t: Translate): (string | null)[] => [
  t(`purchase.state.${status}`),
  exception && t(`purchase.exception.${exception}`),
];

function linePart({ intent, wallet }: Bought, owner: string, hasMany: boolean, t: Translate) {
  const { credits, created_at, receipt } = intent;
  const by = hasMany && t('purchase.history.wallet', { address: shortAddress(wallet) });
  const remarks = [...standingOf(intent, t), by, relativeTime(created_at)];
  const order = t('purchase.history.line', { credits, amount: priceText(intent, t) });
  const number = receipt && `\`${receipt.number}\``;
  return beside(
    button(t('purchase.history.details.button'), 'payments:show', owner, intent.id),
    [order, number].filter(Boolean).join(' · '),
    `-# ${remarks.filter(Boolean).join(' · ')}`,
  );
}

const unreadNote = (unread: readonly string[], t: Translate): string | false =>
  unread.length > 0 &&
  t('purchase.history.unread', { wallets: t.list(unread.map((address) => shortAddress(address))) });

/** One page of a member's purchases with all their wallets, newest first. */
export function paymentsCard(
  { bought, wallets, hasOlder, unread }: History,
  leaf: Leaf,
  owner: string,
  t: Translate,
): Card {
  const { status, from = 0 } = leaf;
  const title = t('purchase.history.title');
  const which = status && t('purchase.history.filter', { status: t(`purchase.state.${status}`) });
  const missing = unreadNote(unread, t);
  if (bought.length === 0)
    return card('neutral', [
      heading(title, which, t('purchase.history.empty'), missing),
      status
        ? actions(button(t('purchase.history.all.button'), 'payments:page', owner, writeLeaf({})))
        : null,
    ]);
  const older = writeLeaf({ status, from: from + bought.length });
  return card('neutral', [
    heading(title, which, missing),
    ...bought.flatMap((one) => [rule, linePart(one, owner, wallets > 1, t)]),
    actions(
      from > 0 && button(t('purchase.history.newest.button'), 'payments:page', owner, writeLeaf({ status })),
      hasOlder && button(t('purchase.history.older.button'), 'payments:page', owner, older),
      button('CSV', 'payments:export', owner, 'csv'),
      button('JSON', 'payments:export', owner, 'json'),
    ),
  ]);
}

function transactionText(
  { payer, commitment }: Bought['intent']['transactions'][number],
  t: Translate,
): string {
  const state = t(`purchase.commitment.${commitment}`);
  return payer ? t('purchase.receipt.from', { commitment: state, payer: `\`${payer}\`` }) : `**${state}**`;
}

const receiptFacts = ({ intent, wallet }: Bought, t: Translate): string =>
  facts([
    [t('purchase.receipt.status.label'), standingOf(intent, t).filter(Boolean).join(', ')],
    [t('purchase.receipt.credits.label'), t.number(intent.credits)],
    [t('purchase.receipt.price.label'), priceText(intent, t)],
    [t('purchase.receipt.received.label'), received(intent, t)],
    [
      t('purchase.receipt.created.label'),
      `${relativeTime(intent.created_at)}, ${clockTime(intent.created_at)}`,
    ],
    [t('purchase.receipt.settled.label'), intent.settled_at && relativeTime(intent.settled_at)],
    [t('purchase.receipt.wallet.label'), `\`${wallet}\``],
    [t('purchase.card.recipient.label'), `\`${intent.recipient}\``],
    [t('purchase.card.reference.label'), intent.reference && `\`${intent.reference}\``],
  ]);

/** Everything about one purchase, with its receipt. */
export function receiptCard(bought: Bought, owner: string, hasCard: boolean, t: Translate): Card {
  const { intent } = bought;
  const { status, receipt, network } = intent;
  const transactions = intent.transactions.slice(0, 5);
  const title = receipt
    ? t('purchase.receipt.title', { number: receipt.number })
    : t('purchase.receipt.title_pending');
  const links = transactions.map(({ signature }) =>
    linkButton(
      t('purchase.receipt.explorer.button', { signature: shortAddress(signature) }),
      explorerUrl(signature, network),
    ),
  );
  const canClaim = links.length < 5 && hasCard && isClaimable(intent);
  return card(status === 'succeeded' ? 'good' : 'neutral', [
    heading(title, testMoneyBanner(network, t)),
    text(receiptFacts(bought, t)),
    ...transactions.flatMap((one) => [rule, text(transactionText(one, t), `\`\`\`${one.signature}\`\`\``)]),
    actions(...links, canClaim && button(t('purchase.card.claim.button'), 'buy:claim', owner, intent.id)),
    finePrint(`${intent.id} · ${network}`),
  ]);
}

/** The payment history as a file that only the member sees. */
export function paymentsFileCard(format: 'csv' | 'json', content: string, count: number, t: Translate): Card {
  const name = `payments.${format}`;
  return card(
    'neutral',
    [heading(t('purchase.history.title'), t('purchase.export.text', { count })), download(name)],
    [{ name, attachment: Buffer.from(content) }],
  );
}
