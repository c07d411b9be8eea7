import { isAppError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { finalityOf, type Unread } from './backlog.js';
import type { ChainTransaction, Finality, Rpc } from './rpc.js';
import { type IncomingTransfer, incomingTransfers, referencesIn } from './transfer.js';

/** A successful transaction that touched the merchant; reported again when its commitment rises. */
export type SeenSignature = {
  signature: string;
  /** The merchant accounts whose history lists it: the wallet, its token accounts. */
  accounts: readonly string[];
  slot: number;
  /** Seconds since the epoch. */
  blockTime: number | null;
  commitment: Finality;
  transfers: IncomingTransfer[];
  /** Every reference carried by any of the transfers. */
  references: string[];
  transaction: ChainTransaction;
};

/** Reads listed transactions in batches and passes them on. */
export type TransactionReader = {
  /** Calls `handled` for each transaction passed on. Resolves with their number. */
  read(chosen: readonly Unread[], handled: (entry: Unread) => void): Promise<number>;
  /** How often no node could serve it, or handling it failed. */
  triesOf(signature: string): number;
  forgetUnless(listed: ReadonlySet<string>): void;
  /** Ends a running read after its batch. */
  stop(): void;
};

/** Transactions read with one request, where the node allows, and passed on together. */
const BATCH = 50;
/** Failed reads in one pass, while the node answers other requests, before the pass gives up. */
const MOST_FAILURES = 8;

export function createReader(options: {
  rpc: Rpc;
  log: Log;
  recipient: string;
  onSignatures(seen: readonly SeenSignature[]): Promise<void>;
  crash(point: 'watch.read' | 'watch.told'): void;
}): TransactionReader {
  const { rpc, log, recipient, onSignatures, crash } = options;
  const tries = new Map<string, number>();
  const complained = new Set<string>();
  let isStopping = false;

  const complain = (signature: string, error: unknown) => {
    if (complained.has(signature)) return;
    complained.add(signature);
    log.error(
      { err: error, transaction: signature },
      'payment could not be handled; retrying at the next pass',
    );
  };

  const readBatch = async (batch: readonly Unread[], commitment: Finality): Promise<readonly Unread[]> => {
    const found = await rpc.transactions(
      batch.map(({ signature }) => signature),
      commitment,
    );
    crash('watch.read');
    const read = batch.flatMap((entry, index) => {
      const transaction = found[index];
      if (transaction) return [{ entry, transaction }];
      tries.set(entry.signature, entry.tries + 1); // listed but not served yet; a later pass retries
      return [];
    });
    await onSignatures(
      read.map(({ entry: { signature, accounts, slot, blockTime }, transaction }) => ({
        signature,
        accounts,
        slot,
        blockTime,
        commitment,
        transfers: incomingTransfers(transaction, recipient),
        references: referencesIn(transaction),
        transaction,
      })),
    );
    crash('watch.told');
    return read.map(({ entry }) => entry);
  };

  /** Rejects when the nodes refuse more requests, when none answers at all, or when too many reads fail. */
  const refuseOutage = async (error: unknown, failures: number) => {
    if (!isAppError(error, 'rpc_unavailable')) return;
    if (failures > MOST_FAILURES || rpc.room().requests <= 0) throw error;
    await rpc.slot('confirmed');
  };

  return {
    async read(chosen, handled) {
      let failures = 0;
      let done = 0;
      /** One transaction that cannot be read or handled must not block the others; bisecting finds it. */
      const readSafely = async (batch: readonly Unread[], commitment: Finality): Promise<void> => {
        try {
          for (const entry of await readBatch(batch, commitment)) {
            tries.delete(entry.signature);
            complained.delete(entry.signature);
            handled(entry);
            done += 1;
          }
        } catch (error) {
          failures += 1;
          await refuseOutage(error, failures);
          const [only, ...others] = batch;
          if (only && others.length === 0) {
            tries.set(only.signature, only.tries + 1);
            return complain(only.signature, error);
          }
          const half = batch.length >> 1;
          await readSafely(batch.slice(0, half), commitment);
          await readSafely(batch.slice(half), commitment);
        }
      };
      for (const commitment of ['finalized', 'confirmed'] as const) {
        const same = chosen.filter((entry) => finalityOf(entry) === commitment);
        for (let start = 0; start < same.length && !isStopping; start += BATCH)
          await readSafely(same.slice(start, start + BATCH), commitment);
      }
      return done;
    },
    triesOf: (signature) => tries.get(signature) ?? 0,
    forgetUnless(listed) {
      for (const memory of [tries, complained])
        for (const signature of memory.keys()) if (!listed.has(signature)) memory.delete(signature);
    },
    stop() {
      isStopping = true;
    },
  };
}
