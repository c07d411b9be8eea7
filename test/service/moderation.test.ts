import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.js';
import { blockMember, liftBlock, setQuota } from '../../src/contract/limits.js';
import { changeCredits, type MemberAccount, readMember } from '../../src/contract/moderation.js';
import { proveRequest } from '../../src/contract/proof.js';
import { voucherHeader, writeVoucher } from '../../src/contract/voucher.js';
import type { Sees } from '../../src/service/moderation/settings.js';
import type { Person } from './http-world.js';
import { credits, newFolder, openRigWorld, type RigWorld, remove } from './rig-world.js';

/** What moderators do, as the bot sends it to the service. */

const secret = 'a secret of bot and service';
let folder: string;
let world: RigWorld;

async function open(sees: Sees = 'balance'): Promise<void> {
  folder = newFolder();
  const grants = { servers: new Map([['1', 50]]), perModerator: 50 };
  world = await openRigWorld(folder, { config: { botSecret: secret, moderation: { sees, grants } } });
}
beforeEach(() => open());
afterEach(async () => {
  await world.close();
  remove(folder);
});

async function ask(endpoint: Endpoint, about: object, by = secret) {
  const asked_at = new Date(world.clock.now()).toISOString();
  const body = { server: '1', actor: 'max', asked_at, ...about };
  const reply = await world.alice.post(endpoint.path, { ...body, proof: proveRequest(by, endpoint, body) });
  return { status: reply.statusCode, body: reply.json() };
}
const accounts = async () => [await world.userId(world.alice)];
const look = async (about: object = {}) =>
  (await ask(readMember, { person: 'alice', accounts: await accounts(), groups: [], ...about }))
    .body as MemberAccount;

/** A rig that the bot starts for alice in a server. */
async function rig(about: object = {}, by = secret, person: Person = world.alice) {
  const voucher = {
    user_id: await world.userId(world.alice),
    person: 'alice',
    server: '1',
    groups: [],
    made_at: new Date(world.clock.now()).toISOString(),
    ...about,
  };
  const reply = await person.post(
    '/api/rig/text-to-rig',
    { prompt: 'a fox' },
    { [voucherHeader]: writeVoucher(by, voucher) },
  );
  return [reply.statusCode, reply.json().code ?? reply.json().status] as const;
}

it('a request without the secret of the bot cannot moderate', async () => {
  const about = { person: 'alice', accounts: [], groups: [] };
  expect((await ask(readMember, about, 'another secret of a bot')).status).toBe(403);
  const old = new Date(world.clock.now() - 6 * 60_000).toISOString();
  expect((await ask(readMember, { ...about, asked_at: old })).status).toBe(403);
  const body = { server: '1', actor: 'max', asked_at: old, ...about };
  const stolen = proveRequest(secret, readMember, body);
  const other = await world.alice.post(readMember.path, { ...body, server: '2', proof: stolen });
  expect(other.statusCode).toBe(403);
});

it('a moderator sees balance, entries and rigs of a member, of all their wallets, without a session', async () => {
  const bob = await world.member('bob', 7);
  await rig();
  await world.alice.delete('/api/auth/logout');
  const both = [...(await Promise.all([bob].map(world.userId))), 'usr_none'];
  const seen = await look({ accounts: both });
  expect(seen.accounts.map((one) => one.credits?.available)).toEqual([7]);
  expect(seen.entries.map(({ kind, credits: change }) => [kind, change])).toEqual([['grant', 7]]);
});

describe('what a moderator sees', () => {
  it.each([
    ['summary', { accounts: 1, balance: null, entries: 0, rigs: 1 }],
    ['none', { accounts: 0, balance: undefined, entries: 0, rigs: undefined }],
  ] as const)('is the choice of the operator: %s', async (sees, expected) => {
    await world.close();
    remove(folder);
    await open(sees);
    await rig();
    const seen = await look();
    expect({
      accounts: seen.accounts.length,
      balance: seen.accounts[0]?.credits,
      entries: seen.entries.length,
      rigs: seen.counts?.rigs,
    }).toEqual(expected);
    expect(seen.grants).toEqual({ server: 50, actor: 50 });
  });
});

describe('a blocked member', () => {
  const block = async (about: object = {}) =>
    ask(blockMember, {
      key: 'k1',
      reason: 'spam',
      person: 'alice',
      accounts: await accounts(),
      until: null,
      ...about,
    });

  it('starts nothing and pays nothing in that server, until a moderator lifts it', async () => {
    const before = await credits(world.alice);
    await block();
    expect((await look()).block).toMatchObject({ reason: 'spam', actor: 'max' });
    expect(await rig()).toEqual([403, 'blocked']);
    const direct = await world.alice.post('/api/rig/text-to-rig', { prompt: 'a fox' });
    expect(direct.json()).toMatchObject({ code: 'blocked' });
    expect(await credits(world.alice)).toEqual(before);
    expect((await rig({ server: '2' }))[0]).toBe(202);
    const lift = () => ask(liftBlock, { key: 'k2', reason: 'talked about it', person: 'alice' });
    expect((await lift()).body).toEqual({ was_blocked: true });
    expect((await lift()).body).toEqual({ was_blocked: true });
    expect((await rig())[0]).toBe(202);
  });

  it('is not the moderator', async () => {
    expect((await block({ actor: 'alice' })).body).toEqual({ block: null });
    expect((await rig())[0]).toBe(202);
  });
});

it('a voucher counts only from the bot, for its user and while it is new', async () => {
  expect((await rig({}, 'another secret of a bot'))[0]).toBe(403);
  expect((await rig({ user_id: 'usr_other' }))[0]).toBe(403);
  expect((await rig({ made_at: new Date(world.clock.now() - 6 * 60_000).toISOString() }))[0]).toBe(403);
});

it('a quota refuses before anything is charged, with its numbers', async () => {
  const quota = { scope: 'everyone', subject: '', unit: 'rigs', period: 'day', most: 1 };
  const { body } = await ask(setQuota, { key: 'q', reason: 'launch', ...quota });
  expect(body.data).toEqual([quota]);
  expect((await rig())[0]).toBe(202);
  const before = await credits(world.alice);
  expect(await rig()).toEqual([403, 'quota_exceeded']);
  expect(await credits(world.alice)).toEqual(before);
  expect((await look()).quotas).toMatchObject([{ used: 1, most: 1 }]);
});

it('credits a moderator gives arrive once with their reason', async () => {
  const grant = async () =>
    (
      await ask(changeCredits, {
        key: 'g',
        reason: 'Sorry for the wait',
        person: 'alice',
        accounts: await accounts(),
        change: 'grant',
        credits: 20,
      })
    ).body;
  expect([await grant(), await grant()]).toEqual(
    Array(2).fill({ refusal: null, amount: 20, is_pool: false, left: { server: 30, actor: 30 } }),
  );
  expect((await credits(world.alice)).available).toBe(120);
  expect((await look()).entries[0]).toMatchObject({ kind: 'grant', credits: 20, note: 'Sorry for the wait' });
});
