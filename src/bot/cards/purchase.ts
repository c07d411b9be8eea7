import { ComponentType } from 'discord.js';
import { toDecimal } from '../../base/money.js';
import type { Intent, IntentStatus, Pack } from '../../contract/payments.js';
import { encodeCustomId } from '../custom-id.js';
import type { Purchase } from '../purchase/store.js';
import { clip, clockTime, creditsText, relativeTime, shortAddress } from '../text.js';
import {
  type Accent,
  actions,
  button,
  type Card,
  card,
  facts,
  finePrint,
  heading,
  linkButton,
  picture,
  row,
  rule,
  text,
} from './card.js';
import { type Form, textForm } from './form.js';
import { qrPng } from './qr.js';

const isMainnet = (network: string): boolean => network.startsWith('mainnet');

/** Said at the top wherever money is spoken of that is none. */
export const networkBanner = (network: string): string | null =>
  isMainnet(network) ? null : `> **Test money.** This is ${network}: coins there are worth nothing.`;

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

/** The live card of a purchase, drawn from its state alone. */
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
    finePrint([`<@${purchase.memberId}>`, intent.id, networkNote(intent)].filter(Boolean).join(' · ')),
  ];
  const files = payable ? [{ name: 'pay.png', attachment: qrPng(intent.solana_pay_url, 5) }] : [];
  return card(look.accent, parts, files);
}

export const isPayable = ({ status }: Intent): boolean =>
  status === 'requires_payment' || status === 'partially_paid';
const isWatched = (intent: Intent): boolean => isPayable(intent) || intent.status === 'expired';

/** Whether a payment may still be on its way that nobody has seen. */
export const isClaimable = (intent: Intent): boolean => isWatched(intent) || intent.status === 'canceled';

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

/** Asks for the transaction of a payment that was not seen. */
export const claimForm = (owner: string, intentId: string): Form =>
  textForm('Which transaction was it?', {
    id: encodeCustomId({ command: 'buy', action: 'claimed', owner, argument: intentId }),
    name: 'signature',
    label: 'Signature, or its page in an explorer',
    placeholder: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb…',
    min_length: 40,
    max_length: 400,
  });

/** What became of the transaction a member named. */
export function claimCard({ intent }: Purchase): Card {
  if (intent.status === 'requires_payment' || intent.status === 'expired' || intent.status === 'canceled')
    return card('waiting', [
      heading('Not seen yet', `No node of ${intent.network} shows that payment so far.`, lookedAt(intent)),
      finePrint('If it was sent just now, try again in a minute. On another network it does not count.'),
    ]);
  return card(looks[intent.status].accent, [
    heading(
      looks[intent.status].title(intent),
      `**${received(intent)}** is counted. The card of the purchase tells how it goes on.`,
    ),
  ]);
}

/** The way of a payment, with what is behind it ticked off. */
const steps = ['waiting', 'seen', 'confirmed', 'credited'] as const;

function stepOf({ status, transactions }: Intent): number | null {
  if (status === 'requires_payment' || status === 'partially_paid') return 0;
  if (status === 'succeeded') return 3;
  if (status !== 'processing') return null;
  return transactions.some(({ commitment }) => commitment !== 'processed') ? 2 : 1;
}

const trail = (intent: Intent): string => {
  const at = stepOf(intent);
  if (at === null) return `${creditsText(intent.credits)} for ${intent.amount} ${intent.currency}`;
  return steps
    .map((step, index) => (index > at ? `○ ${step}` : index === at ? `**● ${step}**` : `● ${step}`))
    .join(' › ');
};

/** What is still to pay, in the currency's decimals. */
export const remaining = (intent: Intent): string => {
  if (intent.status !== 'partially_paid') return intent.amount;
  const rest = BigInt(intent.amount_base_units) - BigInt(intent.amount_received_base_units);
  return toDecimal(rest > 0n ? rest : 0n, intent.currency);
};

const reviewed = 'Nothing is lost: a moderator decides about it and you are told here.';

/** What was unusual about a payment. What is credited stays credited. */
const remarks: Record<NonNullable<Intent['exception']>, (intent: Intent) => string | null> = {
  underpaid: () => null, // the card says it at large
  overpaid: () => 'That was more than the price. Ask a moderator about the surplus.',
  duplicate: (intent) =>
    `It was paid more than once: **${received(intent)}** for ${intent.amount} ${intent.currency}. ${reviewed}`,
  paid_late: () => 'It came after the time was up, and is counted all the same.',
  unmatched: () => `A payment without the reference of the purchase came, of another amount. ${reviewed}`,
  wrong_asset: ({ currency }) => `A payment came in another currency than ${currency}. ${reviewed}`,
};
const remark = (intent: Intent): string | null => intent.exception && remarks[intent.exception](intent);

