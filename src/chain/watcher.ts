import type { Clock } from '../base/clock.js';
import { isAppError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { type Loop, startLoop } from '../base/loop.js';
import { finalityOf, pickNext, type Unread } from './backlog.js';
import { type CursorStore, openFollowed } from './followed.js';
import { createOutage, type Outage } from './outage.js';
import { createReader, type SeenSignature } from './reader.js';
import type { Finality, Rpc } from './rpc.js';

/** Points where a process can crash between two durable steps of the watcher; for fault campaigns. */
export const watchPoints = [
  'watch.listed',
  'watch.read',
  'watch.told',
  'watch.passed',
  'watch.saved',
] as const;
export type WatchPoint = (typeof watchPoints)[number];

/**
 * By signature: how many slots the network has confirmed since its own, 0 to 31. A transaction is final at about
 * 32.
 */
export type Confirmations = ReadonlyMap<string, number>;

export type Watcher = {
  /** Starts polling; returns at once. */
  start(): void;
  /** Polls now: after a webhook, a hint or "I have paid". */
  wake(): void;
  /**
   * One pass over every address, or the running one: lists new transactions and reads as many as one pass may.
   * Resolves with how many are left to read.
   * Rejects with AppError `rpc_unavailable` when no endpoint answers.
   */
  poll(): Promise<number>;
  /** Mints the network does not know; their payments are not seen until it does. */
  unknownMints(): readonly string[];
  /** When everything that the network listed had been read, in ms; null before the first time. */
  completeAt(): number | null;
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
  /** Selects one of the two polling intervals. */
  hasOpenIntents(): Promise<boolean>;
  /** When following the merchant first began, in ms, even if no endpoint answered then. Default: now. */
  since?: number;
  /** Must be repeatable: the same signature comes again after a restart and when its commitment rises. */
  onSignatures(seen: readonly SeenSignature[]): Promise<void>;
  /** Signatures an earlier process handled as final; they are not read again. */
  handled?(): Promise<readonly string[]>;
  /** Which to read first when more are unread than one pass may read. */
  prefer?(unread: ReadonlySet<string>): Promise<ReadonlySet<string>>;
  /** Called after each pass with the confirmations of everything not final yet; costs one more request. */
  onProgress?(confirmations: Confirmations): Promise<void>;
  /**
   * Default 3,000 ms with open intents, 20,000 ms idle. Two passes are at least a sixth of the former apart, at
   * most 500 ms.
   */
  intervals?: { openMs: number; idleMs: number };
  /** Logs when no node answers, and when one does again. */
  outage?: Outage;
  crash?: (point: WatchPoint) => void;
};

const MOST_CONFIRMATIONS = 31;
const MOST_READS = 200;
const LEAST_READS = 5;
/** Members' requests may use up a node's limit, but the watcher polls at least this often. */
const LONGEST_REST_MS = 10_000;
const LONGEST_WAIT_MS = 5_000;
const LONGEST_GAP_MS = 500;
/** How often everything after the cursors is listed, not only new entries. */
const WHOLE_EVERY_MS = 15_000;

/**
 * Follows every transaction of one merchant at a cost independent of the number of open intents: one cursor per
 * account, moved only past final signatures. WebSocket events only trigger an earlier poll.
 */
export function createWatcher(options: WatcherOptions): Watcher {
  const { rpc, clock, log, recipient, mints, cursors: store, hasOpenIntents } = options;
  const { onSignatures, onProgress, prefer, outage = createOutage({ clock, log }) } = options;
  const { openMs, idleMs } = options.intervals ?? { openMs: 3_000, idleMs: 20_000 };
  const gapMs = Math.min(LONGEST_GAP_MS, Math.floor(openMs / 6));
  const crash = options.crash ?? (() => undefined);
  const followed = openFollowed({ rpc, clock, log, recipient, mints, store, since: options.since });
  const { trails } = followed;
  let told: Map<string, Finality> | undefined;
  let wholeAt = 0;
  let passing: Promise<number> | undefined;
  let loop: Loop | undefined;
  let nextAt = 0;
  let passedAt = 0;
  let completeAt: number | null = null;
  const hinted = new Map<string, () => void>();
  const reader = createReader({ rpc, log, recipient, onSignatures, crash });

  /** Unread transactions, oldest first. Skips failed ones, which moved no money. */
  const listUnread = (known: ReadonlyMap<string, Finality>): Unread[] => {
    const unread = new Map<string, Unread>();
    for (const { account, entries } of trails)
      for (const entry of entries()) {
        const { signature, failed } = entry;
        const before = known.get(signature);
        if (failed || before === 'finalized' || before === finalityOf(entry)) continue;
        const other = unread.get(signature);
        if (other) other.accounts.push(account);
        else unread.set(signature, { ...entry, accounts: [account], tries: reader.triesOf(signature) });
      }
    return [...unread.values()];
  };

  /** Reads as much as one pass and the nodes' limits allow. Resolves with how many are left. */
  const readOn = async (known: Map<string, Finality>): Promise<number> => {
    const unread = listUnread(known);
    const most = Math.min(MOST_READS, Math.max(LEAST_READS, rpc.room().transactions));
    const isCrowded = unread.length > most;
    const preferred = isCrowded && prefer && (await prefer(new Set(unread.map((one) => one.signature))));
    const handled = await reader.read(pickNext(unread, most, preferred || new Set()), (entry) =>
      known.set(entry.signature, finalityOf(entry)),
    );
    return unread.length - handled;
  };

  /** Drops entries behind the cursors and those a fork has dropped. */
  const forget = (known: Map<string, Finality>) => {
    const listed = new Set(trails.flatMap(({ entries }) => entries().map(({ signature }) => signature)));
    for (const signature of known.keys()) if (!listed.has(signature)) known.delete(signature);
    reader.forgetUnless(listed);
  };

  /** Transactions dropped by a fork are no longer listed, so they have no confirmations. */
  const reportProgress = async (known: ReadonlyMap<string, Finality>) => {
    const unfinal = trails
      .flatMap(({ entries }) => entries())
      .filter(({ signature }) => known.get(signature) === 'confirmed');
    const newest = onProgress && unfinal.length > 0 ? await rpc.slot('confirmed') : 0;
    const since = (slot: number) => Math.min(Math.max(0, newest - slot), MOST_CONFIRMATIONS);
    await onProgress?.(new Map(unfinal.map(({ signature, slot }) => [signature, since(slot)])));
  };

  const pass = async (): Promise<number> => {
    await followed.open();
    told ??= new Map((await options.handled?.())?.map((signature) => [signature, 'finalized']));
    const known = told;
    const whole = clock.now() >= wholeAt;
    for (const trail of trails) await trail.list({ whole });
    if (whole) wholeAt = clock.now() + WHOLE_EVERY_MS;
    crash('watch.listed');
    forget(known);
    const left = await readOn(known);
    crash('watch.passed');
    await followed.save((signature) => known.get(signature) === 'finalized');
    crash('watch.saved');
    await reportProgress(known);
    if (left === 0) completeAt = clock.now();
    return left;
  };

  const poll = () => {
    passing ??= pass().finally(() => {
      passing = undefined;
    });
    return passing;
  };

  const follow = () => {
    for (const { account } of trails)
      if (!hinted.has(account))
        hinted.set(
          account,
          rpc.onActivity(account, () => loop?.wake()),
        );
  };

  /** Hints may come by the hundred: they end a wait, but two passes keep a minimum gap. */
  const round = async (): Promise<number> => {
    const early = nextAt - clock.now();
    if (early > 0) return early;
    const isStarved = clock.now() - passedAt >= LONGEST_REST_MS;
    if (rpc.room().requests <= trails.length && !isStarved) return gapMs;
    passedAt = clock.now();
    let left = 0;
    try {
      left = await poll();
      outage.answered();
      follow();
    } catch (error) {
      if (!isAppError(error, 'rpc_unavailable')) throw error;
      outage.failed(error);
    }
    nextAt = clock.now() + gapMs;
    if (left > 0) return gapMs;
    return (await hasOpenIntents()) ? Math.min(openMs, LONGEST_WAIT_MS) : idleMs;
  };

  return {
    poll,
    start() {
      loop ??= startLoop({
        name: 'chain watcher',
        everyMs: openMs,
        maxBackoffMs: LONGEST_WAIT_MS,
        clock,
        log,
        round,
      });
    },
    wake: () => loop?.wake(),
    unknownMints: followed.unknownMints,
    completeAt: () => completeAt,
    async stop() {
      reader.stop();
      for (const stop of hinted.values()) stop();
      hinted.clear();
      await loop?.stop();
      loop = undefined;
    },
  };
}
