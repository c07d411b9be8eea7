import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Generation } from '../../src/contract/rig.js';
import { eventually } from '../support/eventually.js';
import type { Person } from './http-world.js';
import { credits, rigOf, sees, useRigWorld } from './rig-world.js';

const rigs = useRigWorld();

const png = Buffer.from('\x89PNG\r\n\x1a\n and a picture', 'latin1');
const rig = rigOf(Buffer.from('glTF and some bytes'));
let count = 0;
const start = async (person: Person): Promise<string> => {
  const data = png.toString('base64');
  const { upload_id } = (await person.post('/api/uploads', { content_type: 'image/png', data })).json();
  return (await person.post('/api/rig/image-to-rig', { image: { upload_id } })).json().id;
};
const make = async (person: Person): Promise<Generation> => {
  const id = await start(person);
  (await rigs.workshop.taken(++count)).end({ kind: 'made', rig });
  return sees(person, id, 'succeeded');
};
beforeEach(() => {
  count = 0;
});
const linksOf = ({ output }: Generation) => [
  output?.files[0]?.url ?? '',
  output?.preview_url ?? '',
  output?.turntable_url ?? '',
];
const statuses = (links: string[]) =>
  Promise.all(links.map(async (url) => (await rigs.world.person('nobody').get(url)).statusCode));
const blobs = () =>
  readdirSync(join(rigs.folder, 'artifacts'), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  ).length;
const erase = (person: Person, id: string) => person.delete(`/api/rig/generations/${id}`);

describe('deleting a rig', () => {
  test('ends its links, deletes its files and keeps its price in the history', async () => {
    const made = await make(rigs.world.alice);
    expect([await statuses(linksOf(made)), blobs()]).toEqual([[200, 200, 200], 4]);
    expect((await erase(rigs.world.alice, made.id)).statusCode).toBe(204);
    expect([await statuses(linksOf(made)), blobs()]).toEqual([[404, 404, 404], 0]);
    expect((await rigs.world.alice.get('/api/rig/generations')).json().data).toEqual([]);
    expect(await credits(rigs.world.alice)).toEqual({ available: 85, held: 0 });
    expect((await erase(rigs.world.alice, made.id)).json()).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('keeps the same bytes of another member', async () => {
    const bob = await rigs.world.member('bob', 50);
    const [mine, theirs] = [await make(rigs.world.alice), await make(bob)];
    expect((await erase(rigs.world.alice, mine.id)).statusCode).toBe(204);
    expect([await statuses(linksOf(mine)), blobs()]).toEqual([[404, 404, 404], 4]);
    expect(await statuses(linksOf(theirs))).toEqual([200, 200, 200]);
    expect((await erase(rigs.world.alice, theirs.id)).json()).toMatchObject({ status: 404 });
    expect(await statuses(linksOf(theirs))).toEqual([200, 200, 200]);
    await erase(bob, theirs.id);
    expect(blobs()).toBe(0);
  });

  test('loses nothing that is stored at the same time', async () => {
    const first = await make(rigs.world.alice);
    const second = await start(rigs.world.alice);
    const job = await rigs.workshop.taken(2);
    job.end({ kind: 'made', rig });
    await erase(rigs.world.alice, first.id);
    expect(await statuses(linksOf(await sees(rigs.world.alice, second, 'succeeded')))).toEqual([
      200, 200, 200,
    ]);
  });

  test('waits until the generation has ended, and a repeated key changes nothing', async () => {
    const id = await start(rigs.world.alice);
    await rigs.workshop.taken(1);
    expect((await erase(rigs.world.alice, id)).json()).toMatchObject({
      detail: 'That rig is still being made. Cancel it before you delete it.',
    });
    await rigs.world.alice.post(`/api/rig/generations/${id}/cancel`, {});
    const replies = await Promise.all([erase(rigs.world.alice, id), erase(rigs.world.alice, id)]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
    const repeat = await rigs.world.alice.post(`/api/rig/generations/${id}/repeat`, {});
    expect(repeat.json()).toMatchObject({ status: 404 });
  });
});

describe('an expired upload', () => {
  const upload = (content: string) =>
    rigs.world.alice.post('/api/uploads', {
      content_type: 'image/png',
      data: Buffer.from(`\x89PNG\r\n\x1a\n ${content}`, 'latin1').toString('base64'),
    });
  const kept = async () => (await rigs.world.context.db.all('SELECT id FROM upload')).length;

  test('is deleted with its file, unless a rig was made from it', async () => {
    const made = await make(rigs.world.alice);
    await upload('never used');
    await rigs.world.context.db.run('UPDATE upload SET expires_at = @now', { now: rigs.world.clock.now() });
    await upload('still good');
    expect([await kept(), blobs()]).toEqual([3, 6]);
    await rigs.world.clock.advance(10 * 60_000);
    await eventually(async () => expect([await kept(), blobs()]).toEqual([1, 5]));
    await erase(rigs.world.alice, made.id);
    expect(blobs()).toBe(1);
  });
});
