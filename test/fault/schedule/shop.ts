import { isAppError } from '../../../src/base/errors.js';
import type { Endpoint } from '../../../src/contract/endpoint.js';
import {
  cancelIntent,
  confirmIntent,
  createIntent,
  type Intent,
  readCredits,
  readIntent,
} from '../../../src/contract/payments.js';
import { Crash } from './crash.js';
import type { Buyer, Process, Reply } from './process.js';

/** A purchase as its buyer knows it: an order that was sent, and the intent once an answer arrived. */
export type Purchase = {
  buyer: Buyer;
  order: { pack_id: string; currency: 'SOL' | 'USDC' };
  key: string;
  intent: Intent | null;
};

/** Refusals that are correct at some point of a story; any other is a defect. */
const rightRefusals = [
  'invalid_request',
  'not_found',
  'idempotency_conflict',
  'rate_limited',
  'maintenance',
  'rpc_unavailable',
  'payment_underpaid',
  'intent_canceled',
  'signature_already_used',
  'transaction_failed',
  'wrong_recipient',
  'wrong_asset',
];

const keyLifetimeMs = 86_400_000;

/** The buyers. They trust every answer and record every contradiction. */
export function createShop(deps: {
  now(): number;
  process(): Process | null;
  contradict(problem: string): void;
}) {
  const { contradict } = deps;
  const purchases: Purchase[] = [];
  const byKey = new Map<string, { id: string; at: number }>();
  const succeeded = new Map<string, string>();
  const balances = new Map<string, number>();

  /** @param wasSucceeded the state known when the request was sent; answers and events may overtake each other */
  const hear = (intent: Intent, wasSucceeded: string | undefined) => {
    const { id, status, receipt } = intent;
    if (wasSucceeded !== undefined && status !== 'succeeded' && status !== 'refunded')
      contradict(`${id} was told as credited and later as ${status}`);
    if (wasSucceeded !== undefined && receipt?.number !== wasSucceeded)
      contradict(`${id} changed its receipt from ${wasSucceeded} to ${receipt?.number}`);
    if (status === 'succeeded' && receipt) succeeded.set(id, receipt.number);
  };

  const ask = async (
    endpoint: Endpoint,
    buyer: Buyer,
    request: Parameters<Process['call']>[2],
  ): Promise<Reply | null> => {
    const process = deps.process();
    if (!process) return null;
    try {
      return await process.call(endpoint, buyer, request);
    } catch (error) {
      if (error instanceof Crash || process.life.isOver()) return null;
      if (!isAppError(error) || !rightRefusals.includes(error.code))
        contradict(`${endpoint.id} failed: ${error}`);
      return { status: isAppError(error) ? error.status : 500, body: isAppError(error) ? error.code : null };
    }
  };

  const order = async (purchase: Purchase) => {
    const reply = await ask(createIntent, purchase.buyer, { body: purchase.order, key: purchase.key });
    if (reply?.status !== 201) return;
    const intent = reply.body as Intent;
    const first = byKey.get(purchase.key);
    if (first && first.id !== intent.id && deps.now() < first.at + keyLifetimeMs)
      contradict(`one order became two purchases: ${first.id} and ${intent.id}`);
    byKey.set(purchase.key, first ?? { id: intent.id, at: Date.parse(intent.created_at) });
    purchase.intent ??= intent;
  };

  const about = async ({ buyer, intent }: Purchase, endpoint: Endpoint, body: object = {}) => {
    if (!intent) return;
    const was = succeeded.get(intent.id);
    const reply = await ask(endpoint, buyer, { params: { intent_id: intent.id }, body });
    if (reply === null) return;
    if (reply.status < 300) hear(reply.body as Intent, was);
    else if (reply.body === 'not_found') contradict(`${intent.id} was acknowledged and is now unknown`);
    else if (
      was !== undefined &&
      endpoint === confirmIntent &&
      !('signature' in body) &&
      reply.status === 402
    )
      contradict(`${intent.id} was told as credited and later as underpaid`);
  };

  return {
    purchases,
    succeeded,
    hear: (intent: Intent) => hear(intent, succeeded.get(intent.id)),
    order(buyer: Buyer, pack_id: string, currency: 'SOL' | 'USDC', times: number) {
      const purchase: Purchase = {
        buyer,
        order: { pack_id, currency },
        key: `order-${purchases.length}`,
        intent: null,
      };
      purchases.push(purchase);
      for (let time = 0; time < times; time += 1) void order(purchase);
    },
    orderAgain: (purchase: Purchase) => void order(purchase),
    press: (purchase: Purchase, signature?: string) =>
      void about(purchase, confirmIntent, signature === undefined ? {} : { signature }),
    cancel: (purchase: Purchase) => void about(purchase, cancelIntent),
    look(purchase: Purchase) {
      void about(purchase, readIntent);
      const { buyer } = purchase;
      const before = balances.get(buyer.id) ?? 0;
      void ask(readCredits, buyer, {}).then((reply) => {
        if (reply?.status !== 200) return;
        const { available } = reply.body as { available: number };
        if (available < before)
          contradict(`${buyer.id} had ${before} credits and now ${available}, having spent none`);
        balances.set(buyer.id, Math.max(available, balances.get(buyer.id) ?? 0));
      });
    },
  };
}
export type Shop = ReturnType<typeof createShop>;
