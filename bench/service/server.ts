import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { systemClock } from '../../src/base/clock.js';
import { openSqlite } from '../../src/base/db/open-sqlite.js';
import { systemRandom } from '../../src/base/ids.js';
import { silentLog } from '../../src/base/log.js';
import { createServiceApp } from '../../src/service/app.js';
import { authSql } from '../../src/service/auth/statements.js';
import { hashToken } from '../../src/service/auth/tokens.js';
import { createLedger } from '../../src/service/ledger/ledger.js';
import { migrationsDir, serviceConfig } from './config.js';

/** One server in a process of its own, so that neither pays for the other's memory. Started by `fork`. */
export type ServerOrder =
  | { kind: 'service'; folder: string; members: number }
  | { kind: 'bare' | 'fastify'; headers: Record<string, string>; body: string };
/** `tokens`: the access tokens of its members. */
export type ServerStarted = { port: number; tokens: string[] };
/** The answer to any later message: processor time used since the one before, in ms. */
export type ServerCost = { processorMs: number };

const dayMs = 86_400_000;

/** Members with a session, a purchase and a few entries each. */
async function addMembers(dbPath: string, members: number): Promise<string[]> {
  const db = await openSqlite(dbPath, migrationsDir);
  const ledger = createLedger(systemClock);
  const now = Date.now();
  const tokens = Array.from({ length: members }, () => randomBytes(32).toString('base64url'));
  await db.transaction(async (t) => {
    for (const [index, token] of tokens.entries()) {
      const [id, sessionId, expiresAt] = [`usr_${index}`, `ses_${index}`, now + dayMs];
      await t.run(authSql.addUser, { id, address: `address ${index}`, createdAt: now });
      await t.run(authSql.addSession, { id: sessionId, userId: id, now, expiresAt });
      await t.run(authSql.addAccess, { hash: hashToken(token), sessionId, expiresAt });
      for (let entry = 0; entry < 3; entry += 1)
        await ledger.credit(t, { userId: id, credits: 100, subject: `${id} ${entry}` });
    }
  });
  await db.close();
  return tokens;
}

async function startService(folder: string, members: number): Promise<ServerStarted> {
  const config = serviceConfig(folder);
  const tokens = await addMembers(config.dbPath, members);
  const service = await createServiceApp(
    config,
    { clock: systemClock, random: systemRandom, log: silentLog },
    async () => [],
  );
  return { port: Number(new URL(await service.listen(0)).port), tokens };
}

/** What any service in Node can reach at best: the same bytes, without a look at the request. */
function startBare(headers: Record<string, string>, body: string): Promise<ServerStarted> {
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ port: (server.address() as AddressInfo).port, tokens: [] }),
    ),
  );
}

/** What a service with this framework can reach at best: the same bytes from a route that only sets its headers. */
async function startFastify(headers: Record<string, string>, body: string): Promise<ServerStarted> {
  const app = Fastify({ logger: false });
  const value = JSON.parse(body) as object;
  app.get('/*', async (_request, reply) => reply.headers(headers).send(value));
  return { port: Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port), tokens: [] };
}

function start(order: ServerOrder): Promise<ServerStarted> {
  if (order.kind === 'service') return startService(order.folder, order.members);
  return (order.kind === 'bare' ? startBare : startFastify)(order.headers, order.body);
}

let used = process.cpuUsage();
process.once('message', async (order: ServerOrder) => {
  const started = await start(order);
  process.on('message', () => {
    const { user, system } = process.cpuUsage(used);
    used = process.cpuUsage();
    process.send?.({ processorMs: (user + system) / 1_000 } satisfies ServerCost);
  });
  process.send?.(started);
});
process.on('disconnect', () => process.exit(0));
