import type { Clock } from '../../base/clock.js';
import { AppError, type ErrorCode } from '../../base/errors.js';
import { parseSignature } from '../../chain/address.js';
import type { ChainTransaction, Finality, Rpc } from '../../chain/rpc.js';
import { readTransfer, type TransferReading, type TransferReason } from '../../chain/transfer.js';
import type { SeenSignature } from '../../chain/watcher.js';
import { type Crash, noCrash } from './crash.js';
import type { IntentRow } from './intent.js';
import type { Payment } from './machine.js';
import type { PaymentStore, Settled } from './store.js';

/**
 * Turns what the chain says into settled intents. Every way a payment can be noticed (watcher, sweep, the buyer's
 * button, a pasted signature) ends in the same repeatable `settle`.
 */
export type Cashier = {
  /** Takes one signature the watcher saw. */
  observe(seen: SeenSignature): Promise<void>;
  /** Reads every transaction that carries the intent's reference. @throws AppError `rpc_unavailable` */
  lookUp(intent: IntentRow): Promise<void>;
  /**
   * Takes a signature the buyer names, also one without reference when the buyer's own wallet paid.
   * Nothing happens while the chain does not know it.
   * @throws AppError when it cannot pay for this intent, with the reason as code
   */
  claim(intent: IntentRow, owner: { address: string }, signature: string): Promise<void>;
};

/** A confirmed transaction no node knows any more after this long was on a fork that lost. */
const forgottenAfterMs = 90_000;
const maxSignatures = 200;

export function createCashier(deps: {
  rpc: Rpc;
  store: PaymentStore;
  clock: Clock;
  recipient: string;
  /** Called after the commit, when a person would see something new. */
  changed(intent: IntentRow): void;
  crash?: Crash;
}): Cashier {
  const { rpc, store, clock, recipient, changed, crash = noCrash } = deps;

  const announce = (settled: Settled): Settled => {
    crash('settle.committed');
    if (settled.changed) changed(settled.intent);
    crash('settle.announced');
    return settled;
  };

  const settle = async (intent: IntentRow, payments: Payment[], checked = false) =>
    announce(await store.settle(intent.id, payments, { checked }));

  /** Payments under `reference`; a payment of nothing is none. */
  const judge = (
    transaction: ChainTransaction,
    place: { signature: string; commitment: Finality },
    mint: string | null,
    reference: string | null,
  ): { reading: TransferReading; payment: Payment | null } => {
    const reading = readTransfer(transaction, { recipient, mint, reference });
    const { paidBaseUnits: amountBaseUnits, payer, slot, blockTime } = reading;
    const paidAt = blockTime === null ? clock.now() : blockTime * 1_000;
    const payment = { ...place, payer, amountBaseUnits, mint, slot, paidAt };
    return { reading, payment: amountBaseUnits > 0n ? payment : null };
  };

  /** A payment that lost its reference on the way, by payer and exact amount; else it waits for a moderator. */
  const observeUnmarked = async (seen: SeenSignature, mint: string | null) => {
    const { payment } = judge(seen.transaction, seen, mint, null);
    if (!payment?.payer) return;
    const intent = await store.findByPayer(payment.payer, mint, payment.amountBaseUnits);
    if (intent && payment.paidAt >= startOf(intent)) await settle(intent, [payment]);
    else await store.keepUnmatched(payment);
  };

  const observeMarked = async (seen: SeenSignature, reference: string): Promise<void> => {
    const intent = await store.findByReference(reference);
    const payment = intent && judge(seen.transaction, seen, intent.mint, reference).payment;
    if (intent && payment) await settle(intent, [payment]);
  };

  const readPayment = async (
    intent: IntentRow,
    place: { signature: string; commitment: Finality },
  ): Promise<Payment[]> => {
    const transaction = await rpc.transaction(place.signature, place.commitment);
    const payment = transaction && judge(transaction, place, intent.mint, intent.reference).payment;
    return payment ? [payment] : [];
  };

  const dropForgotten = async ({ id, payments }: IntentRow) => {
    const open = payments.filter(
      ({ commitment, paidAt }) => commitment === 'confirmed' && paidAt + forgottenAfterMs < clock.now(),
    );
    if (open.length === 0) return;
    const statuses = await rpc.statuses(open.map(({ signature }) => signature));
    for (const [index, { signature }] of open.entries())
      if (statuses[index] === null) announce(await store.drop(id, signature));
  };

  return {
    async observe(seen) {
      if (seen.failed) return;
      for (const reference of seen.references) await observeMarked(seen, reference);
      const unmarked = seen.transfers.filter(({ references }) => references.length === 0);
      for (const mint of new Set(unmarked.map((transfer) => transfer.mint)))
        await observeUnmarked(seen, mint);
    },

    async lookUp(intent) {
      const history = await rpc.signaturesFor(intent.reference, { limit: maxSignatures });
      const final = new Set(
        intent.payments.flatMap(({ signature, commitment }) =>
          commitment === 'finalized' ? [signature] : [],
        ),
      );
      const payments: Payment[] = [];
      for (const { signature, failed, commitment } of history)
        if (!failed && !final.has(signature))
          payments.push(...(await readPayment(intent, { signature, commitment: finality(commitment) })));
      crash('look_up.read');
      const settled = await settle(intent, payments, true);
      if (settled.intent.status === 'processing') await dropForgotten(settled.intent);
    },

    async claim(intent, owner, text) {
      const signature = parseSignature(text);
      const [status] = await rpc.statuses([signature]);
      if (!status || status.commitment === 'processed') return;
      const transaction = await rpc.transaction(signature, status.commitment);
      if (!transaction) return;
      const place = { signature, commitment: status.commitment };
      const marked = judge(transaction, place, intent.mint, intent.reference);
      const payment =
        marked.payment ??
        unmarkedPayment(
          marked.reading,
          intent,
          owner,
          () => judge(transaction, place, intent.mint, null).payment,
        );
      const { taken } = await settle(intent, [payment]);
      if (taken.length > 0) throw new AppError('signature_already_used');
    },
  };
}

