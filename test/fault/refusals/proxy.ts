import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../src/base/clock.js';
import type { Failure } from './failures.js';
import type { Kind } from './kinds.js';

/** One request of the bot, as Discord would see it; `status` is null without an answer, `at` by the bot's clock. */
export type Seen = { method: string; path: string; status: number | null; at: number };

export const isRefused = ({ status }: Seen): boolean => status === null || status >= 400;

export type Fault = { kind: Kind; failure: Failure; times: number };

/** A proxy in front of the local Discord that refuses one kind of request and passes everything else on. */
export type RefusingProxy = {
  /** Takes the place of the local Discord's API address. */
  api: string;
  /** Refuses the next `times` requests of a kind, and what `provokes` them; the last call counts. */
  refuse(fault: Fault, provokes?: readonly Fault[]): void;
  /** Passes everything on again. */
  heal(): void;
  /** How many requests the current fault refused. */
  refused(): number;
  /** How many requests wait for their answer. */
  pending(): number;
  /** Returns the requests since the last call. */
  takeSeen(): Seen[];
  close(): Promise<void>;
};

const prefix = '/api/v10';

/**
 * @param target the API address of the local Discord, such as `http://127.0.0.1:1234/api`
 * @param clock the bot's, so that the pauses between its requests can be judged
 */
export async function createRefusingProxy(target: string, clock: Pick<Clock, 'now'>): Promise<RefusingProxy> {
  const { hostname, port } = new URL(target);
  let faults: (Fault & { refused: number })[] = [];
  let refused = () => 0;
  let seen: Seen[] = [];
  let pending = 0;

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, record: Seen) => {
    const options = {
      hostname,
      port,
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
    };
    const upstream = forward(options, (answer) => {
      record.status = answer.statusCode ?? null;
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.on('aborted', () => upstream.destroy());
    incoming.pipe(upstream);
  };

  const server = createServer((incoming, outgoing) => {
    const method = incoming.method ?? 'GET';
    const path = new URL(incoming.url ?? '/', target).pathname.replace(prefix, '');
    const record: Seen = { method, path, status: null, at: clock.now() };
    seen.push(record);
    pending += 1;
    outgoing.on('close', () => {
      pending -= 1;
    });
    const fault = faults.find((one) => one.refused < one.times && one.kind.fits(method, path));
    if (!fault) return pass(incoming, outgoing, record);
    fault.refused += 1;
    record.status = fault.failure.answer(incoming, outgoing, fault.kind);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    refuse(fault, provokes = []) {
      const main = { ...fault, refused: 0 };
      faults = [main, ...provokes.map((one) => ({ ...one, refused: 0 }))];
      refused = () => main.refused;
    },
    heal() {
      faults = [];
    },
    refused: () => refused(),
    pending: () => pending,
    takeSeen() {
      const taken = seen;
      seen = [];
      return taken;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
