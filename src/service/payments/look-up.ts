import type { Clock } from '../../base/clock.js';
import type { Finality, Rpc } from '../../chain/rpc.js';
import { type SeenTransaction, startOf } from './booking.js';
import type { Crash } from './crash.js';
import type { IntentRow } from './intent.js';
import type { CommittedTransaction } from './parts.js';
import type { SecondOpinion } from './second-opinion.js';
import type { PaymentStore } from './store.js';
import type { Taking } from './taking.js';

/** How many nodes were asked and when, for "not seen yet (checked 2 nodes at 12:01:07)". */
export type Checked = {
  nodes: number;
  at: number;
  /** The newest transaction with the reference, if it failed. */
  failed: string | null;
};

/** Looks for the payments of one purchase by its reference. */
export type LookUp = {
  /**
   * Reads every transaction that carries the intent's reference.
   * @throws AppError `rpc_unavailable`
   */
  lookUp(intent: IntentRow): Promise<Checked>;
  /** Reads a transaction again although it was read before. */
  forgetRead(signature: string): void;
};

/** A confirmed transaction that no node has known for this long was on an abandoned fork. */
export const forgottenAfterMs = 90_000;
const maxSignatures = 200;
/** Limit of transactions one look-up reads. The watcher sees every payment in any case. */
const maxReads = 20;
/** Limit of transactions remembered as read, so that spam carrying a reference costs one request each. */
const maxRemembered = 10_000;

export function createLookUp(deps: {
  rpc: Rpc;
  store: PaymentStore;
  clock: Clock;
  second: SecondOpinion;
  taking: Taking;
  crash: Crash;
}): LookUp {
  const { rpc, store, clock, second, taking, crash } = deps;
  const taken = new Map<string, Finality>();
  const remember = ({ signature, commitment }: CommittedTransaction) => {
    taken.delete(signature); // newest last
    taken.set(signature, commitment);
    const [oldest] = taken.keys();
    if (taken.size > maxRemembered && oldest !== undefined) taken.delete(oldest);
  };

  /**
   * What the buyer's wallet signed or received since the purchase was created; finds the payment among spam with
   * its reference.
   */
  const listOwn = async (intent: IntentRow) =>
    (await rpc.signaturesFor(intent.buyer, { limit: maxSignatures }))
      .filter(({ failed, blockTime }) => !failed && (blockTime ?? 0) * 1_000 >= startOf(intent))
      .slice(0, maxReads / 2);

  /** Signatures that carry the reference, and payments without it that are not final yet. */
  const listSignatures = async (
    intent: IntentRow,
  ): Promise<{ places: CommittedTransaction[]; failed: string | null }> => {
    const { reference, payments } = intent;
    const history = await rpc.signaturesFor(reference, { limit: maxSignatures, everyNode: true });
    const marked = history.filter(({ failed }) => !failed);
    const [newest] = history;
    const failed = newest?.failed ? newest.signature : null;
    const unfinal = payments.filter(
      ({ commitment, signature }) =>
        commitment === 'confirmed' && !marked.some((entry) => entry.signature === signature),
    );
    const statuses =
      unfinal.length === 0 ? [] : await rpc.statuses(unfinal.map(({ signature }) => signature));
    const unmarked = unfinal.flatMap(({ signature }, index) => {
      const status = statuses[index];
      return status && !status.failed ? [{ signature, commitment: status.commitment }] : [];
    });
    const known = new Set(
      payments.filter(({ commitment }) => commitment === 'finalized').map(({ signature }) => signature),
    );
    const isNew = ({ signature, commitment }: CommittedTransaction) =>
      !known.has(signature) && taken.get(signature) !== commitment;
    const places = [...unmarked, ...marked].map(toPlace).filter(isNew);
    if (places.length <= maxReads) return { places, failed };
    const own = (await listOwn(intent)).map(toPlace).filter(isNew);
    const isOwn = new Set(own.map(({ signature }) => signature));
    const others = places.filter(({ signature }) => !isOwn.has(signature));
    return { places: [...own, ...others].slice(0, maxReads), failed };
  };

  const readAll = async (places: readonly CommittedTransaction[], intent: IntentRow) => {
    for (const commitment of ['finalized', 'confirmed'] as const) {
      const same = places.filter((place) => place.commitment === commitment);
      const answers = await rpc.transactions(
        same.map(({ signature }) => signature),
        commitment,
      );
      const found = same.flatMap((place, index) => {
        const transaction = answers[index];
        return transaction ? [{ place, transaction }] : [];
      });
      const sightings: SeenTransaction[] = [];
      for (const { place, transaction } of found)
        sightings.push({
          signature: place.signature,
          parts: await taking.takeApart(transaction, place, intent.recipient),
        });
      await taking.take(...sightings);
      for (const { place } of found) if (!second.isDoubtful(place.signature)) remember(place);
    }
  };

  const dropForgotten = async ({ id, payments }: IntentRow) => {
    const open = payments.filter(
      ({ commitment, paidAt }) => commitment === 'confirmed' && paidAt + forgottenAfterMs < clock.now(),
    );
    if (open.length === 0) return;
    const statuses = await rpc.statuses(open.map(({ signature }) => signature));
    for (const [index, { signature }] of open.entries())
      if (statuses[index] === null) {
        taken.delete(signature);
        taking.announce(await store.settlement.drop(id, signature));
      }
  };

  return {
    async lookUp(intent) {
      const begun = clock.now();
      const { places, failed } = await listSignatures(intent);
      await readAll(places, intent);
      crash('look_up.read');
      const settled = taking.announce(await store.settlement.settle(intent.id, [], { checked: true }));
      if (settled.intent.status === 'processing') await dropForgotten(settled.intent);
      const answered = rpc.nodes().filter(({ answeredAt }) => answeredAt !== null && answeredAt >= begun);
      return { nodes: answered.length, at: clock.now(), failed };
    },
    forgetRead: (signature) => void taken.delete(signature),
  };
}

const toPlace = ({
  signature,
  commitment,
}: {
  signature: string;
  commitment: string;
}): CommittedTransaction => ({
  signature,
  commitment: commitment === 'finalized' ? 'finalized' : 'confirmed',
});
