import type { Intent } from '../../contract/payments.js';
import { sentBack } from '../purchase/amounts.js';
import type { Purchase } from '../purchase/store.js';
import { clip, creditsText, shortAddress } from '../text.js';
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
} from './card.js';
import { explorerUrl, networkBanner, networkNote } from './network.js';
import { qrPng } from './qr.js';
import { isClaimable, isPayable, isWatched, lookedAt, looks, remaining, remark, trail } from './standing.js';

/** The live card of a purchase, a function of its state only. */
export function purchaseCard(purchase: Purchase): Card {
  const { intent } = purchase;
  const look = looks[intent.status];
  const payable = isPayable(intent);
  const says = [look.says(purchase), remark(intent)];
  const parts = [
    heading(look.title(intent), payable && networkBanner(intent.network), ...says, `-# ${trail(intent)}`),
    ...(payable ? payParts(intent) : receiptParts(intent)),
    isWatched(intent) && lookedAt(intent) ? finePrint(lookedAt(intent)) : null,
    buttons(purchase),
    finePrint(
      [`<@${purchase.memberId}>`, intent.id, networkNote(intent.network)].filter(Boolean).join(' · '),
    ),
  ];
  const files = payable ? [{ name: 'pay.png', attachment: qrPng(intent.solana_pay_url, 5) }] : [];
  return card(look.accent, parts, files);
}

function buttons({ memberId, intent, payUrl }: Purchase) {
  const { status, id } = intent;
  const watched = isWatched(intent) || status === 'processing';
  return actions(
    isPayable(intent) && linkButton('Pay in the browser', intent.pay_url ?? payUrl),
    status === 'expired' && button('New code', 'buy:renew', memberId, id, 'primary'),
    watched && button('Check now', 'buy:check', memberId, id, isPayable(intent) ? 'primary' : 'secondary'),
    isClaimable(intent) && button('Paid, but not seen?', 'buy:claim', memberId, id),
    status === 'requires_payment' && button('Cancel', 'buy:cancel', memberId, id),
  );
}

/** A separate message for changes after the member stopped watching the card. */
export function purchaseNews(purchase: Purchase): string {
  const { intent } = purchase;
  if (intent.status === 'succeeded' && intent.exception === null && sentBack(intent) !== '')
    return `**Refunded: ${sentBack(intent)}.** You keep the ${creditsText(intent.credits)} from this purchase.`;
  const lines = [
    `**${looks[intent.status].title(intent)}.**`,
    looks[intent.status].says(purchase),
    remark(intent),
  ];
  return lines.filter(Boolean).join(' ');
}

/** The payment details, to scan or copy. */
function payParts(intent: Intent) {
  return [
    picture('pay.png', 'QR code of the payment'),
    text(
      facts({
        Amount: `\`${remaining(intent)}\` ${intent.currency}`,
        To: `\`${intent.recipient}\``,
        Reference: intent.reference && `\`${intent.reference}\``,
      }),
    ),
    text('-# Or copy this link into a wallet:', `\`\`\`${clip(intent.solana_pay_url, 1000)}\`\`\``),
  ];
}

function receiptParts({ status, receipt, transactions, network }: Intent) {
  const signature = receipt?.signature ?? transactions[0]?.signature;
  const isGone = transactions.some((one) => one.signature === signature && one.standing === 'dropped');
  if (!signature || isGone) return []; // explorers no longer show a dropped transaction
  const page = explorerUrl(signature, network);
  const lines = {
    Receipt: receipt && `\`${receipt.number}\``,
    Transaction: page ? `[${shortAddress(signature)}](<${page}>)` : `\`${shortAddress(signature)}\``,
  };
  const next = status === 'succeeded' && '-# Next: make a character with `/rig text`';
  return [rule, text(facts(lines), next)];
}