const finality = (commitment: string): Finality => (commitment === 'finalized' ? 'finalized' : 'confirmed');

/** Block times are whole seconds and clocks differ a little. */
const startOf = ({ createdAt }: IntentRow) => createdAt - 60_000;

/** @throws AppError unless the buyer's own wallet paid, after the purchase began */
function unmarkedPayment(
  reading: TransferReading,
  intent: IntentRow,
  owner: { address: string },
  read: () => Payment | null,
): Payment {
  if (!reading.reasons.includes('no_reference')) throw refusal(reading.reasons);
  const payment = read();
  if (payment?.payer !== owner.address)
    throw new AppError(
      'invalid_request',
      'That payment carries no reference and did not come from your linked wallet. Ask a moderator.',
    );
  if (payment.paidAt < startOf(intent))
    throw new AppError('invalid_request', 'That payment was made before this purchase. Ask a moderator.');
  return payment;
}

const refusalCodes: readonly (readonly [TransferReason, ErrorCode, string?])[] = [
  ['transaction_failed', 'transaction_failed'],
  ['wrong_asset', 'wrong_asset'],
  ['other_reference', 'invalid_request', 'That payment belongs to another purchase.'],
  ['wrong_recipient', 'wrong_recipient'],
  ['no_transfer', 'wrong_recipient'],
];

function refusal(reasons: readonly TransferReason[]): AppError {
  const [, code, sentence] = refusalCodes.find(([reason]) => reasons.includes(reason)) ?? [];
  if (code) return new AppError(code, sentence);
  return new AppError(
    'invalid_request',
    'That transaction does not plainly pay for this purchase. Ask a moderator.',
  );
}
