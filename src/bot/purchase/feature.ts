import type { BuildPayment } from '../../chain/pay-transaction.js';
import { reason } from '../../copy/reason.js';
import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { createBaselines } from './baseline.js';
import { purchaseCard } from './cards/purchase.js';
import { createClaims } from './claims.js';
import { createPurchaseFlow } from './flow.js';
import { createPurchaseNotifier } from './notifier.js';
import { payPage } from './page.js';
import { sealedPages } from './row.js';
import { createPurchaseStores } from './stores.js';

/** Buying credits with a wallet. */
export function createPurchaseFeature(context: BotContext) {
  const { config, db, seal, clock, random, outbox, sessions, catalog, listen } = context;
  const { messenger, sendDirect, languages, hooks } = context;
  const pageUrl = new URL('/pay', config.publicUrl).href;
  const stores = createPurchaseStores({ db, clock, outbox, seal, pageUrl, onFigures: hooks.onFigures });
  const { store, checks, cards, news } = stores;
  const purchase = createPurchaseFlow({
    stores,
    baselines: createBaselines(db),
    claims: createClaims(db),
    sessions,
    http: catalog,
    clock,
    random,
    listen,
    network: config.network,
    skus: [...(config.premium?.skus.keys() ?? [])],
  });
  const { deliver, pendingNotices } = createPurchaseNotifier({
    store,
    cards,
    news,
    messenger,
    sendDirect,
    languages,
  });
  const page = payPage({
    flow: purchase,
    build: builderOf(config.rpcUrls),
    folder: config.pages.pay,
    wallet: config.playgroundWallet,
    origin: config.publicUrl,
    clock,
  });
  return {
    flows: { purchase },
    commands: ['packs', 'buy', 'payments'],
    sealed: [sealedPages],
    keepers: { purchases: store },
    outbox: {
      purchase: { deliver: deliver.purchase },
      purchase_notice: { deliver: deliver.purchase_notice },
    },
    rounds: [
      { name: 'purchases', everyMs: 500, round: purchase.sweep },
      { name: 'purchase cards', everyMs: 5_000, round: purchase.endCards },
    ],
    pages: [page],
    hooks: {
      unfinished: async (memberId) =>
        (await purchase.isOpen(memberId)) ? reason('purchase.error.open') : null,
      onLinked: purchase.resumeMember,
      onWalletLost: checks.detachWallet,
      onIntent: purchase.onIntent,
      pendingNotices,
      async drawOf(messageId) {
        const found = await cards.findByMessage(messageId);
        return found && purchaseCard(found.purchase, languages.ofChannel(found.locale));
      },
      buyerOf: async (intentId) => (await store.find(intentId))?.memberId ?? null,
    },
    resume: purchase.resume,
  } satisfies BotFeature;
}

/** Builds transactions for browser wallets. Loaded lazily: Solana's libraries are a third of the code. */
function builderOf(rpcUrls: readonly string[]): BuildPayment | null {
  if (rpcUrls.length === 0) return null;
  return async (...payment) => {
    const { createPaymentBuilder } = await import('../../chain/pay-transaction.js');
    return createPaymentBuilder(rpcUrls)(...payment);
  };
}
