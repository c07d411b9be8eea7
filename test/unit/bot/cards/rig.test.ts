import { describe, expect, it } from 'vitest';
import { rigCard, sharedCard } from '../../../../src/bot/cards/rig.js';
import { askDeleteCard } from '../../../../src/bot/cards/rig-questions.js';
import { pipelinesCard, readShelf, rigsCard } from '../../../../src/bot/cards/rigs.js';
import { generationStatus, stage } from '../../../../src/contract/rig.js';
import { faultsOf, job, media, mia, output, read } from './sample.js';

const files = {
  preview: new Uint8Array([1]),
  turntable: new Uint8Array([3]),
  model: new Uint8Array([2]),
};
const finished = (changes = {}) => job({ status: 'succeeded', output: output(changes) });

describe('the card of a rig', () => {
  it.each(generationStatus.options)('is accepted by Discord when it is %s', (status) => {
    expect(faultsOf(rigCard(job({ status })))).toEqual([]);
  });

  it('shows the place in the queue, then stage and percent', () => {
    expect(read(rigCard(job()))).toContain('**2** ahead of you');
    expect(read(rigCard(job({ queue_position: 1 })))).toContain('You are next');
    for (const [index, name] of stage.options.entries()) {
      const said = read(rigCard(job({ status: 'running', stage: name, progress: 30, eta_seconds: 2.4 })));
      expect(said).toContain('`███░░░░░░░` **30 %**');
      expect(said).toContain(`(${index + 1} of 7) · about 3 s left`);
    }
  });

  it.each(generationStatus.options)('names no credits where the service names no cost, %s', (status) => {
    const free = { held: 0, consumed: 0, refunded: 0 };
    const card = rigCard(job({ status, credits: free, output: status === 'succeeded' ? output() : null }));
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).not.toMatch(/\bcredits?\b/);
  });

  it('is one Discord takes when the service tells nothing of the rig but its file', () => {
    const bare = output({ rig: null, mesh: null, animations: [], validation: null });
    const card = rigCard(
      job({ status: 'succeeded', credits: { held: 0, consumed: 0, refunded: 0 }, output: bare }),
      files,
    );
    expect(faultsOf(card)).toEqual([]);
  });

  it('quotes what was asked for as plain text', () => {
    expect(read(rigCard(job()))).toContain('> a red \\*fox\\*');
  });

  it('shows picture, file and facts when it is ready', () => {
    const card = rigCard(finished({ unknown_words: ['blorp'] }), files);
    expect(faultsOf(card)).toEqual([]);
    expect(media(card)).toEqual(['picture turntable.webp', 'picture preview.png', 'file rig.glb']);
    const said = read(card);
    expect(said).toMatch(
      /\*\*22\*\* joints \(biped\) · \*\*4,812\*\* triangles\n\*\*3\*\* clips: idle, walk, wave/,
    );
    expect(said).toMatch(/✓ glTF valid, 0 warnings/);
    expect(said).toMatch(/Not understood: blorp/);
    expect(said).toContain('seed 7');
  });

  it('offers another random variant only if the seed has an effect', () => {
    expect(read(rigCard(finished()))).toMatch(/Make another[\s\S]*Change/);
    const exact = job({ status: 'succeeded', output: output(), seeded: false });
    expect(read(rigCard(exact))).not.toContain('Make another');
    expect(read(rigCard(exact))).toContain('Change');
  });

  it('links a file that is too large to send, and shows the result of the check', () => {
    const card = rigCard(finished({ validation: { errors: 1, warnings: 2 } }), { ...files, model: null });
    expect(faultsOf(card)).toEqual([]);
    expect(media(card)).toEqual(['picture turntable.webp', 'picture preview.png']);
    expect(read(card)).toContain('Download GLB');
    expect(read(card)).toContain('✗ 1 errors, 2 warnings');
  });

  it('gives the reason of a failure and the credits returned', () => {
    const error = { code: 'unriggable', detail: 'The picture shows no figure.' };
    const card = rigCard(job({ status: 'failed', error, credits: { held: 0, consumed: 0, refunded: 10 } }));
    expect(read(card)).toMatch(/The picture shows no figure\.[\s\S]*10 credits returned[\s\S]*Try again/);
    const fromPicture = { prompt: null, images: 1, seed: null, parameters: {} };
    expect(read(rigCard(job({ status: 'failed', error, input: fromPicture })))).toMatch(
      /Try again[\s\S]*Change/,
    );
  });
});

