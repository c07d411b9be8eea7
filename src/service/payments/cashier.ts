import { isAppError } from '../../base/errors.js';
import type { SeenSignature } from '../../chain/reader.js';
import type { SignatureStatus } from '../../chain/rpc.js';
import type { SeenTransaction } from './booking.js';
import { type Claim, createClaim } from './claim.js';
import { noCrash } from './crash.js';
import { createLookUp, forgottenAfterMs, type LookUp } from './look-up.js';
import type { ListedTransaction } from './second-look.js';
import { createTaking, type Taking, type TakingDeps } from './taking.js';

/**
 * Turns chain transactions into settled intents. Every source (watcher, sweep, the buyer's button, a pasted
 * signature) splits the transaction into parts and ends in the same repeatable `settle`.
 */
export type Cashier = Pick<LookUp, 'lookUp'> &
  Pick<Taking, 'read'> & {
    claim: Claim;
    /** Books the transactions the watcher saw, in one database transaction. */
    observe(seen: readonly SeenSignature[]): Promise<void>;
    /**
     * Asks in one request about all payments that should be final by now: drops those no node knows any more and
     * books the final ones.
     * @throws AppError `rpc_unavailable`
     */
    tidy(): Promise<void>;
  };

const maxUnfinal = 100;

export function createCashier(deps: TakingDeps): Cashier {
  const { rpc, store, clock, second, crash = noCrash } = deps;
  const taking = createTaking(deps);
  const { lookUp, forgetRead } = createLookUp({ rpc, store, clock, second, taking, crash });

  const tidyOne = async (signature: string, status: SignatureStatus | null) => {
    if (!status) {
      forgetRead(signature);
      for (const settled of await store.settlement.forget(signature)) taking.announce(settled);
    }
    if (status?.commitment !== 'finalized') return;
    await taking.read({ signature, commitment: 'finalized' });
  };

  return {
    lookUp,
    read: taking.read,
    claim: createClaim({ rpc, store, taking }),
    async observe(seen) {
      const sightings: SeenTransaction[] = [];
      for (const { transaction, signature, slot, commitment, accounts } of seen) {
        const place: ListedTransaction = { signature, slot, commitment, accounts };
        const parts = await taking.takeApart(transaction, place);
        sightings.push({ signature, parts, listed: { ...place, commitment: taking.grantedOf(place) } });
      }
      await taking.take(...sightings);
    },
    async tidy() {
      const failures: unknown[] = [];
      const note = (error: unknown) => {
        if (isAppError(error, 'rpc_unavailable')) throw error;
        failures.push(error); // one failing transaction must not block the others
      };
      for (const place of second.doubtful()) await taking.read(place).catch(note);
      const signatures = await store.settlement.listUnfinal(clock.now() - forgottenAfterMs, maxUnfinal);
      const statuses = signatures.length === 0 ? [] : await rpc.statuses(signatures);
      for (const [index, signature] of signatures.entries())
        await tidyOne(signature, statuses[index] ?? null).catch(note);
      if (failures.length > 0) throw failures[0];
    },
  };
}
