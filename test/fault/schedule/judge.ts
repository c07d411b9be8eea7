import type Sqlite from 'better-sqlite3';
import { intentMachine } from '../../../src/service/payments/machine.js';
import type { Landed, SimulatedChain } from './chain.js';
import type { Merchant } from './pay.js';
import type { Shop } from './shop.js';

type IntentRow = {
  id: string;
  user_id: string;
  address: string;
  status: string;
  credits: number;
  amount: string;
  mint: string | null;
  reference: string;
};
type Kept = {
  signature: string;
  intent_id: string | null;
  standing: string;
  mint: string | null;
  amount: string;
  /** The amount in an open review case; null without one. */
  asked: string | null;
};

/** Records each transition of an intent, inside the transaction that makes it. */
export const stepWatch = `CREATE TABLE step (id TEXT, was TEXT, now TEXT);
  CREATE TRIGGER steps AFTER UPDATE OF status ON intent WHEN OLD.status <> NEW.status
  BEGIN INSERT INTO step VALUES (OLD.id, OLD.status, NEW.status); END;`;

/** Invariants at every moment: the ledger balances, and agrees with the purchases. */
export function createAuditor(db: Sqlite.Database): () => string[] {
  /** Credits of members' balances that no entry explains. */
  const unexplained = db
    .prepare(
      `SELECT coalesce((SELECT sum(balance) FROM ledger_account), 0) - coalesce(
         (SELECT sum(credits * ((to_account LIKE '%:%') - (from_account LIKE '%:%'))) FROM ledger_entry), 0)`,
    )
    .pluck();
  const torn = db
    .prepare(
      `SELECT id FROM intent WHERE (status IN ('succeeded', 'refunded')) <>
         EXISTS (SELECT 1 FROM ledger_entry WHERE subject = intent.id AND kind = 'purchase')`,
    )
    .pluck();
  return () => [
    ...(unexplained.get() === 0 ? [] : [`ledger: no entry explains ${unexplained.get()} credits`]),
    ...torn.all().map((id) => `torn: the ledger and the purchase ${id} disagree`),
  ];
}

/** Invariants of the settled state: each amount that reached the merchant is recorded once, in its place. */
export function judgeEnd(
  db: Sqlite.Database,
  chain: SimulatedChain,
  shop: Shop,
  merchant: Merchant,
): string[] {
  const intents = db
    .prepare('SELECT intent.*, user.address FROM intent JOIN user ON user.id = user_id')
    .all() as IntentRow[];
  const kept = readKept(db);
  const real = chain.landed.filter((one) => !one.failed && chain.isFinal(one));
  const problems = createAuditor(db)();
  for (const intent of intents) problems.push(...judgeIntent(db, intent, kept, real, merchant));
  problems.push(
    ...judgeMoney(db, kept, intents, real, merchant),
    ...judgeStrays(kept, real),
    ...judgeSteps(db),
  );
  const known = new Set(intents.map(({ id }) => id));
  for (const { intent } of shop.purchases)
    if (intent && !known.has(intent.id))
      problems.push(`lost: the acknowledged purchase ${intent.id} is gone`);
  for (const id of shop.succeeded.keys())
    if (intents.find((one) => one.id === id)?.status !== 'succeeded')
      problems.push(`lost: ${id} was told as credited and is not`);
  return problems;
}

/** All money the service has recorded, for a purchase or for an operator. */
const readKept = (db: Sqlite.Database) =>
  db
    .prepare(
      `SELECT payment.signature, intent_id, standing, mint, payment.amount, review.amount AS asked
       FROM payment LEFT JOIN review
         ON review.signature = payment.signature AND review.part = payment.part AND decision IS NULL`,
    )
    .all() as Kept[];

/** Below this amount no case is opened: a hundredth of the lowest price. */
const trifles = { SOL: 200_000n, USDC: 30_000n };

const total = (amounts: readonly (bigint | string)[]) =>
  amounts.reduce<bigint>((sum, one) => sum + BigInt(one), 0n);

/** The part of a transaction that is clearly meant for one purchase. */
const markedFor = ({ parts }: Landed, { reference, mint }: IntentRow, { address }: Merchant) =>
  total(
    parts
      .filter((part) => part.to === address && part.mint === mint)
      .filter(({ references }) => new Set(references).size === 1 && references[0] === reference)
      .map(({ amount }) => amount),
  );

