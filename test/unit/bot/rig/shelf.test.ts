import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { AppError } from '../../../../src/base/errors.js';
import { systemRandom } from '../../../../src/base/ids.js';
import { createOutboxStore, type OutboxStore } from '../../../../src/bot/delivery/outbox.js';
import { createRigFlow } from '../../../../src/bot/rig/flow.js';
import { createRigStores } from '../../../../src/bot/rig/stores.js';
import type { Generation } from '../../../../src/contract/rig.js';
import { forget, openBotDatabase } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { t } from '../../../support/copy.js';
import { markDelivered, queued } from '../../../support/outbox.js';
import { freeServer } from '../../../support/server.js';
import { job, mia, output } from '../cards/sample.js';

let db: Database;
let clock: ManualClock;
let outbox: OutboxStore;
let stores: ReturnType<typeof createRigStores>;
let flow: ReturnType<typeof createRigFlow>;
/** The rigs the service keeps, by wallet and id, and every deletion it was asked for. */
let kept: Map<string, Generation>;
let deletions: string[];
/** Fails the next deletion after it took effect, as a lost reply does; or has the service know no such rig. */
let trouble: 'lost reply' | 'unknown request' | null;
let sent: { channelId: string; shown: string }[];
let canPost: boolean;

const notFound = () => new AppError('not_found', 'That rig was not found.');
const ready = (changes: Partial<Generation> = {}) =>
  job({ status: 'succeeded', output: output({ preview_url: null }), finished_at: 'x', ...changes });

const answer = (address: string, id: string, of: string) => {
  const key = `${address}/${of}`;
  const found = kept.get(key);
  if (id === 'listGenerations') return { data: [...kept.values()], has_more: false, next_cursor: null };
  if (id === 'deleteGeneration') {
    deletions.push(key);
    if (trouble === 'unknown request' || !kept.delete(key)) throw notFound();
    if (trouble === 'lost reply') throw new AppError('provider_error', 'No answer.');
    return null;
  }
  if (!found) throw notFound();
  return found;
};

beforeEach(async () => {
  clock = manualClock();
  db = await openBotDatabase();
  outbox = createOutboxStore(db, clock);
  stores = createRigStores({
    db,
    clock,
    outbox,
    random: systemRandom,
    pageUrl: 'https://rigsmith.example/rig',
    asksByDefault: false,
  });
  [kept, deletions, trouble, sent, canPost] = [new Map(), [], null, [], true];
  flow = createRigFlow({
    ...freeServer,
    ...stores,
    clock,
    random: systemRandom,
    fileOrigins: [],
    listen: () => true,
    http: { download: async () => new Uint8Array([1]) },
    messenger: {
      async send(channelId: string, card: object) {
        sent.push({ channelId, shown: JSON.stringify(card) });
        return canPost ? `m${sent.length}` : null;
      },
    },
    sessions: {
      walletOf: async () => ({ address: 'w1' }),
      serviceOf: (_: string, address = 'w1') => ({
        call: async ({ id }: { id: string }, { params }: { params?: { generation_id: string } }) => ({
          body: answer(address, id, params?.generation_id ?? ''),
        }),
      }),
    },
  } as unknown as Parameters<typeof createRigFlow>[0]);
  kept.set('w1/gen_1', ready().generation);
  await stores.store.add({ ...ready(), address: 'w1' }, null);
  await markDelivered(outbox, 'rig', 'gen_1');
});
afterEach(() => db.close());

const told = async () => (await queued(db)).map(({ subject }) => subject);
const place = {
  guildId: '1',
  guildName: 'one',
  channelId: '5',
  messageId: '6',
  locale: 'en-US',
  uploadLimit: 9_000_000,
};

describe('deleting a rig', () => {
  it('deletes it at the service, forgets its data, and redraws its card', async () => {
    await flow.remove(mia, 'gen_1');
    expect(kept.size).toBe(0);
    expect(await told()).toEqual(['gen_1']);
    const gone = await stores.store.find('gen_1');
    expect(gone).toMatchObject({ deletedAt: clock.now(), generation: { output: null } });
    expect(JSON.stringify(gone)).not.toContain('fox');
  });

  it('is one deletion, however often it is pressed', async () => {
    const presses = [1, 2, 3].map(() => flow.remove(mia, 'gen_1'));
    await Promise.all(presses);
    await flow.remove(mia, 'gen_1');
    expect(await told()).toEqual(['gen_1']);
  });

  it('is its owner’s alone, and asks the service for nothing else', async () => {
    await expect(flow.remove('9', 'gen_1')).rejects.toThrow('rig.error.not_yours');
    expect(deletions).toEqual([]);
  });

  it('is completed by a second press when the reply to the first was lost', async () => {
    trouble = 'lost reply';
    await expect(flow.remove(mia, 'gen_1')).rejects.toThrow('No answer');
    expect((await stores.store.find('gen_1'))?.deletedAt).toBeNull();
    trouble = null;
    await flow.remove(mia, 'gen_1');
    expect((await stores.store.find('gen_1'))?.deletedAt).not.toBeNull();
  });

  it('is never reported for a service that cannot delete', async () => {
    trouble = 'unknown request';
    await expect(flow.remove(mia, 'gen_1')).rejects.toThrow('rig.error.cannot_delete');
    expect((await stores.store.find('gen_1'))?.deletedAt).toBeNull();
  });

  it('uses the wallet it was made with; if that is unknown, a 404 proves nothing', async () => {
    await stores.store.add({ ...ready(), id: 'gen_2', address: 'w2' }, null);
    kept.set('w2/gen_2', ready().generation);
    await flow.remove(mia, 'gen_2');
    expect(deletions).toEqual(['w2/gen_2']);
    await stores.store.add({ ...ready(), id: 'gen_3', address: null }, null);
    await expect(flow.remove(mia, 'gen_3')).rejects.toThrow('not found');
    expect((await stores.store.find('gen_3'))?.deletedAt).toBeNull();
  });

  it('leaves nothing its buttons could do, nor late events could restore', async () => {
    await flow.remove(mia, 'gen_1');
    for (const press of [
      () => flow.wishes.again(mia, 'gen_1'),
      () => flow.changing(mia, 'gen_1'),
      () => flow.share(mia, 'gen_1', place, 'k', t),
    ])
      await expect(press()).rejects.toThrow('rig.error.deleted');
    await flow.onGeneration(ready().generation);
    expect((await stores.store.find('gen_1'))?.generation.output).toBeNull();
  });
});

