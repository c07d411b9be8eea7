import { createLocalHints } from '../../../src/base/db/hints.js';
import type { Random } from '../../../src/base/ids.js';
import { silentLog } from '../../../src/base/log.js';
import { createLeases } from '../../../src/base/shared/leases.js';
import type { Rpc } from '../../../src/chain/rpc.js';
import type { Endpoint } from '../../../src/contract/endpoint.js';
import type { Intent } from '../../../src/contract/payments.js';
import type { ServiceConfig, ServiceContext } from '../../../src/service/app.js';
import type { HandlerCall } from '../../../src/service/call.js';
import { createIdempotency } from '../../../src/service/idempotency.js';
import { createHolds } from '../../../src/service/ledger/holds.js';
import { createLedger } from '../../../src/service/ledger/ledger.js';
import { createLedgerFeature } from '../../../src/service/ledger/routes.js';
import { createLimits } from '../../../src/service/moderation/limits.js';
import { createPaymentsFeature } from '../../../src/service/payments/payments.js';
import type { Life } from './crash.js';
import type { Disk } from './database.js';
import type { Time } from './time.js';

export type Buyer = { id: string; address: string };
export type Reply = { status: number; body: unknown };
type Request = { params?: Record<string, string>; body?: unknown; key?: string };

/** The service's own payment code in one process: everything but HTTP, sign-in and JSON around it. */
export type Process = {
  life: Life;
  /** Calls a route as the HTTP layer does. @throws AppError as the route does, Crash when the process dies */
  call(endpoint: Endpoint, buyer: Buyer, request?: Request): Promise<Reply>;
};

/** Starts a process on the disk of earlier ones. @throws Crash when it dies at its start */
export async function startProcess(parts: {
  life: Life;
  disk: Disk;
  rpc: Rpc;
  time: Time;
  random: Random;
  config: ServiceConfig;
  /** Receives every `intent_updated` that a bot would receive. */
  told(intent: Intent): void;
}): Promise<Process> {
  const { life, disk, rpc, time, random, config, told } = parts;
  const db = disk.open(life);
  const clock = {
    now: time.now,
    sleep: (ms: number, signal?: AbortSignal) =>
      life.isOver() ? new Promise<void>(() => undefined) : time.sleep(ms, signal),
  };
  const idempotency = createIdempotency(db, clock);
  const hub: ServiceContext['hub'] = {
    tellUser(_user, frame) {
      life.check();
      if (frame.type === 'intent_updated') told(frame.intent);
    },
    tellConversation: () => undefined,
    endSession: () => undefined,
  };
  const leases = createLeases({ db, clock, owner: 'schedule', isAlone: true });
  await leases.voidFormer();
  const context: ServiceContext = {
    config,
    db,
    ledger: createLedger(clock),
    holds: createHolds(clock),
    limits: createLimits({ clock, secret: undefined }),
    hub,
    leases,
    hints: createLocalHints(),
    clock,
    random,
    log: silentLog,
    rpc,
  };
  const payments = await createPaymentsFeature(context, { crash: life.pass });
  const routes = new Map(
    [...payments.routes, ...createLedgerFeature(context).routes].map((each) => [each.endpoint.id, each]),
  );
  await payments.start?.();

  const call: Process['call'] = async (endpoint, buyer, { params = {}, body = {}, key } = {}) => {
    life.check();
    const { handler } = routes.get(endpoint.id)!;
    const run = (remember: HandlerCall<Endpoint>['remember']) =>
      handler({
        params,
        body: endpoint.body?.parse(body),
        query: endpoint.query?.parse({}),
        user: buyer,
        sessionId: 'ses_1',
        cookies: {},
        headers: {},
        ip: '127.0.0.1',
        requestId: 'req_1',
        idempotencyKey: key ?? null,
        remember,
        signal: new AbortController().signal,
      } as unknown as HandlerCall<Endpoint>);
    const fingerprint = JSON.stringify([endpoint.id, params, body]);
    const reply =
      key === undefined
        ? await run(async () => undefined)
        : await idempotency.once({ userId: buyer.id, key, fingerprint }, run as never);
    life.check(); // the answer of a process that died meanwhile reaches no client
    return reply;
  };
  return { life, call };
}

/** A member who linked a wallet before the story begins. */
export function addBuyer(disk: Disk, buyer: Buyer, at: number): void {
  disk.raw
    .prepare('INSERT INTO user (id, address, created_at) VALUES (?, ?, ?)')
    .run(buyer.id, buyer.address, at);
}
