import { createHash, timingSafeEqual } from 'node:crypto';
import { iso } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import type { Currency } from '../../base/money.js';
import { createRateLimit } from '../../base/rate-limit.js';
import { newReference } from '../../chain/pay-url.js';
import {
  addIntentPayer,
  cancelIntent,
  confirmIntent,
  createIntent,
  type Intent,
  listIntents,
  listPacks,
  paymentWebhook,
  readIntent,
} from '../../contract/payments.js';
import { type Feature, type Route, route, type ServiceContext } from '../feature.js';
import { readCursor, toPage, wholePage } from '../page.js';
import type { Cashier } from './cashier.js';
import type { Crash } from './crash.js';
import { askedOf, type IntentRow } from './intent.js';
import { type PricedPack, viewPack } from './packs.js';
import type { PaymentStore } from './store.js';

/** Available only when the service can be paid. */
export type Till = {
  cashier: Cashier;
  recipient: string;
  usdcMint: string | null;
  /** @throws AppError when the chain is not the configured one or cannot be read */
  check(): Promise<void>;
  /** Whether a payment in it would be seen: the network may not know the token. */
  isSold(currency: Currency): boolean;
  /** Makes the watcher read the chain soon. */
  wake(): void;
  changed(intent: IntentRow): void;
};

const intentLifetimeMs = 15 * 60_000;
/** Largest random surplus that makes an amount unique, in base units: about one cent. */
const dust: Record<Currency, number> = { SOL: 99_999, USDC: 9_999 };
const amountCandidates = 32;
/** A node reports many transactions in one request, each with its full content. */
const webhookBytes = 5 * 1024 * 1024;

