import type { Clock } from '../../base/clock.js';
import type { ChainTransaction, Finality, Rpc } from '../../chain/rpc.js';
import type { SeenTransaction } from './booking.js';
import { type Crash, noCrash } from './crash.js';
import type { IntentRow } from './intent.js';
import { type CommittedTransaction, type PaymentPart, paymentPartsOf } from './parts.js';
import type { ListedTransaction } from './second-look.js';
import type { SecondOpinion } from './second-opinion.js';
import type { Settled } from './settlement.js';
import type { PaymentStore } from './store.js';

export type TakingDeps = {
  rpc: Rpc;
  store: PaymentStore;
  clock: Clock;
  recipient: string;
  /**
   * Assets on sale: mint (null is SOL) and the lowest price in it. Less than 1% of that is dust, unless a purchase
   * asks for exactly that amount.
   */
  assets: ReadonlyMap<string | null, bigint>;
  /** Called after the commit when something a member sees has changed. */
  changed(intent: IntentRow): void;
  /** Confirms large payments with a second node. */
  second: SecondOpinion;
  crash?: Crash;
};

/** The steps from a transaction to booked payments, which every source of payments shares. */
export type Taking = {
  /** Tells about a settled purchase when something a member sees has changed. */
  announce(settled: Settled): Settled;
  /**
   * Splits a transaction; large payments get only the commitment two nodes agree on.
   * @param to the address the purchase was to be paid to; it may differ from today's
   */
  takeApart(transaction: ChainTransaction, place: CommittedTransaction, to?: string): Promise<PaymentPart[]>;
  /** Books transactions in one database transaction, and announces what changed. */
  take(...sightings: readonly SeenTransaction[]): Promise<void>;
  /** Reads one transaction and books its parts. False while no node serves it. */
  read(place: CommittedTransaction | ListedTransaction): Promise<boolean>;
  /** A transaction that waits for a second node is not done, even if the first node calls it final. */
  grantedOf(place: CommittedTransaction): Finality;
};

export function createTaking(deps: TakingDeps): Taking {
  const { rpc, store, clock, recipient, assets, changed, second, crash = noCrash } = deps;

  const announce = (settled: Settled): Settled => {
    crash('settle.committed');
    if (settled.changed) changed(settled.intent);
    crash('settle.announced');
    return settled;
  };

  const split = (transaction: ChainTransaction, place: CommittedTransaction, to: string): PaymentPart[] =>
    paymentPartsOf(transaction, place, { recipient: to, mints: [...assets.keys()], now: clock.now() });

  const takeApart = (
    transaction: ChainTransaction,
    place: CommittedTransaction,
    to = recipient,
  ): Promise<PaymentPart[]> =>
    second.weigh(place, split(transaction, place, to), (other) => split(other, place, to));

  const take = async (...sightings: readonly SeenTransaction[]) => {
    for (const settled of await store.booking.take(sightings, assets)) announce(settled);
  };

  const grantedOf = ({ signature, commitment }: CommittedTransaction) =>
    second.isDoubtful(signature) ? 'confirmed' : commitment;

  return {
    announce,
    takeApart,
    take,
    grantedOf,
    async read(place) {
      const { signature, commitment } = place;
      const transaction = await rpc.transaction(signature, commitment);
      if (!transaction) return false;
      const parts = await takeApart(transaction, place);
      await take({
        signature,
        parts,
        ...('accounts' in place && { listed: { ...place, commitment: grantedOf(place) } }),
      });
      return true;
    },
  };
}
