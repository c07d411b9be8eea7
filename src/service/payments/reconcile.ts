import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/store.js';
import type { HistoryEntry, Rpc } from '../../chain/rpc.js';
import { accountsOf } from '../../chain/watcher.js';
import { partsOf } from './parts.js';

/** What does not agree, as a sentence with the id of what to look at. */
export type Difference = { book: 'ledger' | 'purchases' | 'chain'; sentence: string };

export type Reconciliation = {
  differences: Difference[];
  compared: { accounts: number; purchases: number; transactions: number };
};

/** The chain's side of the comparison. */
export type ChainSide = {
  rpc: Rpc;
  recipient: string;
  /** The assets on sale; null is SOL. */
  mints: readonly (string | null)[];
  /** How far back every transaction of the merchant is read, in ms. */
  since: number;
};

/** Long enough for the watcher to have seen what a node lists as final. */
const graceMs = 120_000;
const stuckMs = 3_600_000;

/**
 * Compares what is written in three places: the ledger with itself, purchases with the ledger, and payments with
 * the chain, read anew by the same verifier. Changes nothing.
 * @param chain null leaves the chain out
 * @throws AppError `rpc_unavailable` when the chain cannot be read
 */
export async function reconcile(
  db: Database,
  clock: Clock,
  chain: ChainSide | null,
): Promise<Reconciliation> {
  const books = [...compareLedger(db), ...comparePurchases(db, clock.now())];
  const { differences, transactions } = chain
    ? await compareChain(db, clock.now(), chain)
    : { differences: [], transactions: 0 };
  return {
    differences: [...books, ...differences],
    compared: { accounts: count(db, 'ledger_account'), purchases: count(db, 'intent'), transactions },
  };
}

const count = (db: Database, table: string) =>
  db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;

/** One difference for each row a query finds; the query says the sentence. */
const found = (db: Database, book: Difference['book'], sql: string, ...values: unknown[]): Difference[] =>
  (
    db
      .prepare(sql)
      .pluck()
      .all(...values) as string[]
  ).map((sentence) => ({ book, sentence }));

const compareLedger = (db: Database): Difference[] => [
  ...found(
    db,
    'ledger',
    `SELECT 'the accounts sum to ' || sum(balance) || ' instead of 0' FROM ledger_account HAVING sum(balance) <> 0`,
  ),
  ...found(
    db,
    'ledger',
    `SELECT id || ' holds ' || balance || ', its entries make ' || made FROM (
       SELECT id, balance,
         (SELECT coalesce(sum(credits), 0) FROM ledger_entry WHERE to_account = ledger_account.id)
         - (SELECT coalesce(sum(credits), 0) FROM ledger_entry WHERE from_account = ledger_account.id) AS made
       FROM ledger_account) WHERE balance <> made`,
  ),
];

function comparePurchases(db: Database, now: number): Difference[] {
  const check = (sql: string, ...values: unknown[]) => found(db, 'purchases', sql, ...values);
  return [
    ...check(
      `SELECT intent.id || ' is ' || status || ' but the ledger has ' || coalesce(entry.credits, 'no') || ' credits for it'
       FROM intent LEFT JOIN ledger_entry AS entry
         ON entry.subject = intent.id AND entry.kind = 'purchase' AND entry.user_id = intent.user_id
       WHERE status = 'succeeded' AND entry.credits IS NOT intent.credits`,
    ),
    ...check(
      `SELECT entry.subject || ' gave credits but is ' || coalesce(intent.status, 'unknown') FROM ledger_entry AS entry
       LEFT JOIN intent ON intent.id = entry.subject
       WHERE entry.kind = 'purchase' AND entry.subject NOT LIKE 'entitlement/%'
         AND coalesce(intent.status, '') NOT IN ('succeeded', 'refunded')`,
    ),
    ...check(
      `SELECT intent.id || ' is refunded but its credits were not taken back' FROM intent
       WHERE status = 'refunded'
         AND EXISTS (SELECT 1 FROM ledger_entry WHERE subject = intent.id AND kind = 'purchase')
         AND NOT EXISTS (SELECT 1 FROM ledger_entry WHERE subject = intent.id AND kind = 'refund')`,
    ),
    ...underpaid(db),
    ...check(
      `SELECT id || ' has been processing for more than an hour' FROM intent
       WHERE status = 'processing' AND coalesce(
         (SELECT max(seen_at) FROM payment WHERE intent_id = intent.id), created_at) < ?`,
      now - stuckMs,
    ),
  ];
}

