import { describe, expect, it } from 'vitest';
import { newRigForm } from '../../../../src/bot/rig/cards/new.js';
import { askDeleteCard } from '../../../../src/bot/rig/cards/questions.js';
import { readyWords, rigCard, sharedRigCard } from '../../../../src/bot/rig/cards/rig.js';
import { pipelinesCard, readShelf, rigsCard } from '../../../../src/bot/rig/cards/rigs.js';
import { generationStatus, stage } from '../../../../src/contract/rig.js';
import { copy, t } from '../../../support/copy.js';
import { faultsOf, job, media, mia, output, read } from './sample.js';

const german = copy.for('de');
const files = {
  preview: new Uint8Array([1]),
  turntable: new Uint8Array([3]),
  model: new Uint8Array([2]),
};
const finished = (changes = {}) => job({ status: 'succeeded', output: output(changes) });

describe('the card of a rig', () => {
  it.each(generationStatus.options)('is accepted by Discord when it is %s', (status) => {
    expect(faultsOf(rigCard(job({ status }), null, t))).toEqual([]);
  });

  it('shows the place in the queue, then stage and percent', () => {
    expect(read(rigCard(job(), null, t))).toContain('**2** ahead of you');
    expect(read(rigCard(job({ queue_position: 1 }), null, t))).toContain('You are next');
    for (const [index, name] of stage.options.entries()) {
      const said = read(
        rigCard(job({ status: 'running', stage: name, progress: 30, eta_seconds: 2.4 }), null, t),
      );
      expect(said).toContain('`███░░░░░░░` **30%**');
      expect(said).toContain(`(${index + 1} of 7) · about 3 s left`);
    }
  });

  it.each(generationStatus.options)('names no credits where the service names no cost, %s', (status) => {
    const free = { held: 0, consumed: 0, refunded: 0 };
    const card = rigCard(
      job({ status, credits: free, output: status === 'succeeded' ? output() : null }),
      null,
      t,
    );
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).not.toMatch(/\bcredits?\b/);
  });

  it('is one Discord takes when the service tells nothing of the rig but its file', () => {
    const bare = output({ rig: null, mesh: null, animations: [], validation: null });
    const card = rigCard(
      job({ status: 'succeeded', credits: { held: 0, consumed: 0, refunded: 0 }, output: bare }),
      files,
      t,
    );
    expect(faultsOf(card)).toEqual([]);
  });

  it('offers its other clips where the service renders them', () => {
    const card = rigCard(finished({ clip: 'walk' }), files, t);
    expect(faultsOf(card)).toEqual([]);
    expect(JSON.stringify(card.components)).toMatch(
      /"rig~?[^"]*clip[^"]*"[\s\S]*Clip: idle[\s\S]*"Clip: walk","value":"walk","default":true/,
    );
    const many = Array.from({ length: 36 }, (_, at) => `clip${at}`);
    const full = rigCard(finished({ clip: 'clip30', animations: many }), files, t);
    expect(faultsOf(full)).toEqual([]);
    expect(JSON.stringify(full.components).match(/Clip: clip\d+/g)).toHaveLength(36);
    for (const changes of [{}, { clip: 'walk', animations: ['walk'] }])
      expect(JSON.stringify(rigCard(finished(changes), files, t).components)).not.toContain('Clip:');
  });

  it('quotes the request as plain text', () => {
    expect(read(rigCard(job(), null, t))).toContain('> a red \\*fox\\*');
  });

  it('shows picture, file and facts when it is ready', () => {
    const card = rigCard(finished({ unknown_words: ['blorp'] }), files, t);
    expect(faultsOf(card)).toEqual([]);
    expect(media(card)).toEqual(['picture red-fox.webp', 'picture red-fox.png', 'file red-fox.glb']);
    const said = read(card);
    expect(said).toMatch(
      /\*\*22\*\* joints \(biped\) · \*\*4,812\*\* triangles\n\*\*3\*\* clips: idle, walk, wave/,
    );
    expect(said).toMatch(/✓ glTF valid, 0 warnings/);
    expect(said).toContain("I don't know this word yet, so I left it out: blorp");
    expect(said).toContain('seed 7');
  });

  it('offers another random variant only if the seed has an effect, else another from new files', () => {
    expect(read(rigCard(finished(), null, t))).toMatch(/Make another[\s\S]*Edit and remake/);
    const exact = job({ status: 'succeeded', output: output(), seeded: false });
    expect(read(rigCard(exact, null, t))).not.toContain('Make another');
    expect(read(rigCard(exact, null, t))).toContain('Edit and remake');
    const fromPicture = job({
      ...exact.generation,
      type: 'image',
      input: { prompt: null, images: 1, seed: null, parameters: {} },
    });
    expect(read(rigCard(fromPicture, null, t))).toMatch(
      /Make another · 10 credits[\s\S]*Edit and remake[\s\S]*Share[\s\S]*Delete[\s\S]*View in 3D/,
    );
    expect(JSON.stringify(rigCard(fromPicture, null, t))).toContain('"rig:another:');
  });

  it('offers the other body for free where the service was not certain', () => {
    const card = rigCard(finished({ second_reading: 'quadruped' }), files, t);
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).toMatch(/another one \(quadruped\)[\s\S]*Other body: quadruped · free/);
    expect(JSON.stringify(card)).toContain(`rig:second:${mia}:gen_1`);
    expect(JSON.stringify(rigCard(finished(), files, t))).not.toContain('rig:second:');
  });

  it('names the price of another on its button, and the balance where only the member sees it', () => {
    expect(read(rigCard(finished(), null, t))).toContain('Make another · 10 credits');
    expect(read(rigCard(finished(), null, t, 90))).toContain('Make another · 10 · you have 90');
    const free = { held: 0, consumed: 0, refunded: 0 };
    const unpriced = job({ status: 'succeeded', output: output(), credits: free });
    expect(read(rigCard(unpriced, null, t, 90))).toMatch(/Make another$/m);
  });

  it.each(['succeeded', 'failed', 'canceled'] as const)(
    'says on a public card why it names no balance, %s',
    (status) => {
      const ended = job({ status, output: status === 'succeeded' ? output() : null });
      expect(read(rigCard(ended, null, t))).toContain('Your balance stays private: `/credits`');
      expect(read(rigCard(ended, null, t, 90))).not.toContain('private');
      expect(read(rigCard(ended, null, t, null))).not.toMatch(/private|you have/);
      const free = { held: 0, consumed: 0, refunded: 0 };
      const unpriced = job({ status, output: ended.generation.output, credits: free });
      expect(read(rigCard(unpriced, null, t))).not.toContain('private');
    },
  );

  it('says about each word of the prompt only one thing', () => {
    const notes = ['I read “drgon” as “dragon”.', 'I read “drgon” as “dragon”.'];
    const said = read(rigCard(finished({ notes, unknown_words: ['drgon', 'blorp', 'zib'] }), files, t));
    expect(said.match(/drgon/g)).toHaveLength(1);
    expect(said).toContain("I don't know these words yet, so I left them out: blorp, zib");
  });

  it('links a file that is too large to send, and shows the result of the check', () => {
    const card = rigCard(finished({ validation: { errors: 1, warnings: 2 } }), { ...files, model: null }, t);
    expect(faultsOf(card)).toEqual([]);
    expect(media(card)).toEqual(['picture red-fox.webp', 'picture red-fox.png']);
    expect(read(card)).toContain('Download GLB');
    expect(read(card)).toContain('✗ 1 error, 2 warnings');
  });

  it('gives the reason of a failure and the credits returned', () => {
    const error = { code: 'unriggable', detail: 'The picture shows no figure.' };
    const card = rigCard(
      job({ status: 'failed', error, credits: { held: 0, consumed: 0, refunded: 10 } }),
      null,
      t,
    );
    expect(read(card)).toMatch(/The picture shows no figure\.[\s\S]*10 credits returned[\s\S]*Try again/);
    const fromPicture = { prompt: null, images: 1, seed: null, parameters: {} };
    expect(read(rigCard(job({ status: 'failed', error, input: fromPicture }), null, t))).toMatch(
      /Try again · 10 credits[\s\S]*Edit and remake/,
    );
  });
});

