import type { Generation } from '../../../contract/rig.js';
import type { Translate } from '../../../copy/translate.js';
import { finePrint } from '../../cards/card.js';
import type { RigJob } from '../rows.js';
import { signature } from './signature.js';

/** Prices and balances on the cards of rigs. */

/**
 * What the member can spend, for a card that only they see; null when it is not known. `private` on a public card:
 * everybody would read it there, and it would go stale.
 */
export type Purse = number | null | 'private';

/** Not every service reports costs. 0 then means unknown. */
const costOf = ({ credits }: Generation): number => credits.held + credits.consumed + credits.refunded;

/** A label with what it costs, and what the member has where that is known. */
export function priced(label: string, generation: Generation, balance: Purse, t: Translate): string {
  const cost = costOf(generation);
  if (cost === 0) return label;
  if (typeof balance !== 'number') return `${label} · ${t('credits.count', { credits: cost })}`;
  return t('rig.priced.balance.button', { label, credits: cost, balance });
}

/** Below buttons that spend credits: on a public card, why the balance is not on them. */
export const spending = (job: RigJob, balance: Purse, t: Translate, ...facts: string[]) =>
  finePrint(
    balance === 'private' && costOf(job.generation) > 0 && t('rig.priced.public'),
    signature(job, ...facts),
  );

/** What a choice of the body costs. */
export function bodyPrice(generation: Generation, balance: Purse, t: Translate): string | null {
  const credits = costOf(generation);
  if (credits === 0) return null;
  if (typeof balance !== 'number') return t('rig.body.price', { credits });
  return t('rig.body.price.balance', { credits, balance });
}

/** Credits that a rig which was not made returned. */
export const givenBackLine = ({ credits, paid_by }: Generation, t: Translate): string | null =>
  credits.refunded > 0
    ? t(paid_by === 'server' ? 'rig.card.returned.pool' : 'rig.card.returned', { credits: credits.refunded })
    : null;
