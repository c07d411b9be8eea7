import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../src/base/db/database.js';
import { systemRandom } from '../../../src/base/ids.js';
import { silentLog } from '../../../src/base/log.js';
import { createSeal } from '../../../src/base/seal.js';
import { createOutboxStore } from '../../../src/bot/delivery/outbox.js';
import { createLinkedRolesFlow } from '../../../src/bot/linked-roles/flow.js';
import { createConnectionKeeper } from '../../../src/bot/linked-roles/keeper.js';
import { metadataRecords } from '../../../src/bot/linked-roles/metadata.js';
import { createUseState } from '../../../src/bot/linked-roles/states.js';
import { createConnectionStore } from '../../../src/bot/linked-roles/store.js';
import { createTelling } from '../../../src/bot/linked-roles/telling.js';
import { createPurchaseStores } from '../../../src/bot/purchase/stores.js';
import { createRigStores } from '../../../src/bot/rig/stores.js';
import { createSessionStores } from '../../../src/bot/session/stores.js';
import { createDiscordOauth, oauthAddresses } from '../../../src/bot/web/oauth.js';
import { createLocalDiscord, type LocalDiscord } from '../../../src/playground/discord/index.js';
import { forget, onEveryEngine } from '../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../support/clock.js';
import { copy } from '../../support/copy.js';
import { job, place, purchase } from './cards/sample.js';

const day = 86_400_000;
const redirectUrl = 'https://bot.example/linked-role/discord';
const masterKey = randomBytes(32).toString('hex');

