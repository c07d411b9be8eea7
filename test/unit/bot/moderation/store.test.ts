import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../src/base/store.js';
import { createAuditStore } from '../../../../src/bot/moderation/store.js';
import { manualClock } from '../../../support/clock.js';

it('acts of moderators are exported to both sides without the other, and stay when either is deleted', async () => {
  const db = await openDatabase(':memory:', resolve('data/migrations/bot'));
  const audit = createAuditStore({ db, clock: manualClock() });
  await audit.add({ actorId: 'max', action: 'read_credits', targetId: 'mia', guildId: 'home' });
  expect(await audit.exportOf('mia')).toMatchObject([{ action: 'read_credits', as: 'member' }]);
  expect(await audit.exportOf('max')).toMatchObject([{ action: 'read_credits', as: 'moderator' }]);
  expect(JSON.stringify(await audit.exportOf('mia'))).not.toContain('max');
  expect(JSON.stringify(await audit.exportOf('max'))).not.toContain('mia');

  audit.forget('mia');
  audit.forget('max');
  expect(await audit.exportOf('mia')).toEqual([]);
  expect(await audit.exportOf('max')).toHaveLength(1);
  db.close();
});