export function paymentRoutes(parts: {
  context: ServiceContext;
  store: PaymentStore;
  view(intent: IntentRow): Intent;
  packs: () => readonly PricedPack[];
  till: Till | null;
  crash: Crash;
}): Feature['routes'] {
  const { context, store, view, packs, till, crash } = parts;
  const { config, db, limits, clock, random } = context;
  const creations = createRateLimit({ clock, limit: 30, windowMs: 60_000 });
  /** A bot polls each open purchase every two seconds; buttons and pasted signatures come on top. */
  const confirmations = createRateLimit({ clock, limit: 60, windowMs: 60_000 });
  const everyConfirmation = createRateLimit({ clock, limit: 300, windowMs: 60_000 });
  const claims = createRateLimit({ clock, limit: 20, windowMs: 60_000 });

  const open = (): Till => {
    if (!till) throw new AppError('maintenance', 'Nothing is for sale here right now.');
    return till;
  };
  /** Packs with the prices that can be paid right now. */
  const onSale = (): PricedPack[] =>
    packs().map(({ prices, ...pack }) => {
      const sold = Object.entries(prices).filter(([currency]) => till?.isSold(currency as Currency));
      return { ...pack, prices: Object.fromEntries(sold) };
    });
  const findOwn = async (userId: string, id: string): Promise<IntentRow> => {
    const intent = await store.intents.find(userId, id);
    if (!intent)
      throw new AppError('not_found', "That purchase wasn't found. It may belong to another wallet.");
    return intent;
  };

  /** Claims payments the wallet made before it was linked to the buyer. */
  const claimEarlier = async (intent: IntentRow, address: string): Promise<void> => {
    if (['succeeded', 'refunded'].includes(intent.status)) return;
    for (const signature of await store.payers.findUnmatched(intent, askedOf(intent), address))
      await till?.cashier.claim(intent, signature).catch((error) => {
        if (!isAppError(error)) throw error; // its review case stays open
      });
  };

  const admitWebhook: Route['admit'] = ({ params: { provider = '' }, headers }) => {
    const secrets = config.webhookSecrets ?? {};
    const secret = Object.hasOwn(secrets, provider) ? secrets[provider] : undefined;
    if (secret === undefined) throw new AppError('not_found', 'No such webhook is set up.');
    if (!carriesSecret(headers.authorization, secret)) throw new AppError('forbidden');
  };

  return [
    route(listPacks, async ({ query: { currency } }) => {
      const offered = onSale().filter(
        ({ prices }) => currency === undefined || prices[currency] !== undefined,
      );
      return { status: 200, body: wholePage(offered.map((pack) => viewPack(pack, currency))) };
    }),
    route(createIntent, async ({ user, headers, body: { pack_id, currency }, remember }) => {
      const { recipient, usdcMint } = open();
      await limits.check(db, limits.askerOf({ user, headers }));
      creations.take(user.id);
      const pack = onSale().find(({ id }) => id === pack_id);
      const price = pack?.prices[currency];
      if (!pack || price === undefined)
        throw new AppError(
          'not_found',
          `The pack ${pack_id} can't be paid in ${currency}. Use /buy to see what is on offer.`,
        );
      const intent = {
        id: newId('int', random),
        userId: user.id,
        packId: pack.id,
        credits: pack.credits,
        currency,
        recipient,
        mint: currency === 'SOL' ? null : usdcMint,
        reference: newReference(random),
        requiredCommitment: config.requiredCommitment,
        expiresAt: clock.now() + (config.intentLifetimeMs ?? intentLifetimeMs),
      };
      const row = await store.intents.create(intent, uniqueAmounts(price, currency, random), (t, made) =>
        remember(t, { status: 201, body: view(made) }),
      );
      crash('create.committed');
      till?.wake();
      return { status: 201, body: view(row) };
    }),
    route(listIntents, async ({ user, query: { status, cursor, limit } }) => {
      const rows = await store.intents.list(user.id, {
        status,
        before: readCursor(cursor),
        limit: limit + 1,
      });
      return { status: 200, body: toPage(rows, limit, ({ row }) => row, view) };
    }),
    route(readIntent, async ({ user, params }) => ({
      status: 200,
      body: view(await findOwn(user.id, params.intent_id)),
    })),
    route(confirmIntent, async ({ user, params, body: { signature } }) => {
      const intent = await findOwn(user.id, params.intent_id);
      if (intent.status === 'succeeded' && signature === undefined)
        return { status: 200, body: view(intent) };
      everyConfirmation.take(user.id);
      if (signature === undefined) confirmations.take(intent.id);
      else claims.take(user.id);
      const { cashier, check } = open();
      await check();
      if (signature !== undefined) await cashier.claim(intent, signature);
      crash('confirm.claimed');
      const { nodes, at, failed } = await cashier.lookUp(intent);
      crash('confirm.looked_up');
      return answerConfirm(await findOwn(user.id, intent.id), (seen) => ({
        ...view(seen),
        checked: { nodes, at: iso(at), ...(failed !== null && { failed }) },
      }));
    }),
    route(addIntentPayer, async ({ user, params: { intent_id: id } }) => {
      everyConfirmation.take(user.id);
      await store.payers.add(id, user.address);
      const intent = await store.intents.read(id);
      if (intent) await claimEarlier(intent, user.address);
      return { status: 204, body: null };
    }),
    route(cancelIntent, async ({ user, params }) => {
      const before = await findOwn(user.id, params.intent_id);
      const intent = await store.intents.cancel(user.id, before.id);
      if (!intent || !['canceled', 'expired'].includes(intent.status))
        throw new AppError(
          'invalid_request',
          "A payment for that purchase has already arrived, so it can't be cancelled.",
        );
      if (intent.status !== before.status) till?.changed(intent);
      return { status: 200, body: view(intent) };
    }),
    route(
      paymentWebhook,
      async () => {
        till?.wake();
        return { status: 202, body: null };
      },
      { bodyLimitBytes: webhookBytes, admit: admitWebhook },
    ),
  ];
}

function answerConfirm(intent: IntentRow, view: (intent: IntentRow) => Intent) {
  const { status } = intent;
  if (status === 'succeeded' || status === 'refunded') {
    const { checked: _, ...body } = view(intent); // so that a repeated request gets the same answer
    return { status: 200 as const, body };
  }
  if (status === 'partially_paid') throw new AppError('payment_underpaid');
  if (status === 'canceled') throw new AppError('intent_canceled');
  const retryAfter = status === 'processing' ? 2 : 5;
  return { status: 202 as const, body: view(intent), retryAfter };
}

/** Random amounts just above the price, so that a guessed amount reveals nothing about other purchases. */
function uniqueAmounts(price: bigint, currency: Currency, random: Random): bigint[] {
  return Array.from({ length: amountCandidates }, () => {
    const number = Buffer.from(random(4)).readUInt32BE();
    return price + BigInt((number % dust[currency]) + 1);
  });
}

/** Compares in constant time; hashing first makes the lengths equal. */
function carriesSecret(header: string | string[] | undefined, secret: string): boolean {
  const given = typeof header === 'string' ? header.replace(/^Bearer /, '') : '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
