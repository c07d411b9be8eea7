import { expect, it } from 'vitest';
import { createAuditStore } from '../../../../src/bot/moderation/store.js';
import { forget, onEveryEngine } from '../../../support/bot-database.js';
import { manualClock } from '../../../support/clock.js';

onEveryEngine((openDatabase) => {
  it('acts of moderators are exported to both sides without the other, and stay when either is deleted', async () => {
    const db = await openDatabase();
    const audit = createAuditStore({ db, clock: manualClock() });
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
});
