import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import { AppError, isAppError } from '../../base/errors.js';
import { findSignature } from '../../chain/address.js';
import type { Rpc } from '../../chain/rpc.js';
import { decidePaymentCase } from '../../contract/payment-cases.js';
import { isRequestProven } from '../../contract/proof.js';
import { type Route, route } from '../feature.js';
import type { Entitlements } from './entitlements.js';
import { readRefund } from './pay-back.js';
import type { Reviews } from './review.js';

/** Allowed clock difference between bot and service, and how long a proof is valid. */
const proofMs = 5 * 60_000;

const sql = {
  decidedBy: 'SELECT decided_by AS by FROM review WHERE id = @id AND decision = @decision',
  waivedBy: 'SELECT waived_by AS by FROM entitlement WHERE id = @id',
};
const written = { credit: 'credited', refund: 'refunded', revoke: 'revoked' } as const;

type Asked = {
  actor: string;
  case_id: string;
  decision: 'credit' | 'refund' | 'revoke' | 'waive';
  intent_id: string | null;
  signature: string | null;
  note: string | null;
};

/** Decisions that operators make in Discord. The service knows who they are; the bot only says who pressed. */
export function decisionRoute(deps: {
  db: Database;
  secret: string | undefined;
  /** Ids of the operators, as the bot names people. */
  operators: readonly string[];
  reviews: Pick<Reviews, 'find' | 'credit' | 'refund' | 'revoke'>;
  entitlements: Pick<Entitlements, 'waive'>;
  /** Reads refunds; null where nothing is sold. */
  chain: { rpc: Rpc; merchant: string } | null;
  clock: Clock;
  /** A purchase was decided. */
  changed: (intentId: string) => Promise<void>;
}): Route {
  const { db, secret, operators, reviews, entitlements, chain, clock, changed } = deps;

  /** A repeated request finds its own decision. */
  const isOwn = async ({ case_id, decision }: Asked, by: string): Promise<boolean> => {
    const row =
      decision === 'waive'
        ? await db.get<{ by: string | null }>(sql.waivedBy, { id: case_id })
        : await db.get<{ by: string | null }>(sql.decidedBy, {
            id: Number(case_id),
            decision: written[decision],
          });
    return row?.by === by;
  };

  const decide = async (asked: Asked, decider: { by: string; note?: string }): Promise<void> => {
    const { case_id, decision, intent_id, signature } = asked;
    if (decision === 'waive') {
      if (await entitlements.waive(case_id, decider)) return;
      throw new AppError('not_found', `There is no open debt ${case_id}.`);
    }
    if (!/^\d{1,15}$/.test(case_id)) throw new AppError('not_found', `There is no case ${case_id}.`);
    const subject = { id: Number(case_id) };
    const after = async ({ intentId }: { intentId: string | null }) => {
      if (intentId !== null) await changed(intentId);
    };
    if (decision === 'revoke') return after(await reviews.revoke(subject, decider));
    if (decision === 'credit') {
      const named = intent_id === null ? {} : { intentId: intent_id };
      return after(await reviews.credit(subject, { ...decider, ...named }));
    }
    if (!chain) throw new AppError('maintenance', 'Nothing is for sale here right now.');
    if (signature === null || findSignature(signature) !== signature)
      throw new AppError('invalid_request', 'Name the transaction of the refund by its signature.');
    const question = await reviews.find(subject);
    const refund = await readRefund(chain.rpc, question, { signature, merchant: chain.merchant });
    await after(await reviews.refund(subject, { ...decider, refund }));
  };

  return route(decidePaymentCase, async ({ body }) => {
    if (secret === undefined) throw new AppError('not_found', 'This service has no SERVICE_BOT_SECRET.');
    const isFresh = Math.abs(clock.now() - Date.parse(body.asked_at)) <= proofMs;
    if (!isFresh || !isRequestProven(secret, decidePaymentCase, body)) throw new AppError('forbidden');
    if (!operators.includes(body.actor)) throw new AppError('forbidden');
    const by = `discord:${body.actor}`;
    const decider = { by, ...(body.note !== null && { note: body.note }) };
    try {
      await decide(body, decider);
    } catch (error) {
      const mayBeDone = isAppError(error, 'invalid_request') || isAppError(error, 'not_found');
      if (!mayBeDone || !(await isOwn(body, by))) throw error;
    }
    return { status: 200, body: { decided: true as const } };
  });
}