describe('a rig that was stopped before it cost anything', () => {
  const credits = { held: 0, consumed: 0, refunded: 15 };
  const fromPicture = { prompt: null, images: 1, seed: null, parameters: {} };
  const stopped = (code: string, changes = {}) =>
    job({
      status: 'failed',
      type: 'image',
      input: fromPicture,
      error: { code, detail: 'x' },
      credits,
      ...changes,
    });

  it('asks which body it is with a picture of each, numbered like the buttons', () => {
    const card = rigCard(stopped('ambiguous_body'), null, t);
    expect(faultsOf(card)).toEqual([]);
    expect(media(card)).toEqual(['picture bodies.webp']);
    expect(read(card)).toMatch(
      /Which body is this\?[\s\S]*haven't been charged[\s\S]*1 · Two legs: person[\s\S]*8 · Something else[\s\S]*Delete/,
    );
    expect(JSON.stringify(card)).toContain('numbered like the buttons: Two legs: person, Four legs');
    expect(JSON.stringify(card)).toContain(`rig:body:${mia}:gen_1/quadruped`);
    expect(readyWords(stopped('ambiguous_body'), t).content).toContain('Which body is this?');
  });

  it.each([
    ['image', 'Send one person, animal or creature, from head to feet'],
    ['multi_image', 'Send one person, animal or creature, from head to feet'],
    ['mesh', 'Send a model of one person, animal or creature'],
  ])(
    'reports that no body was found, suggests another input, and offers to rig it anyway: %s',
    (type, hint) => {
      const card = rigCard(stopped('no_body', { type }), null, t);
      expect(faultsOf(card)).toEqual([]);
      expect(media(card)).toEqual(['picture bodies.webp']);
      expect(read(card)).toMatch(/don't see a character[\s\S]*haven't been charged[\s\S]*Rig it anyway as/);
      expect(read(card)).toContain(hint);
      expect(JSON.stringify(card)).toContain(`rig:body:${mia}:gen_1/other`);
      expect(readyWords(stopped('no_body', { type }), t).content).toContain("don't see a character");
    },
  );

  it('names the words of a description that are no character, and offers to edit them or to make it anyway', () => {
    const error = { code: 'no_body', detail: 'I make characters. “Chair” is none of them.' };
    const card = rigCard(job({ status: 'failed', error, credits }), null, t);
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).toMatch(/“Chair” is none of them[\s\S]*haven't been charged[\s\S]*Edit and remake/);
    expect(read(card)).toMatch(/Make it anyway as:[\s\S]*1 · Two legs: person/);
    expect(read(card)).not.toContain('8 · Something else');
    expect(media(card)).toEqual(['picture bodies.webp']);
  });

  it('is told in the language of the reader', () => {
    const card = rigCard(stopped('no_body'), null, german);
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).toMatch(/Ich sehe hier keine Figur[\s\S]*nichts berechnet[\s\S]*Trotzdem riggen als/);
  });

  it('names the price, and the balance where only the member sees it', () => {
    const withCredits = stopped('ambiguous_body');
    expect(read(rigCard(withCredits, null, t))).toMatch(
      /It costs 15 credits\.[\s\S]*Your balance stays private/,
    );
    expect(read(rigCard(withCredits, null, t, 40))).toContain('It costs 15 credits; you have 40.');
    expect(read(rigCard(stopped('no_body'), null, t, 40))).toContain('It costs 15 credits; you have 40.');
  });
});

