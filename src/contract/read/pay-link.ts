import { address } from '../shapes.js';
import { isDictionary, safeDecode } from './values.js';

/** A Solana Pay transfer request. `mint` null means SOL; the amount is a decimal in whole units. */
export type PayLink = {
  recipient: string;
  amount: string | null;
  mint: string | null;
  reference: string | null;
  label: string | null;
  message: string | null;
  memo: string | null;
};

const decimal = /^(\d+(\.\d+)?|\.\d+)$/;

export type ReadLink = PayLink | 'transaction' | null;

/**
 * Reads a `solana:` link.
 * @returns `transaction` for a transaction request, whose content cannot be checked before signing
 */
export function readPayLink(link: string): ReadLink {
  if (!link.startsWith('solana:')) return null;
  const [target = '', query = ''] = link.slice('solana:'.length).split('?', 2);
  const recipient = safeDecode(target);
  if (/^https:/i.test(recipient)) return 'transaction';
  const fields = new URLSearchParams(query);
  const mint = fields.get('spl-token');
  const amount = fields.get('amount');
  if (!address.safeParse(recipient).success) return null;
  if (mint !== null && !address.safeParse(mint).success) return null;
  if (amount !== null && !decimal.test(amount)) return null;
  return {
    recipient,
    amount: amount?.startsWith('.') ? `0${amount}` : amount,
    mint,
    reference: fields.get('reference'),
    label: fields.get('label'),
    message: fields.get('message'),
    memo: fields.get('memo'),
  };
}

export function writePayLink({ recipient, ...rest }: PayLink): string {
  const names = { amount: 'amount', mint: 'spl-token', reference: 'reference' } as const;
  const texts = { label: 'label', message: 'message', memo: 'memo' } as const;
  const pairs = Object.entries({ ...names, ...texts }).flatMap(([field, name]) => {
    const value = rest[field as keyof typeof rest];
    return value ? [`${name}=${encodeURIComponent(value)}`] : [];
  });
  return `solana:${recipient}?${pairs.join('&')}`;
}

/** The first `solana:` link within three levels of a body; services use many field names. */
export function findPayLink(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.startsWith('solana:') ? value : undefined;
  if (depth > 3 || !isDictionary(value)) return undefined;
  for (const inner of Object.values(value)) {
    const found = findPayLink(inner, depth + 1);
    if (found) return found;
  }
  return undefined;
}
