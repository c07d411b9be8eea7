/** More heads, arms, tails, wings or eyes than usual. */
import { describe, expect, it } from 'vitest';
import { describePrompt } from '../../../../../src/engine/input/text/prompt.js';
import { writeSpec } from '../../../../../src/engine/input/text/write-spec.js';

describe('a number of parts', () => {
  it.each<[prompt: string, counts: object]>([
    ['a two-headed dragon', { head: 2 }],
    ['a three headed dog', { head: 3 }],
    ['a snake with two heads', { head: 2 }],
    ['a 2-headed eagle', { head: 2 }],
    ['a four-armed warrior', { arms: 4 }],
    ['a woman with six arms', { arms: 6 }],
    ['a robot with four hands', { arms: 4 }],
    ['a nine-tailed fox', { tail: 9 }],
    ['a cat with two tails', { tail: 2 }],
    ['an angel with six wings', { wings: 6 }],
    ['a three-eyed monster', { eyes: 3 }],
    ['cerberus', { head: 3 }],
    ['a hydra', { head: 5 }],
    ['a seven-headed hydra', { head: 7 }],
    ['un dragón de dos cabezas', { head: 2 }],
    ['ein Drache mit zwei Köpfen', { head: 2 }],
    ['ein vierarmiger Krieger', { arms: 4 }],
    ['un chien à trois têtes', { head: 3 }],
    ['um guerreiro com quatro braços', { arms: 4 }],
    ['трёхголовый дракон', { head: 3 }],
    ['頭が三つある犬', { head: 3 }],
    ['九尾の狐', { tail: 9 }],
    ['팔이 네 개인 전사', { arms: 4 }],
    ['三头狗', { head: 3 }],
  ])('is made: %s', (prompt, counts) => {
    const made = describePrompt(prompt);
    expect(made.counts).toEqual(counts);
    expect(made.notes).toEqual([]);
    expect(made.words.unexpressed).toEqual([]);
  });

  it.each([
    ['a fish with two heads', 'You asked for two heads, but I made one.'],
    ['a man with three arms', 'You asked for three arms, but I made four.'],
    ['a dog with six legs', 'You asked for six legs, but I made four.'],
  ])('that the body cannot have is said: %s', (prompt, note) => {
    expect(describePrompt(prompt).notes).toContain(note);
  });

  it('is no number when it is many', () => {
    expect(describePrompt('a dragon with many heads')).toMatchObject({ counts: { head: 5 }, notes: [] });
  });

  it.each(['a one-headed dragon', 'a fox with two ears and one tail', 'a man with two arms'])(
    'repeats nothing that every body has: %s',
    (prompt) => {
      expect(describePrompt(prompt)).toMatchObject({ counts: {}, notes: [] });
    },
  );
});

describe('an animal that stands up', () => {
  it.each([
    ['a shark in a tuxedo', ['shirt', 'trousers', 'back fin']],
    ['a whale wearing boots', ['boots', 'back fin']],
    ['a bee queen in a dress', ['dress', 'antennae', 'wings']],
    ['an ant soldier', ['shirt', 'antennae']],
  ])('wears what it could not wear lying down: %s', (prompt, items) => {
    const made = describePrompt(prompt);
    expect(made.kind).toBe('biped');
    expect([...made.items.keys()]).toEqual(expect.arrayContaining(items));
    expect(made.words.unexpressed).toEqual([]);
  });

  it.each([
    ['a shark with a hat', 'aquatic'],
    ['a bee with a crown', 'hexapod'],
    ['a fish with arms', 'biped'],
    ['a shark with tiny legs', 'biped'],
  ])('does so only for what it needs: %s', (prompt, kind) => {
    expect(describePrompt(prompt)).toMatchObject({ kind, notes: [] });
  });
});

it.each(['a centaur archer', 'a centaur with a sword', '半人半马的弓箭手'])(
  'keeps the four legs of %s',
  (prompt) => {
    expect(describePrompt(prompt).kind).toBe('quadruped');
  },
);

it.each([
  ['a horse with a horn', 'unicorn horn'],
  ['a minotaur with a broken left horn', 'horns'],
])('gives %s its %s', (prompt, item) => {
  expect([...describePrompt(prompt).items.keys()]).toContain(item);
});

describe('a head that is a thing', () => {
  it.each([
    ['a tv head guy in a suit', 'screen', 0],
    ['a man with a camera for a head', 'screen', 1],
    ['a woman whose head is a lamp', 'screen', 1],
    ['a guy with a pumpkin for a head', 'human', 0],
  ])('is made, and said where it is another: %s', (prompt, face, notes) => {
    const made = describePrompt(prompt);
    expect(made.species.face).toBe(face);
    expect(made.notes).toHaveLength(notes);
    expect([...made.words.unknown, ...made.words.unexpressed]).toEqual([]);
  });

  it('reads again what is written of it', () => {
    const { spec } = describePrompt('a tv head cowboy');
    expect(describePrompt(writeSpec(spec)).spec).toMatchObject({
      species: ['human', 'robot'],
      role: 'cowboy',
    });
  });

  it.each(['a coffee machine', 'a washing machine', 'an old sewing machine'])(
    'is not the robot “%s”',
    (thing) => {
      expect(describePrompt(thing).refusal).toContain('none of them');
    },
  );

  it.each(['a machine', 'a rusty machine', 'a giant steampunk machine'])(
    'is not in the way of %s',
    (robot) => {
      expect(describePrompt(robot)).toMatchObject({ refusal: null, name: 'robot' });
    },
  );
});

describe('hair and fur', () => {
  it('grow where they are asked for', () => {
    expect([...describePrompt('a hairy man').items.keys()]).toEqual(
      expect.arrayContaining(['body hair', 'beard']),
    );
    expect(describePrompt('a furry cat').items.has('body hair')).toBe(false);
    expect(describePrompt('a furry robot').items.has('body hair')).toBe(true);
  });

  it('are said where they cannot be made', () => {
    expect(describePrompt('a hairy snake').words.unexpressed).toEqual(['hairy']);
    expect(describePrompt('a man in furry boots').words.unexpressed).toEqual(['furry']);
    expect(describePrompt('a scaly man').words.unexpressed).toEqual(['scaly']);
    expect(describePrompt('a scaly dragon').words.unexpressed).toEqual([]);
  });
});
