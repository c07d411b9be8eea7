import type { SecondNodeAbove } from '../../../src/service/payments/second-opinion.js';
import type { SimulatedChain } from './chain.js';
import type { Dice } from './dice.js';
import { type Manner, manners } from './nodes.js';
import type { Merchant } from './pay.js';

/**
 * The world of a story. `plain`: one node, honest though it fails. `dust`: every payment is among tiny transfers
 * under the same reference. `nodes`: two nodes, of which the first lags, omits or reports partially. `forks`: a
 * service that credits at `confirmed`, and forks that drop credited payments.
 */
export const worlds = ['plain', 'dust', 'nodes', 'forks'] as const;
export type World = (typeof worlds)[number];

type Setting = { manner: Manner | null; secondNodeAbove?: SecondNodeAbove };

/**
 * The settings of a world. A node that reports partially cannot confirm another, so no second opinion is required
 * there.
 */
export function settingOf(world: World, dice: Dice): Setting {
  if (world === 'plain' || world === 'forks') return { manner: null };
  if (world === 'dust') return { manner: 'honest' };
  const manner = dice.pick(manners);
  const secondNodeAbove = { SOL: 30_000_000n, USDC: 5_000_000n };
  return manner === 'tells parts' ? { manner } : { manner, secondNodeAbove };
}

/**
 * Sends tiny transfers with the reference of a purchase; different wallets would make no difference to the service.
 */
export function sendDust(
  chain: SimulatedChain,
  { address }: Merchant,
  dust: { payer: string; reference: string; count: number },
): void {
  for (let sent = 0; sent < dust.count; sent += 1)
    chain.pay({
      payer: dust.payer,
      parts: [{ to: address, mint: null, amount: BigInt(1 + sent), references: [dust.reference] }],
    });
}
