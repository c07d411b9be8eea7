import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import { parseSignature } from '../../chain/address.js';
import type { ChainTransaction, Finality, Rpc, SignatureStatus } from '../../chain/rpc.js';
import { readTransfer } from '../../chain/transfer.js';
import type { SeenSignature } from '../../chain/watcher.js';
import { type Crash, noCrash } from './crash.js';
import type { IntentRow } from './intent.js';
import type { Payment, Standing } from './machine.js';
import { type Part, type Place, partsOf } from './parts.js';
import { refusalOf } from './refusal.js';
import type { SecondOpinion } from './second-opinion.js';
import type { Settled } from './settlement.js';
import type { PaymentStore } from './store.js';

/** How widely the chain was asked, for "not seen yet (checked 2 nodes at 12:01:07)". */
export type Checked = { nodes: number; at: number };

/**
 * Turns what the chain says into settled intents. Every way a payment can be noticed (watcher, sweep, the buyer's
 * button, a pasted signature) takes the transaction apart and ends in the same repeatable `settle`.
 */
export type Cashier = {
  /** Takes one signature the watcher saw. */
  observe(seen: SeenSignature): Promise<void>;
  /** Reads every transaction that carries the intent's reference. @throws AppError `rpc_unavailable` */
  lookUp(intent: IntentRow): Promise<Checked>;
  /** Reads one transaction and takes what it pays, however it was noticed. False while no node serves it. */
  read(place: Place): Promise<boolean>;
  /**
   * Asks about everything that should be final by now, in one question for all: what no node knows any more is
   * forgotten, what is final is taken as such. @throws AppError `rpc_unavailable`
   */
  tidy(): Promise<void>;
  /**
   * Takes a signature the buyer names, also one without reference when a wallet of the buyer's paid.
   * Nothing happens while the chain does not know it.
   * @throws AppError when it cannot pay for this intent, with the reason as code
   */
  claim(intent: IntentRow, signature: string): Promise<void>;
};

/** A confirmed transaction no node knows any more after this long was on a fork that lost. */
const forgottenAfterMs = 90_000;
const maxSignatures = 200;
/** What one look-up reads of them at most; the watcher sees whatever pays us anyway. */
const maxReads = 20;
/** Transactions remembered as read, so that junk with somebody's reference costs one question each. */
const maxRemembered = 10_000;
const maxUnfinal = 100;

