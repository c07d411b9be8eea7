import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { tokenAccountOf } from './accounts.js';
import type { Rpc } from './rpc.js';
import { type Cursor, createTrail, type Trail } from './trail.js';

/** By address: the merchant's wallet, and its token account for each mint. */
export type Cursors = Record<string, Cursor>;
export type CursorStore = { load(): Promise<Cursors>; save(cursors: Cursors): Promise<void> };

/** The accounts whose history contains every payment, and how far each was read. */
export type FollowedAccounts = {
  /** The wallet's trail, then those of the token accounts whose mints the network knows. */
  trails: readonly Trail[];
  /**
   * Opens trails that are not open yet.
   * @throws AppError `rpc_unavailable`
   */
  open(): Promise<void>;
  /** Moves the cursors past final, handled transactions, and stores them. */
  save(isHandled: (signature: string) => boolean): Promise<void>;
  /** Mints the network does not know. */
  unknownMints(): readonly string[];
};

/** About an hour: how far back the very first read goes, in case no endpoint answered when the service started. */
const FIRST_LOOK_SLOTS = 9_000;
/** Shorter than any real average (the network aims at 400 ms): reading too far back does no harm. */
const SHORTEST_SLOT_MS = 320;

export function openFollowed(options: {
  rpc: Rpc;
  clock: Clock;
  log: Log;
  recipient: string;
  mints: readonly string[];
  store: CursorStore;
  /** When following began, in ms. Default: now. */
  since: number | undefined;
}): FollowedAccounts {
  const { rpc, clock, log, recipient, mints, store, since } = options;
  const accounts = [recipient];
  const trails: Trail[] = [];
  let unresolved = [...mints];
  let unknown: string[] = [];
  let saved: Cursors = {};

  const firstCursor = async (): Promise<Cursor> => {
    const slot = await rpc.slot('finalized');
    const sinceThen = Math.ceil((clock.now() - (since ?? clock.now())) / SHORTEST_SLOT_MS);
    return { signature: null, slot: Math.max(0, slot - Math.max(FIRST_LOOK_SLOTS, sinceThen)) };
  };

  /** Stores the starting point of each account before anything is read, so that a later read starts from there. */
  const begin = async (): Promise<void> => {
    if (trails.length === accounts.length) return;
    const known = { ...(await store.load()) };
    const fresh = accounts.filter((account) => known[account] === undefined);
    if (fresh.length > 0) {
      const first = await firstCursor();
      for (const account of fresh) known[account] = first;
      await store.save(known);
    }
    saved = known;
    for (const account of accounts.slice(trails.length))
      trails.push(createTrail(rpc, account, known[account]!));
  };

  /** Asks about unknown mints again at each pass; the other accounts are followed meanwhile. */
  const resolveMints = async () => {
    for (const mint of unresolved) {
      const account = await tokenAccountOf(rpc, recipient, mint);
      if (account !== null) {
        accounts.push(account);
        unresolved = unresolved.filter((each) => each !== mint);
      } else if (!unknown.includes(mint))
        log.error({ mint }, 'unknown token mint; payments in it are not seen; check USDC_MINT');
    }
    unknown = unresolved;
  };

  return {
    trails,
    async open() {
      await resolveMints();
      await begin();
    },
    async save(isHandled) {
      for (const trail of trails)
        trail.advance(({ signature, failed, commitment }) =>
          failed ? commitment === 'finalized' : isHandled(signature),
        );
      const current = { ...saved };
      for (const { account, cursor } of trails) current[account] = cursor();
      if (JSON.stringify(current) !== JSON.stringify(saved)) await store.save(current);
      saved = current;
    },
    unknownMints: () => unknown,
  };
}
