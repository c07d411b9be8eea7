import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createParticipantStore, type ParticipantStore } from '../../../../src/bot/talk/participants.js';
import { forget, onEveryEngine } from '../../../support/bot-database.js';

onEveryEngine((openDatabase) => {
  let db: Database;
  let participants: ParticipantStore;
  beforeEach(async () => {
    db = await openDatabase();
    participants = createParticipantStore(db);
  });
  afterEach(() => db.close());

  it('names people who may speak, until they are taken out again', async () => {
    for (const member of ['sam', 'olga']) await participants.setNamed('cnv_1', member, true);
    expect(await participants.named('cnv_1')).toEqual(['olga', 'sam']);
    await participants.setNamed('cnv_1', 'sam', false);
    expect(await participants.named('cnv_1')).toEqual(['olga']);
    expect(await participants.isNamed('cnv_1', 'olga')).toBe(true);
    expect(await participants.isNamed('cnv_1', 'sam')).toBe(false);
    expect(await participants.isNamed('cnv_2', 'olga')).toBe(false);
  });

  it('gives a hint once, also to several requests at once, and again after a change', async () => {
    const taken = await Promise.all(
      [1, 2, 3].map(() => participants.takeHint('cnv_1', 'sam', 'not invited')),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await participants.takeHint('cnv_1', 'sam', 'ended')).toBe(true);
    expect(await participants.takeHint('cnv_2', 'sam', 'not invited')).toBe(true);
    await participants.setNamed('cnv_1', 'sam', true);
    expect(await participants.takeHint('cnv_1', 'sam', 'not invited')).toBe(true);
    await participants.forgetHints('cnv_1');
    expect(await participants.takeHint('cnv_1', 'sam', 'not invited')).toBe(true);
    expect(await participants.takeHint('cnv_2', 'sam', 'not invited')).toBe(false);
  });

  it('exports conversations with a name or a hint, and forgets them with the member', async () => {
    await participants.setNamed('cnv_1', 'sam', true);
    await participants.takeHint('cnv_1', 'sam', 'ended');
    await participants.takeHint('cnv_2', 'sam', 'not invited');
    await participants.setNamed('cnv_1', 'olga', true);
    expect(await participants.exportOf('sam')).toEqual([
      { conversation_id: 'cnv_1', named: 1 },
      { conversation_id: 'cnv_2', named: 0 },
    ]);
    await forget(db, participants, 'sam');
    expect(await participants.exportOf('sam')).toEqual([]);
    expect(await participants.named('cnv_1')).toEqual(['olga']);
    expect(await participants.takeHint('cnv_2', 'sam', 'not invited')).toBe(true);
  });
});