describe('the page of a rig', () => {
  const tokenOf = async (id: string) => (await stores.store.find(id))?.viewUrl?.split('#')[1] ?? '';

  it('is found by its address alone, until the rig is deleted, and serves the file by a fresh link', async () => {
    const token = await tokenOf('gen_1');
    expect(token).toMatch(/^[0-9a-z]{26}$/);
    const found = await flow.findByToken(token);
    expect(found?.id).toBe('gen_1');
    expect(found && (await flow.readFile(found, 'glb'))).toEqual(new Uint8Array([1]));
    expect(await flow.findByToken('gen_1')).toBeNull();
    await flow.remove(mia, 'gen_1');
    expect(await flow.findByToken(token)).toBeNull();
  });
});

describe('sharing a rig', () => {
  const there = { channelId: '77', uploadLimit: 9_000_000 };

  it('shows it in another channel, whose copy changes when it is deleted', async () => {
    await flow.share(mia, 'gen_1', there, 'k', t);
    expect(sent).toMatchObject([{ channelId: '77', shown: expect.stringContaining('shared by') }]);
    expect(await stores.messages.copiesOf('gen_1')).toEqual([
      { channelId: '77', messageId: 'm1', locale: 'en-US' },
    ]);
    await flow.remove(mia, 'gen_1');
    expect(await told()).toEqual(['gen_1']);
  });

  it('that is deleted meanwhile removes the shared copy too', async () => {
    await stores.store.delete('gen_1');
    await markDelivered(outbox, 'rig', 'gen_1');
    await stores.messages.addCopy('gen_1', { channelId: '77', messageId: 'm1', locale: 'de' });
    expect(await told()).toEqual(['gen_1']);
  });

  it('is refused if the bot may not post there, and for other members', async () => {
    canPost = false;
    await expect(flow.share(mia, 'gen_1', there, 'k', t)).rejects.toThrow('rig.error.cannot_post');
    expect(await stores.messages.copiesOf('gen_1')).toEqual([]);
    await expect(flow.share('9', 'gen_1', there, 'k', t)).rejects.toThrow('rig.error.not_yours');
  });

  it("leaves nothing behind when the member's data is deleted", async () => {
    await flow.share(mia, 'gen_1', there, 'k', t);
    await forget(db, stores.keeper, mia);
    expect(await stores.messages.copiesOf('gen_1')).toEqual([]);
  });
});

describe('browsing one’s rigs', () => {
  it('shows one as it is now, with fresh links, also one made without this bot', async () => {
    kept.set(
      'w1/gen_1',
      ready({ output: output({ preview_url: 'https://rigs.example/new.png' }) }).generation,
    );
    expect((await flow.show(mia, place, 'gen_1')).generation.output?.preview_url).toContain('new.png');
    kept.set('w1/gen_8', { ...ready().generation, id: 'gen_8' });
    expect(await flow.show(mia, place, 'gen_8')).toMatchObject({ id: 'gen_8', messageId: '6' });
    await flow.remove(mia, 'gen_8').catch(() => undefined);
    await expect(flow.show(mia, place, 'gen_9')).rejects.toThrow('not found');
    await expect(flow.show('9', place, 'gen_1')).rejects.toThrow('rig.error.not_yours');
  });

  it('are found by the words of their description, page by page, with their pictures', async () => {
    const preview_url = 'https://rigs.example/preview.png';
    const keep = (id: string, prompt: string) =>
      kept.set(`w1/${id}`, {
        ...ready({ output: output({ preview_url }) }).generation,
        id,
        input: { prompt, images: 0, seed: null, parameters: {} },
      });
    for (let at = 2; at < 9; at += 1) keep(`gen_${at}`, `an owl number ${at} with a Hat`);
    const first = await flow.list(mia, { search: 'hat owl' });
    expect(first.data.map(({ id }) => id)).toEqual(['gen_2', 'gen_3', 'gen_4', 'gen_5', 'gen_6']);
    expect([...first.pictures.keys()]).toEqual(first.data.map(({ id }) => id));
    const { data, next_cursor } = await flow.list(mia, {
      search: 'hat owl',
      cursor: first.next_cursor ?? '',
    });
    expect([data.map(({ id }) => id), next_cursor]).toEqual([['gen_7', 'gen_8'], null]);
    expect((await flow.list(mia, { search: 'owl fox' })).data).toEqual([]);
  });

  it('suggests them by their prompt', async () => {
    kept.set('w1/gen_2', {
      ...ready({ type: 'mesh' }).generation,
      id: 'gen_2',
      input: { prompt: null, images: 0, seed: null, parameters: {} },
    });
    const names = async (typed: string) => (await flow.suggestOwn(mia, typed, t)).map(({ name }) => name);
    expect(await names('')).toEqual(['a red *fox* (Ready)', 'from a mesh (Ready)']);
    expect(await names('FOX')).toEqual(['a red *fox* (Ready)']);
  });
});
