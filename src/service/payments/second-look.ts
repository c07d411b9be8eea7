import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import { tokenAccountOf } from '../../chain/accounts.js';
import type { Finality, HistoryEntry, Rpc } from '../../chain/rpc.js';

/** Finds payments that the watcher's node never lists because it lags, was restored, or leaves them out. */
export type SecondLook = {
  /** Compares the histories of the nodes and reads transactions only some of them list. Does nothing with one node. */
  round(): Promise<void>;
};

/** A transaction as nodes list it: for which of our accounts, its slot and commitment. */
export type ListedTransaction = {
  signature: string;
  slot: number;
  commitment: Finality;
  accounts: readonly string[];
};

/**
 * The time up to which every account was compared between two nodes, in ms; kept over restarts. Before the first
 * comparison, the time the account was first watched.
 */
export type Compared = { load(): Promise<number | null>; save(until: number): Promise<void> };

/** A node that is a little behind lists a payment by itself a moment later. */
const graceMs = 15_000;
/** How far back the first round looks, and how far every round looks again. */
const firstLookMs = 60 * 60_000;
const overlapMs = 5 * 60_000;
const page = 1_000;
/** Limit of transactions one round reads, oldest first, so that every one is reached. */
const mostReads = 20;
const mostRemembered = 10_000;

const sql = {
  load: 'SELECT coalesce(compared_until, since - @firstLookMs) AS until FROM chain_watch',
  save: 'UPDATE chain_watch SET compared_until = @until',
};

export function createCompared(db: Database): Compared {
  return {
    load: async () => (await db.get<{ until: number }>(sql.load, { firstLookMs }))?.until ?? null,
    async save(until) {
      await db.run(sql.save, { until });
    },
  };
}

export function createSecondLook(deps: {
  rpc: Pick<Rpc, 'nodes' | 'histories' | 'ownerOf'>;
  clock: Clock;
  compared: Compared;
  recipient: string;
  mints: readonly string[];
  /** Reads one transaction and books its parts. Repeatable. False while no node serves it. */
  take(listed: ListedTransaction): Promise<boolean>;
}): SecondLook {
  const { rpc, clock, compared, recipient, mints, take } = deps;
  const accounts = new Map<string | null, string>([[null, recipient]]);
  const handled = new Map<string, Finality>();
  let comparedUntil: number | undefined;

  const resolveAccounts = async () => {
    for (const mint of mints) {
      const account = accounts.get(mint) ?? (await tokenAccountOf(rpc, recipient, mint));
      if (account !== null) accounts.set(mint, account);
    }
  };
  const remember = (signature: string, commitment: Finality) => {
    handled.delete(signature);
    handled.set(signature, commitment);
    const [oldest] = handled.keys();
    if (handled.size > mostRemembered && oldest !== undefined) handled.delete(oldest);
  };

  const isDue =
    (now: number, since: number) =>
    ({ signature, blockTime, commitment, failed }: HistoryEntry): boolean => {
      const at = blockTime === null ? now - graceMs : blockTime * 1_000;
      if (failed || at > now - graceMs || at < since) return false;
      return handled.get(signature) !== 'finalized' && handled.get(signature) !== commitment;
    };

  return {
    async round() {
      if (rpc.nodes().length < 2) return;
      const now = clock.now();
      comparedUntil ??= (await compared.load()) ?? now - firstLookMs;
      await resolveAccounts();
      const due = new Map<string, ListedTransaction>();
      let isCompared = true;
      let isHandled = true;
      for (const account of accounts.values()) {
        const histories = await rpc.histories(account, { limit: page });
        isCompared &&= histories.length > 1;
        const entries = differing(histories).filter(isDue(now, comparedUntil - overlapMs));
        for (const { signature, slot, ...entry } of entries) {
          const commitment = entry.commitment === 'finalized' ? 'finalized' : 'confirmed';
          const accountsBefore = due.get(signature)?.accounts ?? [];
          due.set(signature, { signature, slot, commitment, accounts: [...accountsBefore, account] });
        }
      }
      const oldest = [...due.values()].sort((a, b) => a.slot - b.slot).slice(0, mostReads);
      for (const listed of oldest) {
        const isTaken = await take(listed);
        if (isTaken) remember(listed.signature, listed.commitment);
        isHandled &&= isTaken;
      }
      if (!isCompared || !isHandled || due.size > mostReads) return;
      comparedUntil = now;
      await compared.save(now);
    },
  };
}

/**
 * Transactions one node lists and another leaves out. A node with a shorter history does not count as leaving out
 * older ones.
 */
function differing(histories: readonly HistoryEntry[][]): HistoryEntry[] {
  const all = new Map(histories.flat().map((entry) => [entry.signature, entry]));
  const lists = histories.map((entries) => ({
    signatures: new Set(entries.map(({ signature }) => signature)),
    from: entries.length < page ? 0 : (entries.at(-1)?.slot ?? 0),
  }));
  return [...all.values()].filter(({ signature, slot }) =>
    lists.some(({ signatures, from }) => slot > from && !signatures.has(signature)),
  );
}