describe('a finished rig', () => {
  it('may be changed, shared and deleted by its owner, and is shown to others without those buttons', () => {
    expect(read(rigCard(finished(), files))).toMatch(
      /Make another[\s\S]*Change[\s\S]*Share[\s\S]*Delete[\s\S]*View in 3D/,
    );
    const shared = sharedCard(finished(), files);
    expect(faultsOf(shared)).toEqual([]);
    expect(media(shared)).toEqual(['picture turntable.webp', 'picture preview.png', 'file rig.glb']);
    expect(read(shared)).toMatch(/a red[\s\S]*22\*\* joints[\s\S]*shared by <@/);
    expect(read(shared)).not.toMatch(/Delete|Change|credits/);
    expect(read(sharedCard(finished(), { ...files, model: null }))).toContain('Download GLB');
  });

  it('shows its seed only if the seed has an effect', () => {
    const exact = job({ status: 'succeeded', output: output(), seeded: false });
    expect(read(rigCard(exact))).not.toContain('seed');
  });

  it('asks before it is deleted, and shows nothing of itself afterwards', () => {
    const question = askDeleteCard(finished());
    expect(faultsOf(question)).toEqual([]);
    expect(read(question)).toMatch(
      /permanently\?[\s\S]*Delete permanently[\s\S]*credits it cost aren't returned/,
    );
    expect(read(askDeleteCard(job({ status: 'failed' })))).not.toContain('spent');
    const gone = rigCard({ ...finished(), deletedAt: 1 });
    expect(faultsOf(gone)).toEqual([]);
    expect(read(gone)).toContain('Deleted');
    expect(read(gone)).not.toMatch(/fox|GLB|Change/);
  });
});

describe('the list of rigs', () => {
  const page = (next_cursor: string | null) => ({
    data: [1, 2, 3, 4, 5].map((at) => ({ ...finished().generation, id: `gen_${at}` })),
    has_more: next_cursor !== null,
    next_cursor,
  });

  it('shows each on request, pages to older ones and back, and keeps the filter', () => {
    const card = rigsCard(page('9'), mia, { status: 'succeeded', cursor: '20' });
    expect(faultsOf(card)).toEqual([]);
    expect(read(card).match(/Show/g)).toHaveLength(5);
    const drawn = JSON.stringify(card);
    expect(drawn).toContain(`rigs:page:${mia}:succeeded/9`);
    expect(drawn).toContain(`rigs:page:${mia}:succeeded"`);
    expect(readShelf('succeeded/9')).toEqual({ status: 'succeeded', cursor: '9' });
    expect([readShelf(''), readShelf('all'), readShelf('/9')]).toEqual([{}, {}, { cursor: '9' }]);
    expect(read(rigsCard(page(null), mia))).not.toMatch(/Older|Newest/);
    expect(read(rigsCard(page('x'.repeat(90)), mia))).not.toContain('Older');
  });

  it('says so when the filter matches nothing', () => {
    const empty = { data: [], has_more: false, next_cursor: null };
    expect(read(rigsCard(empty, mia, { status: 'failed' }))).toContain('No rigs with this status');
  });

  it('tells a newcomer how to begin', () => {
    expect(read(rigsCard({ data: [], has_more: false, next_cursor: null }, mia))).toContain('No rigs yet');
  });
});

it('the pipelines show their input, output and price', () => {
  const card = pipelinesCard([
    {
      id: 'clay',
      name: 'Clay',
      description: 'Models a character.',
      inputs: ['text', 'image'],
      skeletons: ['biped', 'quadruped'],
      output_formats: ['glb'],
      credit_cost: 10,
      estimated_seconds: 4,
    },
  ]);
  expect(faultsOf(card)).toEqual([]);
  expect(read(card)).toContain(
    '**Clay: 10 credits**\nModels a character.\n-# With `/rig text`, `/rig image`',
  );
});
