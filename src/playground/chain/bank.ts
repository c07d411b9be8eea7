import { createHash } from 'node:crypto';
import type { VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import type { Clock } from '../../base/clock.js';
import type { Commitment } from '../../chain/rpc.js';
import { type Execution, execute, type Simulation, simulate } from './execution.js';
import { createTransactionHistory, type Landed, type TransactionHistory } from './history.js';
import type { Native, NativeSvm } from './native.js';

/** Slots a blockhash stays valid, as on the real network. */
const BLOCKHASH_WINDOW = 150;

export type BankListener = {
  /** Called with the transactions that have just reached a commitment. */
  onReached(commitment: Commitment, landed: readonly Landed[]): void;
  onSlot(slot: number): void;
};

/** Accounts, slots, blockhashes and the ledger of landed transactions. */
export type Bank = {
  readonly svm: NativeSvm;
  readonly history: Pick<TransactionHistory, 'find' | 'of'>;
  slotAt(commitment: Commitment): number;
  commitmentOf(landed: Landed): Commitment;
  latestBlockhash(): { blockhash: string; lastValidBlockHeight: number };
  isBlockhashValid(blockhash: string): boolean;
  /** Runs a transaction and records it in the ledger when it lands. Rejects a signature that already landed. */
  send(transaction: VersionedTransaction): Execution;
  simulate(transaction: VersionedTransaction, sigVerify: boolean): Simulation;
  /** Starts the next slot. */
  advance(): void;
  /** While true, slots advance but no block becomes final. */
  holdFinality(held: boolean): void;
  /** Drops the fork: undoes every transaction that is not final. Returns their signatures, newest first. */
  rollback(): string[];
  listen(listener: BankListener): () => void;
};

export function createBank(options: {
  native: Native;
  clock: Clock;
  genesisHash: string;
  /** Slots from landing to final. */
  finalityLagSlots: number;
}): Bank {
  const { native, clock, genesisHash, finalityLagSlots } = options;
  const svm = new native.LiteSvm();
  svm.setBlockhashCheck(false); // LiteSVM accepts only its newest blockhash; this bank keeps the 150-slot window
  svm.setTransactionHistory(0n); // this bank also detects duplicates
  const history = createTransactionHistory();
  const listeners = new Set<BankListener>();
  const blockhashes: string[] = [];
  let unfinal: Landed[] = [];
  let slot = 0;
  let finalSlot = 0;
  let finalityHeld = false;

  const now = () => Math.floor(clock.now() / 1000);
  const tell = (commitment: Commitment, landed: Landed[]) => {
    if (landed.length > 0) for (const each of listeners) each.onReached(commitment, landed);
  };

  const settle = () => {
    if (finalityHeld) return;
    finalSlot = Math.max(finalSlot, slot - finalityLagSlots);
    const final = unfinal.filter((landed) => landed.slot <= finalSlot);
    unfinal = unfinal.filter((landed) => landed.slot > finalSlot);
    tell('finalized', final);
  };

  const advance = () => {
    const confirmed = unfinal.filter((landed) => landed.slot === slot);
    slot += 1;
    blockhashes.unshift(bs58.encode(createHash('sha256').update(`${genesisHash}:${slot}`).digest()));
    blockhashes.length = Math.min(blockhashes.length, BLOCKHASH_WINDOW);
    svm.setClock(new native.Clock(BigInt(slot), 0n, 0n, 1n, BigInt(now())));
    svm.setSlotHashes(
      blockhashes.map((hash, age) => ({ slot: BigInt(slot - 1 - age), hash })).slice(0, slot),
    );
    for (const each of listeners) each.onSlot(slot);
    tell('confirmed', confirmed);
    settle();
  };
  advance();

  return {
    svm,
    history,
    advance,
    slotAt: (commitment) =>
      ({ processed: slot, confirmed: Math.max(slot - 1, finalSlot), finalized: finalSlot })[commitment],
    commitmentOf: (landed) =>
      landed.slot <= finalSlot ? 'finalized' : landed.slot < slot ? 'confirmed' : 'processed',
    latestBlockhash: () => ({
      blockhash: blockhashes[0] ?? genesisHash,
      lastValidBlockHeight: slot + BLOCKHASH_WINDOW,
    }),
    isBlockhashValid: (blockhash) => blockhashes.includes(blockhash),
    send(transaction) {
      const signature = bs58.encode(transaction.signatures[0] ?? new Uint8Array(64));
      const known = history.find(signature);
      if (known) return known.execution;
      const execution = execute(native, svm, transaction);
      if (execution.lands) {
        const landed = { signature, slot, blockTime: now(), transaction, execution };
        history.add(landed);
        unfinal.push(landed);
        tell('processed', [landed]);
      }
      return execution;
    },
    simulate: (transaction, sigVerify) => simulate(svm, transaction, sigVerify),
    holdFinality(held) {
      finalityHeld = held;
    },
    rollback() {
      const dropped = unfinal.toReversed();
      for (const landed of dropped) landed.execution.undo();
      history.remove(dropped);
      unfinal = [];
      return dropped.map((landed) => landed.signature);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
