import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import { parseSignature } from '../../chain/address.js';
import type { SeenSignature } from '../../chain/reader.js';
import type { ChainTransaction, Finality, Rpc, SignatureStatus } from '../../chain/rpc.js';
import { readTransfer } from '../../chain/transfer.js';
import { type Sighting, startOf } from './booking.js';
import { type Crash, noCrash } from './crash.js';
import { isDust } from './dust.js';
import type { IntentRow } from './intent.js';
import { type Part, type Place, partsOf } from './parts.js';
import { refusalOf } from './refusal.js';
import type { Listed } from './second-look.js';
import type { SecondOpinion } from './second-opinion.js';
import type { Settled } from './settlement.js';
import type { PaymentStore } from './store.js';

/** How many nodes were asked and when, for "not seen yet (checked 2 nodes at 12:01:07)". */
export type Checked = { nodes: number; at: number };

/**
 * Turns chain transactions into settled intents. Every source (watcher, sweep, the buyer's button, a pasted
 * signature) splits the transaction into parts and ends in the same repeatable `settle`.
 */
export type Cashier = {
  /** Books the transactions the watcher saw, in one database transaction. */
  observe(seen: readonly SeenSignature[]): Promise<void>;
  /**
   * Reads every transaction that carries the intent's reference.
   * @throws AppError `rpc_unavailable`
   */
  lookUp(intent: IntentRow): Promise<Checked>;
  /** Reads one transaction and books its parts, however it was noticed. False while no node serves it. */
  read(place: Place | Listed): Promise<boolean>;
  /**
   * Asks in one request about all payments that should be final by now: drops those no node knows any more and
   * books the final ones.
   * @throws AppError `rpc_unavailable`
   */
  tidy(): Promise<void>;
  /**
   * Books a transaction the buyer names; it may lack the reference when a wallet of the buyer paid. Does nothing
   * while no node knows it.
   * @throws AppError when it cannot pay for this intent, with the reason as code
   */
  claim(intent: IntentRow, signature: string): Promise<void>;
};

/** A confirmed transaction that no node has known for this long was on an abandoned fork. */
const forgottenAfterMs = 90_000;
const maxSignatures = 200;
/** Limit of transactions one look-up reads. The watcher sees every payment in any case. */
const maxReads = 20;
/** Limit of transactions remembered as read, so that spam carrying a reference costs one request each. */
const maxRemembered = 10_000;
const maxUnfinal = 100;

