import { AppError } from '../../base/errors.js';
import { parseSignature } from '../../chain/address.js';
import type { Rpc } from '../../chain/rpc.js';
import { readTransfer } from '../../chain/transfer.js';
import { startOf } from './booking.js';
import { isDust } from './dust.js';
import type { IntentRow } from './intent.js';
import type { PaymentPart } from './parts.js';
import { paymentRefusalOf } from './refusal.js';
import type { PaymentStore } from './store.js';
import type { Taking } from './taking.js';

/**
 * Books a transaction the buyer names; it may lack the reference when a wallet of the buyer paid. Does nothing
 * while no node knows it.
 * @throws AppError when it cannot pay for this intent, with the reason as code
 */
export type Claim = (intent: IntentRow, signature: string) => Promise<void>;

export function createClaim({
  rpc,
  store,
  taking,
}: {
  rpc: Rpc;
  store: PaymentStore;
  taking: Taking;
}): Claim {
  /** The part that carries the reference, and the part without one that a wallet of the buyer paid. */
  const findParts = async (intent: IntentRow, parts: readonly PaymentPart[]) => {
    const { mint, reference } = intent;
    const marked = parts.find((each) => carriesOnly(each, reference) && each.mint === mint);
    const wallets = await store.payers.list(intent);
    const own = parts.find(
      ({ references, payer }) => references.length === 0 && payer !== null && wallets.includes(payer),
    );
    const isOwn = own?.mint === mint && own.paidAt >= startOf(intent);
    return { own, part: marked ?? (isOwn ? own : undefined) };
  };

  /**
   * Refuses dust, unless it was the rest of the price.
   * @throws AppError `invalid_request`
   */
  const refuseDust = async ({ id }: IntentRow, { signature, part }: PaymentPart) => {
    const { payments = [] } = (await store.intents.read(id)) ?? {};
    if (payments.some((payment) => payment.signature === signature && payment.part === part)) return;
    throw new AppError(
      'invalid_request',
      "That payment is less than 1% of the price, so it doesn't count towards it. Contact the operator of this bot.",
    );
  };

  return async (intent, text) => {
    const signature = parseSignature(text);
    const [status] = await rpc.statuses([signature]);
    if (!status || status.commitment === 'processed') return;
    const transaction = await rpc.transaction(signature, status.commitment);
    if (!transaction) return;
    const { mint, reference, recipient } = intent;
    const place = { signature, commitment: status.commitment };
    const parts = await taking.takeApart(transaction, place, recipient);
    const { own, part } = await findParts(intent, parts);
    if (part && part === own && (await store.payers.findProof(own)) === 'open')
      throw new AppError(
        'invalid_request',
        "That transfer links your wallet, so it can't pay for a purchase. Finish /link first, then pay the purchase separately.",
      );
    const isSmall = part && isDust(part.amountBaseUnits, intent.amountBaseUnits);
    const standing = part?.merchantSigned ? 'unmatched' : 'counts';
    const settled =
      part && !isSmall && taking.announce(await store.settlement.settle(intent.id, [{ ...part, standing }]));
    await taking.take({ signature, parts }); // whatever else it pays, and any review cases
    if (isSmall) return refuseDust(intent, part);
    if (!settled)
      throw paymentRefusalOf(readTransfer(transaction, { recipient, mint, reference }), intent, own);
    if (settled.taken.length > 0) throw new AppError('signature_already_used');
  };
}

const carriesOnly = ({ references }: PaymentPart, reference: string): boolean =>
  references.length === 1 && references[0] === reference;
