/** Words are understood only if the spec shows them. */
import { describe, expect, it } from 'vitest';
import { describePrompt, readPrompt } from '../../../../../src/engine/input/text/prompt.js';

describe('a word that changes nothing', () => {
  it.each([
    ['a brown horse in a green pasture', 'green'],
    ['a red fox, blue', 'blue'],
    ['a cat and a black dog', 'black'],
    ['a man in a leather jacket over a white t-shirt', 'white'],
    ['a man in a white t-shirt under a leather jacket', 'white'],
    ['a woman with a shy smile', 'shy'],
    ['a boy sitting and waving', 'sitting'],
    ['a voxel low poly fox', 'voxel'],
    ['a man with a cat mask', 'cat'],
    ['a knight wizard', 'wizard'],
  ])('is unexpressed: %s', (prompt, word) => {
    const { words } = describePrompt(prompt);
    expect(words.unexpressed).toContain(word);
    expect(words.understood).not.toContain(word);
  });
});

describe('what belongs to a person', () => {
  it.each([
    ['a man with dragon horns', 'horns'],
    ['a girl with bat wings', 'wings'],
  ])('is no second character: %s', (prompt, part) => {
    const { spec, notes } = readPrompt(prompt);
    expect(spec.species).toEqual(['human']);
    expect(spec.parts?.map(({ name }) => name)).toEqual([expect.stringContaining(part)]);
    expect(notes).toEqual([]);
  });

  it('has the ears and tail of an animal', () => {
    expect(readPrompt('a girl with a fox tail').spec).toMatchObject({
      species: ['human', 'fox'],
      blend: 'ears',
    });
  });

  it.each(['a woman zombie', 'a female zombie', 'a zombie, female'])(
    'makes no second person: %s',
    (prompt) => {
      const { name, womanly, notes } = describePrompt(prompt);
      expect(name).toBe('zombie');
      expect(womanly).toBe(true);
      expect(notes).toEqual([]);
    },
  );
});

describe('a material', () => {
  it.each(['a knight in armour made of gold', 'a knight whose armour is golden'])(
    'is the last thing named: %s',
    (prompt) => {
      const { spec } = readPrompt(prompt);
      expect(spec.garments).toEqual([expect.objectContaining({ name: 'armour', material: 'metal' })]);
      expect(spec.look).toBeUndefined();
    },
  );

  it('named for the whole body stays there', () => {
    expect(readPrompt('a golem made of ice').spec.garments).toBeUndefined();
  });
});

describe('who somebody is', () => {
  it.each([
    ['a monarch butterfly', 'butterfly'],
    ['a leopard gecko', 'gecko'],
    ['a spider monkey', 'monkey'],
    ['an emperor penguin', 'penguin'],
  ])('is the last of two names of an animal: %s', (prompt, name) => {
    const { spec, notes } = readPrompt(prompt);
    expect(spec.species).toEqual([name]);
    expect(spec.role).toBeUndefined();
    expect(notes).toEqual([]);
  });

  it('is as tall as adults when young and grown', () => {
    expect(readPrompt('a young adult woman').spec.build).toBeUndefined();
    expect(readPrompt('a young fox').spec.build).toBeDefined();
  });

  it('keeps a grin in an elegant dress', () => {
    expect(readPrompt('a man with a big grin and an elegant dress').spec.expression).toBe('happy');
  });
});

describe('a comparison', () => {
  it('is of the last thing named', () => {
    const { spec } = readPrompt('a tortoise with a shell that looks like glass');
    expect(spec.parts).toEqual([expect.objectContaining({ name: 'shell', material: 'glass' })]);
    expect(spec.look).toBeUndefined();
  });
});

describe('a verb', () => {
  it.each([
    ['a cat that sleeps', 'expression', 'sleepy'],
    ['a boy who swims', 'pose', 'swim'],
    ['a girl who sits', 'pose', 'sit'],
  ])('has the meaning of its participle: %s', (prompt, key, value) => {
    expect(readPrompt(prompt).spec).toMatchObject({ [key]: value });
  });

  it('of standing raises no animal on two legs', () => {
    expect(describePrompt('a horse standing in the snow').kind).toBe('quadruped');
    expect(describePrompt('a flamingo standing on one leg').kind).toBe('avian');
    expect(describePrompt('a fox standing on two legs').kind).toBe('biped');
  });

  it('of standing guard names no guard', () => {
    expect(readPrompt('an elephant stands guard').spec.role).toBeUndefined();
    expect(readPrompt('a guard').spec.role).toBe('guard');
  });
});

