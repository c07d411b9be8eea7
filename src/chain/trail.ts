import type { HistoryEntry, Rpc } from './rpc.js';

/** Where reading of an address resumes: everything up to here is final and handled. */
export type Cursor = { signature: string | null; slot: number };

/** The history of one account after its cursor, as far as it was listed. */
export type Trail = {
  readonly account: string;
  cursor(): Cursor;
  /**
   * Lists new entries and those that are not final yet; the cost does not grow with the known history. Entries that
   * are not final and no longer listed were dropped by a fork and are removed.
   * @param whole lists everything after the cursor, for a node whose index was behind
   */
  list(options: { whole: boolean }): Promise<void>;
  /** Oldest first. */
  entries(): readonly HistoryEntry[];
  /** Moves the cursor past final, handled entries and drops everything before it. */
  advance(isDone: (entry: HistoryEntry) => boolean): void;
};

/** Slots before the newest final signature that are read again, for a node whose index was behind. */
const OVERLAP_SLOTS = 64;
const PAGE = 1_000;

/** Everything after the cursor, oldest first. The slot ends the read on a node that does not know the signature. */
async function readHistory(rpc: Rpc, account: string, cursor: Cursor): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  const until = cursor.signature ?? undefined;
  let before: string | undefined;
  for (;;) {
    const page = await rpc.signaturesFor(account, { until, before, limit: PAGE });
    const fresh = page.filter((entry) => entry.slot >= cursor.slot);
    entries.push(...fresh);
    before = page.at(-1)?.signature;
    if (page.length < PAGE || fresh.length < page.length) return entries.reverse();
  }
}

export function createTrail(rpc: Rpc, account: string, start: Cursor): Trail {
  let cursor = start;
  let entries: HistoryEntry[] = [];

  return {
    account,
    cursor: () => cursor,
    entries: () => entries,
    async list({ whole }) {
      const newestFinal = entries.findLast(({ commitment }) => commitment === 'finalized');
      const from = whole ? cursor : (newestFinal ?? cursor);
      const listed = new Map(
        (await readHistory(rpc, account, from)).map((entry) => [entry.signature, entry]),
      );
      const isKept = ({ signature, slot, commitment }: HistoryEntry) =>
        !listed.has(signature) && (commitment === 'finalized' || slot < from.slot);
      entries = [...entries.filter(isKept), ...listed.values()].sort((a, b) => a.slot - b.slot);
    },
    advance(isDone) {
      const open = entries.findIndex((entry) => !isDone(entry));
      const done = open < 0 ? entries : entries.slice(0, open);
      const newest = done.at(-1);
      const last = newest && done.findLast((entry) => entry.slot <= newest.slot - OVERLAP_SLOTS);
      if (!last) return;
      cursor = { signature: last.signature, slot: last.slot };
      entries = entries.slice(done.indexOf(last));
    },
  };
}