/** Amounts are 64-bit texts, so that SQL cannot add them up. */
function underpaid(db: Database): Difference[] {
  const rows = db
    .prepare<[], { id: string; price: string; paid: string | null; accepted: number }>(
      `SELECT intent.id, intent.amount AS price, coalesce(sum(standing = 'accepted'), 0) AS accepted,
         group_concat(CASE WHEN standing = 'counts' THEN payment.amount END) AS paid
       FROM intent LEFT JOIN payment ON payment.intent_id = intent.id
       WHERE intent.status = 'succeeded' GROUP BY intent.id`,
    )
    .all();
  return rows.flatMap(({ id, price, paid, accepted }) => {
    const sum = (paid ?? '').split(',').reduce((total, amount) => total + BigInt(amount || 0), 0n);
    if (accepted > 0 || sum >= BigInt(price)) return [];
    return [{ book: 'purchases' as const, sentence: `${id} succeeded with ${sum} of ${price} paid` }];
  });
}

type Recorded = { part: string; amount: string; seenAt: number };

async function compareChain(db: Database, now: number, { rpc, recipient, mints, since }: ChainSide) {
  const readRecorded = db.prepare<[string], Recorded>(
    'SELECT part, amount, seen_at AS seenAt FROM payment WHERE signature = ?',
  );
  const recorded = db.prepare('SELECT DISTINCT signature FROM payment WHERE paid_at >= ?').pluck();
  const accounts = await accountsOf(
    rpc,
    recipient,
    mints.filter((mint) => mint !== null),
  );
  const signatures = new Set(recorded.all(since) as string[]);
  for (const account of accounts)
    for (const { signature } of await historySince(rpc, account, since, now)) signatures.add(signature);

  const differences: Difference[] = [];
  for (const signature of signatures) {
    const rows = readRecorded.all(signature);
    if (rows.some(({ seenAt }) => seenAt + graceMs > now)) continue;
    const transaction = await rpc.transaction(signature, 'confirmed');
    const place = { signature, commitment: 'confirmed' as const };
    const parts = transaction ? partsOf(transaction, place, { recipient, mints, now }) : [];
    const onChain = new Map(parts.map(({ part, amountBaseUnits }) => [part, amountBaseUnits.toString()]));
    const inBooks = new Map(rows.map(({ part, amount }) => [part, amount]));
    for (const part of new Set([...onChain.keys(), ...inBooks.keys()])) {
      const [theirs, ours] = [onChain.get(part) ?? '0', inBooks.get(part) ?? '0'];
      const [, asset] = part.split('/');
      const sentence = `${signature} brought ${theirs} base units of ${asset}, the books say ${ours}`;
      if (theirs !== ours) differences.push({ book: 'chain', sentence });
    }
  }
  return { differences, transactions: signatures.size };
}

/** Everything final that touched the account, back to a time. */
async function historySince(rpc: Rpc, account: string, since: number, now: number): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  const timeOf = ({ blockTime }: HistoryEntry) => (blockTime === null ? now : blockTime * 1_000);
  let before: string | undefined;
  for (;;) {
    const page = await rpc.signaturesFor(account, { before, commitment: 'finalized' });
    entries.push(...page);
    before = page.at(-1)?.signature;
    if (page.length < 1_000 || timeOf(page.at(-1)!) < since) break;
  }
  return entries.filter((entry) => !entry.failed && timeOf(entry) >= since && timeOf(entry) + graceMs <= now);
}
