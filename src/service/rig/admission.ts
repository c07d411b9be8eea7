import type { Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { Endpoint } from '../../contract/endpoint.js';
import type { Generation } from '../../contract/rig.js';
import type { HandlerCall } from '../call.js';
import type { ServiceContext } from '../feature.js';
import type { GenerationRow } from './row.js';
import type { Accepting } from './starter.js';

type Asker = ReturnType<ServiceContext['limits']['askerOf']>;
type AskCall = { user: { id: string }; headers: HandlerCall<Endpoint>['headers'] };
/** A request that starts a generation. */
export type StartCall = AskCall & {
  body: { payer?: 'user' | 'server' | undefined };
  remember(t: Transaction, answer: { status: 202; body: Generation }): Promise<void>;
};

/** Asks blocks and quotas for everything that prices or starts a generation. */
export function createAdmission({ db, limits }: Pick<ServiceContext, 'db' | 'limits'>) {
  /** @throws AppError `blocked`: a blocked member gets no price, but the reason */
  const check = async (call: AskCall) => {
    const asker = limits.askerOf(call);
    await limits.check(db, asker);
    return asker;
  };
  return {
    check,
    poolFor: async (asker: Asker) => limits.poolFor(db, asker),
    /**
     * Refuses before anything is downloaded, and again in the transaction that counts and charges.
     * @throws AppError `forbidden` where the server's pool is to pay and does not
     */
    async start(
      call: StartCall,
      answer: (row: GenerationRow) => { status: 202; body: Generation },
    ): Promise<Accepting> {
      const asker = await check(call);
      const isFromPool = call.body.payer === 'server';
      const pool = isFromPool ? await limits.poolFor(db, asker) : null;
      if (isFromPool && !pool)
        throw new AppError('forbidden', "This server doesn't let you use its pool of credits.");
      return {
        pool: pool?.server ?? null,
        async accepted(t, row) {
          const amounts = { rigs: 1, credits: row.credits, tokens: 0 };
          await limits.admit(t, asker, row.id, { ...amounts, ...(pool && { fromPool: row.credits }) });
          await call.remember(t, answer(row));
        },
      };
    },
  };
}
export type Admission = ReturnType<typeof createAdmission>;