function judgeIntent(
  db: Sqlite.Database,
  intent: IntentRow,
  kept: Kept[],
  real: Landed[],
  merchant: Merchant,
): string[] {
  const { id, status, amount: price, credits, address } = intent;
  const mine = kept.filter(({ intent_id, standing }) => intent_id === id && standing === 'counts');
  const problems: string[] = [];
  for (const one of real) {
    const due = markedFor(one, intent, merchant);
    const has = total(
      mine.filter(({ signature }) => signature === one.signature).map(({ amount }) => amount),
    );
    const own = one.payer === address && one.parts.some(({ references }) => references.length === 0);
    const isDust = due * 100n < BigInt(price); // counted with the purchase, unless it was the rest of its price
    if (has < due && !isDust) problems.push(`lost: ${due} reached us for ${id}, ${has} is kept`);
    if (has > due && !own) problems.push(`double: ${has} is kept for ${id}, ${due} reached us for it`);
  }
  const signatures = new Set(real.map(({ signature }) => signature));
  const paid = total(mine.filter(({ signature }) => signatures.has(signature)).map(({ amount }) => amount));
  const entries = db
    .prepare(`SELECT credits FROM ledger_entry WHERE subject = ? AND kind = 'purchase' AND user_id = ?`)
    .pluck()
    .all(id, intent.user_id) as number[];
  const isDropped = paid < BigInt(price) && askedAboutDropped(db, id);
  const should = paid >= BigInt(price) || isDropped ? [credits] : [];
  if (JSON.stringify(entries) !== JSON.stringify(should))
    problems.push(
      `${entries.length > should.length ? 'double' : 'lost'}: ${id} got [${entries}] credits for ${paid} of ${price}`,
    );
  if ((status === 'succeeded') !== should.length > 0)
    problems.push(`wrong end: ${id} is ${status} with ${paid} of ${price} paid`);
  if (isDropped) return problems;
  const beyond = paid - BigInt(price);
  const asked = total(mine.map((one) => one.asked ?? 0n));
  if (should.length > 0 && (beyond - asked) * 100n > BigInt(price) * BigInt(mine.length))
    problems.push(`lost: ${beyond} beyond the price of ${id}, of which a moderator hears of ${asked}`);
  if (should.length > 0 && asked > beyond)
    problems.push(`double: ${beyond} beyond the price of ${id}, a moderator is asked to return ${asked}`);
  if (['requires_payment', 'processing'].includes(status))
    problems.push(`stuck: ${id} is ${status} for ever`);
  return problems;
}

/** Whether an operator decides about credits whose payment a fork has dropped. */
const askedAboutDropped = (db: Sqlite.Database, id: string): boolean =>
  db
    .prepare(
      `SELECT 1 FROM review JOIN payment USING (signature, part)
       WHERE intent_id = ? AND reason = 'dropped' AND decision IS NULL AND dropped_at IS NOT NULL`,
    )
    .get(id) !== undefined;

/**
 * No transaction counts for more than its amount, and unmatched money has a case. Only dust is not recorded
 * individually: the missing amount must equal the sum that was counted.
 */
function judgeMoney(
  db: Sqlite.Database,
  kept: Kept[],
  intents: IntentRow[],
  real: Landed[],
  merchant: Merchant,
): string[] {
  const readDust = db.prepare('SELECT amount FROM dust WHERE asset = ?').pluck();
  const price = new Map(
    intents.map(({ reference, mint, amount }) => [`${reference} ${mint}`, BigInt(amount)]),
  );
  const isDust = ({ mint, amount, references }: Landed['parts'][number]) =>
    amount * 100n <
    (price.get(`${references[0]} ${mint}`) ?? (mint === null ? trifles.SOL : trifles.USDC) * 100n);
  return [null, merchant.usdc].flatMap((mint) => {
    let missing = 0n;
    const problems = real.flatMap(({ signature, parts }) => {
      const ours = parts.filter((part) => part.to === merchant.address && part.mint === mint);
      const reached = total(ours.map(({ amount }) => amount));
      const stands = total(
        kept.filter((one) => one.signature === signature && one.mint === mint).map(({ amount }) => amount),
      );
      const what = `${stands} of ${reached} ${mint === null ? 'lamports' : 'USDC'} stand for ${JSON.stringify(parts.map(({ mint: asset, references }) => [asset, references.length]))}`;
      if (stands > reached) return [`double: ${what}`];
      missing += reached - stands;
      const dust = total(ours.filter(isDust).map(({ amount }) => amount));
      return reached - stands > dust ? [`unrecorded: ${what}`] : [];
    });
    const counted = total(readDust.all(mint ?? 'SOL') as string[]);
    if (problems.length > 0 || counted === missing) return problems;
    return [`${counted > missing ? 'double' : 'unrecorded'}: ${counted} of ${missing} are counted as dust`];
  });
}

/** Unmatched money above the dust limit has an open case. */
function judgeStrays(kept: Kept[], real: Landed[]): string[] {
  const signatures = new Set(real.map(({ signature }) => signature));
  return kept
    .filter(({ standing, signature }) => standing !== 'counts' && signatures.has(signature))
    .filter(({ mint, amount }) => BigInt(amount) >= (mint === null ? trifles.SOL : trifles.USDC))
    .filter(({ asked }) => asked === null)
    .map(
      ({ signature, standing, amount }) => `forgotten: ${amount} of ${signature} stands ${standing}, unasked`,
    );
}

function judgeSteps(db: Sqlite.Database): string[] {
  const steps = db.prepare('SELECT * FROM step').all() as { id: string; was: never; now: never }[];
  return steps
    .filter(({ was, now }) => !intentMachine.allows(was, now))
    .map(({ id, was, now }) => `illegal: ${id} went from ${was} to ${now}`);
}