export const received = ({ amount_received_base_units, currency }: Intent): string =>
  `${toDecimal(BigInt(amount_received_base_units), currency)} ${currency}`;

type Look = { accent: Accent; title(intent: Intent): string; says(purchase: Purchase): string };

const looks: Record<IntentStatus, Look> = {
  requires_payment: {
    accent: 'neutral',
    title: ({ credits }) => `Pay for ${creditsText(credits)}`,
    says: ({ intent }) =>
      `Scan the code with your wallet and send **${intent.amount} ${intent.currency}**. The offer ends ${relativeTime(intent.expires_at)}.`,
  },
  processing: {
    accent: 'waiting',
    title: () => 'Payment seen',
    says: ({ intent }) =>
      `**${received(intent)}** is on its way and being confirmed. Credits follow in a moment.`,
  },
  partially_paid: {
    accent: 'waiting',
    title: () => 'Part of the price arrived',
    says: ({ intent }) =>
      `**${received(intent)}** of **${intent.amount} ${intent.currency}** arrived. The code asks for the rest: **${remaining(intent)} ${intent.currency}**.`,
  },
  succeeded: {
    accent: 'good',
    title: ({ credits }) => `${creditsText(credits)} arrived`,
    says: ({ intent, balance }) =>
      `Paid **${received(intent)}**.${balance === null ? '' : ` You now have **${creditsText(balance)}**.`}`,
  },
  expired: {
    accent: 'over',
    title: () => 'This offer has ended',
    says: () =>
      'Nothing was seen in time. Do not pay this code any more; take a new one. Had you paid already, it is still counted and told here.',
  },
  requires_review: {
    accent: 'waiting',
    title: () => 'A moderator looks at this payment',
    says: () => 'It arrived in a way that needs a person to look.',
  },
  canceled: {
    accent: 'over',
    title: () => 'Purchase cancelled',
    says: () => 'Do not pay any more. Had you paid already, it is still counted and told here.',
  },
  refunded: { accent: 'over', title: () => 'Payment refunded', says: () => 'The payment was sent back.' },
};

/** The title of a purchase's card, for those who see it elsewhere. */
const titleOf = (intent: Intent): string => looks[intent.status].title(intent);

/** Told in a message of its own when nobody watches the card. */
export function purchaseNews(purchase: Purchase): string {
  const { intent } = purchase;
  const lines = [`**${titleOf(intent)}.** ${looks[intent.status].says(purchase)}`, remark(intent)];
  return lines.filter(Boolean).join(' ');
}

/** Everything a wallet needs, to be scanned or to be copied. */
function payParts(intent: Intent) {
  return [
    picture('pay.png', 'QR code of the payment'),
    text(
      facts({
        Amount: `\`${remaining(intent)}\` ${intent.currency}`,
        To: `\`${intent.recipient}\``,
        Reference: `\`${intent.reference}\``,
      }),
    ),
    text('-# Or copy this link into a wallet:', `\`\`\`${clip(intent.solana_pay_url, 1000)}\`\`\``),
  ];
}

/** Never "not paid": a node that does not show a payment proves nothing. */
function lookedAt(intent: Intent): string | null {
  const { checked, last_checked_at } = intent;
  const unseen = intent.status === 'partially_paid' ? 'The rest is not seen yet' : 'Not seen yet';
  if (checked)
    return `${unseen} (checked ${checked.nodes} node${checked.nodes === 1 ? '' : 's'} at ${clockTime(checked.at)}).`;
  return last_checked_at && `${unseen} (last looked at ${clockTime(last_checked_at)}).`;
}

function receiptParts({ status, receipt, transactions, network }: Intent) {
  const signature = receipt?.signature ?? transactions[0]?.signature;
  if (!signature) return [];
  const page = explorerUrl(signature, network);
  const lines = {
    Receipt: receipt && `\`${receipt.number}\``,
    Transaction: page ? `[${shortAddress(signature)}](<${page}>)` : `\`${shortAddress(signature)}\``,
  };
  const next = status === 'succeeded' && '-# Make something: `/rig text`';
  return [rule, text(facts(lines), next)];
}

/** A transaction's page in the explorer; null on a network no public explorer can see. */
export function explorerUrl(signature: string, network: string): string | null {
  const page = `https://explorer.solana.com/tx/${signature}`;
  if (isMainnet(network)) return page;
  return network === 'devnet' || network === 'testnet' ? `${page}?cluster=${network}` : null;
}

const networkNote = ({ network }: Intent): string | null =>
  isMainnet(network) ? null : `network: ${network}`;
