import { expect, it } from 'vitest';
import { createAuditStore } from '../../../../src/bot/moderation/store.js';
import { forget, onEveryEngine } from '../../../support/bot-database.js';
import { manualClock } from '../../../support/clock.js';

onEveryEngine((openDatabase) => {
  it('acts of moderators are exported to both sides without the other, and stay when either is deleted', async () => {
    const db = await openDatabase();
    const audit = createAuditStore({ db, clock: manualClock(), outbox: { put: async () => undefined } });
    await audit.add({ actorId: 'max', action: 'read_credits', targetId: 'mia', guildId: 'home' });
    expect(await audit.exportOf('mia')).toMatchObject([{ action: 'read_credits', as: 'member' }]);
    expect(await audit.exportOf('max')).toMatchObject([{ action: 'read_credits', as: 'moderator' }]);
    expect(JSON.stringify(await audit.exportOf('mia'))).not.toContain('max');
    expect(JSON.stringify(await audit.exportOf('max'))).not.toContain('mia');

    await forget(db, audit, 'mia');
    await forget(db, audit, 'max');
    expect(await audit.exportOf('mia')).toEqual([]);
    expect(await audit.exportOf('max')).toHaveLength(1);
    await db.close();
  });

  it('a quota for one member no longer names them after they deleted their data', async () => {
    const db = await openDatabase();
    const audit = createAuditStore({ db, clock: manualClock(), outbox: { put: async () => undefined } });
    const detail = 'member 101 rigs day 3';
    await audit.begin({ actorId: 'max', action: 'quota', targetId: '101', guildId: 'home', detail }, 'key');
    await forget(db, audit, '101');
    const rows = await audit.list('home', { limit: 10 });
    expect(rows).toMatchObject([{ targetId: 'forgotten', detail: 'member forgotten rigs day 3' }]);
    await db.close();
  });

  it('an act is recorded before it happens, and told to the log channel once when it ended', async () => {
    const db = await openDatabase();
    const told: string[] = [];
    const put = async (_: unknown, kind: string, subject: string) => void told.push(`${kind} ${subject}`);
    const audit = createAuditStore({ db, clock: manualClock(), outbox: { put } });
    const grant = { actorId: 'max', action: 'grant', targetId: 'mia', guildId: 'home', credits: 5 } as const;
    await audit.begin({ ...grant, reason: 'sorry' }, 'interaction 1');
    await audit.begin({ ...grant, reason: 'sorry' }, 'interaction 1');
    expect(await audit.list('home', { limit: 10 })).toMatchObject([{ credits: 5, outcome: 'asked' }]);
    await audit.end('interaction 1', 'done');
    await audit.end('interaction 1', 'spent');
    const [row] = await audit.list('home', { limit: 10 });
    expect(row).toMatchObject({ outcome: 'done', reason: 'sorry' });
    expect(told).toEqual([`act ${row!.id}`]);
    expect(await audit.list('elsewhere', { limit: 10 })).toEqual([]);
    await db.close();
  });
});
