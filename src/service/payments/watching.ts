import { startLoop } from '../../base/loop.js';
import { fencedBy } from '../../base/shared/fenced.js';
import type { HeldLease } from '../../base/shared/leases.js';
import { untilAborted } from '../../base/shared/owned-work.js';
import type { Outage } from '../../chain/outage.js';
import { type Confirmations, createWatcher, type Watcher } from '../../chain/watcher.js';
import type { ServiceContext } from '../feature.js';
import { createCashier } from './cashier.js';
import { createExpected } from './expected.js';
import type { Gate } from './gate.js';
import type { Mints } from './mints.js';
import type { OpenedCase } from './open-cases.js';
import { createCompared, createSecondLook } from './second-look.js';
import { createPaymentStore, type PaymentStore } from './store.js';
import { createSweep } from './sweep.js';
import type { TakingDeps } from './taking.js';

const sweepEveryMs = 2_000;
/** A local node has no rate limits, and the playground should feel immediate. */
const playgroundIntervals = { openMs: 500, idleMs: 5_000 };

/** Following the merchant on the chain: the work of one process at a time. */
export type Watching = {
  /** Watches and sweeps until `signal` is aborted. Writes nothing once another process has taken over. */
  work(lease: HeldLease, signal: AbortSignal): Promise<void>;
  /** Reads the chain soon, if this process watches it. */
  wake(): void;
  /** Mints the network does not know; empty in a process that does not watch. */
  unknownMints(): readonly string[];
  /** When all payments on the chain had been read, in ms; null in a process that does not watch, and at first. */
  completeAt(): number | null;
};

type WatchingDeps = Omit<TakingDeps, 'store'> & {
  context: ServiceContext;
  mints: Mints;
  gate: Gate;
  outage: Outage;
  crash: NonNullable<TakingDeps['crash']>;
  opened(one: OpenedCase): void;
};

export function createWatching(deps: WatchingDeps): Watching {
  const { context, rpc, clock, recipient, mints, gate, outage, crash, changed, opened } = deps;
  const { db: shared, ledger, log, config } = context;
  let watcher: Watcher | undefined;

  const startWatcher = async (
    store: PaymentStore,
    observe: Parameters<typeof createWatcher>[0]['onSignatures'],
  ) =>
    createWatcher({
      rpc,
      clock,
      log,
      recipient,
      cursors: store.watch.cursors,
      mints: mints.followed,
      hasOpenIntents: store.schedule.hasOpen,
      since: await store.watch.since(),
      onSignatures: observe,
      handled: store.watch.listHandled,
      prefer: createExpected({ rpc, store }).prefer,
      outage,
      onProgress: createTellProgress(store, changed),
      ...(config.network === 'localnet' && { intervals: playgroundIntervals }),
      crash,
    });

  return {
    async work(lease, signal) {
      const db = fencedBy(lease, shared);
      const store = createPaymentStore({ db, ledger, clock, crash, opened });
      const cashier = createCashier({ ...deps, store });
      const own = await startWatcher(store, cashier.observe);
      if (!signal.aborted) watcher = own;
      let isWatching = false;
      const sweep = createSweep({
        store,
        cashier,
        secondLook: createSecondLook({
          rpc,
          clock,
          recipient,
          compared: createCompared(db),
          mints: mints.followed,
          take: cashier.read,
        }),
        clock,
        log,
        crash,
        async prepare() {
          await gate.open();
          own.start();
          isWatching = true;
        },
        unreachable(error) {
          if (!isWatching) outage.failed(error); // otherwise logged where it happened
        },
      });
      const sweeping = startLoop({ name: 'purchase sweep', everyMs: sweepEveryMs, round: sweep, clock, log });
      await untilAborted(signal);
      await sweeping.stop(); // first, because a running round may start the watcher
      await own.stop();
      if (watcher === own) watcher = undefined; // this process may have taken over again meanwhile
    },
    wake: () => watcher?.wake(),
    unknownMints: () => watcher?.unknownMints() ?? [],
    completeAt: () => watcher?.completeAt() ?? null,
  };
}

/** Stores the confirmations of payments, and notifies clients of those that gained some or were dropped by a fork. */
function createTellProgress(store: PaymentStore, changed: TakingDeps['changed']) {
  let before: Confirmations | undefined;
  return async (now: Confirmations): Promise<void> => {
    const last = before;
    before = now;
    if (now.size === 0 && !last?.size) return;
    await store.watch.saveConfirmations(now);
    for (const intent of await store.intents.listConfirming())
      if (intent.payments.some(({ signature }) => now.get(signature) !== last?.get(signature)))
        changed(intent);
  };
}