it('the form for a new rig names its price and the balance in its title, as far as they are known', () => {
  const titleOf = (credits: number | null, balance: number | null) =>
    newRigForm(mia, { source: 'text', pipeline: null, price: { credits, balance } }, t).title;
  expect(titleOf(10, 90)).toBe('Make: 10 credits, you have 90');
  expect(titleOf(10, null)).toBe('Make a character: 10 credits');
  expect(titleOf(null, 90)).toBe('Make a character');
});

describe('a finished rig', () => {
  it('hides its pictures where the server wants spoilers, also when it is shared', () => {
    const hidden = { ...finished(), hasSpoiler: true };
    for (const card of [rigCard(hidden, files, t), sharedRigCard(hidden, files, t)]) {
      expect(faultsOf(card)).toEqual([]);
      expect(JSON.stringify(card.components).match(/"spoiler":true/g)).toHaveLength(2);
    }
    expect(JSON.stringify(rigCard(finished(), files, t).components)).not.toContain('spoiler');
  });

  it('offers the parameters of its pipeline as buttons, and more detail only below the most', () => {
    const varied = { ...finished(), varies: ['skeleton', 'proportions', 'detail'] as const };
    expect(read(rigCard(varied, files, t))).toMatch(
      /Other body[\s\S]*Other proportions[\s\S]*More detail · 10 credits/,
    );
    expect(read(rigCard(varied, files, t))).not.toContain('Other style');
    const { input } = varied.generation;
    const best = { ...varied.generation, input: { ...input, parameters: { detail: 'high' } } };
    expect(read(rigCard({ ...varied, generation: best }, files, t))).not.toContain('More detail');
  });

  it('may be changed, shared and deleted by its owner, and is shown to others without those buttons', () => {
    expect(read(rigCard(finished(), files, t))).toMatch(
      /Make another[\s\S]*Edit and remake[\s\S]*Share[\s\S]*Delete[\s\S]*View in 3D/,
    );
    const shared = sharedRigCard(finished(), files, t);
    expect(faultsOf(shared)).toEqual([]);
    expect(media(shared)).toEqual(['picture red-fox.webp', 'picture red-fox.png', 'file red-fox.glb']);
    expect(read(shared)).toMatch(/a red[\s\S]*22\*\* joints[\s\S]*shared by <@/);
    expect(read(shared)).not.toMatch(/Delete|Edit|credits/);
    expect(read(sharedRigCard(finished(), { ...files, model: null }, t))).toContain('Download GLB');
  });

  it('shows its seed only if the seed has an effect', () => {
    const exact = job({ status: 'succeeded', output: output(), seeded: false });
    expect(read(rigCard(exact, null, t))).not.toContain('seed');
  });

  it('asks before it is deleted, and shows nothing of itself afterwards', () => {
    const question = askDeleteCard(finished(), t);
    expect(faultsOf(question)).toEqual([]);
    expect(read(question)).toMatch(
      /permanently\?[\s\S]*Delete permanently[\s\S]*credits it cost aren't returned/,
    );
    expect(read(askDeleteCard(job({ status: 'failed' }), t))).not.toContain('spent');
    const gone = rigCard({ ...finished(), deletedAt: 1 }, null, t);
    expect(faultsOf(gone)).toEqual([]);
    expect(read(gone)).toContain('Deleted');
    expect(read(gone)).not.toMatch(/fox|GLB|Edit/);
  });
});

