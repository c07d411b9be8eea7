import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { type createCollections as Create, createCollections } from '../../../../src/bot/rig/collections.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { manualClock } from '../../../support/clock.js';
import { mia } from '../cards/sample.js';

onEveryEngine((openDatabase) => {
  let db: Database;
  let lists: ReturnType<typeof Create>;
  const clock = manualClock();
  beforeEach(async () => {
    db = await openDatabase();
    lists = createCollections({ db, clock });
  });
  afterEach(() => db.close());

  const first = { limit: 5, offset: 0 };
  const namesOf = async (rig: string) =>
    (await lists.around(mia, rig)).named.filter(({ has }) => has).map(({ name }) => name);

  describe('the favourites', () => {
    it('get a rig and lose it again, newest first', async () => {
      expect(await lists.toggleFavourite(mia, 'a')).toBe(true);
      await clock.advance(1);
      await lists.toggleFavourite(mia, 'b');
      const [favourites] = await lists.of(mia);
      expect((await lists.page(mia, favourites!.id, first))?.rigIds).toEqual(['b', 'a']);
      expect(await lists.toggleFavourite(mia, 'a')).toBe(false);
      expect((await lists.around(mia, 'a')).isFavourite).toBe(false);
      expect((await lists.page(mia, favourites!.id, first))?.rigIds).toEqual(['b']);
    });

    it('are of one member only', async () => {
      await lists.toggleFavourite(mia, 'a');
      const [favourites] = await lists.of(mia);
      expect(await lists.page('someone', favourites!.id, first)).toBeNull();
      expect(await lists.of('someone')).toEqual([]);
    });
  });

  describe('collections', () => {
    it('get a rig once, however often it is added, and are gone when they are empty', async () => {
      await lists.collect(mia, 'a', ' Knights ');
      await lists.collect(mia, 'a', 'Knights');
      await lists.collect(mia, 'a', 'Foxes');
      await lists.collect(mia, 'b', 'Foxes');
      expect(await namesOf('a')).toEqual(['Foxes', 'Knights']);
      const foxes = (await lists.of(mia)).find(({ name }) => name === 'Foxes')!;
      await lists.sort(mia, 'a', [foxes.id]);
      expect(await namesOf('a')).toEqual(['Foxes']);
      expect((await lists.of(mia)).map(({ name }) => name)).toEqual(['Foxes']);
      await lists.sort(mia, 'a', []);
      expect(await namesOf('b')).toEqual(['Foxes']);
    });

    it('ignore the lists of others when a rig is sorted', async () => {
      await lists.collect('someone', 'z', 'Theirs');
      const [theirs] = await lists.of('someone');
      await lists.sort(mia, 'a', [theirs!.id]);
      expect((await lists.page('someone', theirs!.id, first))?.rigIds).toEqual(['z']);
    });

    it('need a name, and there are at most twenty', async () => {
      await expect(lists.collect(mia, 'a', '  ')).rejects.toThrow('rig.collection.error.name');
      await lists.toggleFavourite(mia, 'a');
      for (let at = 0; at < 20; at += 1) await lists.collect(mia, 'a', `List ${at}`);
      await expect(lists.collect(mia, 'a', 'One more')).rejects.toThrow('rig.collection.error.many');
      await lists.collect(mia, 'b', 'List 3');
      expect(await namesOf('b')).toEqual(['List 3']);
    });

    it('are exported and deleted with their member', async () => {
      await lists.collect(mia, 'a', 'Foxes');
      await lists.collect('someone', 'a', 'Foxes');
      expect(await lists.exportOf(mia)).toEqual([{ name: 'Foxes', rigId: 'a' }]);
      await db.transaction((t) => lists.forget(t, mia));
      expect(await lists.of(mia)).toEqual([]);
      expect(await lists.of('someone')).toHaveLength(1);
    });
  });
});
