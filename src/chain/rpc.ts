import { Connection, PublicKey, type VersionedTransactionResponse } from '@solana/web3.js';
import type { Clock } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import { addressBytes } from './address.js';
import { createHints, type Hints } from './hints.js';
import { type Network, networkOf } from './network.js';

export type Commitment = 'processed' | 'confirmed' | 'finalized';
/** The commitments at which history can be read. */
export type Finality = 'confirmed' | 'finalized';

/** A landed transaction as the network reports it, of any version, with balances and inner instructions. */
export type ChainTransaction = VersionedTransactionResponse;

/** One line of an address's history. `blockTime` in seconds since the epoch. */
export type HistoryEntry = {
  signature: string;
  slot: number;
  failed: boolean;
  blockTime: number | null;
  commitment: Commitment;
};

export type SignatureStatus = { slot: number; commitment: Commitment; failed: boolean };

/** What is known about one endpoint, for "not seen yet (checked two nodes at 12:01:07)" and for `doctor`. */
export type NodeHealth = { endpoint: string; answeredAt: number | null; failedAt: number | null };

/**
 * The few questions Rigsmith asks a Solana network. Every call tries the endpoints in order of health and rejects
 * with AppError `rpc_unavailable` when none answers.
 */
export type Rpc = {
  genesisHash(): Promise<string>;
  /** Current slot at a commitment. */
  slot(commitment: Commitment): Promise<number>;
  /** Newest first, at most `limit` (1,000). A node that does not know `until` ignores it. */
  signaturesFor(
    address: string,
    options?: {
      until?: string;
      before?: string;
      limit?: number;
      commitment?: Finality;
      /** Goes on to the next endpoint while none knows anything: for a question somebody waits on. */
      everyNode?: boolean;
    },
  ): Promise<HistoryEntry[]>;
  /** Null when no healthy endpoint knows it at that commitment; that is never proof that it does not exist. */
  transaction(signature: string, commitment: Finality): Promise<ChainTransaction | null>;
  /** In the order asked; at most 256. Null where no healthy endpoint knows one. */
  statuses(signatures: readonly string[]): Promise<(SignatureStatus | null)[]>;
  /** Calls `hint` when something touched the address. A lost socket loses hints: never rely on it. Returns the stop. */
  onActivity(address: string, hint: () => void): () => void;
  /** The program that owns an account, base58; null when there is no such account. */
  ownerOf(address: string): Promise<string | null>;
  /** Lamports; 0n when there is no such account. */
  balance(address: string): Promise<bigint>;
  nodes(): NodeHealth[];
  close(): Promise<void>;
};

export type RpcOptions = {
  /** Tried in this order; at least one. */
  endpoints: readonly string[];
  /** Of the first endpoint; web3.js derives port + 1 from it otherwise. */
  wsEndpoint?: string;
  clock: Clock;
  /** How long one endpoint may take to answer. Default 10,000. */
  timeoutMs?: number;
  /** Each endpoint must serve this network before it is asked anything; left out, any does. */
  network?: Network;
  /** Spreads the rests of failing endpoints, 0 to 1. Default `Math.random`. */
  random?: () => number;
};

type Node = NodeHealth & {
  connection: Connection;
  /** Failures since the last answer. */
  failures: number;
  /** Not asked before that while another node can be. */
  restsUntil: number;
  /** Whether it has been seen to serve the network that is asked for. */
  isTrusted: boolean;
};

/** As web3.js derives it: the same host, and the next port where one is named. */
function webSocketUrl(endpoint: string): string {
  const url = new URL(endpoint);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (url.port) url.port = String(Number(url.port) + 1);
  return url.toString();
}

/** The newest message format web3.js can read. */
const NEWEST_VERSION = 1;

const publicKey = (address: string): PublicKey => new PublicKey(addressBytes(address));

const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 30_000;

function openNode(endpoint: string, timeoutMs: number, clock: Clock): Node {
  const node: Node = {
    ...{ endpoint, answeredAt: null, failedAt: null, failures: 0, restsUntil: 0, isTrusted: false },
    connection: new Connection(endpoint, {
      commitment: 'confirmed',
      disableRetryOnRateLimit: true, // or web3.js sleeps inside the call instead of letting the next node answer
      async fetch(input: Parameters<typeof fetch>[0], init?: RequestInit) {
        const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
        const retryAfterMs = Number(response.headers.get('retry-after')) * 1_000;
        if (!response.ok && retryAfterMs > 0)
          node.restsUntil = clock.now() + Math.min(LONGEST_REST_MS, retryAfterMs);
        return response;
      },
    }),
  };
  return node;
}

