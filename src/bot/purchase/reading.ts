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
import type { Baselines } from './baseline.js';
import type { Claims } from './claims.js';
import type { Purchase } from './store.js';

/**
 * How a purchase stands, at services that say it in one way or another: by reading the purchase, by confirming it,
 * or by the balance alone.
 */
export type Standing = {
  intent: Intent;
  /** Confirming was refused for want of the transaction's signature. */
  needsSignature: boolean;
};

/** Refusals that say how a payment stands, or that there is none yet: the intent itself says it better. */
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

  /** Whether the reply said a status of its own. */
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

  /** A service that does not say how it stands has credited it once the balance has grown by its credits. */
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
   * The service's word after it looked at the chain, which costs it questions there. A transaction the service did not
   * see when it was handed in is sent along.
   */
  const confirm = (purchase: Purchase): Promise<Standing> =>
    withClaim(purchase, (signature) => confirmWith(purchase, signature));

  return {
    read,
    confirm,
    /**
     * Has one transaction looked at. One that a service in another dialect does not see yet is kept for later.
     * @throws AppError as the service refuses it
     */
    async claim(purchase: Purchase, signature: string): Promise<Intent> {
      const input = { params: { intent_id: purchase.id }, body: { signature }, known: purchase.intent };
      const { body, notes } = await serviceOf(purchase).call(confirmIntent, input);
      if (!notes && ((await baselines?.find(purchase.id)) ?? null) === null) return body; // a service of ours
      const intent = await understood(purchase, body, notes ?? []);
      if (isOpen(intent)) await claims?.put(purchase.id, signature);
      return intent;
    },
    /** For a service that cannot cancel, it is cancelled here; money that comes all the same still counts. */
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
     * How it stands, without a look at the chain: the service watches that for all purchases at once. The
     * specification has no reading of one purchase, so a hosted service may know confirming alone.
     */
    async follow(purchase: Purchase): Promise<Intent> {
      const hasClaim = ((await claims?.find(purchase.id)) ?? null) !== null;
      const intent = hasClaim ? null : await readIfOffered(purchase);
      return intent ?? (await confirm(purchase)).intent;
    },
  };
}

/** The member can end the wait by handing in the transaction. */
export const signatureWanted = () =>
  new AppError(
    'invalid_request',
    'This service confirms a payment by its transaction. Once you have paid, press **Paid, but not seen?** and paste the signature your wallet shows.',
  );
