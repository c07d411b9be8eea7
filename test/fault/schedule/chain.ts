import { TOKEN_PROGRAM_ID } from '@solana/spl-token';
import bs58 from 'bs58';
import { AppError } from '../../../src/base/errors.js';
import type { ChainTransaction, Commitment, Finality, HistoryEntry, Rpc } from '../../../src/chain/rpc.js';
import type { Life } from './crash.js';
import type { Dice } from './dice.js';
import type { Time } from './time.js';
import { type AccountOf, dresses, makeTransaction, type Part } from './transaction.js';

/** One stay of a transaction in the chain: from landing until a better fork drops it, if one does. */
type Stay = { from: number; until: number };
export type Landed = {
  signature: string;
  payer: string;
  parts: Part[];
  failed: boolean;
  stays: Stay[];
  transaction: ChainTransaction;
  keys: Set<string>;
};

const slotMs = 400;
const confirmedAfterMs = 800;
const finalAfterMs = 12_800;
const genesisAt = Date.UTC(2025, 11, 31);

/** Faults of one request. All of them are temporary; only a dropped fork is permanent. */
type Mishap = 'none' | 'fails' | 'lags' | 'forgets' | 'repeats';

/** A pending request, which the schedule answers at any time. */
type Question = { life: Life; answer(mishap: Mishap): void };

export type SimulatedChain = {
  landed: Landed[];
  pay(order: { payer: string; parts: Part[]; failed?: boolean; fork?: 'dropped' | 'moved' }): Landed;
  /** The network as one process sees it. Closing the process leaves its requests unanswered. */
  open(life: Life): Rpc;
  /** Answers one of the pending requests. False when there is none. */
  answerOne(): boolean;
  /** Notifies every listener; hints may also be lost, doubled or late. */
  hint(): void;
  /** From now on every request is answered at once and correctly. */
  heal(): void;
  /** Whether it is in the chain permanently. */
  isFinal(landed: Landed): boolean;
};

