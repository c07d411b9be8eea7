import type { Intent } from '../../../src/contract/payments.js';
import type { SimulatedChain } from './chain.js';
import type { Way } from './plan.js';
import type { Part } from './transaction.js';

export type Merchant = { address: string; usdc: string; fakeMint: string };

/** Applies a payment of this kind to the chain. */
export function pay(
  chain: SimulatedChain,
  merchant: Merchant,
  way: Way,
  {
    intent,
    other,
    payer,
    stranger,
    newReference,
  }: {
    intent: Intent;
    other: Intent;
    payer: string;
    stranger: string;
    newReference(): string;
  },
): void {
  const price = BigInt(intent.amount_base_units);
  const part = (amount: bigint, change: Partial<Part> = {}): Part => ({
    to: merchant.address,
    mint: intent.mint,
    amount,
    references: [intent.reference],
    ...change,
  });
  const most = (price * 6n) / 10n;
  const send = (...parts: Part[]) => void chain.pay({ payer, parts });
  const doings: Record<Way, () => void> = {
    exact: () => send(part(price)),
    under: () => send(part(most)),
    rest: () => send(part(price - most)),
    over: () => send(part((price * 3n) / 2n)),
    halves() {
      send(part(price / 2n));
      send(part(price - price / 2n));
    },
    twice() {
      send(part(price));
      send(part(price));
    },
    'by a stranger': () => void chain.pay({ payer: stranger, parts: [part(price)] }),
    'wrong asset': () => send(part(5_000_000n, { mint: intent.mint === null ? merchant.usdc : null })),
    'fake mint': () => send(part(price, { mint: merchant.fakeMint })),
    'junk first'() {
      void chain.pay({ payer: stranger, parts: [part(1n)] });
      void chain.pay({ payer: stranger, parts: [part(price)], failed: true });
      send(part(price));
    },
    failed: () => void chain.pay({ payer, parts: [part(price)], failed: true }),
    'dropped fork': () => void chain.pay({ payer, parts: [part(price)], fork: 'dropped' }),
    'moved fork': () => void chain.pay({ payer, parts: [part(price)], fork: 'moved' }),
    'two intents in one': () =>
      send(
        part(price),
        part(BigInt(other.amount_base_units), { mint: other.mint, references: [other.reference] }),
      ),
    'two references on one': () => send(part(price, { references: [intent.reference, other.reference] })),
    'with an unmarked part': () => send(part(price), part(777_777n, { references: [] })),
    unmarked: () => send(part(price, { references: [] })),
    'unmarked by a stranger': () =>
      void chain.pay({ payer: stranger, parts: [part(price, { references: [] })] }),
    stray: () => send(part(123_456n, { references: [] })),
    'to a third party': () => send(part(price, { to: stranger })),
    'unknown reference': () => send(part(price, { references: [newReference()] })),
  };
  doings[way]();
}
