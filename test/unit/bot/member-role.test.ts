import { DiscordAPIError } from 'discord.js';
import { expect, it } from 'vitest';
import type { Database } from '../../../src/base/db/database.js';
import { silentLog } from '../../../src/base/log.js';
import type { RoleStanding } from '../../../src/bot/gateway/role-standing.js';
import { createCheck } from '../../../src/bot/member-role/check.js';
import { createMemberRoleDelivery } from '../../../src/bot/member-role/giving.js';
import { createMemberRoleStore } from '../../../src/bot/member-role/store.js';
import { createSettingsStore } from '../../../src/bot/settings/store.js';
import { forget, onEveryEngine } from '../../support/bot-database.js';
import { manualClock } from '../../support/clock.js';

const hour = 3_600_000;

const refused = (code: number) =>
  new DiscordAPIError({ code, message: '' }, code, 403, 'PUT', '/', { files: [], body: {} });

/** Servers `home` with the role `linked` and `away` without one. */
async function openServers(db: Database) {
  const clock = manualClock();
  const settings = createSettingsStore({ db });
  await settings.change('home', { memberRole: 'linked' });
  const due: string[] = [];
  const put = async (_: unknown, kind: string, subject: string) => {
    if (kind !== 'member_role_problem') due.push(subject);
  };
  const store = createMemberRoleStore({ db, clock, outbox: { put } });
  const linked = new Set<string>();
  const sent: string[] = [];
  const world = { standing: 'fine' as RoleStanding, fails: null as Error | null };
  const request = (how: string) => async (route: string) => {
    sent.push(`${how} ${route.replace('/guilds/', '').replace('/members', '').replace('/roles', '')}`);
    if (world.fails) throw world.fails;
  };
  const deliver = createMemberRoleDelivery({
    store,
    settings,
    presence: { standing: async () => world.standing },
    isLinked: async (memberId) => linked.has(memberId),
    rest: { put: request('give'), delete: request('take') } as never,
    log: silentLog,
  });
  return {
    clock,
    settings,
    store,
    world,
    round: createCheck({ store, settings, clock }),
    async link(memberId: string) {
      linked.add(memberId);
      await db.run(
        `INSERT INTO wallet (member_id, address, user_id, is_primary, sealed_for, ended, version, linked_at)
          VALUES (@memberId, @memberId, @memberId, 1, 'wallet', 'expired', 1, 1)`,
        { memberId },
      );
    },
    async unlink(memberId: string) {
      linked.delete(memberId);
      await db.run('DELETE FROM wallet WHERE member_id = @memberId', { memberId });
    },
    /** Delivers due rows. @returns the requests to Discord */
    async delivered(): Promise<string[]> {
      for (const subject of due.splice(0)) await deliver(subject);
      return sent.splice(0);
    },
  };
}

onEveryEngine((openDatabase) => {
  it('a role that was removed by hand is given again within a day', async () => {
    const db = await openDatabase();
    const home = await openServers(db);
    await home.link('mia');
    await home.round();
    expect(await home.delivered()).toEqual(['give home/mia/linked']);
    await home.clock.advance(23 * hour);
    await home.round();
    expect(await home.delivered()).toEqual([]);
    await home.clock.advance(2 * hour);
    await home.round();
    expect(await home.delivered()).toEqual(['give home/mia/linked']);
    await db.close();
  });

  it('another role replaces the one before, and no role takes it', async () => {
    const db = await openDatabase();
    const home = await openServers(db);
    await home.link('mia');
    await home.round();
    await home.delivered();
    await home.settings.change('home', { memberRole: 'verified' });
    await home.round();
    expect(await home.delivered()).toEqual(['take home/mia/linked', 'give home/mia/verified']);
    await home.settings.change('home', { memberRole: null });
    await home.round();
    expect(await home.delivered()).toEqual(['take home/mia/verified']);
    await home.round();
    expect(await home.delivered()).toEqual([]);
    await db.close();
  });

  it('a role that the bot could not take is taken by a later check, also after the data was deleted', async () => {
    const db = await openDatabase();
    const home = await openServers(db);
    await home.link('mia');
    await home.round();
    await home.delivered();
    await home.unlink('mia');
    await forget(db, home.store, 'mia');
    home.world.fails = refused(50013);
    expect(await home.delivered()).toEqual(['take home/mia/linked']);
    home.world.fails = null;
    await home.clock.advance(25 * hour);
    await home.round();
    expect(await home.delivered()).toEqual(['take home/mia/linked']);
    expect(await home.store.exportOf('mia')).toEqual([]);
    await db.close();
  });

  it('nothing stays stored about a member who is not in the server', async () => {
    const db = await openDatabase();
    const home = await openServers(db);
    await home.link('mia');
    home.world.fails = refused(10007);
    await home.round();
    expect(await home.delivered()).toEqual(['give home/mia/linked']);
    expect(await home.store.exportOf('mia')).toEqual([]);
    await db.close();
  });

  it('no role is given that the bot may not give', async () => {
    const db = await openDatabase();
    const home = await openServers(db);
    await home.link('mia');
    home.world.standing = 'powerful';
    await home.round();
    expect(await home.delivered()).toEqual([]);
    await db.close();
  });
});
