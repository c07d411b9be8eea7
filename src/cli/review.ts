import { userInfo } from 'node:os';
import { systemClock } from '../base/clock.js';
import { isAppError, SetupError } from '../base/errors.js';
import { toDecimal } from '../base/money.js';
import { type Config, readConfig } from '../config.js';
import type { Translate } from '../copy/translate.js';
import { createLedger } from '../service/ledger/ledger.js';
import { createEntitlements, type Debt, type Entitlements } from '../service/payments/entitlements.js';
import { readRefund } from '../service/payments/pay-back.js';
import type { Review, Subject } from '../service/payments/questions.js';
import type { Reviews } from '../service/payments/review.js';
import { createPaymentStore } from '../service/payments/store.js';
import { readArguments } from './arguments.js';
import { openBooks, openChain } from './books.js';
import type { Io } from './io.js';
import { terminalTexts } from './texts.js';
import type { ValuesOf } from './verbs.js';

type Values = ValuesOf<'review'>;

/** Lists payments under review, and records each decision with the operator's name. */
export async function runReview(argv: string[], io: Io): Promise<number> {
  const { values, operands } = readArguments('review', argv);
  const [action, subject] = operands;
  const isList = action === undefined;
  const t = terminalTexts();
  if (
    !isList &&
    (!['credit', 'refund', 'revoke', 'waive'].includes(action) ||
      subject === undefined ||
      operands.length > 2)
  )
    throw new SetupError(t('cli.review.usage'));
  const config = readConfig(process.env, t);
  const db = await openBooks(config, values.database);
  try {
    const ledger = createLedger(systemClock);
    const { reviews } = createPaymentStore({ db, ledger, clock: systemClock });
    const entitlements = createEntitlements({ db, ledger, clock: systemClock });
    if (isList)
      io.stdout.write(listText(await reviews.listOpen(), await entitlements.listDebts(), config, t));
    else if (action === 'waive') io.stdout.write(await waive(entitlements, subject!, values, t));
    else io.stdout.write(toText([await decide(reviews, action, subject!, values, config, t)], config, t));
    return 0;
  } catch (error) {
    if (isAppError(error)) throw new SetupError(error.message);
    throw error;
  } finally {
    await db.close();
  }
}

const operator = ({ note }: Values) => ({ by: userInfo().username, ...(note !== undefined && { note }) });

async function waive(entitlements: Entitlements, id: string, values: Values, t: Translate): Promise<string> {
  if (await entitlements.waive(id, operator(values))) return `${t('cli.review.waived', { id })}\n`;
  throw new SetupError(t('cli.review.error.no_debt', { id }));
}

async function decide(
  reviews: Reviews,
  action: string,
  subject: string,
  values: Values,
  config: Config,
  t: Translate,
): Promise<Review> {
  const { purchase, by: refundSignature } = values;
  if (action === 'refund' && refundSignature === undefined)
    throw new SetupError(t('cli.review.error.refund_first'));
  const named: Subject = /^\d{1,15}$/.test(subject)
    ? { id: Number(subject) }
    : { signature: subject, ...(purchase !== undefined && { intentId: purchase }) };
  const decider = operator(values);
  if (action === 'revoke') return reviews.revoke(named, decider);
  if (refundSignature === undefined || action === 'credit')
    return reviews.credit(named, { ...decider, ...(purchase !== undefined && { intentId: purchase }) });
  const { rpc, recipient: merchant } = openChain(config, 'refund');
  try {
    const refund = await readRefund(rpc, await reviews.find(named), { signature: refundSignature, merchant });
    return await reviews.refund(named, { ...decider, refund });
  } finally {
    await rpc.close();
  }
}

function listText(reviews: readonly Review[], debts: readonly Debt[], config: Config, t: Translate): string {
  if (reviews.length + debts.length === 0) return `${t('cli.review.none')}\n`;
  return toText(reviews, config, t) + debts.map((debt) => debtText(debt, t)).join('');
}

function debtText({ id, userId, credits, owed, returnedAt }: Debt, t: Translate): string {
  const about = { id, owed: String(owed), credits: String(credits), member: userId };
  const since = t('cli.review.since.debt', { time: new Date(returnedAt).toISOString() });
  return `${t('cli.review.debt', about)}\n    ${since}\n`;
}

function toText(reviews: readonly Review[], { USDC_MINT: usdc }: Config, t: Translate): string {
  return reviews
    .map(({ id, reason, decision, amountBaseUnits, mint, payer, intentId, signature, openedAt }) => {
      const currency = mint === null ? 'SOL' : 'USDC';
      const amount =
        mint === null || mint === usdc
          ? `${toDecimal(amountBaseUnits, currency)} ${currency}`
          : t('cli.review.units', { units: String(amountBaseUnits), mint });
      const what = t('cli.review.what', {
        amount,
        payer: payer ?? t('cli.review.payer'),
        purchase: intentId ?? t('cli.review.purchase'),
      });
      const since = t('cli.review.since', { time: new Date(openedAt).toISOString(), signature });
      return `${id}  ${decision ?? reason}  ${what}\n    ${since}\n`;
    })
    .join('');
}
