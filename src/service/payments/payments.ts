import { join } from 'node:path';
import { AppError, isAppError } from '../../base/errors.js';
import { type Loop, startLoop } from '../../base/loop.js';
import type { Currency } from '../../base/money.js';
import { checkNetwork } from '../../chain/network.js';
import { createOutage } from '../../chain/outage.js';
import { type Confirmations, createWatcher, type Watcher } from '../../chain/watcher.js';
import type { Feature, ServiceContext } from '../feature.js';
import { caseRoute } from './cases.js';
import { createCashier } from './cashier.js';
import { type Crash, noCrash } from './crash.js';
import { createEntitlements } from './entitlements.js';
import { createExpected } from './expected.js';
import { type IntentRow, viewIntent } from './intent.js';
import { readMints } from './mints.js';
import { type PricedPack, readPacks } from './packs.js';
import { paymentRoutes } from './routes.js';
import { createCompared, createSecondLook } from './second-look.js';
import { createSecondOpinion } from './second-opinion.js';
import type { Asked } from './settlement.js';
import { createPaymentStore } from './store.js';

const sweepEveryMs = 2_000;
/** A local node has no rate limits, and the playground should feel immediate. */
const playgroundIntervals = { openMs: 500, idleMs: 5_000 };
/** One or two look-ups each: stays below the 40 requests per method in 10 s that a public node allows. */
const sweepSize = 6;
const afterFailureMs = 15_000;
const tidyEveryMs = 10_000;
/** Together with the grace for a lagging node, a payment one node leaves out is found at another within a minute. */
const secondLookEveryMs = 30_000;
const notReadyAfterMs = 60_000;
const remindEveryMs = 24 * 3_600_000;

