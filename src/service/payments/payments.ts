import { join } from 'node:path';
import { type Loop, startLoop } from '../../base/loop.js';
import type { Currency } from '../../base/money.js';
import { checkNetwork } from '../../chain/network.js';
import { createOutage } from '../../chain/outage.js';
import type { Rpc } from '../../chain/rpc.js';
import { type Confirmations, createWatcher, type Watcher } from '../../chain/watcher.js';
import type { Feature, ServiceContext } from '../feature.js';
import { caseRoute } from './cases.js';
import { createCashier } from './cashier.js';
import { type Crash, noCrash } from './crash.js';
import { createEntitlements } from './entitlements.js';
import { createExpected } from './expected.js';
import { measurePayments } from './figures.js';
import { createGate } from './gate.js';
import { type IntentRow, viewIntent } from './intent.js';
import { readMints } from './mints.js';
import type { OpenedCase } from './open-cases.js';
import { type PricedPack, readPacks } from './packs.js';
import { paymentRoutes } from './routes.js';
import { createCompared, createSecondLook } from './second-look.js';
import { createSecondOpinion } from './second-opinion.js';
import { createPaymentStore, type PaymentStore } from './store.js';
import { createSweep } from './sweep.js';

const sweepEveryMs = 2_000;
/** A local node has no rate limits, and the playground should feel immediate. */
const playgroundIntervals = { openMs: 500, idleMs: 5_000 };
const notReadyAfterMs = 60_000;

/** Credit purchases paid on the chain. Closed without a merchant address or a network. */
export async function createPaymentsFeature(
  context: ServiceContext,
  { crash = noCrash }: { crash?: Crash } = {},
): Promise<Feature> {
  const { config, db, ledger, clock, log, hub, rpc } = context;
  const { merchantAddress, usdcMint, network, label = 'Rigsmith' } = config;
  const opened = (one: OpenedCase) => log.warn(one, 'payment needs review; run "rigsmith review"');
  const store = createPaymentStore({ db, ledger, clock, crash, opened });
  let confirmations: Confirmations | null = null;
  const view = (intent: IntentRow) => viewIntent(intent, { label, network, confirmations });
  const cases = createCases(context, store);
  if (merchantAddress === null || !rpc)
    return { routes: [cases, ...paymentRoutes({ context, store, view, crash, packs: [], till: null })] };

  const currencies: Currency[] = usdcMint === null ? ['SOL'] : ['SOL', 'USDC'];
  const packs = readPacks(join(config.catalogDir, 'packs.json'), currencies);
  const changed = (intent: IntentRow) =>
    hub.tellUser(intent.userId, { type: 'intent_updated', intent: view(intent) });
  const { mints, cashier, secondLook } = await createReaders(context, {
    rpc,
    store,
    packs,
    changed,
    crash,
    recipient: merchantAddress,
  });
  /** Notifies clients of payments that gained confirmations or were dropped by a fork. */
  const tellProgress = async (now: Confirmations) => {
    const before = confirmations;
    confirmations = now;
    if (now.size === 0 && !before?.size) return;
    for (const intent of await store.intents.listConfirming())
      if (intent.payments.some(({ signature }) => now.get(signature) !== before?.get(signature)))
        changed(intent);
  };
  const gate = createGate(() => checkNetwork(rpc, network === 'mainnet-beta' ? 'mainnet' : network));
  const outage = createOutage({ clock, log });
  let watcher: Watcher | undefined;
  let isWatching = false;
  let sweeping: Loop | undefined;
  const sweep = createSweep({
    store,
    cashier,
    secondLook,
    clock,
    log,
    crash,
    async prepare() {
      await gate.open();
      watcher?.start();
      isWatching = true;
    },
    unreachable(error) {
      if (!isWatching) outage.failed(error); // otherwise logged where it happened
    },
  });

  measurePayments(context, () => watcher?.completeAt() ?? null);
  const outageProblem = (): string | null => {
    const since = outage.since();
    const isLong = since !== null && clock.now() - since > notReadyAfterMs;
    return isLong
      ? 'no Solana node has answered for a minute; payments are not seen until one does; check SOLANA_RPC_URL'
      : null;
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
    async start() {
      const since = await store.watch.since();
      watcher = createWatcher({
        rpc,
        clock,
        log,
        recipient: merchantAddress,
        cursors: store.watch.cursors,
        mints: mints.followed,
        hasOpenIntents: store.schedule.hasOpen,
        since,
        onSignatures: cashier.observe,
        handled: store.watch.listHandled,
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

const createCases = ({ config, db, ledger, clock }: ServiceContext, { reviews }: PaymentStore) =>
  caseRoute({
    secret: config.botSecret,
    reviews,
    entitlements: createEntitlements({ db, ledger, clock }),
    clock,
  });

/** What reads payments from the chain: the cashier every purchase, the second look what a node leaves out. */
async function createReaders(
  { config, db, clock, log }: ServiceContext,
  deps: {
    rpc: Rpc;
    store: PaymentStore;
    packs: readonly PricedPack[];
    recipient: string;
    changed(intent: IntentRow): void;
    crash: Crash;
  },
) {
  const { rpc, store, packs, recipient, changed, crash } = deps;
  const mints = await readMints(db, config.usdcMint, clock.now());
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
    recipient,
    changed,
    second,
    crash,
    assets: new Map([
      [null, lowestPrice(packs, 'SOL')],
      ...mints.known.map((mint) => [mint, lowestPrice(packs, 'USDC')] as const),
    ]),
  });
  const secondLook = createSecondLook({
    rpc,
    clock,
    recipient,
    compared: createCompared(db),
    mints: mints.followed,
    take: cashier.read,
  });
  return { mints, cashier, secondLook };
}

const lowestPrice = (packs: readonly PricedPack[], currency: Currency): bigint =>
  packs
    .flatMap(({ prices }) => prices[currency] ?? [])
    .reduce((lowest, price) => (lowest === 0n || price < lowest ? price : lowest), 0n);
