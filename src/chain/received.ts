import { getAssociatedTokenAddressSync } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { accountKeys, type Movement } from './movement.js';
import type { ChainTransaction } from './rpc.js';

type TokenSide = { owner: string | undefined; mint: string; before: bigint; after: bigint };

/** The balance of a token account before and after; undefined when the network reports none. */
export function tokenSide(transaction: ChainTransaction, account: string): TokenSide | undefined {
  const keys = accountKeys(transaction);
  const isAccount = ({ accountIndex }: { accountIndex: number }) =>
    keys.get(accountIndex)?.toBase58() === account;
  const after = transaction.meta?.postTokenBalances?.find(isAccount);
  if (!after) return undefined;
  const before = transaction.meta?.preTokenBalances?.find(isAccount);
  return {
    owner: after.owner,
    mint: after.mint,
    before: BigInt(before?.uiTokenAmount.amount ?? 0),
    after: BigInt(after.uiTokenAmount.amount),
  };
}

const tokenAccount = (owner: string, mint: string, program: string): string =>
  getAssociatedTokenAddressSync(
    new PublicKey(mint),
    new PublicKey(owner),
    true,
    new PublicKey(program),
  ).toBase58();

/** The mint a movement brings to the recipient (null for SOL), or undefined when it goes elsewhere. */
function mintReceived(transaction: ChainTransaction, movement: Movement, recipient: string) {
  const { tokenProgram, destination } = movement;
  if (tokenProgram === null) return destination === recipient ? null : undefined;
  const side = tokenSide(transaction, destination);
  if (side?.owner !== recipient) return undefined;
  return tokenAccount(recipient, side.mint, tokenProgram) === destination ? side.mint : undefined;
}

/** A movement that reached the recipient; `mint` is null for SOL. */
export type Received = { movement: Movement; mint: string | null };

/** The movements that reached the recipient's wallet or token accounts, with the amounts that really arrived. */
export function receivedMovements(
  transaction: ChainTransaction,
  movements: Movement[],
  recipient: string,
): Received[] {
  const all = movements.flatMap((movement) => {
    const mint = mintReceived(transaction, movement, recipient);
    return mint === undefined ? [] : [{ movement, mint }];
  });
  const accounts = new Set(all.map(({ movement }) => movement.destination));
  return [...accounts].flatMap((account) =>
    shareOut(
      all.filter(({ movement }) => movement.destination === account),
      (into) => balanceChange(transaction, recipient, into),
    ),
  );
}

/**
 * An account may receive less than its transfers state: a mint may withhold fees, or part of it leaves again. The
 * received amount is split in proportion to the stated amounts. If nothing was received the transfers stay, for the
 * caller to judge.
 */
function shareOut(into: Received[], arrivedBy: (into: Received[]) => bigint): Received[] {
  const [stated, arrived] = [total(into), arrivedBy(into)];
  if (arrived <= 0n || arrived >= stated) return into;
  let left = arrived;
  return into.map(({ mint, movement }, index) => {
    const share = (movement.amountBaseUnits * arrived) / stated;
    const amountBaseUnits = index === into.length - 1 ? left : share;
    left -= share;
    return { mint, movement: { ...movement, amountBaseUnits } };
  });
}

/** The recipient's balance change in the asset through the transaction. */
export function balanceChange(transaction: ChainTransaction, recipient: string, ours: Received[]): bigint {
  const accounts = new Set(ours.map(({ movement }) => movement.destination));
  if (ours.every(({ mint }) => mint !== null))
    return [...accounts].reduce((total, account) => {
      const side = tokenSide(transaction, account);
      return side ? total + side.after - side.before : total;
    }, 0n);
  const keys = accountKeys(transaction);
  const index = keys
    .keySegments()
    .flat()
    .findIndex((key) => key.toBase58() === recipient);
  const { preBalances = [], postBalances = [], fee = 0 } = transaction.meta ?? {};
  const paidFee = index === 0 ? BigInt(fee) : 0n; // the first account pays the fee from its balance
  return BigInt(postBalances[index] ?? 0) - BigInt(preBalances[index] ?? 0) + paidFee;
}

export const total = (all: Received[]): bigint =>
  all.reduce((sum, { movement }) => sum + movement.amountBaseUnits, 0n);