/** Credit purchases paid on the chain. Closed without a merchant address or a network. */
export function createPaymentsFeature(
  context: ServiceContext,
  { crash = noCrash }: { crash?: Crash } = {},
): Feature {
  const { config, db, ledger, clock, log, hub, rpc } = context;
  const { merchantAddress, usdcMint, network, label = 'Rigsmith' } = config;
  const asked = (question: Asked) => log.warn(question, 'payment needs review; run "rigsmith review"');
  const store = createPaymentStore({ db, ledger, clock, crash, asked });
  let confirmations: Confirmations | null = null;
  const view = (intent: IntentRow) => viewIntent(intent, { label, network, confirmations });
  const cases = caseRoute({
    secret: config.botSecret,
    reviews: store.reviews,
    entitlements: createEntitlements({ db, ledger, clock }),
    clock,
  });
  if (merchantAddress === null || !rpc)
    return { routes: [cases, ...paymentRoutes({ context, store, view, crash, packs: [], till: null })] };

  const currencies: Currency[] = usdcMint === null ? ['SOL'] : ['SOL', 'USDC'];
  const packs = readPacks(join(config.catalogDir, 'packs.json'), currencies);
  const changed = (intent: IntentRow) =>
    hub.tellUser(intent.userId, { type: 'intent_updated', intent: view(intent) });
  const mints = readMints(db, usdcMint, clock.now());
  const second = createSecondOpinion({
    rpc,
    above: config.secondNodeAbove ?? null,
    required: config.requiredCommitment,
    log,
  });
  const cashier = createCashier({
    rpc,
    store,
    clock,
    recipient: merchantAddress,
    changed,
    second,
    crash,
    assets: new Map([
      [null, lowestPrice(packs, 'SOL')],
      ...mints.known.map((mint) => [mint, lowestPrice(packs, 'USDC')] as const),
    ]),
  });
  /** Notifies clients of payments that gained confirmations or were dropped by a fork. */
  const tellProgress = async (now: Confirmations) => {
    const before = confirmations;
    confirmations = now;
    if (now.size === 0 && !before?.size) return;
    for (const intent of await store.listConfirming())
      if (intent.payments.some(({ signature }) => now.get(signature) !== before?.get(signature)))
        changed(intent);
  };
  const gate = createGate(() => checkNetwork(rpc, network === 'mainnet-beta' ? 'mainnet' : network));
  const secondLook = createSecondLook({
    rpc,
    clock,
    recipient: merchantAddress,
    compared: createCompared(db),
    mints: mints.followed,
    take: cashier.read,
  });
  const outage = createOutage({ clock, log });
  let watcher: Watcher | undefined;
  let sweeping: Loop | undefined;
  let tidyAt = 0;
  let secondLookAt = 0;
  let remindAt = 0;

  const lookUp = async (id: string) => {
    try {
      const intent = await store.read(id);
      if (intent) await cashier.lookUp(intent);
    } catch (error) {
      await store.postpone(id, clock.now() + afterFailureMs);
      throw error;
    }
  };

  const outageProblem = (): string | null => {
    const since = outage.since();
    const isLong = since !== null && clock.now() - since > notReadyAfterMs;
    return isLong
      ? 'no Solana node has answered for a minute; payments are not seen until one does; check SOLANA_RPC_URL'
      : null;
  };

  const remind = async () => {
    const cases = (await store.reviews.listOpen()).length;
    if (cases > 0) log.warn({ cases }, 'payments still need review; run "rigsmith review"');
  };

  /** Catches payments the watcher missed: looks up each due intent by its reference. */
  const lookUpDue = async (signal: AbortSignal) => {
    await gate.open();
    watcher?.start();
    const due = await store.listDue(sweepSize);
    crash('sweep.listed');
    for (const id of due) {
      if (signal.aborted) return;
      await lookUp(id);
    }
    if (clock.now() >= tidyAt) {
      tidyAt = clock.now() + tidyEveryMs;
      await cashier.tidy();
    }
    if (clock.now() >= secondLookAt) {
      secondLookAt = clock.now() + secondLookEveryMs;
      await secondLook.round();
    }
  };

  const sweep = async (signal: AbortSignal): Promise<undefined> => {
    if (clock.now() >= remindAt) {
      remindAt = clock.now() + remindEveryMs;
      await remind();
    }
    try {
      await lookUpDue(signal);
    } catch (error) {
      // The next round runs in two seconds, so a purchase waits no longer than the nodes do.
      if (!isAppError(error, 'rpc_unavailable')) throw error;
      if (!watcher) outage.failed(error); // otherwise logged where it happened
    }
  };

  return {
    routes: [
      cases,
      ...paymentRoutes({
        context,
        store,
        view,
        packs,
        crash,
        till: {
          cashier,
          changed,
          recipient: merchantAddress,
          usdcMint,
          check: gate.open,
          isSold: (currency) =>
            currency === 'SOL' || (usdcMint !== null && !watcher?.unknownMints().includes(usdcMint)),
          wake: () => watcher?.wake(),
        },
      }),
    ],
    start() {
      watcher = createWatcher({
        rpc,
        clock,
        log,
        recipient: merchantAddress,
        cursors: store.cursors,
        mints: mints.followed,
        hasOpenIntents: store.hasOpen,
        since: store.watchedSince(),
        onSignatures: cashier.observe,
        handled: store.listHandled,
        prefer: createExpected({ rpc, store }).prefer,
        outage,
        onProgress: tellProgress,
        ...(network === 'localnet' && { intervals: playgroundIntervals }),
        crash,
      });
      sweeping = startLoop({ name: 'purchase sweep', everyMs: sweepEveryMs, round: sweep, clock, log });
    },
    async stop() {
      await sweeping?.stop(); // first, because a running round may start the watcher
      await watcher?.stop();
    },
    check: async () => gate.problem() ?? outageProblem(),
  };
}

const lowestPrice = (packs: readonly PricedPack[], currency: Currency): bigint =>
  packs
    .flatMap(({ prices }) => prices[currency] ?? [])
    .reduce((lowest, price) => (lowest === 0n || price < lowest ? price : lowest), 0n);

/** Blocks crediting until the endpoint was seen to serve the configured network. */
function createGate(check: () => Promise<void>) {
  let isOpen = false;
  let problem: string | null = null;
  return {
    problem: () => problem,
    async open() {
      if (isOpen) return;
      try {
        await check();
        isOpen = true;
        problem = null;
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
        if (!isAppError(error, 'invalid_request')) throw error;
        throw new AppError(
          'maintenance',
          'Purchases are closed because the Solana node serves another network. The operator needs to fix this.',
          {
            cause: error,
          },
        );
      }
    },
  };
}
