import type { Intent } from '../../../contract/payments.js';
import type { Translate } from '../../../copy/translate.js';
import {
  actions,
  button,
  type Card,
  card,
  facts,
  finePrint,
  heading,
  linkButton,
  picture,
  rule,
  text,
} from '../../cards/card.js';
import { explorerUrl, networkNote, testMoneyBanner } from '../../cards/network.js';
import { qrPng } from '../../cards/qr.js';
import { clip, shortAddress } from '../../text.js';
import { priceNote, sentBack } from '../amounts.js';
import { type Purchase, shareable } from '../purchase.js';
import { isClaimable, isPayable, isWatched, lookedAt, looks, remaining, remark, trail } from './standing.js';

/**
 * The live card of a purchase, for its member alone.
 * @param t of the card's language
 * @param isEnding Discord soon takes no more edits of it, so it must not keep a code
 */
export function purchaseCard(purchase: Purchase, t: Translate, isEnding = false): Card {
  const { intent } = purchase;
  const look = looks[intent.status];
  const payable = isPayable(intent);
  if (payable && isEnding) return endingCard(purchase, t);
  const says = [look.says(purchase, t), remark(intent, t)];
  const checked = lookedAt(intent, t);
  const parts = [
    heading(
      look.title(intent, t),
      payable && testMoneyBanner(intent.network, t),
      ...says,
      intent.status === 'requires_payment' && priceNote(purchase, t),
      `-# ${trail(intent, t)}`,
    ),
    ...(payable ? payParts(intent, t) : receiptParts(intent, t)),
    isWatched(intent) && checked ? finePrint(checked) : null,
    buttons(purchase, t),
    smallPrint(intent, t),
  ];
  const files = payable ? [{ name: 'pay.png', attachment: qrPng(intent.solana_pay_url, 5) }] : [];
  return card(look.accent, parts, files);
}

const smallPrint = ({ id, network }: Intent, t: Translate) =>
  finePrint([id, networkNote(network, t)].filter(Boolean).join(' · '));

/** Discord takes edits of a private message for a quarter of an hour; a press starts the time again. */
function endingCard({ memberId, intent }: Purchase, t: Translate): Card {
  return card('waiting', [
    heading(
      looks[intent.status].title(intent, t),
      t('purchase.card.ending', { button: t('purchase.card.show.button') }),
    ),
    actions(button(t('purchase.card.show.button'), 'buy:show', memberId, intent.id, 'primary')),
    smallPrint(intent, t),
  ]);
}

function buttons(purchase: Purchase, t: Translate) {
  const { memberId, intent, payUrl, shared } = purchase;
  const { status, id } = intent;
  const watched = isWatched(intent) || status === 'processing';
  const look = isPayable(intent) ? 'primary' : 'secondary';
  const share = shareable(purchase);
  return actions(
    isPayable(intent) && linkButton(t('purchase.card.browser.button'), intent.pay_url ?? payUrl),
    status === 'expired' && button(t('purchase.card.renew.button'), 'buy:renew', memberId, id, 'primary'),
    watched && button(t('purchase.card.check.button'), 'buy:check', memberId, id, look),
    isClaimable(intent) && button(t('purchase.card.claim.button'), 'buy:claim', memberId, id),
    status === 'requires_payment' && button(t('purchase.card.cancel.button'), 'buy:cancel', memberId, id),
    status === 'succeeded' && button(t('purchase.card.make.button'), 'rig:new', memberId, '', 'primary'),
    share !== null && share !== shared && button(t('purchase.card.share.button'), 'buy:share', memberId, id),
  );
}

/** A separate message for changes after the member stopped watching the card. */
export function purchaseNews(purchase: Purchase, t: Translate): string {
  const { intent } = purchase;
  const { credits } = intent;
  const amount = sentBack(intent, t);
  if (intent.status === 'succeeded' && intent.exception === null && amount !== '')
    return t('purchase.notice.refunded', { amount, credits });
  const { title, says } = looks[intent.status];
  const lines = [
    t('purchase.notice.sentence', { title: title(intent, t) }),
    says(purchase, t),
    remark(intent, t),
  ];
  return lines.filter(Boolean).join(' ');
}

/** The payment details, to scan or copy. Wallets take the amount as it stands here, in every language. */
function payParts(intent: Intent, t: Translate) {
  return [
    picture('pay.png', t('purchase.card.code')),
    text(
      facts([
        [t('purchase.card.amount.label'), `\`${remaining(intent)}\` ${intent.currency}`],
        [t('purchase.card.recipient.label'), `\`${intent.recipient}\``],
        [t('purchase.card.reference.label'), intent.reference && `\`${intent.reference}\``],
      ]),
    ),
    text(`-# ${t('purchase.card.link')}`, `\`\`\`${clip(intent.solana_pay_url, 1000)}\`\`\``),
  ];
}

function receiptParts({ receipt, transactions, network }: Intent, t: Translate) {
  const signature = receipt?.signature ?? transactions[0]?.signature;
  const isGone = transactions.some((one) => one.signature === signature && one.standing === 'dropped');
  if (!signature || isGone) return []; // explorers no longer show a dropped transaction
  const page = explorerUrl(signature, network);
  const short = shortAddress(signature);
  const lines = facts([
    [t('purchase.card.receipt.label'), receipt && `\`${receipt.number}\``],
    [t('purchase.card.transaction.label'), page ? `[${short}](<${page}>)` : `\`${short}\``],
  ]);
  return [rule, text(lines)];
}
