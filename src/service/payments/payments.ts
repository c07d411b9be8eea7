import type { Currency } from '../../base/money.js';
import { type OwnedWork, startOwnedWork } from '../../base/shared/owned-work.js';
import { checkNetwork } from '../../chain/network.js';
import { createOutage } from '../../chain/outage.js';
import type { Rpc } from '../../chain/rpc.js';
import type { Intent } from '../../contract/payments.js';
import type { Feature, Route, ServiceContext } from '../feature.js';
import { caseRoute } from './cases.js';
import { createCashier } from './cashier.js';
import { type Crash, noCrash } from './crash.js';
import { decisionRoute } from './decisions.js';
import { createEntitlements } from './entitlements.js';
import { measurePayments } from './figures.js';
import { createGate } from './gate.js';
import { type IntentRow, viewIntent } from './intent.js';
import { type Mints, readMints } from './mints.js';
import type { OpenedCase } from './open-cases.js';
import { type PackList, type PricedPack, packsIn } from './packs.js';
import { paymentRoutes } from './routes.js';
import { createSecondOpinion } from './second-opinion.js';
import { createPaymentStore, type PaymentStore } from './store.js';
import { createWatching } from './watching.js';

/** A hint to read the chain soon, for the process that watches it. */
const watchTopic = 'payments';
const notReadyAfterMs = 60_000;

/** Credit purchases paid on the chain. Closed without a merchant address or a network. */
export async function createPaymentsFeature(
  context: ServiceContext,
  { crash = noCrash }: { crash?: Crash } = {},
): Promise<Feature> {
  const { config, db, ledger, clock, log, hub, hints, leases, rpc } = context;
  const { merchantAddress, usdcMint, network, label = 'Rigsmith' } = config;
  const opened = (one: OpenedCase) => log.warn(one, 'payment needs review; run "rigsmith review"');
  const store = createPaymentStore({ db, ledger, clock, crash, opened });
  const view = (intent: IntentRow) => viewIntent(intent, { label, network });
  const cases = createCases(context, store, view);
  if (merchantAddress === null || !rpc)
    return {
      routes: [...cases, ...paymentRoutes({ context, store, view, crash, packs: () => [], till: null })],
    };

  const packs = packsIn(config);
  const changed = (intent: IntentRow) =>
    hub.tellUser(intent.userId, { type: 'intent_updated', intent: view(intent) });
  const mints = await readMints(db, usdcMint, clock.now());
  const { assets, setLowest } = createAssets(mints);
  setLowest(packs.all());
  const gate = createGate(() => checkNetwork(rpc, network === 'mainnet-beta' ? 'mainnet' : network));
  const outage = createOutage({ clock, log });
  const taking = {
    rpc,
    clock,
    recipient: merchantAddress,
    changed,
    second: secondOpinionOf(context, rpc),
    crash,
    assets,
  };
  /** Of requests, which any process answers; the watching process has one under its lease. */
  const cashier = createCashier({ ...taking, store });
  const watching = createWatching({ ...taking, context, mints, gate, outage, opened });
  const stopHints = hints.on(watchTopic, watching.wake);
  measurePayments(context, watching.completeAt);
  let watched: OwnedWork | undefined;
  const problem = () => gate.problem() ?? outageProblem(outage.since(), clock.now());

  return {
    routes: [
      ...cases,
      ...paymentRoutes({
        context,
        store,
        view,
        packs: packs.all,
        crash,
        till: {
          cashier,
          changed,
          recipient: merchantAddress,
          usdcMint,
          check: gate.open,
          isSold: (currency) =>
            currency === 'SOL' || (usdcMint !== null && !watching.unknownMints().includes(usdcMint)),
          wake: () => hints.tell(watchTopic),
        },
      }),
    ],
    start() {
      watched = startOwnedWork({ name: 'payments', leases, work: watching.work, clock, log });
    },
    async stop() {
      stopHints();
      await watched?.stop();
    },
    frames: {
      async intent(userId, id) {
        const intent = await store.intents.find(userId, id);
        return intent && { type: 'intent_updated', intent: view(intent) };
      },
    },
    check: async () => problem(),
    async state() {
      const completeAt = watching.completeAt(); // null where another process watches
      const behind = completeAt === null ? null : Math.max(0, Math.round((clock.now() - completeAt) / 1_000));
      return { chain: { works: problem() === null, behind_seconds: behind } };
    },
    reload: reloadOf(packs, setLowest),
  };
}

const secondOpinionOf = ({ config, log }: ServiceContext, rpc: Rpc) =>
  createSecondOpinion({
    rpc,
    above: config.secondNodeAbove ?? null,
    required: config.requiredCommitment,
    log,
  });

/** New prices apply to new purchases, and to what counts as dust. */
const reloadOf = (packs: PackList, setLowest: (offered: readonly PricedPack[]) => void) => () => {
  const apply = packs.reread();
  return () => {
    apply();
    setLowest(packs.all());
  };
};

const outageProblem = (since: number | null, now: number): string | null =>
  since !== null && now - since > notReadyAfterMs
    ? 'no Solana node has answered for a minute; payments are not seen until one does; check SOLANA_RPC_URL'
    : null;

function createCases(
  { config, db, ledger, clock, hub, rpc }: ServiceContext,
  { reviews, intents }: PaymentStore,
  view: (intent: IntentRow) => Intent,
): Route[] {
  const { botSecret: secret, operators = [], merchantAddress: merchant } = config;
  const entitlements = createEntitlements({ db, ledger, clock });
  return [
    caseRoute({ secret, reviews, entitlements, clock }),
    decisionRoute({
      db,
      secret,
      operators,
      reviews,
      entitlements,
      chain: rpc && merchant !== null ? { rpc, merchant } : null,
      clock,
      async changed(intentId) {
        const intent = await intents.read(intentId);
        if (intent) hub.tellUser(intent.userId, { type: 'intent_updated', intent: view(intent) });
      },
    }),
  ];
}

/** The assets on sale, each with its lowest price: dust is a share of the cheapest pack. */
function createAssets(mints: Mints) {
  const assets = new Map<string | null, bigint>();
  const setLowest = (packs: readonly PricedPack[]) => {
    assets.set(null, lowestPrice(packs, 'SOL'));
    for (const mint of mints.known) assets.set(mint, lowestPrice(packs, 'USDC'));
  };
  return { assets, setLowest };
}

const lowestPrice = (packs: readonly PricedPack[], currency: Currency): bigint =>
  packs
    .flatMap(({ prices }) => prices[currency] ?? [])
    .reduce((lowest, price) => (lowest === 0n || price < lowest ? price : lowest), 0n);
