import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Service } from '../../client/session.js';
import {
  cancelIntent,
  confirmIntent,
  type Intent,
  readCredits,
  readIntent,
} from '../../contract/payments.js';
import { reason } from '../../copy/reason.js';
import type { Baselines } from './baseline.js';
import type { Claims } from './claims.js';
import type { Purchase } from './purchase.js';

/**
 * The state of a purchase. Depending on the service, it comes from reading the purchase, from confirming it, or only
 * from the balance.
 */
export type Standing = {
  intent: Intent;
  /** The service refused to confirm without the signature of the transaction. */
  needsSignature: boolean;
};

/** Errors that describe the state of a payment, or that there is none yet. The intent describes it better. */
const isState = (error: unknown): error is AppError =>
  isAppError(error) && [400, 402, 404, 409, 422].includes(error.status);

const isOpen = ({ status }: Intent): boolean => status !== 'succeeded' && status !== 'refunded';

export function createReading(options: {
  serviceOf: (purchase: Pick<Purchase, 'memberId' | 'address'>) => Pick<Service, 'call'>;
  baselines: Baselines | undefined;
  claims: Claims | undefined;
  clock: Clock;
}) {
  const { serviceOf, baselines, claims, clock } = options;

  /** Whether the reply has a status. */
  const saysStatus = (notes: readonly string[]): boolean => !notes.some((note) => note.startsWith('status:'));

  /**
   * What a service in another dialect does not do: offers end with their time, and one that was cancelled here stays
   * so until money comes.
   */
  const endOffer = (purchase: Purchase, intent: Intent): Intent => {
    if (intent.status !== 'requires_payment') return intent;
    if (purchase.intent.status === 'canceled') return { ...intent, status: 'canceled' };
    return Date.parse(intent.expires_at) <= clock.now() ? { ...intent, status: 'expired' } : intent;
  };

  /** A service without a status has credited the purchase once the balance has grown by its credits. */
  const byBalance = async (purchase: Purchase, given: Intent): Promise<Intent> => {
    const before = (await baselines?.find(purchase.id)) ?? null;
    if (before === null) return given;
    const intent = endOffer(purchase, given);
    if (!isOpen(intent) || intent.credits <= 0) return intent;
    const { body } = await serviceOf(purchase).call(readCredits, {});
    if (!(await baselines?.meet(purchase.id, intent.credits, body.available))) return intent;
    return {
      ...intent,
      status: 'succeeded',
      amount_received_base_units: intent.amount_base_units,
      settled_at: body.updated_at,
    };
  };

  const understood = async (purchase: Purchase, intent: Intent, notes: readonly string[]): Promise<Intent> =>
    saysStatus(notes) ? endOffer(purchase, intent) : byBalance(purchase, intent);

  const read = async (purchase: Purchase): Promise<Intent> => {
    const params = { intent_id: purchase.id };
    const known = purchase.intent;
    const { body, notes } = await serviceOf(purchase).call(readIntent, { params, known });
    return notes ? understood(purchase, body, notes) : body;
  };

  /** Null where the service cannot be asked for one purchase. */
  const readIfOffered = async (purchase: Purchase): Promise<Intent | null> => {
    try {
      return await read(purchase);
    } catch (error) {
      if (isAppError(error) && error.status === 404) return null;
      throw error;
    }
  };

  /** A transaction that was handed in is forgotten once the purchase has ended. */
  const withClaim = async (
    purchase: Purchase,
    act: (signature: string | null) => Promise<Standing>,
  ): Promise<Standing> => {
    const signature = (await claims?.find(purchase.id)) ?? null;
    const standing = await act(signature);
    if (signature !== null && !isOpen(standing.intent)) await claims?.remove(purchase.id);
    return standing;
  };

  const confirmWith = async (purchase: Purchase, signature: string | null): Promise<Standing> => {
    const body = signature === null ? {} : { signature };
    const input = { params: { intent_id: purchase.id }, body, known: purchase.intent };
    try {
      const { body, notes } = await serviceOf(purchase).call(confirmIntent, input);
      const intent = notes ? await understood(purchase, body, notes) : body;
      return { intent, needsSignature: false };
    } catch (error) {
      if (!isState(error)) throw error;
      const intent = await readIfOffered(purchase);
      if (intent) return { intent, needsSignature: false };
      if (!baselines || (await baselines.find(purchase.id)) === null) throw error;
      return {
        intent: await byBalance(purchase, purchase.intent),
        needsSignature: signature === null && (error.status === 400 || error.status === 422),
      };
    }
  };

  /**
   * Makes the service check the chain, which costs it requests to its node. Sends a submitted transaction again that
   * the service did not find at first.
   */
  const confirm = (purchase: Purchase): Promise<Standing> =>
    withClaim(purchase, (signature) => confirmWith(purchase, signature));

  return {
    read,
    confirm,
    /**
     * Submits one transaction. If a service in another dialect does not find it yet, it is stored for later.
     * @throws AppError when the service refuses it
     */
    async claim(purchase: Purchase, signature: string): Promise<Intent> {
      const input = { params: { intent_id: purchase.id }, body: { signature }, known: purchase.intent };
      const { body, notes } = await serviceOf(purchase).call(confirmIntent, input);
      if (!notes && ((await baselines?.find(purchase.id)) ?? null) === null) return body; // a service of ours
      const intent = await understood(purchase, body, notes ?? []);
      if (isOpen(intent)) await claims?.put(purchase.id, signature);
      return intent;
    },
    /** If the service cannot cancel, only the bot cancels the purchase. Money that arrives later still counts. */
    async cancel(purchase: Purchase): Promise<Intent> {
      const input = { params: { intent_id: purchase.id }, known: purchase.intent };
      try {
        return (await serviceOf(purchase).call(cancelIntent, input)).body;
      } catch (error) {
        const isOurs = ((await baselines?.find(purchase.id)) ?? null) === null;
        if (isOurs || !isAppError(error) || error.status !== 404) throw error;
        return { ...purchase.intent, status: 'canceled' };
      }
    },
    /**
     * Reads the state without a check of the chain, which the service watches for all purchases. The specification has
     * no endpoint that reads one purchase, so a hosted service may offer only confirming.
     */
    async follow(purchase: Purchase): Promise<Intent> {
      const hasClaim = ((await claims?.find(purchase.id)) ?? null) !== null;
      const intent = hasClaim ? null : await readIfOffered(purchase);
      return intent ?? (await confirm(purchase)).intent;
    },
  };
}

/** The member can end the wait by submitting the transaction. */
export const signatureWanted = () =>
  new AppError(
    'invalid_request',
    reason('purchase.error.signature_wanted', { button: reason('purchase.card.claim.button') }),
  );