export function createSimulatedChain(deps: {
  time: Time;
  dice: Dice;
  /** Share of the requests that meet a fault. */
  mishaps: number;
  accountOf: AccountOf;
}): SimulatedChain {
  const { time, dice, mishaps, accountOf } = deps;
  const landed: Landed[] = [];
  let questions: Question[] = [];
  let listeners: { life: Life; hint(): void }[] = [];
  let healthy = false;

  const slotAt = (at: number) => Math.floor((at - genesisAt) / slotMs);
  const stayAt = ({ stays }: Landed, at: number) => stays.find(({ from, until }) => from <= at && at < until);
  const commitmentOf = (stay: Stay, at: number): Commitment =>
    at >= stay.from + finalAfterMs
      ? 'finalized'
      : at >= stay.from + confirmedAfterMs
        ? 'confirmed'
        : 'processed';

  const chooseMishap = (): Mishap =>
    healthy || !dice.chance(mishaps)
      ? 'none'
      : dice.pick(['fails', 'fails', 'lags', 'lags', 'forgets', 'repeats']);

  const historyAt = (at: number, address: string): HistoryEntry[] =>
    landed
      .flatMap((one) => {
        const stay = one.keys.has(address) ? stayAt(one, at) : undefined;
        const commitment = stay && commitmentOf(stay, at);
        if (!stay || !commitment || commitment === 'processed') return [];
        const { signature, failed } = one;
        const blockTime = Math.floor(stay.from / 1_000);
        return [{ signature, failed, blockTime, commitment, slot: slotAt(stay.from) }];
      })
      .reverse()
      .sort((a, b) => b.slot - a.slot);

  const readAt = (at: number, signature: string, finality: Finality): ChainTransaction | null => {
    const one = landed.find((each) => each.signature === signature);
    const stay = one && stayAt(one, at);
    const commitment = stay && commitmentOf(stay, at);
    const known = commitment === 'finalized' || (commitment === 'confirmed' && finality === 'confirmed');
    if (!stay || !known) return null;
    return { ...one.transaction, slot: slotAt(stay.from), blockTime: Math.floor(stay.from / 1_000) };
  };

  const open = (life: Life): Rpc => {
    /** May die before the request is sent or when its answer has arrived; the world continues in between. */
    const ask = <T>(name: string, read: (at: number, mishap: Mishap) => T): Promise<T> => {
      life.pass(`before ${name}`);
      return new Promise((resolve, reject) => {
        const answer = (mishap: Mishap) => {
          const at = time.now() - (mishap === 'lags' ? dice.int(60_000) : 0);
          try {
            life.pass(`after ${name}`);
          } catch {
            return; // the process is dead
          }
          if (mishap === 'fails') reject(new AppError('rpc_unavailable'));
          else resolve(read(at, mishap));
        };
        questions.push({ life, answer });
      });
    };
    return {
      genesisHash: () => ask('genesisHash', () => 'a chain of this machine'),
      slot: (commitment) =>
        ask('slot', (at) => slotAt(at - (commitment === 'finalized' ? finalAfterMs : confirmedAfterMs))),
      signaturesFor: (address, { until, before, limit = 1_000 } = {}) =>
        ask('signaturesFor', (at, mishap) => {
          const all = historyAt(at, address);
          const start = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1;
          const end = all.findIndex(({ signature }) => signature === until);
          const page = all.slice(start, end < 0 ? undefined : end).slice(0, limit);
          return mishap === 'repeats' ? page.flatMap((entry) => [entry, entry]) : page;
        }),
      transaction: (signature, finality) =>
        ask('transaction', (at, mishap) => (mishap === 'forgets' ? null : readAt(at, signature, finality))),
      transactions: (signatures, finality) =>
        ask('transactions', (at, mishap) =>
          signatures.map((signature) =>
            mishap === 'forgets' && dice.chance(0.5) ? null : readAt(at, signature, finality),
          ),
        ),
      room: () => ({ requests: Number.POSITIVE_INFINITY, transactions: Number.POSITIVE_INFINITY }),
      histories: async () => [],
      opinions: async () => [],
      statuses: (signatures) =>
        ask('statuses', (at, mishap) =>
          signatures.map((signature) => {
            const one = landed.find((each) => each.signature === signature);
            const stay = one && stayAt(one, at);
            if (!stay || mishap === 'forgets') return null;
            return { slot: slotAt(stay.from), commitment: commitmentOf(stay, at), failed: one.failed };
          }),
        ),
      onActivity(_address, hint) {
        const listener = { life, hint };
        listeners.push(listener);
        return () => {
          listeners = listeners.filter((one) => one !== listener);
        };
      },
      ownerOf: () => ask('ownerOf', () => TOKEN_PROGRAM_ID.toBase58()),
      balance: () => ask('balance', () => 0n),
      nodes: () => [],
      close: async () => undefined,
    };
  };

  return {
    landed,
    open,
    pay({ payer, parts, failed = false, fork }) {
      const signature = bs58.encode(dice.bytes(64));
      const from = time.now();
      const until =
        fork === undefined ? Number.POSITIVE_INFINITY : from + confirmedAfterMs + dice.int(11_000);
      const again = { from: until + dice.int(20_000), until: Number.POSITIVE_INFINITY };
      const stays = [{ from, until }, ...(fork === 'moved' ? [again] : [])];
      const dress = dice.pick(dresses);
      const made = makeTransaction({ payer, parts, dress, failed, signature }, accountOf);
      const one = { signature, payer, parts, failed, stays, ...made };
      landed.push(one);
      return one;
    },
    answerOne() {
      questions = questions.filter(({ life }) => !life.isOver());
      if (questions.length === 0) return false;
      const [question] = questions.splice(healthy ? 0 : dice.int(questions.length), 1);
      question?.answer(chooseMishap());
      return true;
    },
    hint() {
      listeners = listeners.filter(({ life }) => !life.isOver());
      for (const { hint } of listeners) if (healthy || dice.chance(0.7)) hint();
    },
    heal() {
      healthy = true;
    },
    isFinal: ({ stays }) => stays.some(({ until }) => until === Number.POSITIVE_INFINITY),
  };
}
