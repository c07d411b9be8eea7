import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import { blockTimeSkewMs } from '../../chain/block-time.js';
import type { Finality } from '../../chain/rpc.js';
import { addDust, type DustPart, isDust } from './dust.js';
import { handledBook } from './handled.js';
import { askedOf, type IntentRow } from './intent.js';
import { lookups } from './lookups.js';
import type { Payment, PaymentStanding, SeenPayment } from './machine.js';
import type { OpenedCase } from './open-cases.js';
import type { PaymentPart } from './parts.js';
import { findProof } from './payers.js';
import type { Settled, SettlementSteps } from './settlement.js';

/** A transaction split into its parts. */
export type SeenTransaction = {
  signature: string;
  parts: readonly PaymentPart[];
  /**
   * Set when the watcher listed it, once for each commitment. Only the watcher counts dust, so dust is counted
   * once.
   */
  listed?: { slot: number; commitment: Finality; accounts: readonly string[] };
};

export type Booking = {
  /**
   * Books every part in one database transaction: on its purchase, as dust, or as a review case for an operator.
   * Each purchase is judged once. Repeatable.
   * @param lowestPrices lowest price of each asset on sale (null is SOL); amounts under 1% of it open no review
   * case
   */
  take(
    sightings: readonly SeenTransaction[],
    lowestPrices: ReadonlyMap<string | null, bigint>,
  ): Promise<readonly Settled[]>;
};

/**
 * Limit of payments kept for one purchase. The price can be paid in 100 of the smallest payments; later parts
 * become review cases. A payment of the full amount is always kept.
 */
const MOST_PARTS = 100;
/** Limit for payments that do not count by themselves: in another asset, or without a reference. */
const MOST_STRAYS = 10;
/** A payment for a purchase cannot be older than the purchase. */
export const startOf = ({ createdAt }: IntentRow): number => createdAt - blockTimeSkewMs;

/** Decisions of one call so far. */
type Plan = {
  ofIntents: Map<string, SeenPayment[]>;
  ofNobody: { payment: SeenPayment; ask: boolean }[];
  dust: DustPart[];
};

const findPart = `SELECT intent_id AS intentId, standing FROM payment
  WHERE signature = @signature AND part = @part`;
type Known = { intentId: string | null; standing: PaymentStanding };