export function createCashier(deps: {
  rpc: Rpc;
  store: PaymentStore;
  clock: Clock;
  recipient: string;
  /**
   * What is sold for: each asset's mint (null is SOL) with the lowest price in it. Less than a hundredth of that,
   * where nothing was asked for in that way, is nobody's payment and asks nobody's time.
   */
  assets: ReadonlyMap<string | null, bigint>;
  /** Called after the commit, when a person would see something new. */
  changed(intent: IntentRow): void;
  /** Asked before much money counts. */
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

  const settle = async (intent: IntentRow, part: Part, standing: Standing) =>
    announce(await store.settle(intent.id, [{ ...part, standing }]));

  /** @param to whom a purchase was to be paid: an address of ours that may not be today's */
  const takeApart = (transaction: ChainTransaction, place: Place, to: string): Part[] =>
    partsOf(transaction, place, { recipient: to, mints: [...assets.keys()], now: clock.now() });

  /** The same, as firmly as two nodes agree where it is much money. */
  const takeApartSurely = (transaction: ChainTransaction, place: Place, to: string): Promise<Part[]> =>
    second.weigh(place, takeApart(transaction, place, to), (other) => takeApart(other, place, to));

  const isTrifle = ({ mint, amountBaseUnits }: Part) => amountBaseUnits * 100n < (assets.get(mint) ?? 0n);

  /** Every unit that arrives stands somewhere; only what is worth it asks for somebody's time. */
  const keepForNobody = (part: Part) =>
    store.keepUnmatched(
      { ...part, standing: 'unmatched' },
      { ask: !isTrifle(part) && part.merchantSigned !== 'moves' },
    );

  const assignMarked = async (part: Part, reference: string) => {
    const intent = await store.findByReference(reference);
    if (intent?.mint === part.mint && !part.merchantSigned) await settle(intent, part, 'counts');
    else if (intent?.mint === part.mint && !isTrifle(part)) await settle(intent, part, 'unmatched');
    else if (intent && !isTrifle(part)) await settle(intent, part, 'wrong_asset');
    else await keepForNobody(part);
  };

  /** A payment that lost its reference on the way, by payer and exact amount; else it waits for an operator. */
  const assignUnmarked = async (part: Part) => {
    const { payer, mint, amountBaseUnits, paidAt } = part;
    if (part.merchantSigned || (await store.payers.findProof(part))) return keepForNobody(part);
    const exact = payer && (await store.findByPayer(payer, mint, amountBaseUnits));
    if (exact && paidAt >= startOf(exact)) return settle(exact, part, 'counts');
    const awaited = payer && !isTrifle(part) && (await store.findAwaited(payer));
    if (awaited && paidAt + 1_000 > awaited.createdAt) return settle(awaited, part, 'unmatched');
    return keepForNobody(part);
  };

  const assign = async (part: Part) => {
    const holder = await store.findHolder(part.signature, part.part);
    const [reference, ...others] = part.references;
    if (holder) await settle(holder, part, standingIn(holder, part));
    else if (reference === undefined) await assignUnmarked(part);
    else if (others.length === 0) await assignMarked(part, reference);
    else await keepForNobody(part);
  };

  const take = async (transaction: ChainTransaction, place: Place, to = recipient) => {
    for (const part of await takeApartSurely(transaction, place, to)) await assign(part);
  };

  const read = async (place: Place, to = recipient): Promise<boolean> => {
    const transaction = await rpc.transaction(place.signature, place.commitment);
    if (transaction) await take(transaction, place, to);
    return transaction !== null;
  };

  const taken = new Map<string, Finality>();
  const remember = ({ signature, commitment }: Place) => {
    taken.delete(signature); // the newest stands last
    taken.set(signature, commitment);
    const [oldest] = taken.keys();
    if (taken.size > maxRemembered && oldest !== undefined) taken.delete(oldest);
  };

  /** Signatures that carry the reference, and those that came without it and are not final yet. */
  const listSignatures = async ({ reference, payments }: IntentRow): Promise<Place[]> => {
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
    const final = new Set(
      payments.filter(({ commitment }) => commitment === 'finalized').map(({ signature }) => signature),
    );
    return [...unmarked, ...marked]
      .map(({ signature, commitment }) => ({ signature, commitment: finality(commitment) }))
      .filter(({ signature, commitment }) => !final.has(signature) && taken.get(signature) !== commitment)
      .slice(0, maxReads);
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

  return {
    async observe(seen) {
      if (!seen.failed) await take(seen.transaction, seen);
    },

    async lookUp(intent) {
      const begun = clock.now();
      for (const place of await listSignatures(intent)) {
        if (!(await read(place, intent.recipient))) continue;
        if (!second.isDoubtful(place.signature)) remember(place);
      }
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
        failures.push(error); // one that cannot be handled must not keep the others waiting
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
      if (part && part === own && (await store.payers.findProof(own)) === 'open')
        throw new AppError(
          'invalid_request',
          'That transfer proves your wallet, so it pays for nothing else. Finish linking with it first.',
        );
      const settled = part && (await settle(intent, part, part.merchantSigned ? 'unmatched' : 'counts'));
      await take(transaction, place, to); // whatever else it pays, and what an operator has to decide
      if (!settled)
        throw refusalOf(readTransfer(transaction, { recipient: to, mint, reference }), intent, own);
      if (settled.taken.length > 0) throw new AppError('signature_already_used');
    },
  };
}

const finality = (commitment: string): Finality => (commitment === 'finalized' ? 'finalized' : 'confirmed');

/** Block times are whole seconds and clocks differ a little. */
const clockSkewMs = 60_000;
const startOf = ({ createdAt }: IntentRow) => createdAt - clockSkewMs;

const carriesOnly = ({ references }: Part, reference: string): boolean =>
  references.length === 1 && references[0] === reference;

/** What a payment is already, when the same one is seen again. */
const standingIn = ({ payments }: IntentRow, { signature, part }: Part): Payment['standing'] =>
  payments.find((each) => each.signature === signature && each.part === part)?.standing ?? 'counts';
