import { AppError } from '../base/errors.js';
import { isComplete } from './complete.js';
import { type Movement, movementsOf, signersOf } from './movement.js';
import { balanceChange, type Received, receivedMovements, tokenSide, total } from './received.js';
import type { ChainTransaction, Finality } from './rpc.js';

/** One transfer to an account of the merchant, outer or inner. */
export type IncomingTransfer = {
  /** Null for SOL. */
  mint: string | null;
  amountBaseUnits: bigint;
  /** The authority: the payer's wallet, or a program's account. */
  payer: string;
  /** The extra non-signing keys of the transfer, each once. */
  references: string[];
};

/** Why a transaction counts for nothing, or for less than it seems to. */
export type TransferReason =
  | 'transaction_failed'
  | 'incomplete'
  | 'merchant_signed'
  | 'wrong_recipient'
  | 'other_account'
  | 'wrong_asset'
  | 'no_reference'
  | 'other_reference'
  | 'several_references'
  | 'balance_mismatch'
  | 'no_transfer';

/**
 * The result of reading a transaction. Underpaid, overpaid, late and duplicate payments are states for the caller
 * to judge, not errors.
 */
export type TransferReading = {
  /** Sum in base units that counts for the reference; 0n when none does. */
  paidBaseUnits: bigint;
  payer: string | null;
  slot: number;
  /** The commitment it was read at. */
  commitment: Finality;
  /** Seconds since the epoch, as the network states it. */
  blockTime: number | null;
  failed: boolean;
  reasons: TransferReason[];
};

export type TransferQuery = {
  recipient: string;
  /** Null for SOL. */
  mint: string | null;
  /** Null matches transfers without any reference (some wallets drop it), a list matches exactly those references. */
  reference: string | readonly string[] | null;
  /** Counts only transfers this wallet authorised. */
  payer?: string;
  /**
   * Also reads a transaction the recipient signed, for bookkeeping: what others paid in it, beyond what the
   * recipient moved. It never pays for anything by itself, because a signer may move the same money out again.
   */
  ownSigned?: boolean;
  /**
   * The commitment the network reported for the transaction, which the transaction itself does not state. Default
   * `confirmed`.
   */
  commitment?: Finality;
};

/** Whether the recipient signed: for its own business, or as fee payer for the payer. */
export const isSignedBy = (transaction: ChainTransaction, recipient: string): boolean =>
  signersOf(transaction).has(recipient);

/** Whether the recipient itself moves money in the transaction, in any asset. */
export const movesItself = (transaction: ChainTransaction, recipient: string): boolean =>
  movementsOf(transaction).some(({ payer }) => payer === recipient);

const referencesOf = ({ reference }: TransferQuery): readonly string[] =>
  typeof reference === 'string' ? [reference] : (reference ?? []);

/** Why nothing in a successful transaction counts for the reference. */
function explain(
  transaction: ChainTransaction,
  movements: Movement[],
  all: Received[],
  query: TransferQuery,
): TransferReason[] {
  const { reference, mint, recipient } = query;
  const wanted = referencesOf(query);
  const asked = ({ references }: Movement) => wanted.every((each) => references.includes(each));
  const ours = all.filter((each) => each.mint === mint);
  const reasons: TransferReason[] = [];
  if (ours.some(({ movement }) => asked(movement) && movement.references.length > 1))
    reasons.push('several_references');
  else if (ours.some(({ movement }) => movement.references.length > 0)) reasons.push('other_reference');
  if (reference !== null && ours.some(({ movement }) => movement.references.length === 0))
    reasons.push('no_reference');
  if (all.some((each) => each.mint !== mint && asked(each.movement))) reasons.push('wrong_asset');
  const reached = new Set(all.map(({ movement }) => movement.destination));
  const astray = movements.filter((each) => asked(each) && !reached.has(each.destination));
  const isTheirs = ({ destination }: Movement) => tokenSide(transaction, destination)?.owner === recipient;
  if (reference !== null && astray.length > 0)
    reasons.push(astray.some(isTheirs) ? 'other_account' : 'wrong_recipient');
  return reasons.length > 0 ? reasons : ['no_transfer'];
}

/**
 * Every transfer that reached the recipient; empty when the transaction failed.
 * @throws AppError `rpc_unavailable` when the node left out required data
 */
export function incomingTransfers(transaction: ChainTransaction, recipient: string): IncomingTransfer[] {
  if (!isComplete(transaction)) throw new AppError('rpc_unavailable');
  if (transaction.meta?.err !== null) return [];
  return receivedMovements(transaction, movementsOf(transaction), recipient).map(({ movement, mint }) => {
    const { amountBaseUnits, payer, references } = movement;
    return { mint, amountBaseUnits, payer, references };
  });
}

/** Every reference of any transfer in the transaction, whether it succeeded or not. */
export const referencesIn = (transaction: ChainTransaction): string[] => [
  ...new Set(movementsOf(transaction).flatMap(({ references }) => references)),
];

/**
 * The single function that judges payments. It counts System and SPL transfers, outer and inner, into the
 * recipient's wallet or its associated token account of the mint, that carry exactly the one reference. The
 * transaction must have succeeded, the recipient must not have signed it (see `ownSigned`), and the transfers
 * together must not exceed the recipient's real balance change. Other instructions are allowed: wallets add guards,
 * memos and compute budgets.
 */
export function readTransfer(transaction: ChainTransaction, query: TransferQuery): TransferReading {
  const { slot, blockTime, meta } = transaction;
  const failed = meta !== null && meta.err !== null;
  const verdict = (reasons: TransferReason[], counted: Received[] = []): TransferReading => ({
    paidBaseUnits: total(counted),
    payer: counted[0]?.movement.payer ?? null,
    slot,
    commitment: query.commitment ?? 'confirmed',
    blockTime: blockTime ?? null,
    failed,
    reasons,
  });
  if (failed) return verdict(['transaction_failed']);
  if (!isComplete(transaction)) return verdict(['incomplete']);
  const isOwn = isSignedBy(transaction, query.recipient);
  if (isOwn && !query.ownSigned) return verdict(['merchant_signed']);

  const movements = movementsOf(transaction).filter(({ payer }) => !isOwn || payer !== query.recipient);
  const all = receivedMovements(transaction, movements, query.recipient);
  const ours = all.filter(({ mint }) => mint === query.mint);
  const wanted = referencesOf(query);
  const counted = ours.filter(
    ({ movement: { references, payer } }) =>
      (query.payer === undefined || payer === query.payer) &&
      references.length === wanted.length &&
      wanted.every((each) => references.includes(each)),
  );
  if (counted.length === 0) return verdict(explain(transaction, movements, all, query));
  if (total(ours) > balanceChange(transaction, query.recipient, ours)) return verdict(['balance_mismatch']);
  return verdict([], counted);
}
