import { type Clock, iso } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import type { Http } from '../../client/http.js';
import { decidePaymentCase, type PaymentCase } from '../../contract/payment-cases.js';
import { proveRequest } from '../../contract/proof.js';
import { reason } from '../../copy/reason.js';
import type { CaseStore } from './store.js';

/** What an operator decides about a case, as with `rigsmith review`. */
export type Decision = {
  decision: 'credit' | 'refund' | 'revoke' | 'waive';
  /** For money without a purchase: the one to credit. */
  intentId: string | null;
  /** The transaction that sent the money back. */
  signature: string | null;
  note: string | null;
};

/** The decisions that a case takes. */
export function decisionsFor({ reason: why, intent_id }: Pick<PaymentCase, 'reason' | 'intent_id'>) {
  const ways: Record<PaymentCase['reason'], readonly Decision['decision'][]> = {
    spent: ['waive'],
    dropped: ['revoke', 'credit'],
    overpaid: ['refund'],
    duplicate: ['refund'],
    wrong_asset: ['credit', 'refund'],
    unmatched: ['credit', 'refund'],
  };
  return { decisions: ways[why], needsPurchase: intent_id === null };
}

/** Decides payment cases in Discord. The service checks the operator again, and takes one decision for each case. */
export function createCaseDecisions(deps: {
  settings: { secret: string; operators: readonly string[] } | null;
  store: Pick<CaseStore, 'find'>;
  http: Pick<Http, 'call'>;
  clock: Clock;
  /** Reads the open cases now, so that the card closes. */
  look: () => void;
}) {
  const { settings, store, http, clock, look } = deps;

  const check = (memberId: string) => {
    if (!settings?.operators.includes(memberId))
      throw new AppError('forbidden', reason('cases.error.not_operator'));
    return settings;
  };

  return {
    /** @throws AppError for anyone but an operator, and for a case that is closed */
    async open(memberId: string, id: string): Promise<PaymentCase> {
      check(memberId);
      const found = await store.find(id);
      if (found?.state === 'open') return found.shown;
      throw new AppError('not_found', reason('cases.error.closed'));
    },

    async decide(memberId: string, id: string, given: Decision): Promise<void> {
      const { secret } = check(memberId);
      const { decision, intentId: intent_id, signature, note } = given;
      const body = {
        asked_at: iso(clock.now()),
        actor: memberId,
        case_id: id,
        decision,
        intent_id,
        signature,
        note,
      };
      const proof = proveRequest(secret, decidePaymentCase, body);
      await http.call(decidePaymentCase, { body: { ...body, proof } }, {});
      look();
    },
  };
}