export function createCashier(deps: {
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
}): Cashier {
  const { rpc, store, clock, recipient, assets, changed, second, crash = noCrash } = deps;

  const announce = (settled: Settled): Settled => {
    crash('settle.committed');
    if (settled.changed) changed(settled.intent);
    crash('settle.announced');
    return settled;
  };

  /** @param to the address the purchase was to be paid to; it may differ from today's */
  const takeApart = (transaction: ChainTransaction, place: Place, to = recipient): Part[] =>
    partsOf(transaction, place, { recipient: to, mints: [...assets.keys()], now: clock.now() });

  /** Splits a transaction; large payments get only the commitment two nodes agree on. */
  const takeApartSurely = (transaction: ChainTransaction, place: Place, to = recipient): Promise<Part[]> =>
    second.weigh(place, takeApart(transaction, place, to), (other) => takeApart(other, place, to));

  const take = async (...sightings: readonly Sighting[]) => {
    for (const settled of await store.take(sightings, assets)) announce(settled);
  };

  /** A transaction that waits for a second node is not done, even if the first node calls it final. */
  const granted = ({ signature, commitment }: Place) =>
    second.isDoubtful(signature) ? 'confirmed' : commitment;

  const read = async (place: Place | Listed, to = recipient): Promise<boolean> => {
    const { signature, commitment } = place;
    const transaction = await rpc.transaction(signature, commitment);
    if (!transaction) return false;
    const parts = await takeApartSurely(transaction, { signature, commitment }, to);
    await take({
      signature,
      parts,
      ...('slot' in place && { listed: { ...place, commitment: granted(place) } }),
    });
    return true;
  };

  const taken = new Map<string, Finality>();
  const remember = ({ signature, commitment }: Place) => {
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
  const listSignatures = async (intent: IntentRow): Promise<Place[]> => {
    const { reference, payments } = intent;
    const history = await rpc.signaturesFor(reference, { limit: maxSignatures, everyNode: true });
    const marked = history.filter(({ failed }) => !failed);
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
    const isNew = ({ signature, commitment }: Place) =>
      !known.has(signature) && taken.get(signature) !== commitment;
    const places = [...unmarked, ...marked].map(toPlace).filter(isNew);
    if (places.length <= maxReads) return places;
    const own = (await listOwn(intent)).map(toPlace).filter(isNew);
    const isOwn = new Set(own.map(({ signature }) => signature));
    return [...own, ...places.filter(({ signature }) => !isOwn.has(signature))].slice(0, maxReads);
  };

  const readAll = async (places: readonly Place[], intent: IntentRow) => {
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
      const sightings: Sighting[] = [];
      for (const { place, transaction } of found)
        sightings.push({
          signature: place.signature,
          parts: await takeApartSurely(transaction, place, intent.recipient),
        });
      await take(...sightings);
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
        announce(await store.drop(id, signature));
      }
  };

  const tidyOne = async (signature: string, status: SignatureStatus | null) => {
    if (!status) {
      taken.delete(signature);
      for (const settled of await store.forget(signature)) announce(settled);
    }
    if (status?.commitment !== 'finalized') return;
    await read({ signature, commitment: 'finalized' });
  };

  /**
   * Refuses dust, unless it was the rest of the price.
   * @throws AppError `invalid_request`
   */
  const refuseDust = async ({ id }: IntentRow, { signature, part }: Part) => {
    const { payments = [] } = (await store.read(id)) ?? {};
    if (payments.some((payment) => payment.signature === signature && payment.part === part)) return;
    throw new AppError(
      'invalid_request',
      "That payment is less than 1% of the price, so it doesn't count towards it. Contact the operator of this bot.",
    );
  };

  return {
    async observe(seen) {
      const sightings: Sighting[] = [];
      for (const { transaction, accounts, ...place } of seen)
        sightings.push({
          signature: place.signature,
          parts: await takeApartSurely(transaction, place),
          listed: { slot: place.slot, commitment: granted(place), accounts },
        });
      await take(...sightings);
    },

    async lookUp(intent) {
      const begun = clock.now();
      await readAll(await listSignatures(intent), intent);
      crash('look_up.read');
      const settled = announce(await store.settle(intent.id, [], { checked: true }));
      if (settled.intent.status === 'processing') await dropForgotten(settled.intent);
      const answered = rpc.nodes().filter(({ answeredAt }) => answeredAt !== null && answeredAt >= begun);
      return { nodes: answered.length, at: clock.now() };
    },

    read: (place) => read(place),

    async tidy() {
      const failures: unknown[] = [];
      const note = (error: unknown) => {
        if (isAppError(error, 'rpc_unavailable')) throw error;
        failures.push(error); // one failing transaction must not block the others
      };
      for (const place of second.doubtful()) await read(place).catch(note);
      const signatures = await store.listUnfinal(clock.now() - forgottenAfterMs, maxUnfinal);
      const statuses = signatures.length === 0 ? [] : await rpc.statuses(signatures);
      for (const [index, signature] of signatures.entries())
        await tidyOne(signature, statuses[index] ?? null).catch(note);
      if (failures.length > 0) throw failures[0];
    },

    async claim(intent, text) {
      const signature = parseSignature(text);
      const [status] = await rpc.statuses([signature]);
      if (!status || status.commitment === 'processed') return;
      const transaction = await rpc.transaction(signature, status.commitment);
      if (!transaction) return;
      const place = { signature, commitment: status.commitment };
      const { mint, reference, recipient: to } = intent;
      const parts = await takeApartSurely(transaction, place, to);
      const marked = parts.find((each) => carriesOnly(each, reference) && each.mint === mint);
      const wallets = await store.payers.list(intent);
      const own = parts.find(
        ({ references, payer }) => references.length === 0 && payer !== null && wallets.includes(payer),
      );
      const isOwn = own?.mint === mint && own.paidAt >= startOf(intent);
      const part = marked ?? (isOwn ? own : undefined);
      if (part && part === own && store.payers.findProof(own) === 'open')
        throw new AppError(
          'invalid_request',
          "That transfer links your wallet, so it can't pay for a purchase. Finish /link first, then pay the purchase separately.",
        );
      const isSmall = part && isDust(part.amountBaseUnits, intent.amountBaseUnits);
      const standing = part?.merchantSigned ? 'unmatched' : 'counts';
      const settled = part && !isSmall && announce(await store.settle(intent.id, [{ ...part, standing }]));
      await take({ signature, parts }); // whatever else it pays, and any review cases
      if (isSmall) return refuseDust(intent, part);
      if (!settled)
        throw refusalOf(readTransfer(transaction, { recipient: to, mint, reference }), intent, own);
      if (settled.taken.length > 0) throw new AppError('signature_already_used');
    },
  };
}

const toPlace = ({ signature, commitment }: { signature: string; commitment: string }): Place => ({
  signature,
  commitment: commitment === 'finalized' ? 'finalized' : 'confirmed',
});

const carriesOnly = ({ references }: Part, reference: string): boolean =>
  references.length === 1 && references[0] === reference;