/** @throws AppError `invalid_request` when an endpoint is no URL */
export function createRpc(options: RpcOptions): Rpc {
  const { endpoints, wsEndpoint, clock, timeoutMs = 10_000, network, random = Math.random } = options;
  const first = endpoints[0];
  if (
    first === undefined ||
    !endpoints.every((endpoint) => /^https?:/.test(endpoint) && URL.canParse(endpoint))
  )
    throw new AppError('invalid_request', 'A Solana endpoint must be an http or https address.');
  const nodes = endpoints.map((endpoint) => openNode(endpoint, timeoutMs, clock));
  let hints: Hints | undefined;

  const succeed = (node: Node) => {
    node.answeredAt = clock.now();
    node.failedAt = null;
    node.failures = 0;
    node.restsUntil = 0;
  };

  /** Rests twice as long after each failure in a row, half of it by chance, so that nobody returns in step. */
  const fail = (node: Node) => {
    node.failedAt = clock.now();
    node.failures += 1;
    const restMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (node.failures - 1));
    node.restsUntil = Math.max(node.restsUntil, clock.now() + restMs * (0.5 + 0.5 * random()));
  };

  const trust = async (node: Node) => {
    if (network === undefined || node.isTrusted) return;
    const actual = networkOf(await node.connection.getGenesisHash());
    if (actual !== network) throw new Error(`${node.endpoint} serves ${actual} instead of ${network}.`);
    node.isTrusted = true;
  };

  const anyNetwork: typeof trust = async () => undefined;

  /** Rested nodes, healthy ones first, in the order configured; when all rest, the one that has rested most. */
  const order = (): Node[] => {
    const rested = nodes.filter(({ restsUntil }) => restsUntil <= clock.now());
    const byHealth = (a: Node, b: Node) => Number(a.failures > 0) - Number(b.failures > 0);
    return rested.length > 0
      ? rested.sort(byHealth)
      : nodes.toSorted((a, b) => a.restsUntil - b.restsUntil).slice(0, 1);
  };

  /** Goes on to the next node while one fails or the answer is not `enough`; `merge` joins what they say. */
  const ask = async <T>(
    question: (connection: Connection) => Promise<T>,
    enough = (_: T) => true,
    merge = (_: T, next: T) => next,
    admit = trust,
  ): Promise<T> => {
    let best: { answer: T } | undefined;
    let cause: unknown;
    for (const node of order()) {
      try {
        await admit(node);
        const answer = await question(node.connection);
        succeed(node);
        best = { answer: best ? merge(best.answer, answer) : answer };
        if (enough(best.answer)) break;
      } catch (error) {
        fail(node);
        cause = error;
      }
    }
    if (!best) throw new AppError('rpc_unavailable', undefined, { context: { retryAfter: 5 }, cause });
    return best.answer;
  };

  return {
    genesisHash: () => ask((connection) => connection.getGenesisHash(), undefined, undefined, anyNetwork),
    slot: (commitment) => ask((connection) => connection.getSlot(commitment)),
    async signaturesFor(address, { commitment = 'confirmed', everyNode = false, ...range } = {}) {
      const key = publicKey(address);
      const entries = await ask(
        (connection) => connection.getSignaturesForAddress(key, range, commitment),
        (found) => !everyNode || found.length > 0,
      );
      return entries.map((entry) => ({
        signature: entry.signature,
        slot: entry.slot,
        failed: entry.err !== null,
        blockTime: entry.blockTime ?? null,
        commitment: entry.confirmationStatus ?? commitment,
      }));
    },
    transaction: (signature, commitment) =>
      ask(
        (connection) =>
          connection.getTransaction(signature, {
            commitment,
            maxSupportedTransactionVersion: NEWEST_VERSION,
          }),
        (transaction) => transaction !== null,
      ),
    async statuses(signatures) {
      const config = { searchTransactionHistory: true };
      const value = await ask(
        async (connection) => (await connection.getSignatureStatuses([...signatures], config)).value,
        (found) => found.every((status) => status !== null),
        (before, next) => before.map((status, index) => status ?? next[index] ?? null),
      );
      return value.map(
        (status) =>
          status && {
            slot: status.slot,
            commitment: status.confirmationStatus ?? 'processed',
            failed: status.err !== null,
          },
      );
    },
    async ownerOf(address) {
      const key = publicKey(address);
      return (await ask((connection) => connection.getAccountInfo(key)))?.owner.toBase58() ?? null;
    },
    async balance(address) {
      const key = publicKey(address);
      return BigInt(await ask((connection) => connection.getBalance(key)));
    },
    onActivity(address, hint) {
      addressBytes(address);
      hints ??= createHints({ url: wsEndpoint ?? webSocketUrl(first), clock });
      return hints.watch(address, hint);
    },
    nodes: () => nodes.map(({ endpoint, answeredAt, failedAt }) => ({ endpoint, answeredAt, failedAt })),
    close: async () => hints?.close(),
  };
}
