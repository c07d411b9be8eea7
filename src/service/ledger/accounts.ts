import type { CreditEntry } from '../../contract/payments.js';

export type EntryKind = CreditEntry['kind'];

/** System accounts: the other side of every credit a user has, had or spent. */
type HouseAccount = 'sales' | 'promotions' | 'usage' | 'refunds' | 'gifts';
type Side = HouseAccount | 'available' | 'held';

/** The two accounts each kind of entry moves credits between. All balances sum to zero. */
export const movements: Readonly<Record<EntryKind, { from: Side; to: Side }>> = {
  purchase: { from: 'sales', to: 'available' },
  grant: { from: 'promotions', to: 'available' },
  hold: { from: 'available', to: 'held' },
  settle: { from: 'held', to: 'usage' },
  release: { from: 'held', to: 'available' },
  revoke: { from: 'available', to: 'promotions' },
  refund: { from: 'available', to: 'refunds' },
  gift_sent: { from: 'available', to: 'gifts' },
  gift_received: { from: 'gifts', to: 'available' },
};

const isUserSide = (side: Side) => side === 'available' || side === 'held';

/** `usr_1:available` for a user's account, the bare name for a system account. */
export const accountId = (side: Side, userId: string): string =>
  isUserSide(side) ? `${userId}:${side}` : side;

/** The owner of the account; null for a system account, whose balance may be negative. */
export const accountOwnerOf = (side: Side, userId: string): string | null =>
  isUserSide(side) ? userId : null;

/** How an entry of `credits` changes a user's available balance. */
export function availableChange(kind: EntryKind, credits: number): number {
  const { from, to } = movements[kind];
  if (to === 'available') return credits;
  return from === 'available' ? -credits : 0;
}