onEveryEngine((openDatabase) => {
  let clock: ManualClock;
  let discord: LocalDiscord;
  let db: Database;
  let bot: ReturnType<LocalDiscord['createBot']>;

  beforeEach(async () => {
    clock = manualClock();
    discord = await createLocalDiscord({ clock });
    bot = discord.createBot({ name: 'Rigsmith', redirectUris: [redirectUrl] });
    db = await openDatabase();
    await fetch(`${discord.api}/v10/applications/${bot.applicationId}/role-connections/metadata`, {
      method: 'PUT',
      headers: { authorization: `Bot ${bot.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(metadataRecords(copy)),
    });
  });
  afterEach(async () => {
    expect(discord.problems()).toEqual([]);
    await discord.close();
    await db.close();
  });

  /** A process of the bot. */
  function startProcess() {
    const seal = createSeal([masterKey]);
    const outbox = createOutboxStore(db, clock);
    const store = createConnectionStore({ db, seal, clock, outbox });
    const applicationId = () => bot.applicationId;
    const oauth = createDiscordOauth({
      ...oauthAddresses(discord.api),
      clientId: applicationId,
      clientSecret: bot.clientSecret,
      redirectUrl,
      scopes: ['identify', 'role_connections.write'],
      clock,
      random: systemRandom,
    });
    const tell = createTelling({ store, oauth, applicationId, copy, clock, log: silentLog });
    const flow = createLinkedRolesFlow({
      store,
      useState: createUseState({ db, clock }),
      oauth,
      seal,
      clock,
    });
    const onFigures = store.changed;
    return {
      store,
      wallets: createSessionStores({ db, seal, clock, onFigures }).wallets,
      rigs: createRigStores({
        db,
        clock,
        outbox,
        random: systemRandom,
        pageUrl: 'https://bot.example/rig',
        asksByDefault: false,
        onFigures,
      }).store,
      purchases: createPurchaseStores({
        db,
        clock,
        outbox,
        seal,
        pageUrl: 'https://bot.example/pay',
        onFigures,
      }).store,
      keeper: createConnectionKeeper({ db, outbox, canTell: true }),
      flow,
      /** Delivers due updates. @returns how many members Discord was told about */
      async tells(): Promise<number> {
        const due = await db.all<{ subject: string }>(
          "SELECT subject FROM outbox WHERE kind = 'role_connection'",
        );
        for (const { subject } of due) {
          await tell(subject);
          await db.run("DELETE FROM outbox WHERE kind = 'role_connection' AND subject = @subject", {
            subject,
          });
        }
        return due.length;
      },
    };
  }
  type Process = ReturnType<typeof startProcess>;

  const idOf = (name: string): string => discord.as(name).member.id;
  const links = (name: string, { wallets } = startProcess()) =>
    db.transaction((t) =>
      wallets.put(t, idOf(name), { address: `wallet of ${name}`, userId: `usr_${name}`, jar: {} }),
    );
  const unlinks = (name: string, { wallets }: Process) => wallets.remove(idOf(name), `wallet of ${name}`);
  /** A rig that begins, and is finished later. */
  const makes = async (name: string, id: string, { rigs } = startProcess()) => {
    const rig = { ...job({ id }), id, memberId: idOf(name) };
    await rigs.add(rig, clock.now());
    const succeeded = {
      ...rig.generation,
      status: 'succeeded',
      finished_at: '2026-01-02T00:00:00.000Z',
    } as const;
    expect(await rigs.advance(rig, succeeded, null)).toBe(true);
  };
  const buys = async (name: string, id: string, { purchases }: Process) => {
    const { intent, ...sample } = purchase({ id });
    const made = { ...sample, id, memberId: idOf(name), intent, token: id.padEnd(32, 'x') };
    await purchases.add(made, { ...place, messageId: `card of ${id}` }, clock.now());
    const before = await purchases.find(id);
    if (!before) throw new Error('not stored');
    const after = { intent: { ...intent, status: 'succeeded' } as const, balance: 10, nextCheckAt: null };
    expect(await purchases.advance(before, after)).toBe(true);
  };
  /** Who Discord is going to be told about. */
  const queued = async () =>
    (
      await db.all<{ subject: string }>(
        "SELECT subject FROM outbox WHERE kind = 'role_connection' ORDER BY subject",
      )
    ).map(({ subject }) => subject);

  /** What Discord's consent page sends the browser back with. */
  function agrees(name: string, url: string, isAgreed = true): { state: string; code: string | null } {
    const { searchParams } = new URL(discord.as(name).authorize(url, isAgreed));
    return { state: searchParams.get('state') ?? '', code: searchParams.get('code') };
  }
  const connects = ({ flow }: Process, name: string, beganAs: string | null = name) => {
    const { url, cookie } = flow.begin(beganAs && idOf(beganAs));
    return flow.finish(cookie, agrees(name, url));
  };
  const connectionOf = (name: string) => discord.as(name).roleConnection();

  it('a member who agreed meets the conditions of a role as they make characters', async () => {
    const process = startProcess();
    await links('mia');
    expect(await connects(process, 'mia')).toBe('done');
    expect(connectionOf('mia')).toBeNull(); // not in the request of the page
    expect(await process.tells()).toBe(1);
    const conditions = [
      { key: 'characters', value: 1 },
      { key: 'linked_since', value: 0 },
    ];
    expect(discord.as('mia').meets(conditions)).toBe(false);
    await makes('mia', 'rig_1');
    await makes('mia', 'rig_2');
    expect(await process.tells()).toBe(1);
    expect(discord.as('mia').meets(conditions)).toBe(true);
    expect(connectionOf('mia')).toMatchObject({
      platformName: 'Linked wallet',
      metadata: { characters: '2', purchases: '0', linked_since: '2026-01-01T00:00:00.000Z' },
    });
    expect(await process.tells()).toBe(0);
    expect(JSON.stringify(await process.keeper.exportOf(idOf('mia')))).toContain('characters');
  });

  it('a finished rig, a paid purchase, a new wallet and an unlinked one each queue their member, and no other', async () => {
    const process = startProcess();
    for (const name of ['mia', 'sam']) {
      await links(name);
      await connects(process, name);
    }
    await links('max'); // has not agreed to linked roles
    await process.tells();
    const acts = [
      () => makes('mia', 'rig_1', process),
      () => buys('mia', 'int_1', process),
      () => links('mia', process),
      () => unlinks('mia', process),
    ];
    for (const act of acts) {
      expect(await queued()).toEqual([]);
      await act();
      expect(await queued()).toEqual([idOf('mia')]);
      await process.tells();
    }
    await makes('max', 'rig_2', process);
    expect(await queued()).toEqual([]);
  });

  it('the daily comparison finds only members who changed without being queued', async () => {
    const process = startProcess();
    for (const name of ['mia', 'sam']) {
      await links(name);
      await connects(process, name);
    }
    await process.tells();
    await process.store.compareAll();
    expect(await queued()).toEqual([]);
    await makes('mia', 'rig_1', process);
    await db.run("DELETE FROM outbox WHERE kind = 'role_connection'");
    await process.store.compareAll();
    expect(await queued()).toEqual([idOf('mia')]);
    await process.tells();
    expect(connectionOf('mia')?.metadata).toHaveProperty('characters', '1');
  });

  it('a second wallet changes nothing that Discord knows, so Discord is not asked', async () => {
    const process = startProcess();
    await links('mia');
    await connects(process, 'mia');
    await process.tells();
    await db.transaction((t) =>
      process.wallets.put(t, idOf('mia'), { address: 'second', userId: 'usr_mia', jar: {} }),
    );
    discord.faults.rest({ kind: 'error', status: 503, times: 1 });
    expect(await process.tells()).toBe(1); // would have thrown
  });

  it('unlinking the last wallet clears the profile and ends the authorization', async () => {
    const process = startProcess();
    await links('mia');
    await connects(process, 'mia');
    await process.tells();
    await unlinks('mia', process);
    expect(await process.tells()).toBe(1);
    expect(connectionOf('mia')?.metadata).toEqual({});
    expect(await process.store.has(idOf('mia'))).toBe(false);
    expect(await process.tells()).toBe(0);
  });

  it('deleting the data clears the profile, also when the bot restarts before it told Discord', async () => {
    const process = startProcess();
    await links('mia');
    await connects(process, 'mia');
    await process.tells();
    await forget(db, process.keeper, idOf('mia'));
    expect(connectionOf('mia')?.metadata).toHaveProperty('characters');
    expect(await startProcess().tells()).toBe(1);
    expect(connectionOf('mia')?.metadata).toEqual({});
    expect(await process.keeper.exportOf(idOf('mia'))).toEqual([]);
  });

  it('a browser that began before a restart comes back after it', async () => {
    await links('mia');
    const { url, cookie } = startProcess().flow.begin(idOf('mia'));
    expect(await startProcess().flow.finish(cookie, agrees('mia', url))).toBe('done');
  });

  it('an answer works once, in time, in the browser that asked', async () => {
    const { flow } = startProcess();
    await links('mia');
    const first = flow.begin(idOf('mia'));
    const answer = agrees('mia', first.url);
    expect(await flow.finish(null, answer)).toBe('expired');
    expect(await flow.finish('forged', answer)).toBe('expired');
    expect(await flow.finish(flow.begin(idOf('mia')).cookie, answer)).toBe('expired');
    expect(await flow.finish(first.cookie, answer)).toBe('done');
    expect(await flow.finish(first.cookie, answer)).toBe('expired');
    expect(await flow.finish(first.cookie, agrees('mia', first.url))).toBe('expired');
    const late = flow.begin(idOf('mia'));
    await clock.advance(10 * 60_000);
    expect(await flow.finish(late.cookie, agrees('mia', late.url))).toBe('expired');
  });

  it('a code that Discord refuses, or a person who cancels, connects nothing', async () => {
    const { flow, store } = startProcess();
    await links('mia');
    const wrong = flow.begin(idOf('mia'));
    const { state } = agrees('mia', wrong.url);
    expect(await flow.finish(wrong.cookie, { state, code: 'guessed' })).toBe('failed');
    const canceled = flow.begin(idOf('mia'));
    expect(await flow.finish(canceled.cookie, agrees('mia', canceled.url, false))).toBe('declined');
    expect(await store.has(idOf('mia'))).toBe(false);
  });

  it('another account at Discord connects neither; a member without a wallet has to link first', async () => {
    const process = startProcess();
    await links('mia');
    await links('sam');
    expect(await connects(process, 'sam', 'mia')).toBe('other_member');
    expect(await connects(process, 'max', null)).toBe('no_wallet');
    expect(await connects(process, 'sam', null)).toBe('done');
    expect(await process.store.has(idOf('mia'))).toBe(false);
    await process.tells();
    expect(connectionOf('mia')).toBeNull();
    expect(connectionOf('sam')).not.toBeNull();
  });

  it('expired tokens are refreshed; after Discord ended them, the member is forgotten and can agree again', async () => {
    const process = startProcess();
    await links('mia');
    await connects(process, 'mia');
    await process.tells();
    await clock.advance(8 * day);
    await makes('mia', 'rig_1');
    await process.tells();
    expect(connectionOf('mia')?.metadata).toHaveProperty('characters', '1');

    const basic = Buffer.from(`${bot.applicationId}:${bot.clientSecret}`).toString('base64');
    const found = await process.store.find(idOf('mia'));
    await fetch(`${discord.api}/v10/oauth2/token/revoke`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ token: found?.tokens.access ?? '' }),
    });
    await makes('mia', 'rig_2');
    await process.tells();
    expect(await process.store.has(idOf('mia'))).toBe(false);
    expect(await connects(process, 'mia')).toBe('done');
    await process.tells();
    expect(connectionOf('mia')?.metadata).toHaveProperty('characters', '2');
  });

  it('tokens are kept while Discord is away, and a comparison does not shorten the wait', async () => {
    const process = startProcess();
    await links('mia');
    await connects(process, 'mia');
    discord.faults.rest({ kind: 'error', status: 503, times: 1 });
    await expect(process.tells()).rejects.toThrow();
    expect(await process.store.has(idOf('mia'))).toBe(true);
    const due = Date.now();
    await db.run("UPDATE outbox SET due_at = @due WHERE kind = 'role_connection'", { due });
    await process.store.compareAll();
    expect(await db.all("SELECT due_at FROM outbox WHERE kind = 'role_connection'")).toEqual([
      { due_at: due },
    ]);
    await process.tells();
    expect(connectionOf('mia')?.metadata).toHaveProperty('characters', '0');
  });
});