describe('the list of rigs', () => {
  const page = (next_cursor: string | null) => ({
    data: [1, 2, 3, 4, 5].map((at) => ({ ...finished().generation, id: `gen_${at}` })),
    has_more: next_cursor !== null,
    next_cursor,
    pictures: new Map([['gen_2', new Uint8Array([1])]]),
    collections: [] as { id: number; name: string }[],
  });

  it('shows each on request, pages to older ones and back, and keeps the filter', () => {
    const card = rigsCard(page('9'), mia, { status: 'succeeded', cursor: '20' }, t);
    expect(faultsOf(card)).toEqual([]);
    const drawn = JSON.stringify(card);
    expect(drawn.match(/"value":"gen_\d"/g)).toHaveLength(5);
    expect(media(card)).toEqual(['picture 2-red-fox.png']);
    expect(read(card).match(/Red \\\*fox\\\*/g)).toHaveLength(5);
    expect(drawn).toContain(`rigs:page:${mia}:succeeded/9`);
    expect(drawn).toContain(`rigs:page:${mia}:succeeded"`);
    expect(readShelf('succeeded/9')).toEqual({ status: 'succeeded', cursor: '9' });
    expect([readShelf(''), readShelf('all'), readShelf('/9')]).toEqual([{}, {}, { cursor: '9' }]);
    expect(read(rigsCard(page(null), mia, {}, t))).not.toMatch(/Older|Newest/);
    expect(read(rigsCard(page('x'.repeat(90)), mia, {}, t))).not.toContain('Older');
  });

  it('keeps a search on its pages, and offers the way back', () => {
    const card = rigsCard(page('5'), mia, { search: 'red: fox/blue' }, t);
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).toContain('Search: **red\\: fox/blue**');
    expect(read(card)).toContain('Show all');
    expect(JSON.stringify(card)).toContain(`rigs:page:${mia}:/5/red: fox/blue`);
    expect(readShelf('/5/red: fox/blue')).toEqual({ cursor: '5', search: 'red: fox/blue' });
  });

  it('filters by the collections of the member, also while searching', () => {
    const collections = [
      { id: 4, name: '' },
      { id: 12, name: 'Knights' },
    ];
    const card = rigsCard({ ...page('5'), collections }, mia, { collection: 12, search: 'fox' }, t);
    expect(faultsOf(card)).toEqual([]);
    expect(JSON.stringify(card)).toMatch(
      /"value":"#4","label":"Favourites"[\s\S]*"value":"#12","label":"Knights"/,
    );
    expect(JSON.stringify(card)).toContain(`rigs:page:${mia}:#12/5/fox`);
    expect(readShelf('#12/5/fox')).toEqual({ collection: 12, cursor: '5', search: 'fox' });
  });

  it('says so when the filter matches nothing', () => {
    const empty = { data: [], has_more: false, next_cursor: null, pictures: new Map(), collections: [] };
    expect(read(rigsCard(empty, mia, { search: 'owl' }, t))).toContain('No rig matches');
    expect(read(rigsCard(empty, mia, { status: 'failed' }, t))).toContain('No rigs with this status');
  });

  it('tells a newcomer how to begin', () => {
    const none = { data: [], has_more: false, next_cursor: null, pictures: new Map(), collections: [] };
    expect(read(rigsCard(none, mia, {}, t))).toContain('No rigs yet');
  });
});

describe('the pipelines', () => {
  const clay = {
    id: 'clay',
    name: 'Clay',
    description: 'Models a character.',
    inputs: ['text' as const, 'image' as const],
    skeletons: ['biped', 'quadruped', 'tentacled'],
    output_formats: ['glb'],
    credit_cost: 10,
    estimated_seconds: 4,
  };

  it('show their input, output and price', () => {
    const card = pipelinesCard([clay], t);
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).toContain(
      '**Clay: 10 credits**\nModels a character.\n-# With `/rig text`, `/rig image`',
    );
  });

  it('name the bodies in the language of the reader, and unknown ones as the service does', () => {
    expect(read(pipelinesCard([clay], german))).toContain('zwei Beine, vier Beine, tentacled');
    expect(read(rigCard(finished(), files, german))).toContain('(zwei Beine)');
  });
});
