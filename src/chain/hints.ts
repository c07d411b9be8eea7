import { WebSocket } from 'ws';
import type { Clock } from '../base/clock.js';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

export type Hints = {
  /** Calls `hint` when a confirmed transaction names the address, and after every reconnect. Returns the stop. */
  watch(address: string, hint: () => void): () => void;
  /** Reconnects to the first of `urls` if it listens elsewhere. */
  follow(): void;
  close(): Promise<void>;
};

/** Matches a message to its address: by our request id, then by the node's subscription id. */
type Message = { id?: number; result?: unknown; method?: string; params?: { subscription?: number } };

function readMessage(data: unknown): Message {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === 'object' && message !== null ? message : {};
  } catch {
    return {};
  }
}

/**
 * Listens to `logsSubscribe` of one node at a time and reconnects forever. Events while the socket is down are
 * lost, so a hint may only trigger an earlier read, never replace one.
 * @param urls read again for each connection, best first; the next is tried when one cannot be opened
 */
export function createHints({ urls, clock }: { urls(): readonly string[]; clock: Clock }): Hints {
  const watched = new Map<number, { address: string; hint: () => void }>();
  const stopping = new AbortController();
  let socket: WebSocket | undefined;
  let listensTo: string | undefined;
  let running: Promise<void> | undefined;
  let lastId = 0;

  const ask = (id: number, address: string) => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    const params = [{ mentions: [address] }, { commitment: 'confirmed' }];
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'logsSubscribe', params }));
  };

  /** One connection from opening to its end. Resolves with whether it was ever open. */
  const connect = (url: string) =>
    new Promise<boolean>((resolve) => {
      const idOf = new Map<number, number>();
      let opened = false;
      const current = new WebSocket(url, { perMessageDeflate: false, handshakeTimeout: 10_000 });
      socket = current;
      listensTo = url;
      current.on('open', () => {
        opened = true;
        for (const [id, { address, hint }] of watched) {
          ask(id, address);
          hint(); // events may have been missed while disconnected
        }
      });
      current.on('message', (data) => {
        const { id, result, method, params } = readMessage(data);
        if (id !== undefined && typeof result === 'number') idOf.set(result, id);
        if (method === 'logsNotification') watched.get(idOf.get(params?.subscription ?? -1) ?? -1)?.hint();
      });
      current.on('error', () => current.terminate());
      current.on('close', () => resolve(opened));
    });

  /** Resolves when an open connection has ended, or when none could be opened. */
  const connectToBest = async () => {
    for (const url of urls()) if (!stopping.signal.aborted && (await connect(url))) return true;
    return false;
  };

  const run = async () => {
    let waitMs = FIRST_WAIT_MS;
    while (!stopping.signal.aborted) {
      const opened = await connectToBest();
      waitMs = opened ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, waitMs * 2);
      await clock.sleep(waitMs, stopping.signal).catch(() => undefined);
    }
  };

  return {
    watch(address, hint) {
      const id = ++lastId;
      watched.set(id, { address, hint });
      running ??= run();
      ask(id, address);
      return () => watched.delete(id);
    },
    follow() {
      if (listensTo !== urls()[0]) socket?.terminate();
    },
    async close() {
      stopping.abort();
      socket?.terminate();
      await running;
    },
  };
}
