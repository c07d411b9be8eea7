import type { Dice } from './dice.js';

/** The ways to pay, or to seem to pay. */
export const ways = [
  'exact',
  'under',
  'rest',
  'over',
  'halves',
  'twice',
  'by a stranger',
  'wrong asset',
  'fake mint',
  'junk first',
  'failed',
  'dropped fork',
  'moved fork',
  'two intents in one',
  'two references on one',
  'with an unmarked part',
  'unmarked',
  'unmarked by a stranger',
  'stray',
  'to a third party',
  'unknown reference',
] as const;
export type Way = (typeof ways)[number];

/** One step. `purchase` and `other` name purchases by number, modulo their count. */
export type Step =
  | { do: 'order'; buyer: number; pack: string; currency: 'SOL' | 'USDC'; times: number }
  | { do: 'order again'; purchase: number }
  | { do: 'pay'; way: Way; purchase: number; other: number }
  | { do: 'press'; purchase: number; times: number }
  | { do: 'paste'; purchase: number; transaction: number }
  | { do: 'cancel'; purchase: number }
  | { do: 'look'; purchase: number }
  | { do: 'hint' }
  | { do: 'wait'; ms: number }
  | { do: 'die' };

const packs = ['starter', 'maker', 'studio'] as const;
const waits = [400, 3_000, 15_000, 60_000, 16 * 60_000, 2 * 86_400_000];

const makersOf = (ways: readonly Way[]): [weight: number, (dice: Dice) => Step][] => [
  [
    4,
    (dice) => ({
      do: 'order',
      buyer: dice.int(3),
      pack: dice.pick(packs),
      currency: dice.pick(['SOL', 'SOL', 'USDC']),
      times: dice.chance(0.2) ? 2 : 1,
    }),
  ],
  [1, (dice) => ({ do: 'order again', purchase: dice.int(8) })],
  [
    10,
    (dice) => ({
      do: 'pay',
      way: dice.chance(0.35) ? 'exact' : dice.pick(ways),
      purchase: dice.int(8),
      other: dice.int(8),
    }),
  ],
  [4, (dice) => ({ do: 'press', purchase: dice.int(8), times: 1 + dice.int(3) })],
  [2, (dice) => ({ do: 'paste', purchase: dice.int(8), transaction: dice.int(12) })],
  [1, (dice) => ({ do: 'cancel', purchase: dice.int(8) })],
  [1, (dice) => ({ do: 'look', purchase: dice.int(8) })],
  [3, () => ({ do: 'hint' })],
  [6, (dice) => ({ do: 'wait', ms: dice.pick(waits) })],
  [1, () => ({ do: 'die' })],
];

/** A story of 8 to 21 steps; it begins with an order. */
export function makePlan(dice: Dice, paidIn: readonly Way[] = ways): Step[] {
  const bag = makersOf(paidIn).flatMap(([weight, make]) => Array.from({ length: weight }, () => make));
  const first: Step = { do: 'order', buyer: dice.int(3), pack: 'starter', currency: 'SOL', times: 1 };
  return [first, ...Array.from({ length: 7 + dice.int(14) }, () => dice.pick(bag)(dice))];
}
