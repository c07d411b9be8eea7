import type { Clock } from '../base/clock.js';
import { isAppError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { type Loop, startLoop } from '../base/loop.js';
import { tokenAccountOf } from './accounts.js';
import type { ChainTransaction, Finality, HistoryEntry, Rpc } from './rpc.js';
import { type IncomingTransfer, incomingTransfers, referencesIn } from './transfer.js';

/** Where a process may die between two durable steps of the watcher; for fault campaigns. */
export const watchPoints = [
  'watch.listed',
  'watch.read',
  'watch.told',
  'watch.passed',
  'watch.saved',
] as const;
export type WatchPoint = (typeof watchPoints)[number];

/** Where to go on reading one address: everything up to here is final and handled. */
export type Cursor = { signature: string | null; slot: number };
/** By address: the merchant's wallet, and its token account for each mint. */
export type Cursors = Record<string, Cursor>;
export type CursorStore = { load(): Promise<Cursors>; save(cursors: Cursors): Promise<void> };

/** One signature that touched the merchant; told again when its commitment rises. */
export type SeenSignature = {
  signature: string;
  slot: number;
  /** Seconds since the epoch. */
  blockTime: number | null;
  commitment: Finality;
  failed: boolean;
  transfers: IncomingTransfer[];
  /** Every reference any of the transfers carries. */
  references: string[];
  transaction: ChainTransaction;
};

/** By signature: how many slots the network has confirmed since its own, 0 to 31. At 32 or so it is final. */
export type Confirmations = ReadonlyMap<string, number>;

export type Watcher = {
  /** Starts polling; resolves at once. */
  start(): void;
  /** Reads now: after a webhook, a hint or "I have paid". */
  wake(): void;
  /** One full pass over every address, or the one under way. Rejects with AppError `rpc_unavailable` when no endpoint answers. */
  poll(): Promise<void>;
  /** Mints the network was asked about in vain: nothing of them is seen until it knows them. */
  unknownMints(): readonly string[];
  /** Since when every pass has failed, in ms, or null. */
  failingSince(): number | null;
  stop(): Promise<void>;
};

export type WatcherOptions = {
  rpc: Rpc;
  clock: Clock;
  log: Log;
  /** The merchant's wallet. */
  recipient: string;
  /** Mints to accept besides SOL. */
  mints: readonly string[];
  cursors: CursorStore;
  /** Decides between the two rhythms. */
  hasOpenIntents(): Promise<boolean>;
  /** When following the merchant first began, in ms, though no endpoint may have answered then. Default: now. */
  since?: number;
  /** Must be repeatable: the same signature comes again after a restart and when its commitment rises. */
  onSignature(seen: SeenSignature): Promise<void>;
  /** Told after each pass, how far everything is that is not final yet: one more question of the network then. */
  onProgress?(confirmations: Confirmations): Promise<void>;
  /** Default 3,000 with open intents, 20,000 idle. */
  intervals?: { openMs: number; idleMs: number };
  crash?: (point: WatchPoint) => void;
};

type Told = Pick<HistoryEntry, 'signature' | 'slot'> & { commitment: Finality };

/** Slots behind the newest final signature that are read again, for a node whose index was behind. */
const OVERLAP_SLOTS = 64;
/** About an hour: how far back the very first look goes, in case no endpoint answered when the service began. */
const FIRST_LOOK_SLOTS = 9_000;
/** Shorter than a slot ever was on average (400 ms is what the network aims at): too far back does no harm. */
const SHORTEST_SLOT_MS = 320;
const PAGE = 1_000;
const MOST_CONFIRMATIONS = 31;

/** Everything after the cursor, oldest first. A node that does not know its signature is stopped by its slot. */
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

/** How far the cursor may move: over final, handled signatures only, and not closer than the overlap. */
function advance(entries: HistoryEntry[], isDone: (entry: HistoryEntry) => boolean): Cursor | undefined {
  const open = entries.findIndex((entry) => !isDone(entry));
  const done = open < 0 ? entries : entries.slice(0, open);
  const newest = done.at(-1);
  const last = newest && done.findLast((entry) => entry.slot <= newest.slot - OVERLAP_SLOTS);
  return last && { signature: last.signature, slot: last.slot };
}

/**
 * Follows everything that touches one merchant, at a cost that does not depend on how many intents are open: one
 * cursor per account, moved only over final signatures, and WebSocket events only as a reason to look earlier.
 */
export function createWatcher(options: WatcherOptions): Watcher {
  const { rpc, clock, log, recipient, mints, cursors: store, hasOpenIntents } = options;
  const { onSignature, onProgress } = options;
  const { openMs, idleMs } = options.intervals ?? { openMs: 3_000, idleMs: 20_000 };
  const crash = options.crash ?? (() => undefined);
  /** The wallet, then by and by the token accounts. */
  const accounts = [recipient];
  let unresolved = [...mints];
  let unknown: string[] = [];
  let cursors: Cursors | undefined;
  let told = new Map<string, Finality>();
  let passing: Promise<void> | undefined;
  let failingSince: number | null = null;
  let loop: Loop | undefined;
  const hinted = new Map<string, () => void>();

  /** Tells one signature once at each commitment. Resolves with what it has now been told at, if anything. */
  const tell = async (entry: HistoryEntry): Promise<Finality | undefined> => {
    const { signature, slot, blockTime, failed } = entry;
    const commitment = entry.commitment === 'finalized' ? 'finalized' : 'confirmed';
    const before = told.get(signature);
    if (before === commitment || before === 'finalized') return before;
    try {
      const transaction = await rpc.transaction(signature, commitment);
      crash('watch.read');
      if (!transaction) return before; // listed but not served yet: the next round asks again
      const transfers = incomingTransfers(transaction, recipient);
      const references = referencesIn(transaction);
      await onSignature({
        signature,
        slot,
        blockTime,
        commitment,
        failed,
        transfers,
        references,
        transaction,
      });
      crash('watch.told');
      return commitment;
    } catch (error) {
      // One transaction that no node can serve must not hide the others; when nothing answers at all, this rejects.
      if (isAppError(error, 'rpc_unavailable')) await rpc.slot('confirmed');
      log.error(
        { err: error, transaction: signature },
        'a payment could not be handled; it will be tried again',
      );
      return before;
    }
  };

  const firstCursor = async (): Promise<Cursor> => {
    const slot = await rpc.slot('finalized');
    const sinceThen = Math.ceil((clock.now() - (options.since ?? clock.now())) / SHORTEST_SLOT_MS);
    return { signature: null, slot: Math.max(0, slot - Math.max(FIRST_LOOK_SLOTS, sinceThen)) };
  };

  const readAccount = async (account: string, current: Cursors): Promise<Told[]> => {
    const entries = await readHistory(rpc, account, current[account]!);
    crash('watch.listed');
    const now: Told[] = [];
    const final = new Set<string>();
    for (const { signature, slot, ...entry } of entries) {
      const commitment = await tell({ signature, slot, ...entry });
      if (!commitment) continue;
      now.push({ signature, slot, commitment });
      told.set(signature, commitment);
      if (commitment === 'finalized') final.add(signature);
    }
    const next = advance(entries, ({ signature }) => final.has(signature));
    if (next) current[account] = next;
    return now;
  };

  /** What a fork has dropped is not listed any more, and so has none. */
  const reportProgress = async (listed: readonly Told[]) => {
    const unfinal = listed.filter(({ commitment }) => commitment !== 'finalized');
    const newest = onProgress && unfinal.length > 0 ? await rpc.slot('confirmed') : 0;
    const since = ({ slot }: Told) => Math.min(Math.max(0, newest - slot), MOST_CONFIRMATIONS);
    await onProgress?.(new Map(unfinal.map((one) => [one.signature, since(one)])));
  };

  /** Where each account begins, kept before anything is read: whenever that is done, it is done from here. */
  const begin = async (followed: readonly string[]): Promise<Cursors> => {
    const known = await store.load();
    const fresh = followed.filter((account) => known[account] === undefined);
    if (fresh.length === 0) return known;
    const first = await firstCursor();
    const all = { ...known, ...Object.fromEntries(fresh.map((account) => [account, first])) };
    await store.save(all);
    return all;
  };

  /** A mint the network does not know is asked about again at each pass; everything else is followed meanwhile. */
  const resolveMints = async () => {
    for (const mint of unresolved) {
      const account = await tokenAccountOf(rpc, recipient, mint);
      if (account !== null) {
        accounts.push(account);
        unresolved = unresolved.filter((each) => each !== mint);
      } else if (!unknown.includes(mint)) log.error({ mint }, 'the network does not know this token');
    }
    unknown = unresolved;
  };

  const pass = async () => {
    await resolveMints();
    if (!cursors || accounts.some((account) => cursors?.[account] === undefined))
      cursors = await begin(accounts);
    const current = { ...cursors };
    const listed: Told[] = [];
    for (const account of accounts) listed.push(...(await readAccount(account, current)));
    // Forgets what the cursors have left behind, and what a fork has dropped.
    told = new Map(listed.map(({ signature, commitment }) => [signature, commitment]));
    crash('watch.passed');
    if (JSON.stringify(current) !== JSON.stringify(cursors)) await store.save(current);
    crash('watch.saved');
    cursors = current;
    await reportProgress(listed);
  };

  const poll = () => {
    passing ??= noting(pass()).finally(() => {
      passing = undefined;
    });
    return passing;
  };

  const noting = async (pass: Promise<void>) => {
    try {
      await pass;
      failingSince = null;
    } catch (error) {
      failingSince ??= clock.now();
      throw error;
    }
  };

  const follow = () => {
    for (const account of accounts)
      if (!hinted.has(account))
        hinted.set(
          account,
          rpc.onActivity(account, () => loop?.wake()),
        );
  };

  return {
    poll,
    start() {
      loop ??= startLoop({
        name: 'chain watcher',
        everyMs: openMs,
        clock,
        log,
        async round() {
          await poll();
          follow();
          return (await hasOpenIntents()) ? openMs : idleMs;
        },
      });
    },
    wake: () => loop?.wake(),
    unknownMints: () => unknown,
    failingSince: () => failingSince,
    async stop() {
      for (const stop of hinted.values()) stop();
      hinted.clear();
      await loop?.stop();
      loop = undefined;
    },
  };
}
