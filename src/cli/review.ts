import { userInfo } from 'node:os';
import { systemClock } from '../base/clock.js';
import { isAppError, SetupError } from '../base/errors.js';
import { toDecimal } from '../base/money.js';
import { type Config, readConfig } from '../config.js';
import { createLedger } from '../service/ledger/ledger.js';
import { createEntitlements, type Debt, type Entitlements } from '../service/payments/entitlements.js';
import { readRefund } from '../service/payments/pay-back.js';
import type { Review, Subject } from '../service/payments/questions.js';
import type { Reviews } from '../service/payments/review.js';
import { createPaymentStore } from '../service/payments/store.js';
import { readArguments } from './arguments.js';
import { openBooks, openChain } from './books.js';
import type { Io } from './io.js';
import type { ValuesOf } from './verbs.js';

const usage =
  'Use: rigsmith review, rigsmith review credit CASE [--purchase ID], rigsmith review refund CASE --by SIGNATURE [--purchase ID], rigsmith review revoke CASE, or rigsmith review waive ENTITLEMENT; CASE is a number from the list or the signature of a payment.';

type Values = ValuesOf<'review'>;

/** Lists payments under review, and records each decision with the operator's name. */
export async function runReview(argv: string[], io: Io): Promise<number> {
  const { values, operands } = readArguments('review', argv);
  const [action, subject] = operands;
  const isList = action === undefined;
  if (
    !isList &&
    (!['credit', 'refund', 'revoke', 'waive'].includes(action) ||
      subject === undefined ||
      operands.length > 2)
  )
    throw new SetupError(usage);
  const config = readConfig(process.env);
  const db = await openBooks(config, values.database);
  try {
    const ledger = createLedger(db, systemClock);
    const { reviews } = createPaymentStore({ db, ledger, clock: systemClock });
    const entitlements = createEntitlements({ db, ledger, clock: systemClock });
    if (isList) io.stdout.write(listText(await reviews.listOpen(), await entitlements.listDebts(), config));
    else if (action === 'waive') io.stdout.write(await waive(entitlements, subject!, values));
    else io.stdout.write(toText([await decide(reviews, action, subject!, values, config)], config));
    return 0;
  } catch (error) {
    if (isAppError(error)) throw new SetupError(error.message);
    throw error;
  } finally {
    db.close();
  }
}

const operator = ({ note }: Values) => ({ by: userInfo().username, ...(note !== undefined && { note }) });

async function waive(entitlements: Entitlements, id: string, values: Values): Promise<string> {
  if (await entitlements.waive(id, operator(values))) return `The debt for entitlement ${id} is waived.\n`;
  throw new SetupError(`No open debt for entitlement ${id}.`);
}

async function decide(
  reviews: Reviews,
  action: string,
  subject: string,
  values: Values,
  config: Config,
): Promise<Review> {
  const { purchase, by: refundSignature } = values;
  if (action === 'refund' && refundSignature === undefined)
    throw new SetupError(
      'Send the money back from your own wallet first, then pass the signature of that transaction: --by SIGNATURE.',
    );
  const named: Subject = /^\d{1,15}$/.test(subject)
    ? { id: Number(subject) }
    : { signature: subject, ...(purchase !== undefined && { intentId: purchase }) };
  const decider = operator(values);
  if (action === 'revoke') return reviews.revoke(named, decider);
  if (refundSignature === undefined || action === 'credit')
    return reviews.credit(named, { ...decider, ...(purchase !== undefined && { intentId: purchase }) });
  const { rpc, recipient: merchant } = openChain(config, '; the refund is verified there');
  try {
    const refund = await readRefund(rpc, await reviews.find(named), { signature: refundSignature, merchant });
    return await reviews.refund(named, { ...decider, refund });
  } finally {
    await rpc.close();
  }
}

function listText(reviews: readonly Review[], debts: readonly Debt[], config: Config): string {
  if (reviews.length + debts.length === 0) return 'No payments or debts are under review.\n';
  return toText(reviews, config) + debts.map(debtText).join('');
}

const debtText = ({ id, userId, credits, owed, returnedAt }: Debt): string =>
  `entitlement ${id}  spent  ${owed} of ${credits} credits by ${userId}: Discord returned the money\n    since ${new Date(returnedAt).toISOString()}\n`;

function toText(reviews: readonly Review[], { USDC_MINT: usdc }: Config): string {
  return reviews
    .map(({ id, reason, decision, amountBaseUnits, mint, payer, intentId, signature, openedAt }) => {
      const currency = mint === null ? 'SOL' : 'USDC';
      const amount =
        mint === null || mint === usdc
          ? `${toDecimal(amountBaseUnits, currency)} ${currency}`
          : `${amountBaseUnits} of ${mint}`;
      const what = `${amount} from ${payer ?? 'unknown payer'} for ${intentId ?? 'no purchase'}`;
      const since = new Date(openedAt).toISOString();
      return `${id}  ${decision ?? reason}  ${what}\n    since ${since}, in ${signature}\n`;
    })
    .join('');
}
