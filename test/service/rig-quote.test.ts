import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../support/clock.js';
import {
  createWorkshop,
  credits,
  newFolder,
  openRigWorld,
  type RigWorld,
  remove,
  rigOf,
  sees,
  type Workshop,
} from './rig-world.js';

let folder: string;
let clock: ManualClock;
let workshop: Workshop;
let world: RigWorld;
beforeEach(async () => {
  folder = newFolder();
  clock = manualClock();
  workshop = createWorkshop();
  world = await openRigWorld(folder, { executor: workshop, clock });
});
afterEach(async () => {
  await world.close();
  remove(folder);
});

const quote = async (person = world.alice, body: object = { type: 'text' }) =>
  (await person.post('/api/rig/quotes', body)).json();
const start = (body: object, person = world.alice) =>
  person.post('/api/rig/text-to-rig', { prompt: 'a fox', ...body });

describe('a quote', () => {
  test('names the price, the balance and the time, and holds nothing', async () => {
    expect(await quote()).toMatchObject({
      pipeline_id: 'clay',
      credits: 10,
      available: 100,
      queue_ahead: 0,
      eta_seconds: 4,
    });
    expect(await credits(world.alice)).toEqual({ available: 100, held: 0 });
  });

  test('counts the rigs of others, and of the user, that come first', async () => {
    const bob = await world.member('bob', 100);
    for (const _ of [1, 2, 3]) await start({}, bob);
    await workshop.taken(1);
    expect(await quote()).toMatchObject({ queue_ahead: 1, eta_seconds: 12 });
    expect(await quote(bob)).toMatchObject({ queue_ahead: 2, eta_seconds: 16 });
  });

  test('uses the time that the last rigs took', async () => {
    for (const at of [1, 2, 3]) {
      const { id } = (await start({})).json();
      const job = await workshop.taken(at);
      await clock.advance(20_000);
      job.end({ kind: 'made', rig: rigOf(Buffer.from(String(at))) });
      await sees(world.alice, id, 'succeeded');
    }
    await clock.advance(60_000);
    expect(await quote()).toMatchObject({ eta_seconds: 20 });
  });

  test('is refused for an input, pipeline or option that does not exist', async () => {
    expect(await quote(world.alice, { type: 'mesh', pipeline_id: 'clay' })).toMatchObject({ status: 400 });
    expect(await quote(world.alice, { type: 'text', pipeline_id: 'gold' })).toMatchObject({ status: 404 });
    const parameters = { style: 'baroque' };
    expect(await quote(world.alice, { type: 'text', parameters })).toMatchObject({ status: 400 });
  });

  test('holds its price while it is valid', async () => {
    const { quote: kept } = await quote();
    const cheap = kept.replace(/^10\./, '1.');
    expect((await start({ quote: cheap })).json()).toMatchObject({ status: 409, code: 'quote_expired' });
    expect((await start({ quote: kept })).json()).toMatchObject({ credits: { held: 10 } });
    await clock.advance(15 * 60_000);
    await world.alice.signIn();
    expect((await start({ quote: kept })).json()).toMatchObject({ code: 'quote_expired' });
  });

  test('is valid for its user and pipeline only', async () => {
    const { quote: kept } = await quote();
    const bob = await world.member('bob', 100);
    expect((await start({ quote: kept }, bob)).json()).toMatchObject({ code: 'quote_expired' });
    const mesh = {
      type: 'mesh',
      mesh: { data_uri: `data:x/y;base64,${Buffer.from('glTF x').toString('base64')}` },
    };
    const other = await world.alice.post('/api/rig/generate', { ...mesh, quote: kept });
    expect(other.json()).toMatchObject({ code: 'quote_expired' });
  });
});

describe('priority', () => {
  /** The shipped catalog with a price for priority. */
  const withPriority = async (credits: number | null) => {
    const catalogDir = join(folder, 'catalog');
    cpSync('data/catalog', catalogDir, { recursive: true });
    const file = join(catalogDir, 'pipelines.json');
    const [clay, ...others] = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify([{ ...clay, priority: credits && { credits } }, ...others]));
    await world.close();
    world = await openRigWorld(folder, { executor: workshop, clock, config: { catalogDir } });
  };

  test('is offered where it has a price, with the time it saves, and starts before others for it', async () => {
    await withPriority(5);
    const bob = await world.member('bob', 100);
    for (const _ of [1, 2, 3, 4]) await start({}, bob);
    await workshop.taken(1);
    const offer = await quote();
    expect(offer).toMatchObject({ credits: 10, queue_ahead: 1, eta_seconds: 12 });
    expect(offer.priority).toMatchObject({ credits: 15, queue_ahead: 0, eta_seconds: 8 });
    expect((await start({ quote: offer.priority.quote })).json()).toMatchObject({ code: 'quote_expired' });
    const first = (await start({ quote: offer.priority.quote, priority: true })).json();
    expect(first).toMatchObject({ priority: true, credits: { held: 15 }, queue_position: 1 });
    expect(await credits(world.alice)).toEqual({ available: 85, held: 15 });
    (await workshop.taken(1)).end({ kind: 'made', rig: rigOf(Buffer.from('1')) });
    await sees(world.alice, first.id, 'running');
    (await workshop.taken(2)).end({ kind: 'refused', code: 'unriggable', detail: 'No.' });
    expect(await sees(world.alice, first.id, 'failed')).toMatchObject({ credits: { refunded: 15 } });
    expect(await credits(world.alice)).toEqual({ available: 100, held: 0 });
  });

  test('is refused where it has no price, and not offered', async () => {
    expect(await quote()).not.toHaveProperty('priority');
    expect((await start({ priority: true })).json()).toMatchObject({ status: 400 });
    expect(await credits(world.alice)).toEqual({ available: 100, held: 0 });
  });

  test('must have a price of at least one credit', async () => {
    await expect(withPriority(0.5)).rejects.toThrow('priority');
  });
});
