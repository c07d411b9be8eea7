import { TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import { accountKeys, movementsOf, signersOf } from '../../chain/movement.js';
import type { ChainTransaction, Rpc } from '../../chain/rpc.js';
import { incomingTransfers, readTransfer } from '../../chain/transfer.js';

/** Kinds of transactions that payments and their neighbours have. */
const kinds = [
  'SOL transfer',
  'token transfer',
  'Token-2022 transfer',
  'with references',
  'with memo',
  'version 0',
  'with look-up tables',
  'with inner instructions',
  'failed',
] as const;
type Kind = (typeof kinds)[number];

export type RpcFinding = {
  kind: Kind;
  read: number;
  /** Counted exactly what the balance shows. */
  agreed: number;
  /** Counted less: money came by instructions that no payment uses, such as swaps. */
  less: number;
  /** What the verifier counted wrongly, with the transaction. */
  wrong: string[];
  example: string | null;
};

const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const token2022 = TOKEN_2022_PROGRAM_ID.toBase58();

function kindsOf(transaction: ChainTransaction): Kind[] {
  const { meta, version, transaction: sent } = transaction;
  const movements = movementsOf(transaction);
  const programs = sent.message.compiledInstructions.map(({ programIdIndex }) =>
    accountKeys(transaction).get(programIdIndex)?.toBase58(),
  );
  const is: Record<Kind, boolean> = {
    'SOL transfer': movements.some(({ tokenProgram }) => tokenProgram === null),
    'token transfer': movements.some(
      ({ tokenProgram }) => tokenProgram !== null && tokenProgram !== token2022,
    ),
    'Token-2022 transfer': movements.some(({ tokenProgram }) => tokenProgram === token2022),
    'with references': movements.some(({ references }) => references.length > 0),
    'with memo': programs.includes(memoProgram),
    'version 0': version === 0,
    'with look-up tables': sent.message.addressTableLookups.length > 0,
    'with inner instructions': (meta?.innerInstructions ?? []).length > 0,
    failed: meta !== null && meta.err !== null,
  };
  return kinds.filter((kind) => is[kind]);
}

type Gain = { recipient: string; mint: string | null; amount: bigint };

/** Who gained what, by the balances alone. Accounts that signed are no recipients of a payment. */
function gainsOf(transaction: ChainTransaction): Gain[] {
  const { meta } = transaction;
  const signers = signersOf(transaction);
  const before = new Map(
    (meta?.preTokenBalances ?? []).map((each) => [each.accountIndex, BigInt(each.uiTokenAmount.amount)]),
  );
  const tokens = (meta?.postTokenBalances ?? []).map(({ owner, mint, accountIndex, uiTokenAmount }) => ({
    recipient: owner ?? '',
    mint,
    amount: BigInt(uiTokenAmount.amount) - (before.get(accountIndex) ?? 0n),
  }));
  const lamports = accountKeys(transaction)
    .keySegments()
    .flat()
    .map((key, index) => ({
      recipient: key.toBase58(),
      mint: null,
      amount: BigInt(meta?.postBalances[index] ?? 0) - BigInt(meta?.preBalances[index] ?? 0),
    }));
  return [...tokens, ...lamports].filter(
    ({ recipient, amount }) => amount > 0n && recipient !== '' && !signers.has(recipient),
  );
}

/** The verifier's reading of a transaction. */
type TransfersOf = typeof incomingTransfers;
type Judgement = { agreed: boolean; wrong: string | null };

/** Compares what the verifier counts for one recipient with the change of the balance. */
function judge(
  transaction: ChainTransaction,
  { recipient, mint, amount }: Gain,
  transfersOf: TransfersOf,
): Judgement {
  const transfers = transfersOf(transaction, recipient).filter((each) => each.mint === mint);
  const counted = transfers.reduce((sum, { amountBaseUnits }) => sum + amountBaseUnits, 0n);
  const [first] = transfers;
  const paid = first
    ? readTransfer(transaction, { recipient, mint, reference: first.references }).paidBaseUnits
    : 0n;
  const most = counted > paid ? counted : paid;
  const wrong =
    most > amount ? `counts ${most} of ${mint ?? 'SOL'} for ${recipient}, who received ${amount}` : null;
  return { agreed: counted === amount, wrong };
}

function judgeAll(transaction: ChainTransaction, transfersOf: TransfersOf): Judgement {
  if (transaction.meta?.err) {
    const [recipient = ''] = accountKeys(transaction)
      .keySegments()
      .flat()
      .map((key) => key.toBase58());
    const { paidBaseUnits } = readTransfer(transaction, { recipient, mint: null, reference: null });
    return {
      agreed: paidBaseUnits === 0n,
      wrong: paidBaseUnits === 0n ? null : 'counts a failed transaction',
    };
  }
  const judged = gainsOf(transaction).map((gain) => judge(transaction, gain, transfersOf));
  return {
    agreed: judged.some(({ agreed }) => agreed),
    wrong: judged.map(({ wrong }) => wrong).find((each) => each !== null) ?? null,
  };
}

/**
 * Reads recent transactions of the network as payments, whatever they are.
 * @param sources accounts that transactions of all kinds name
 */
export async function readKnownKinds(
  rpc: Pick<Rpc, 'signaturesFor' | 'transactions'>,
  sources: readonly string[],
  transfersOf: TransfersOf = incomingTransfers,
): Promise<RpcFinding[]> {
  const findings = new Map<Kind, RpcFinding>(
    kinds.map((kind) => [kind, { kind, read: 0, agreed: 0, less: 0, wrong: [], example: null }]),
  );
  const seen = new Set<string>();
  for (const source of sources) {
    const entries = await rpc.signaturesFor(source, { limit: 40, commitment: 'confirmed' });
    const fresh = entries.map(({ signature }) => signature).filter((signature) => !seen.has(signature));
    const transactions = await rpc.transactions(fresh, 'confirmed');
    for (const [index, transaction] of transactions.entries()) {
      const signature = fresh[index] ?? '';
      seen.add(signature);
      if (transaction) count(transaction, signature, judgeAll(transaction, transfersOf), findings);
    }
  }
  return [...findings.values()];
}

function count(
  transaction: ChainTransaction,
  signature: string,
  { agreed, wrong }: Judgement,
  findings: ReadonlyMap<Kind, RpcFinding>,
): void {
  for (const kind of kindsOf(transaction)) {
    const finding = findings.get(kind);
    if (!finding) continue;
    finding.read += 1;
    finding.example ??= signature;
    if (wrong !== null) finding.wrong.push(`${signature}: ${wrong}`);
    else if (agreed) finding.agreed += 1;
    else finding.less += 1;
  }
}

/** Programs whose transactions have kinds that a shop alone may not have yet. */
export const otherSources = [token2022, memoProgram];
