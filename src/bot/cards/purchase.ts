import { ComponentType } from 'discord.js';
import { toDecimal } from '../../base/money.js';
import type { Intent, IntentStatus, Pack } from '../../contract/payments.js';
import { encodeCustomId } from '../custom-id.js';
import type { Purchase } from '../purchase/store.js';
import { clip, clockTime, creditsText, relativeTime, shortAddress } from '../text.js';
import { button, type Card, colours, row } from './card.js';
import { qrPng } from './qr.js';

/** Every pack in every currency as one menu. */
export function choosePackCard(packs: Pack[], owner: string): Card {
  const options = packs.flatMap((pack) =>
    pack.prices.map(({ amount, currency }) => ({
      label: `${pack.name}: ${creditsText(pack.credits)} for ${amount} ${currency}`,
      description: clip(pack.description, 100),
      value: `${pack.id}:${currency}`,
    })),
  );
  const custom_id = encodeCustomId({ command: 'buy', action: 'pick', owner, argument: '' });
  return {
    embeds: [
      {
        title: 'Buy credits',
        description: 'Choose a pack. You then get a QR code to pay with your Solana wallet.',
        color: colours.brand,
      },
    ],
    components: [
      row({
        type: ComponentType.StringSelect,
        custom_id,
        placeholder: 'Choose a pack',
        options: options.slice(0, 25),
      }),
    ],
  };
}

/** The live card of a purchase, drawn from its state alone. */
export function purchaseCard(purchase: Purchase): Card {
  const { intent } = purchase;
  const look = looks[intent.status];
  const payable = intent.status === 'requires_payment' || intent.status === 'partially_paid';
  const watching = payable || intent.status === 'processing' || intent.status === 'expired';
  const buttons = [
    ...(watching ? [button('I have paid', 'buy:check', purchase.memberId, intent.id, 'primary')] : []),
    ...(intent.status === 'requires_payment'
      ? [button('Cancel', 'buy:cancel', purchase.memberId, intent.id)]
      : []),
  ];
  return {
    content: `<@${purchase.memberId}>`,
    embeds: [
      {
        title: look.title(intent),
        description: look.says(purchase),
        color: look.color,
        fields: payable ? payFields(intent) : receiptFields(intent),
        footer: { text: footer(intent) },
        ...(payable && { image: { url: 'attachment://pay.png' } }),
      },
    ],
    components: buttons.length > 0 ? [row(...buttons)] : [],
    files: payable ? [{ name: 'pay.png', attachment: qrPng(intent.solana_pay_url, 5) }] : [],
  };
}

/** Told in a message of its own when the purchase ends long after it began. */
export const purchaseNotice = ({ memberId, intent, balance }: Purchase): Card => ({
  content: `<@${memberId}> ${creditsText(intent.credits)} arrived${balance === null ? '' : `; you now have ${creditsText(balance)}`}.`,
});

/** What is still to pay, in the currency's decimals. */
const remaining = ({
  status,
  amount,
  amount_base_units,
  amount_received_base_units,
  currency,
}: Intent): string => {
  if (status !== 'partially_paid') return amount;
  const rest = BigInt(amount_base_units) - BigInt(amount_received_base_units);
  return toDecimal(rest > 0n ? rest : 0n, currency);
};

/** What was unusual about a payment that was credited all the same. */
const remarks: Partial<Record<NonNullable<Intent['exception']>, string>> = {
  overpaid: '\nThat was more than the price. Ask a moderator about the surplus.',
  duplicate: '\nIt was paid more than once. Ask a moderator about the rest.',
  paid_late: '\nIt came after the time was up, and is counted all the same.',
};

type Look = { color: number; title(intent: Intent): string; says(purchase: Purchase): string };

const received = ({ amount_received_base_units, currency }: Intent): string =>
  `${toDecimal(BigInt(amount_received_base_units), currency)} ${currency}`;

const looks: Record<IntentStatus, Look> = {
  requires_payment: {
    color: colours.brand,
    title: ({ credits }) => `Pay for ${creditsText(credits)}`,
    says: ({ intent }) =>
      `Scan the code with your Solana wallet and send **${intent.amount} ${intent.currency}**. This card changes by itself when the payment arrives.${notSeen(intent)}`,
  },
  processing: {
    color: colours.wait,
    title: () => 'Payment seen',
    says: ({ intent }) =>
      `**${received(intent)}** is on its way and being confirmed. Credits follow in a moment.`,
  },
  partially_paid: {
    color: colours.wait,
    title: () => 'Part of the price arrived',
    says: ({ intent }) =>
      `**${received(intent)}** of **${intent.amount} ${intent.currency}** arrived. The code below asks for the rest: **${remaining(intent)} ${intent.currency}**.`,
  },
  succeeded: {
    color: colours.good,
    title: ({ credits }) => `${creditsText(credits)} arrived`,
    says: ({ intent, balance }) =>
      `Paid **${received(intent)}**.${balance === null ? '' : ` You now have **${creditsText(balance)}**.`}${intent.exception ? (remarks[intent.exception] ?? '') : ''}\nMake something: \`/rig text\``,
  },
  expired: {
    color: colours.calm,
    title: () => 'This offer has ended',
    says: () =>
      'Nothing was seen in time. Do not pay any more; use `/buy` again. Had you paid already, it is still counted.',
  },
  requires_review: {
    color: colours.wait,
    title: () => 'A moderator looks at this payment',
    says: ({ intent }) =>
      `**${received(intent)}** arrived in a way that needs a person to look. Nothing is lost.`,
  },
  canceled: {
    color: colours.calm,
    title: () => 'Purchase cancelled',
    says: () => 'Do not pay any more. Had you paid already, it is still counted and told here.',
  },
  refunded: {
    color: colours.calm,
    title: () => 'Payment refunded',
    says: () => 'The payment was sent back.',
  },
};

const notSeen = ({ last_checked_at }: Intent): string =>
  last_checked_at ? `\n-# Not seen yet (last looked at ${clockTime(last_checked_at)}).` : '';

function payFields(intent: Intent) {
  return [
    { name: 'Amount', value: `\`${remaining(intent)}\` ${intent.currency}`, inline: true },
    { name: 'To', value: `\`${intent.recipient}\``, inline: true },
    { name: 'Valid', value: relativeTime(intent.expires_at), inline: true },
    { name: 'Or copy this into a wallet', value: `\`\`\`${clip(intent.solana_pay_url, 1000)}\`\`\`` },
  ];
}

function receiptFields({ receipt, transactions }: Intent) {
  const signature = receipt?.signature ?? transactions[0]?.signature;
  return [
    ...(receipt ? [{ name: 'Receipt', value: `\`${receipt.number}\``, inline: true }] : []),
    ...(signature ? [{ name: 'Transaction', value: `\`${shortAddress(signature)}\``, inline: true }] : []),
  ];
}

const footer = ({ id, network }: Intent): string =>
  network.startsWith('mainnet') ? id : `${id} · network: ${network}`;