export function createBooking(deps: {
  db: Database;
  clock: Clock;
  steps: SettlementSteps;
  /** A review case was opened. */
  opened?(opened: OpenedCase): void;
}): Booking {
  const { db, clock, steps, opened = () => undefined } = deps;

  const createAssigner = (t: Transaction, plan: Plan, lowestPrices: ReadonlyMap<string | null, bigint>) => {
    const byReference = new Map<string, IntentRow | null>();
    const findMarked = async (reference: string): Promise<IntentRow | null> => {
      const found = byReference.get(reference) ?? (await lookups.findByReference(t, reference));
      byReference.set(reference, found);
      return found;
    };
    const isTrifle = ({ mint, amountBaseUnits }: PaymentPart) =>
      isDust(amountBaseUnits, lowestPrices.get(mint) ?? 0n);
    const add = (intentId: string, part: PaymentPart, standing: PaymentStanding) => {
      const payments = plan.ofIntents.get(intentId) ?? [];
      payments.push({ ...part, standing });
      plan.ofIntents.set(intentId, payments);
    };
    const keepForNobody = (part: PaymentPart) =>
      void plan.ofNobody.push({
        payment: { ...part, standing: 'unmatched' },
        ask: !isTrifle(part) && part.merchantSigned !== 'moves',
      });

    /**
     * Limits the parts of a purchase: otherwise storing them would cost us more than sending them costs the sender.
     */
    const share = (intent: IntentRow, part: PaymentPart, standing: PaymentStanding) => {
      const isSame = (other: Pick<Payment, 'standing'>) =>
        (other.standing === 'counts') === (standing === 'counts');
      const planned = plan.ofIntents.get(intent.id) ?? [];
      const kept = intent.payments.filter(isSame).length + planned.filter(isSame).length;
      const paysAll = standing === 'counts' && part.amountBaseUnits >= askedOf(intent);
      if (paysAll || kept < (standing === 'counts' ? MOST_PARTS : MOST_STRAYS))
        add(intent.id, part, standing);
      else keepForNobody(part);
    };

    /** The rest of a price may be as small as dust, so it is matched here. It was not counted as dust before. */
    const paysRest = async (
      intent: IntentRow,
      { signature, amountBaseUnits, paidAt, merchantSigned }: PaymentPart,
    ) =>
      merchantSigned === undefined &&
      intent.status === 'partially_paid' &&
      amountBaseUnits >= askedOf(intent) &&
      intent.payments.every((payment) => payment.paidAt <= paidAt) &&
      !(await handledBook.hasSignature(t, signature));

    /** Matches a payment without a reference by payer and exact amount; unmatched ones become review cases. */
    const findOwn = async (
      part: PaymentPart,
    ): Promise<{ intent: IntentRow; standing: 'counts' | 'unmatched' } | null> => {
      const { payer, mint, amountBaseUnits, paidAt } = part;
      if (!payer || part.merchantSigned || (await findProof(t, clock, part))) return null;
      const exact = await lookups.findByPayer(t, payer, mint, amountBaseUnits);
      if (exact && paidAt >= startOf(exact)) return { intent: exact, standing: 'counts' };
      const awaited = isTrifle(part) ? null : await lookups.findAwaited(t, payer);
      if (awaited && paidAt + 1_000 > awaited.createdAt) return { intent: awaited, standing: 'unmatched' };
      return null;
    };

    /** A part already kept for a purchase stays with it. */
    const assign = async (
      part: PaymentPart,
      known: Known | undefined,
      countsDust: boolean,
    ): Promise<void> => {
      if (known?.intentId) {
        add(known.intentId, part, known.standing);
        return;
      }
      const [reference, ...others] = part.references;
      const marked = reference !== undefined && others.length === 0 ? await findMarked(reference) : null;
      const own = reference === undefined ? await findOwn(part) : null;
      const isInAsset = marked?.mint === part.mint;
      const isSmall =
        marked && isInAsset ? isDust(part.amountBaseUnits, marked.amountBaseUnits) : isTrifle(part);
      const isRest = async () =>
        own?.standing === 'counts' || (marked && isInAsset && (await paysRest(marked, part)));
      if (isSmall && !known && !(await isRest())) {
        if (countsDust && part.commitment === 'finalized')
          plan.dust.push({ ...part, intentId: marked?.id ?? null });
      } else if (marked && isInAsset && part.merchantSigned) share(marked, part, 'unmatched');
      else if (marked) share(marked, part, isInAsset ? 'counts' : 'wrong_asset');
      else if (own) share(own.intent, part, own.standing);
      else keepForNobody(part);
    };

    return assign;
  };

  /** Assigns every part that was not handled before. */
  const planFor = async (t: Transaction, ...[sightings, lowestPrices]: Parameters<Booking['take']>) => {
    const plan: Plan = { ofIntents: new Map(), ofNobody: [], dust: [] };
    const assign = createAssigner(t, plan, lowestPrices);
    for (const { signature, parts, listed } of sightings) {
      if (listed && (await handledBook.has(t, { signature, ...listed }))) continue;
      // A part held back for a second node comes again; until then the transaction is not done and its dust not
      // counted.
      const isDone = parts.every(({ commitment }) => commitment === listed?.commitment);
      for (const part of parts)
        await assign(part, await t.get<Known>(findPart, { signature, part: part.part }), isDone);
      if (isDone && listed?.commitment === 'finalized') await handledBook.add(t, { signature, ...listed });
    }
    return plan;
  };

  return {
    async take(sightings, lowestPrices) {
      const { settled, cases } = await db.transaction(async (t) => {
        const plan = await planFor(t, sightings, lowestPrices);
        const settled: Settled[] = [];
        for (const [id, payments] of plan.ofIntents) settled.push(await steps.settle(t, id, payments));
        const cases = settled.flatMap((one) => one.opened);
        for (const { payment, ask } of plan.ofNobody)
          cases.push(...(await steps.keepUnmatched(t, payment, { ask })));
        await addDust(t, clock, plan.dust);
        return { settled, cases };
      });
      cases.forEach(opened);
      return settled;
    },
  };
}
