import type { Queries } from '../../../base/db/database.js';
import { accountsOf, tokenAccountOf } from '../../../chain/accounts.js';
import type { HistoryEntry, Rpc } from '../../../chain/rpc.js';
import { readMints } from '../mints.js';
import { paymentPartsOf } from '../parts.js';
import { type Difference, difference } from './difference.js';
import { createDustComparison } from './dust.js';

/** Settings for the comparison with the chain. */
export type ChainSide = {
  rpc: Rpc;
  recipient: string;
  /** The token on sale besides SOL. */
  usdcMint: string | null;
  /** Reads transactions of the merchant back to this time, in ms. */
  since: number;
};

/** Long enough for the watcher to see what a node lists as final. */
const graceMs = 120_000;

const sql = {
  listRecipients: 'SELECT DISTINCT recipient FROM intent',
  listRecorded: 'SELECT DISTINCT signature FROM payment WHERE paid_at >= @since',
  readRecorded: `SELECT part, amount, seen_at AS seenAt FROM payment
    WHERE signature = @signature AND dropped_at IS NULL`,
  readProof: 'SELECT lamports FROM transfer_proof WHERE signature = @signature',
};

type Recorded = { part: string; amount: string; seenAt: number };

/** Compares payments with the chain: splits each transaction that touched the merchant again. */
export async function compareChain(q: Queries, now: number, side: ChainSide) {
  const { rpc, recipient, since } = side;
  const mints = await readMints(q, side.usdcMint, now);
  const recorded = await q.all<{ signature: string }>(sql.listRecorded, { since });
  const signatures = new Set(recorded.map(({ signature }) => signature));
  for (const account of await followedAccounts(side, mints.followed))
    for (const { signature } of await historySince(rpc, account, since, now)) signatures.add(signature);

  /** Purchases name the merchant address of their time. */
  const named = await q.all<{ recipient: string }>(sql.listRecipients);
  const recipients = new Set([recipient, ...named.map((row) => row.recipient)]);
  const dust = createDustComparison(q);
  const differences: Difference[] = [];
  for (const signature of signatures) {
    const inBooks = await readBooks(q, signature);
    if (inBooks.seenAt + graceMs > now) continue;
    const transaction = await rpc.transaction(signature, 'confirmed');
    const onChain = new Map<string, string>();
    const place = { signature, commitment: 'confirmed' as const };
    if (transaction)
      for (const to of recipients)
        for (const found of paymentPartsOf(transaction, place, {
          recipient: to,
          mints: [null, ...mints.known],
          now,
        }))
          if (!(await dust.offer(found))) onChain.set(found.part, String(found.amountBaseUnits));
    differences.push(...compareParts(signature, onChain, inBooks));
  }
  differences.push(...(await dust.differences(now, { since, graceMs })));
  return { differences, transactions: signatures.size };
}

type InBooks = {
  /** Base units by part. */
  parts: Map<string, string>;
  /** When the newest part was seen; 0 for none. */
  seenAt: number;
  /** Lamports of a transfer proof; null for any other transaction. */
  proofLamports: string | null;
};

async function readBooks(q: Queries, signature: string): Promise<InBooks> {
  const rows = await q.all<Recorded>(sql.readRecorded, { signature });
  const proof = await q.get<{ lamports: number }>(sql.readProof, { signature });
  return {
    parts: new Map(rows.map(({ part, amount }) => [part, amount])),
    seenAt: Math.max(0, ...rows.map(({ seenAt }) => seenAt)),
    proofLamports: proof ? String(proof.lamports) : null,
  };
}

/** A transfer proof is stored as a proof, and also as a payment only if the watcher saw it. */
function compareParts(
  signature: string,
  onChain: ReadonlyMap<string, string>,
  inBooks: InBooks,
): Difference[] {
  const { parts, proofLamports } = inBooks;
  const isProofOnly = parts.size === 0 && proofLamports !== null;
  return [...new Set([...onChain.keys(), ...parts.keys()])].flatMap((part) => {
    const [, asset] = part.split('/');
    const theirs = onChain.get(part) ?? '0';
    const ours = isProofOnly && asset === 'SOL' ? proofLamports : (parts.get(part) ?? '0');
    if (theirs === ours) return [];
    return [difference('chain', 'chain', { signature, chain: theirs, asset: asset ?? '', books: ours })];
  });
}

/**
 * @throws AppError `rpc_unavailable` when the network does not know the token on sale; it may have forgotten former
 * ones
 */
async function followedAccounts(
  { rpc, recipient, usdcMint }: ChainSide,
  mints: readonly string[],
): Promise<string[]> {
  const accounts = await accountsOf(rpc, recipient, usdcMint === null ? [] : [usdcMint]);
  for (const mint of mints.filter((each) => each !== usdcMint)) {
    const account = await tokenAccountOf(rpc, recipient, mint);
    if (account !== null) accounts.push(account);
  }
  return accounts;
}

/** Lists final transactions that touched the account, back to `since`. */
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
