import bs58 from 'bs58';
import type { VirtualTime } from '../../../bench/relay/time.js';
import type { Intent } from '../../../src/contract/payments.js';
import { type IntentRow, viewIntent } from '../../../src/service/payments/intent.js';
import { intentMachine, judge, type Payment } from '../../../src/service/payments/machine.js';
import type { Dice } from '../schedule/dice.js';

const addressOf = (filler: number): string => bs58.encode(Buffer.alloc(32, filler));
export const buyer = addressOf(1);
const stranger = addressOf(2);
const merchant = addressOf(3);
const price = 20_000_123n;
const lifetimeMs = 15 * 60_000;

/** A transfer: its kind and amount. */
const gifts: readonly (Pick<Payment, 'payer' | 'amountBaseUnits' | 'standing'> & { mint: string | null })[] =
  [
    { payer: buyer, amountBaseUnits: price, standing: 'counts', mint: null },
    { payer: buyer, amountBaseUnits: price / 2n + 1n, standing: 'counts', mint: null },
    { payer: buyer, amountBaseUnits: 2n * price, standing: 'counts', mint: null },
    { payer: buyer, amountBaseUnits: price, standing: 'wrong_asset', mint: merchant },
    { payer: stranger, amountBaseUnits: 1n, standing: 'counts', mint: null },
    { payer: stranger, amountBaseUnits: price, standing: 'wrong_asset', mint: merchant },
  ];

/**
 * A service with one purchase, moved by the service's own judge: payments come, become final or are dropped, an
 * operator decides. It announces each change.
 */
export function createShop(time: VirtualTime, dice: Dice, tell: (intent: Intent) => void) {
  const createdAt = time.now();
  let row: IntentRow = {
    row: 1,
    id: 'int_1',
    userId: 'usr_1',
    packId: 'starter',
    credits: 100,
    currency: 'SOL',
    mint: null,
    status: 'requires_payment',
    exception: null,
    amountBaseUnits: price,
    recipient: merchant,
    buyer,
    reference: stranger,
    requiredCommitment: 'finalized',
    createdAt,
    expiresAt: createdAt + lifetimeMs,
    canceledAt: null,
    settledAt: null,
    settledBy: null,
    receiptNumber: null,
    lastCheckedAt: null,
    payments: [],
  };
  const view = (): Intent => viewIntent(row, { label: 'Shop', network: 'localnet' });
  const past = [view()];

  const move = (changes: Partial<IntentRow>, { checked = false, decided = false } = {}) => {
    const next = { ...row, ...changes };
    const verdict = judge(next, next.payments, { now: time.now(), checked, decided });
    if (verdict.status !== row.status) intentMachine.check(row.status, verdict.status);
    const settledAt = verdict.status === 'succeeded' ? (row.settledAt ?? time.now()) : row.settledAt;
    row = { ...next, ...verdict, settledAt };
    const word = view();
    if (JSON.stringify(word) === JSON.stringify(past.at(-1))) return;
    past.push(word);
    tell(word);
  };
  const edit = (signature: string, change: Partial<Payment>, decided = false) =>
    move(
      { payments: row.payments.map((one) => (one.signature === signature ? { ...one, ...change } : one)) },
      { decided },
    );
  const isPaidFor = () => row.status === 'succeeded' || row.status === 'refunded';

  const receive = async () => {
    const signature = `s${row.payments.length}${dice.int(1_000_000)}`;
    const paidAt = time.now();
    const slot = row.payments.length;
    const seen = { ...dice.pick(gifts), signature, part: 'p', returnedBaseUnits: 0n, slot, paidAt };
    move({ payments: [...row.payments, { ...seen, commitment: 'confirmed' }] });
    await time.sleep(200 + dice.int(4_000));
    if (dice.chance(0.15))
      return move({ payments: row.payments.filter((one) => one.signature !== signature) });
    edit(signature, { commitment: 'finalized' });
  };
  /** Accepts an unmatched payment as the price, or refunds it. */
  const decide = () => {
    const final = row.payments.filter(
      ({ commitment, standing }) => commitment === 'finalized' && standing !== 'returned',
    );
    const stray = final.find(({ standing }) => standing === 'wrong_asset' || standing === 'unmatched');
    if (stray && !isPaidFor() && dice.chance(0.5))
      return edit(stray.signature, { standing: 'accepted' }, true);
    const last = final.at(-1);
    if (last) edit(last.signature, { standing: 'returned', returnedBaseUnits: last.amountBaseUnits }, true);
  };
  const acts = [
    receive,
    receive,
    decide,
    () => {
      if (row.status === 'requires_payment') move({ canceledAt: time.now() });
    },
  ];

  return {
    /** How it stands. */
    now: (): Intent => past.at(-1)!,
    /** Every word there was, the oldest first. */
    past: past as readonly Intent[],
    look: () => move({ lastCheckedAt: time.now() }, { checked: true }),
    act: () => dice.pick(acts)(),
  };
}
