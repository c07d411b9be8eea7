import { blockTimeSkewMs, isNoOlder } from './block-time.js';
import { isComplete } from './complete.js';
import { signersOf } from './movement.js';
import type { ChainTransaction } from './rpc.js';
import { incomingTransfers, readTransfer } from './transfer.js';

/** A transfer used in place of a signature: only the wallet's key can make it. */
export type AskedTransfer = {
  recipient: string;
  /** The wallet to prove. */
  payer: string;
  /** Unique to this sign-in. */
  reference: string;
  lamports: bigint;
  /** Milliseconds since the epoch. */
  issuedAt: number;
};

/** Why a transaction does not prove ownership. */
export type ProofFault =
  | 'incomplete'
  | 'transaction_failed'
  | 'not_signed'
  | 'no_transfer'
  | 'other_payer'
  | 'wrong_amount';

/**
 * Whether a transfer without the reference can be the one a request asked for: from its wallet, of exactly its
 * amount, made while the request was open.
 */
export function isUnmarkedProof(
  transfer: { payer: string | null; mint: string | null; amountBaseUnits: bigint; paidAt: number },
  asked: Pick<AskedTransfer, 'payer' | 'lamports' | 'issuedAt'> & { expiresAt: number },
): boolean {
  const { payer, mint, amountBaseUnits, paidAt } = transfer;
  const isAsked = mint === null && payer === asked.payer && amountBaseUnits === asked.lamports;
  return isAsked && isNoOlder(paidAt, asked.issuedAt) && paidAt <= asked.expiresAt + blockTimeSkewMs;
}

/**
 * Whether a landed transaction proves that `payer` made this sign-in request: it succeeded, the wallet signed it,
 * only the wallet paid, and exactly the amount arrived with the one reference. Some wallets drop the reference;
 * then the exact amount is enough, in a transaction no older than the request. Other instructions are ignored: a
 * memo proves nothing, and wallets add guards.
 * @returns null when it proves the wallet
 */
export function faultOfProof(transaction: ChainTransaction, asked: AskedTransfer): ProofFault | null {
  const { recipient, payer, lamports } = asked;
  if (!isComplete(transaction)) return 'incomplete';
  if (transaction.meta?.err !== null) return 'transaction_failed';
  if (!signersOf(transaction).has(payer)) return 'not_signed';
  const marked = readTransfer(transaction, { recipient, mint: null, reference: asked.reference });
  const reference = marked.paidBaseUnits > 0n ? asked.reference : null;
  const { paidBaseUnits, blockTime } = reference
    ? marked
    : readTransfer(transaction, { recipient, mint: null, reference: null });
  if (paidBaseUnits === 0n) return 'no_transfer';
  const isRecent = blockTime !== null && isNoOlder(blockTime * 1_000, asked.issuedAt);
  if (reference === null && !isRecent) return 'no_transfer';
  const payers = incomingTransfers(transaction, recipient)
    .filter(({ mint, references }) => mint === null && (references[0] ?? null) === reference)
    .map((transfer) => transfer.payer);
  if (payers.some((each) => each !== payer)) return 'other_payer';
  return paidBaseUnits === lamports ? null : 'wrong_amount';
}
