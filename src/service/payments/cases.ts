import { type Clock, iso } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { toDecimal } from '../../base/money.js';
import { isAskingProven } from '../../contract/entitlement.js';
import { listPaymentCases, type PaymentCase } from '../../contract/payments.js';
import { type Route, route } from '../feature.js';
import { wholePage } from '../page.js';
import type { Debt, Entitlements } from './entitlements.js';
import type { Review, Reviews } from './review.js';

/** Clocks of bot and service may differ by so much, and no longer can a proof be used again. */
const proofMs = 5 * 60_000;
const mostAtOnce = 100;

const caseOf = ({ id, amountBaseUnits, mint, ...review }: Review): PaymentCase => {
  const currency = mint === null ? 'SOL' : 'USDC';
  return {
    id: String(id),
    reason: review.reason === 'refund' ? 'overpaid' : review.reason,
    amount: `${toDecimal(amountBaseUnits, currency)} ${currency}`,
    payer: review.payer,
    intent_id: review.intentId,
    signature: review.signature,
    opened_at: iso(review.openedAt),
  };
};

const debtOf = ({ id, credits, owed, returnedAt }: Debt): PaymentCase => ({
  id,
  reason: 'spent',
  amount: `${owed} of ${credits} credits`,
  payer: null,
  intent_id: null,
  signature: null,
  opened_at: iso(returnedAt),
});

/** What waits for a decision, told to the bot alone: it speaks of the money of every member. */
export function caseRoute(deps: {
  secret: string | undefined;
  reviews: Pick<Reviews, 'listOpen'>;
  entitlements: Pick<Entitlements, 'listDebts'>;
  clock: Clock;
}): Route {
  const { secret, reviews, entitlements, clock } = deps;
  return route(listPaymentCases, async ({ body: { asked_at, proof } }) => {
    if (secret === undefined) throw new AppError('not_found', 'No bot shares a secret with this service.');
    const isFresh = Math.abs(clock.now() - Date.parse(asked_at)) <= proofMs;
    if (!isFresh || !isAskingProven(secret, asked_at, proof)) throw new AppError('forbidden');
    const open = [...(await reviews.listOpen()).map(caseOf), ...(await entitlements.listDebts()).map(debtOf)];
    const body = wholePage(open.slice(0, mostAtOnce));
    return { status: 200, body: { ...body, has_more: open.length > mostAtOnce } };
  });
}
