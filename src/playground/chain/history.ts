import type { VersionedTransaction } from '@solana/web3.js';
import type { Execution } from './execution.js';

/** A transaction in the ledger. `blockTime` in seconds since the epoch. */
export type Landed = {
  signature: string;
  slot: number;
  blockTime: number;
  transaction: VersionedTransaction;
  execution: Execution;
};

export type TransactionHistory = {
  add(landed: Landed): void;
  /** Removes the newest transactions, as a dropped fork does. */
  remove(landed: readonly Landed[]): void;
  find(signature: string): Landed | undefined;
  /** Transactions that name the address, also as a reference, newest first. */
  of(address: string): readonly Landed[];
};

/** Indexes transactions by signature and by every account key they name. */
export function createTransactionHistory(): TransactionHistory {
  const bySignature = new Map<string, Landed>();
  const byAddress = new Map<string, Landed[]>();
  const addressesOf = (landed: Landed) => new Set(landed.execution.keys.map((key) => key.toBase58()));

  return {
    add(landed) {
      bySignature.set(landed.signature, landed);
      for (const address of addressesOf(landed)) {
        const list = byAddress.get(address);
        if (list) list.push(landed);
        else byAddress.set(address, [landed]);
      }
    },
    remove(dropped) {
      for (const landed of dropped) {
        bySignature.delete(landed.signature);
        for (const address of addressesOf(landed))
          byAddress.set(
            address,
            (byAddress.get(address) ?? []).filter((each) => each !== landed),
          );
      }
    },
    find: (signature) => bySignature.get(signature),
    of: (address) => (byAddress.get(address) ?? []).toReversed(),
  };
}