describe('the style of image prompts and chats', () => {
  it('has numbers joined to people', () => {
    expect(readPrompt('1girl, red hair').spec).toMatchObject({
      species: ['human'],
      presentation: 'feminine',
    });
    expect(readPrompt('2boys').notes.join(' ')).toContain('not 2');
  });

  it('counts no heads of a proportion', () => {
    expect(readPrompt('a witch, 5 to 6 heads tall').spec.parts).toBeUndefined();
    expect(readPrompt('a witch, 2.5 heads tall').spec.proportions).toBe('chibi');
  });

  it('shortens with', () => {
    expect(readPrompt('a frog w/ a hat').spec.garments).toHaveLength(1);
    expect(readPrompt('a wizard w/o hat').spec.without).toEqual(['hat']);
    expect(readPrompt('a wizard without a beard and not wearing a robe').spec.without).toEqual([
      'beard',
      'robe',
    ]);
    expect(readPrompt('a wizard with a book instead of a staff').spec.without).toEqual(['staff']);
  });
});

describe('a sentence of another language with many unknown words', () => {
  it.each([
    ['Une femme seule en train de regarder le rivage', 'human'],
    ['Un chien sort dans une allée enneigée', 'dog'],
    ['человек в кресле-коляске с ручным приводом', 'human'],
    ['坐手动轮椅的人', 'human'],
    ['Die Giraffe auf dem Balkon mit einem Kugelschreiber', 'giraffe'],
  ])('still names somebody: %s', (prompt, name) => {
    const { name: made, refusal, words } = describePrompt(prompt);
    expect(made).toBe(name);
    expect(refusal).toBeNull();
    expect(words.unknown).not.toEqual([]);
  });
});

describe('another being', () => {
  it('with an article of its own is left out', () => {
    const { spec, words } = readPrompt('a photographer capturing a butterfly');
    expect(words.unexpressed).toEqual(['butterfly']);
    expect(spec).toMatchObject({ role: 'reporter' });
    expect(spec.species).toBeUndefined();
  });

  it('is part of it in a comparison', () => {
    expect(readPrompt('half a cat, half a lion').spec).toMatchObject({
      species: ['cat', 'lion'],
      blend: 'halves',
    });
    expect(readPrompt('a girl dressed as a cat').spec.species).toEqual(['human', 'cat']);
  });

  it('owns a place', () => {
    expect(readPrompt("a wooden horse in a child's playroom").spec).toMatchObject({ species: ['horse'] });
  });
});

describe('adjectives', () => {
  it('of a thing that the body has no place for are not shown either', () => {
    const { words } = describePrompt('a blue butterfly on a pink flower');
    expect(words.unexpressed).toEqual(expect.arrayContaining(['pink', 'flower']));
  });

  it('stay when the thing is named again', () => {
    const { garments } = readPrompt('a man in a brown leather apron, apron strings tied').spec;
    expect(garments).toEqual([expect.objectContaining({ name: 'apron', material: 'leather' })]);
  });

  it('of size for parts only do not change a body', () => {
    expect(describePrompt('a pointy fox').words.unexpressed).toEqual(['pointy']);
    expect(readPrompt('a fluffy cat').spec.build?.girth).toBeGreaterThan(1);
  });

  it('follow unknown nouns of their language', () => {
    expect(readPrompt('un papillon sur une feuille verte').spec.look?.colour).toBeUndefined();
  });
});

it('does not take words of another language for misspelt English', () => {
  expect(describePrompt('femme qui se fait couper les cheveux').words.guessed).toEqual([]);
});

it('reads a boy with a kite as no bird', () => {
  expect(readPrompt('a boy is flying a kite').spec.pose).toBeUndefined();
  expect(readPrompt('a flying dragon').spec.pose).toBe('flap');
});
