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
  type Words,
} from './card.js';
import { qrPng } from './qr.js';

/** Every pack in every currency as one menu. */
export function choosePackCard(packs: Pack[], owner: string): Card {
  const options = packs.flatMap((pack) =>
    pack.prices.map(({ amount, currency }) => ({
      label: clip(`${pack.name}: ${creditsText(pack.credits)} for ${amount} ${currency}`, 100),
      description: clip(pack.description, 100),
      value: `${pack.id}:${currency}`,
    })),
  );
  const custom_id = encodeCustomId({ command: 'buy', action: 'pick', owner, argument: '' });
  const placeholder = 'Choose a pack';
  return card('neutral', [
    heading('Buy credits', 'You get a QR code to pay with your Solana wallet.'),
    row({ type: ComponentType.StringSelect, custom_id, placeholder, options: options.slice(0, 25) }),
  ]);
}

/** The live card of a purchase, drawn from its state alone. */
export function purchaseCard(purchase: Purchase): Card {
  const { intent } = purchase;
  const look = looks[intent.status];
  const payable = intent.status === 'requires_payment' || intent.status === 'partially_paid';
  const parts = [
    heading(look.title(intent), look.says(purchase), `-# ${trail(intent)}`),
    ...(payable ? payParts(intent) : receiptParts(intent)),
    buttons(purchase),
    finePrint([`<@${purchase.memberId}>`, intent.id, networkNote(intent)].filter(Boolean).join(' · ')),
  ];
  const files = payable ? [{ name: 'pay.png', attachment: qrPng(intent.solana_pay_url, 5) }] : [];
  return card(look.accent, parts, files);
}

/** Told in a message of its own when the purchase ends long after it began. */
export const purchaseNotice = ({ memberId, intent, balance }: Purchase): Words => ({
  content: `<@${memberId}> ${creditsText(intent.credits)} arrived${balance === null ? '' : `; you now have ${creditsText(balance)}`}.`,
});

function buttons({ memberId, intent }: Purchase) {
  const { status } = intent;
  const open = status === 'requires_payment' || status === 'partially_paid';
  const watched = open || status === 'processing' || status === 'expired';
  return actions(
    watched && button('I have paid', 'buy:check', memberId, intent.id, 'primary'),
    open && linkButton('Pay in the browser', intent.pay_url),
    status === 'requires_payment' && button('Cancel', 'buy:cancel', memberId, intent.id),
  );
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
const remaining = (intent: Intent): string => {
  if (intent.status !== 'partially_paid') return intent.amount;
  const rest = BigInt(intent.amount_base_units) - BigInt(intent.amount_received_base_units);
  return toDecimal(rest > 0n ? rest : 0n, intent.currency);
};

/** What was unusual about a payment that was credited all the same. */
const remarks: Partial<Record<NonNullable<Intent['exception']>, string>> = {
  overpaid: 'That was more than the price. Ask a moderator about the surplus.',
  duplicate: 'It was paid more than once. Ask a moderator about the rest.',
  paid_late: 'It came after the time was up, and is counted all the same.',
};

const remark = ({ exception }: Intent): string => {
  const sentence = exception && remarks[exception];
  return sentence ? `\n${sentence}` : '';
};

const received = ({ amount_received_base_units, currency }: Intent): string =>
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
      `Paid **${received(intent)}**.${balance === null ? '' : ` You now have **${creditsText(balance)}**.`}${remark(intent)}`,
  },
  expired: {
    accent: 'over',
    title: () => 'This offer has ended',
    says: () =>
      'Nothing was seen in time. Do not pay any more; use `/buy` again. Had you paid already, it is still counted.',
  },
  requires_review: {
    accent: 'waiting',
    title: () => 'A moderator looks at this payment',
    says: ({ intent }) =>
      `**${received(intent)}** arrived in a way that needs a person to look. Nothing is lost.`,
  },
  canceled: {
    accent: 'over',
    title: () => 'Purchase cancelled',
    says: () => 'Do not pay any more. Had you paid already, it is still counted and told here.',
  },
  refunded: { accent: 'over', title: () => 'Payment refunded', says: () => 'The payment was sent back.' },
};

/** Everything a wallet needs, to be scanned or to be copied. */
function payParts(intent: Intent) {
  const checked = intent.last_checked_at;
  const unseen = intent.status === 'partially_paid' ? 'The rest is not seen yet' : 'Not seen yet';
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
    checked ? finePrint(`${unseen} (last looked at ${clockTime(checked)}).`) : null,
  ];
}

function receiptParts({ status, receipt, transactions }: Intent) {
  const signature = receipt?.signature ?? transactions[0]?.signature;
  if (!signature) return [];
  const lines = {
    Receipt: receipt && `\`${receipt.number}\``,
    Transaction: `\`${shortAddress(signature)}\``,
  };
  const next = status === 'succeeded' && '-# Make something: `/rig text`';
  return [rule, text(facts(lines), next)];
}

const networkNote = ({ network }: Intent): string | null =>
  network.startsWith('mainnet') ? null : `network: ${network}`;
