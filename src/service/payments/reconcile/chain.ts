import type { Database } from '../../../base/store.js';
import { accountsOf } from '../../../chain/accounts.js';
import type { HistoryEntry, Rpc } from '../../../chain/rpc.js';
import { partsOf } from '../parts.js';
import type { Difference } from './difference.js';

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

type Recorded = { part: string; amount: string; seenAt: number };

/** Payments with the chain: each transaction that touched the merchant is taken apart anew. */
export async function compareChain(db: Database, now: number, { rpc, recipient, mints, since }: ChainSide) {
  const readRecorded = db.prepare<[string], Recorded>(
    'SELECT part, amount, seen_at AS seenAt FROM payment WHERE signature = ?',
  );
  const listRecipients = db.prepare<[], string>('SELECT DISTINCT recipient FROM intent').pluck();
  const recorded = db.prepare('SELECT DISTINCT signature FROM payment WHERE paid_at >= ?').pluck();
  const accounts = await accountsOf(
    rpc,
    recipient,
    mints.filter((mint) => mint !== null),
  );
  const signatures = new Set(recorded.all(since) as string[]);
  for (const account of accounts)
    for (const { signature } of await historySince(rpc, account, since, now)) signatures.add(signature);

  /** Purchases name the address of their day. */
  const recipients = new Set([recipient, ...listRecipients.all()]);
  const differences: Difference[] = [];
  for (const signature of signatures) {
    const rows = readRecorded.all(signature);
    if (rows.some(({ seenAt }) => seenAt + graceMs > now)) continue;
    const transaction = await rpc.transaction(signature, 'confirmed');
    const place = { signature, commitment: 'confirmed' as const };
    const onChain = new Map<string, string>();
    if (transaction)
      for (const to of recipients)
        for (const { part, amountBaseUnits } of partsOf(transaction, place, { recipient: to, mints, now }))
          onChain.set(part, String(amountBaseUnits));
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
