import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/base/db/database.js';
import { silentLog } from '../../src/base/log.js';
import { createModerationFlow } from '../../src/bot/moderation/flow.js';
import { createAskOperator } from '../../src/bot/moderation/operator.js';
import { createAuditStore } from '../../src/bot/moderation/store.js';
import { createHttp } from '../../src/client/http.js';
import { openBotDatabase } from '../support/bot-database.js';
import { credits, newFolder, openRigWorld, type RigWorld, remove } from './rig-world.js';

/** A moderator's act whose reply is lost after the service carried it out. */

const secret = 'a secret of bot and service';
let folder: string;
let world: RigWorld;
let db: Database;
let road: Server;
/** Replies that are still to be lost, and the keys of the requests that the service got. */
let lost: number;
let keys: string[];

beforeEach(async () => {
  folder = newFolder();
  const grants = { servers: new Map([['1', 50]]), perModerator: 50 };
  world = await openRigWorld(folder, {
    welcome: 0,
    config: { botSecret: secret, moderation: { sees: 'balance', grants } },
  });
  db = await openBotDatabase();
  lost = 0;
  keys = [];
  road = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    keys.push(JSON.parse(body.toString()).key);
    const { headers } = request;
    const reply = await fetch(`${world.address}${request.url}`, {
      method: request.method ?? 'POST',
      headers: { 'content-type': headers['content-type'] ?? '' },
      body,
    });
    const content = await reply.text();
    if (lost > 0) {
      lost -= 1;
      response.destroy();
      return;
    }
    response
      .writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' })
      .end(content);
  });
  await new Promise<void>((done) => road.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  await new Promise((done) => road.close(done));
  await db.close();
  await world.close();
  remove(folder);
});

/** The bot, started now. */
async function bot() {
  const clock = { now: world.clock.now, sleep: async () => undefined };
  const told: string[] = [];
  const put = async (_: unknown, kind: string, subject: string) => void told.push(`${kind} ${subject}`);
  const baseUrl = `http://127.0.0.1:${(road.address() as AddressInfo).port}`;
  const audit = createAuditStore({ db, clock, outbox: { put } });
  const userId = await world.userId(world.alice);
  const flow = createModerationFlow({
    sessions: { walletsOf: async () => [{ userId }] } as never,
    audit,
    isMember: async () => true,
    ask: createAskOperator({ http: createHttp({ baseUrl, clock, log: silentLog }), secret, clock }),
    presence: { rolesOf: async () => [] },
    unlinkAll: async () => 0,
  });
  return { flow, audit, told };
}
const act = {
  moderatorId: 'max',
  isModerator: true,
  memberId: 'mia',
  guildId: '1',
  isBot: false,
  key: 'interaction-1',
  reason: 'sorry',
};

it('is repeated with the same key, counts once, and the moderator sees one result', async () => {
  const { flow, audit, told } = await bot();
  lost = 1;
  expect(await flow.changeCredits(act, 'grant', 20)).toMatchObject({
    refusal: null,
    amount: 20,
    left: { server: 30 },
  });
  expect(keys).toEqual(['interaction-1', 'interaction-1']);
  expect((await credits(world.alice)).available).toBe(20);
  expect(await audit.list('1', { limit: 10 })).toMatchObject([
    { action: 'grant', outcome: 'done', credits: 20 },
  ]);
  expect(told).toHaveLength(1);
});

it('stays open in the audit log while no reply arrives, and a restarted bot ends it once', async () => {
  const first = await bot();
  lost = 99;
  await expect(first.flow.changeCredits(act, 'grant', 20)).rejects.toMatchObject({
    code: 'provider_unreachable',
  });
  expect(await first.audit.list('1', { limit: 10 })).toMatchObject([{ outcome: 'asked' }]);
  lost = 0;
  const second = await bot();
  expect(await second.flow.changeCredits(act, 'grant', 20)).toMatchObject({ refusal: null, amount: 20 });
  expect((await credits(world.alice)).available).toBe(20);
  expect(await second.audit.list('1', { limit: 10 })).toMatchObject([{ outcome: 'done' }]);
  expect([...first.told, ...second.told]).toHaveLength(1);
});

it('of a block and its end is repeated too', async () => {
  const { flow } = await bot();
  lost = 1;
  expect(await flow.block(act, null)).toMatchObject({ person: 'mia', reason: 'sorry' });
  lost = 1;
  await flow.unblock({ ...act, key: 'interaction-2' });
  expect((await flow.blocks(act, null)).data).toEqual([]);
});
