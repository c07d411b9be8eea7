import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { ChainTransaction, Finality, Rpc } from './rpc.js';
import type { IncomingTransfer } from './transfer.js';

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

export type Watcher = {
  /** Starts polling; resolves at once. */
  start(): void;
  /** Reads now: after a webhook, a hint or "I have paid". */
  wake(): void;
  /** One full pass over every address. Rejects with AppError `rpc_unavailable` when no endpoint answers. */
  poll(): Promise<void>;
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
  /** Must be repeatable: the same signature comes again after a restart and when its commitment rises. */
  onSignature(seen: SeenSignature): Promise<void>;
  /** Default 3,000 with open intents, 20,000 idle. */
  intervals?: { openMs: number; idleMs: number };
};
export type CreateWatcher = (options: WatcherOptions) => Watcher;
