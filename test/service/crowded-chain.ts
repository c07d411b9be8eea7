import { randomBytes } from 'node:crypto';
import bs58 from 'bs58';
import type { HistoryEntry, Rpc } from '../../src/chain/rpc.js';
import { type AccountOf, createAccounts, makeTransaction } from '../fault/schedule/transaction.js';
import type { ManualClock } from '../support/clock.js';

type Landed = HistoryEntry & ReturnType<typeof makeTransaction>;

/**
 * A chain of unsigned transactions behind the port the service uses, so that a test can have thousands of them. Every
 * transaction is final at once, one a slot. Counts the requests it receives.
 */
export function createCrowdedChain(clock: ManualClock) {
  const landed: Landed[] = [];
  const accountOf: AccountOf = createAccounts();
  const asked = { lists: 0, others: 0, batches: [] as (readonly string[])[] };
  const other = <T>(value: T): Promise<T> => {
    asked.others += 1;
    return Promise.resolve(value);
  };
  const find = (signature: string) => landed.find((one) => one.signature === signature)?.transaction ?? null;

  const rpc: Rpc = {
    genesisHash: () => other('a chain of this machine'),
    slot: () => other(landed.length),
    async signaturesFor(address, { until, before, limit = 1_000 } = {}) {
      asked.lists += 1;
      const all = landed.filter(({ keys }) => keys.has(address)).reverse();
      const start = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1;
      const end = all.findIndex(({ signature }) => signature === until);
      return all.slice(start, end < 0 ? undefined : end).slice(0, limit);
    },
    async transaction(signature) {
      asked.batches.push([signature]);
      return find(signature);
    },
    async transactions(signatures) {
      asked.batches.push(signatures);
      return signatures.map(find);
    },
    histories: async () => [],
    opinions: async () => [],
    room: () => ({ requests: Number.POSITIVE_INFINITY, transactions: Number.POSITIVE_INFINITY }),
    statuses: (signatures) =>
      other(signatures.map(() => ({ slot: 1, commitment: 'finalized' as const, failed: false }))),
    onActivity: () => () => undefined,
    ownerOf: () => other(null),
    balance: () => other(0n),
    nodes: () => [],
    close: async () => undefined,
  };

  return {
    rpc,
    asked,
    /** Lands one final SOL transfer. */
    send(payer: string, to: string, amount: bigint, ...references: string[]): string {
      const signature = bs58.encode(randomBytes(64));
      const parts = [{ to, mint: null, amount, references }];
      const made = makeTransaction({ payer, parts, dress: 'legacy', failed: false, signature }, accountOf);
      const blockTime = Math.floor(clock.now() / 1_000);
      const slot = landed.length + 1;
      Object.assign(made.transaction, { slot, blockTime });
      landed.push({ ...made, signature, slot, blockTime, failed: false, commitment: 'finalized' });
      return signature;
    },
  };
}
