import type { Clock } from '../base/clock.js';
import { isAppError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { type Loop, startLoop } from '../base/loop.js';
import { finalityOf, pickNext, type Unread } from './backlog.js';
import { type CursorStore, openFollowed } from './followed.js';
import { createOutage, type Outage } from './outage.js';
import { createReader, type SeenSignature } from './reader.js';
import type { Finality, Rpc } from './rpc.js';

/** Where a process may die between two durable steps of the watcher; for fault campaigns. */
export const watchPoints = [
  'watch.listed',
  'watch.read',
  'watch.told',
  'watch.passed',
  'watch.saved',
] as const;
export type WatchPoint = (typeof watchPoints)[number];

/** By signature: how many slots the network has confirmed since its own, 0 to 31. At 32 or so it is final. */
export type Confirmations = ReadonlyMap<string, number>;

export type Watcher = {
  /** Starts polling; resolves at once. */
  start(): void;
  /** Reads now: after a webhook, a hint or "I have paid". */
  wake(): void;
  /**
   * One pass over every address, or the one under way: lists what is new and reads as much of it as one pass may.
   * Resolves with how many transactions are left to read. Rejects with AppError `rpc_unavailable` when no endpoint
   * answers.
   */
  poll(): Promise<number>;
  /** Mints the network was asked about in vain: nothing of them is seen until it knows them. */
  unknownMints(): readonly string[];
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
  onSignatures(seen: readonly SeenSignature[]): Promise<void>;
  /** Signatures an earlier process handled as final: they are not read again. */
  handled?(): Promise<readonly string[]>;
  /** Which of them to read first, when more are unread than one pass may read. */
  prefer?(unread: ReadonlySet<string>): Promise<ReadonlySet<string>>;
  /** Told after each pass, how far everything is that is not final yet: one more question of the network then. */
  onProgress?(confirmations: Confirmations): Promise<void>;
  /** Default 3,000 with open intents, 20,000 idle. A sixth of the former lies between two passes, at most 500. */
  intervals?: { openMs: number; idleMs: number };
  /** Told when no node answers, and when one does again. */
  outage?: Outage;
  crash?: (point: WatchPoint) => void;
};

const MOST_CONFIRMATIONS = 31;
const MOST_READS = 200;
const LEAST_READS = 5;
/** Members who press a lot use up a node's limit, but the watcher gets a pass at least so often. */
const LONGEST_REST_MS = 10_000;
const LONGEST_WAIT_MS = 5_000;
const LONGEST_GAP_MS = 500;
/** How often everything after the cursors is listed, not only what is new. */
const WHOLE_EVERY_MS = 15_000;

/**
 * Follows everything that touches one merchant, at a cost that does not depend on how many intents are open: one
 * cursor per account, moved only over final signatures, and WebSocket events only as a reason to look earlier.
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
  const hinted = new Map<string, () => void>();
  const reader = createReader({ rpc, log, recipient, onSignatures, crash });

  /** Unread transactions, oldest first. Failed ones moved no money, so they are skipped. */
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

  /** Forgets what the cursors have left behind, and what a fork has dropped. */
  const forget = (known: Map<string, Finality>) => {
    const listed = new Set(trails.flatMap(({ entries }) => entries().map(({ signature }) => signature)));
    for (const signature of known.keys()) if (!listed.has(signature)) known.delete(signature);
    reader.forgetUnless(listed);
  };

  /** What a fork has dropped is not listed any more, and so has none. */
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

  /**
   * Hints may come by the hundred: they end a wait, but never let two passes follow each other at once, and a pass
   * that fails because a hint came early makes nobody wait longer.
   */
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
    async stop() {
      reader.stop();
      for (const stop of hinted.values()) stop();
      hinted.clear();
      await loop?.stop();
      loop = undefined;
    },
  };
}
