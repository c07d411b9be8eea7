import { type Clock, iso } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { toDecimal } from '../../base/money.js';
import { isAskingProven } from '../../contract/entitlement.js';
import { listPaymentCases, type PaymentCase } from '../../contract/payment-cases.js';
import { type Route, route } from '../feature.js';
import { wholePage } from '../page.js';
import type { Debt, Entitlements } from './entitlements.js';
import type { Review } from './questions.js';
import type { Reviews } from './review.js';

/** Allowed clock difference between bot and service, and how long a proof is remembered against reuse. */
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

/** Lists open review cases. Only the bot may read them, because they show the payments of every member. */
export function caseRoute(deps: {
  secret: string | undefined;
  reviews: Pick<Reviews, 'listOpen'>;
  entitlements: Pick<Entitlements, 'listDebts'>;
  clock: Clock;
}): Route {
  const { secret, reviews, entitlements, clock } = deps;
  return route(listPaymentCases, async ({ body: { asked_at, proof } }) => {
    if (secret === undefined)
      throw new AppError(
        'not_found',
        "This service has no SERVICE_BOT_SECRET, so it can't verify the bot. Set it in both.",
      );
    const isFresh = Math.abs(clock.now() - Date.parse(asked_at)) <= proofMs;
    if (!isFresh || !isAskingProven(secret, asked_at, proof)) throw new AppError('forbidden');
    const open = [...(await reviews.listOpen()).map(caseOf), ...(await entitlements.listDebts()).map(debtOf)];
    const body = wholePage(open.slice(0, mostAtOnce));
    return { status: 200, body: { ...body, has_more: open.length > mostAtOnce } };
  });
}
