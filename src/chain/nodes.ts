import { Connection } from '@solana/web3.js';
import type { Clock } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import { type Budget, createBudget } from './budget.js';
import { type Network, networkOf } from './network.js';
import type { NodeHealth } from './rpc-types.js';

type Node = NodeHealth & {
  connection: Connection;
  /** Address of its WebSocket. */
  webSocket: string;
  /** Consecutive failures. */
  failures: number;
  /** Skipped until then while another node can be asked. */
  restsUntil: number;
  /** Whether it was seen to serve the configured network. */
  isTrusted: boolean;
  budget: Budget;
};

export type NodesOptions = {
  /** Tried in this order; at least one. */
  endpoints: readonly string[];
  /** WebSocket of the first endpoint; otherwise web3.js derives port + 1. */
  wsEndpoint?: string;
  clock: Clock;
  /** Timeout of one endpoint in ms. Default 10,000. */
  timeoutMs?: number;
  /** Network every endpoint must serve before it is used; any network when omitted. */
  network?: Network;
  /** Opens an endpoint; by default over HTTP. Replaced by simulated networks. */
  connect?(endpoint: string): Connection;
  /** Jitter for the backoff of failing endpoints, 0 to 1. Default `Math.random`. */
  random?: () => number;
  /** Called with the endpoint that failed, when the health order may have changed. */
  failed?(endpoint: string): void;
};

type AskOptions<T> = {
  /** Whether the answer is sufficient; if not, the next endpoint is asked too. */
  enough?(answer: T): boolean;
  /** Merges the answers of several endpoints; by default the last one counts. */
  merge?(before: T, next: T): T;
  /** Includes endpoints not yet seen to serve the network; used to ask which network they serve. */
  ofAnyNetwork?: boolean;
};

/** Several endpoints of one network, asked in order of health. */
export type Nodes = {
  /** @throws AppError `rpc_unavailable` when none answers */
  ask<T>(question: (connection: Connection) => Promise<T>, options?: AskOptions<T>): Promise<T>;
  /** The answers of all endpoints, in order of health, without those that fail or are backing off. */
  askEach<T>(question: (connection: Connection) => Promise<T>): Promise<T[]>;
  /** WebSocket addresses, healthiest first. */
  webSockets(): string[];
  /** The node that would be asked next, and how many requests background work may send it now. */
  next(): { connection: Connection; room: number };
  health(): NodeHealth[];
};

const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 30_000;

/** Derives the address as web3.js does: the same host, and the next port if one is given. */
function webSocketUrl(endpoint: string): string {
  const url = new URL(endpoint);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (url.port) url.port = String(Number(url.port) + 1);
  return url.toString();
}

function openNode(
  endpoint: string,
  webSocket: string,
  { timeoutMs = 10_000, clock, connect }: NodesOptions,
): Node {
  const budget = createBudget(clock);
  const node: Node = {
    endpoint,
    webSocket,
    answeredAt: null,
    failedAt: null,
    failures: 0,
    restsUntil: 0,
    isTrusted: false,
    budget,
    connection:
      connect?.(endpoint) ??
      new Connection(endpoint, {
        commitment: 'confirmed',
        disableRetryOnRateLimit: true, // otherwise web3.js sleeps inside the call instead of letting the next node answer
        async fetch(input: Parameters<typeof fetch>[0], init?: RequestInit) {
          budget.spend();
          const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
          const retryAfterMs = Number(response.headers.get('retry-after')) * 1_000 || 0;
          if (response.status === 429) budget.refused(retryAfterMs);
          if (!response.ok && retryAfterMs > 0)
            node.restsUntil = clock.now() + Math.min(LONGEST_REST_MS, retryAfterMs);
          return response;
        },
      }),
  };
  return node;
}

/** @throws AppError `invalid_request` when an endpoint is not a URL */
export function createNodes(options: NodesOptions): Nodes {
  const { endpoints, wsEndpoint, clock, network, random = Math.random } = options;
  const { failed = () => undefined } = options;
  const isAddress = (endpoint: string) => /^https?:/.test(endpoint) && URL.canParse(endpoint);
  if (endpoints.length === 0 || !endpoints.every(isAddress))
    throw new AppError('invalid_request', 'A Solana endpoint must be an http or https address.');
  const nodes = endpoints.map((endpoint, index) =>
    openNode(endpoint, (index === 0 && wsEndpoint) || webSocketUrl(endpoint), options),
  );

  const succeed = (node: Node) => {
    node.answeredAt = clock.now();
    node.failedAt = null;
    node.failures = 0;
    node.restsUntil = 0;
  };

  /** Exponential backoff per consecutive failure, half of it random, so that clients don't retry in step. */
  const fail = (node: Node) => {
    node.failedAt = clock.now();
    node.failures += 1;
    const restMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (node.failures - 1));
    node.restsUntil = Math.max(node.restsUntil, clock.now() + restMs * (0.5 + 0.5 * random()));
    failed(node.endpoint);
  };

  const trust = async (node: Node) => {
    if (network === undefined || node.isTrusted) return;
    const actual = networkOf(await node.connection.getGenesisHash());
    if (actual !== network) throw new Error(`${node.endpoint} serves ${actual} instead of ${network}.`);
    node.isTrusted = true;
  };

  const restLeft = ({ restsUntil }: Node) => Math.max(0, restsUntil - clock.now());
  /** Healthy nodes first in configured order; then nodes that are backing off, longest ago first. */
  const byHealth = () =>
    nodes.toSorted((a, b) => restLeft(a) - restLeft(b) || Number(a.failures > 0) - Number(b.failures > 0));
  /** If all nodes are backing off, the one due next is asked anyway. */
  const toAsk = () => byHealth().filter((node, index) => index === 0 || restLeft(node) === 0);

  return {
    async ask<T>(question: (connection: Connection) => Promise<T>, options: AskOptions<T> = {}) {
      const { enough = () => true, merge = (_, next) => next, ofAnyNetwork = false } = options;
      let best: { answer: T } | undefined;
      let cause: unknown;
      for (const node of toAsk()) {
        try {
          if (!ofAnyNetwork) await trust(node);
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
    },
    async askEach<T>(question: (connection: Connection) => Promise<T>) {
      const answers: T[] = [];
      for (const node of toAsk()) {
        try {
          await trust(node);
          answers.push(await question(node.connection));
          succeed(node);
        } catch {
          fail(node);
        }
      }
      return answers;
    },
    next() {
      const [{ connection, budget }] = byHealth() as [Node];
      return { connection, room: budget.room() };
    },
    webSockets: () => byHealth().map(({ webSocket }) => webSocket),
    health: () => nodes.map(({ endpoint, answeredAt, failedAt }) => ({ endpoint, answeredAt, failedAt })),
  };
}
