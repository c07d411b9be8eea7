import { describe, expect, it } from 'vitest';
import { sculptCharacter } from '../../../../../src/engine/body/character.js';
import { looksLike } from '../../../../../src/engine/input/text/avoid.js';
import { colourOf } from '../../../../../src/engine/input/text/colours.js';
import { describePrompt as read, readPrompt } from '../../../../../src/engine/input/text/prompt.js';
import { roles, species } from '../../../../../src/engine/input/text/vocabulary.js';
import { interpretText } from '../../../../../src/engine/pipeline/text.js';

const sculpt = (prompt: string) => sculptCharacter(read(prompt), 1, {});
const materialOf = (prompt: string, name: string) =>
  sculpt(prompt).materials.find((material) => material.name === name);

describe('reading a description', () => {
  it('gives each color to the following noun', () => {
    const { look, items, parts } = read('a red fox with a blue scarf, green eyes and a long white tail');
    expect(look.colour).toEqual(colourOf('red'));
    expect(items.get('scarf')?.colour).toEqual(colourOf('blue'));
    expect(parts.get('eyes')?.colour).toEqual(colourOf('green'));
    expect(parts.get('tail')).toMatchObject({ colour: colourOf('white'), size: 1.5 });
  });

  it('accepts a color named afterwards', () => {
    expect(read('a wizard whose hat is purple').items.get('wizard hat')?.colour).toEqual(colourOf('purple'));
  });

  it('gives patterns, hair and moods to the thing they describe', () => {
    const boy = read('a sad boy with curly red hair and a striped t-shirt');
    expect(boy.mood).toBe('sad');
    expect(boy.pattern).toBe(null);
    expect(boy.items.get('shirt')).toMatchObject({ pattern: 'striped', word: 't shirt' });
    expect(boy.items.get('hair')).toMatchObject({ manner: 'curly', colour: colourOf('red') });
    expect(read('a striped cat').pattern).toBe('striped');
    expect(read('a navy blue robe').items.get('robe')?.colour).toEqual(colourOf('navyblue'));
    expect(read('an old sorceress')).toMatchObject({ old: true, womanly: true });
  });

  it('omits negated things', () => {
    expect(read('a knight without a shield').items.has('shield')).toBe(false);
    expect(read('a knight without a shield').items.has('sword')).toBe(true);
    expect(read('a wizard with no beard').items.has('beard')).toBe(false);
  });

  it('finds the creature under its other names, plurals and compounds', () => {
    expect(read('some kittens').species).toBe(species.cat);
    expect(read('a t-rex').species).toBe(species.dinosaur);
    expect(read('a long-eared puppy').parts.get('ears')?.size).toBeGreaterThan(1);
    expect(read('a wizard hat on a dog').items.has('wizard hat')).toBe(true);
  });

  it('lets an animal with a role walk upright in its clothes', () => {
    const knight = read('a fox knight');
    expect(knight.kind).toBe('biped');
    expect(knight.species).toBe(species.fox);
    expect([...knight.items.keys()]).toEqual(expect.arrayContaining(roles.knight!.items as string[]));
  });

  it('lists the words it does not know', () => {
    const { words, refusal } = read('a glorbious zanthrax in gabardine');
    expect(words).toEqual({
      understood: [],
      unknown: ['glorbious', 'zanthrax', 'gabardine'],
      guessed: [],
      unexpressed: [],
    });
    expect(refusal).toContain("don't know any of these words");
    expect(read('a glorbious zanthrax with a red hat').refusal).toBe(null);
  });

  it('makes a person from clothes and things alone, and says so', () => {
    for (const prompt of ['a red hat and green shoes', 'blue eyes']) {
      const { name, refusal, notes } = read(prompt);
      expect([name, refusal]).toEqual(['human', null]);
      expect(notes).toEqual([expect.stringContaining('so I made a person')]);
    }
  });

  it('reads an unspecific person as a person', () => {
    const monster = read('a blue monster with red eyes');
    expect(monster.species).toBe(species.monster);
    expect([monster.look.colour, monster.parts.get('eyes')?.colour]).toEqual([
      colourOf('blue'),
      colourOf('red'),
    ]);
    for (const giant of ['a giant', 'a giant with red hair', 'a giant man'])
      expect(read(giant)).toMatchObject({ name: 'human', refusal: null, build: { height: 2 } });
    expect(read('a giant banana').refusal).toContain('banana');
    expect(read('a werewolf')).toMatchObject({ kind: 'biped', species: { face: 'muzzle' } });
    expect(read('a cowboy').species).toBe(species.human);
    expect(read('an animal').notes.join(' ')).toContain('I made a fox');
    expect(read('a character in a red shirt')).toMatchObject({ name: 'human', notes: [] });
  });

  it('is not confused by words of the language it is written in', () => {
    const { words } = read('constructor toString __proto__ hasOwnProperty');
    expect(words.unknown).toEqual(['constructor', 'tostring', 'proto', 'hasownproperty']);
  });
});

describe('a body follows its description', () => {
  it.each(['eyes', 'scarf', 'coat'])('%s have the named color', (part) => {
    const prompt = {
      eyes: 'a cat with purple eyes',
      scarf: 'a cat with a purple scarf',
      coat: 'a purple cat',
    }[part]!;
    expect(materialOf(prompt, part)?.color).toEqual(colourOf('purple'));
    expect(materialOf('a cat', part)?.color).not.toEqual(colourOf('purple'));
  });

  it('wears only the named clothes', () => {
    const solids = (prompt: string) => sculpt(prompt).solids.map(({ name }) => name);
    for (const item of ['crown', 'cape', 'backpack', 'glasses', 'scarf', 'shield'])
      expect(solids(`a man with a ${item}`)).toContain(item);
    expect(solids('a man')).not.toContain('crown');
    expect(solids('a demon')).toEqual(expect.arrayContaining(['left horn', 'left wing']));
  });

  it('gives a lion its mane in the named color', () => {
    expect(materialOf('a lion with an orange mane', 'mane')?.color).toEqual(colourOf('orange'));
  });

  it('has shiny metals and dull cloth', () => {
    expect(materialOf('a knight in golden armour', 'armour')?.metalness).toBeGreaterThan(0.8);
    expect(materialOf('a man in a red shirt', 'shirt')?.metalness).toBe(0);
  });

  it('grows with its size words', () => {
    const box = (prompt: string) => sculpt(prompt).solids[0]!.field.box;
    const tall = (prompt: string) => box(prompt).max[1];
    /** How far the belly stands out in front, as a fraction of the height. */
    const deep = (prompt: string) => {
      const { skeleton, solids } = sculpt(prompt);
      const { field } = solids[0]!;
      const [, y] = skeleton.joints.find(({ name }) => name === 'spine')!.position;
      let z = 0;
      while (field.at(0, y, z) < 0) z += 0.002;
      return z / tall(prompt);
    };
    expect(tall('a huge man')).toBeGreaterThan(tall('a man') * 1.4);
    expect(tall('a tiny man')).toBeLessThan(tall('a man') * 0.6);
    expect(deep('a fat man')).toBeGreaterThan(deep('a thin man') * 1.5);
    expect(tall('a rabbit with long ears')).toBeGreaterThan(tall('a rabbit with small ears') * 1.1);
  });

  it('has joints that follow its proportions', () => {
    const joint = (prompt: string, name: string) =>
      sculpt(prompt).skeleton.joints.find((one) => one.name === name)!.position;
    const hips = (prompt: string) => joint(prompt, 'leftUpperLeg')[1] / joint(prompt, 'head')[1];
    expect(hips('a man with long legs')).toBeGreaterThan(hips('a man with short legs') * 1.2);
    expect(joint('a giraffe', 'head')[1] - joint('a giraffe', 'chest')[1]).toBeGreaterThan(
      joint('a pig', 'head')[1] - joint('a pig', 'chest')[1],
    );
    const tail = (prompt: string) => joint(prompt, 'tail1')[2] - joint(prompt, 'tail3')[2];
    expect(tail('a cat with a long tail')).toBeGreaterThan(tail('a cat with a short tail') * 1.5);
  });

  it.each(Object.keys(species))('%s has the joints of its class, parents before children', (name) => {
    const { joints, kind } = sculpt(name).skeleton;
    expect(kind).toBe(species[name]!.kind);
    const limbless = kind === 'serpentine' || kind === 'aquatic';
    expect(joints.length).toBeGreaterThanOrEqual(limbless ? 15 : 20);
    const seen = new Set<string | null>([null]);
    for (const joint of joints) {
      expect(seen.has(joint.parent)).toBe(true);
      expect(seen.has(joint.name)).toBe(false);
      seen.add(joint.name);
      expect(joint.position.every(Number.isFinite)).toBe(true);
    }
  });
});

describe('turns of phrase', () => {
  it('puts comparisons and later additions in their place', () => {
    expect(read('a snowman-like polar bear').species).toBe(species.polarbear);
    expect(read('dog, brown, hat: blue').look.colour).toEqual(colourOf('brown'));
    expect(read('dog, brown, hat: blue').items.get('hat')?.colour).toEqual(colourOf('blue'));
    const cat = read('a cat whose eyes are blue and whose collar is red');
    expect(cat.parts.get('eyes')?.colour).toEqual(colourOf('blue'));
    expect(cat.items.get('collar')?.colour).toEqual(colourOf('red'));
  });

  it('ends a negation at the turn of the sentence', () => {
    const wizard = read('a wizard without hat or beard and with a red cape');
    expect([wizard.items.has('wizard hat'), wizard.items.has('beard')]).toEqual([false, false]);
    expect(wizard.items.get('cape')?.colour).toEqual(colourOf('red'));
    expect(read('a tailless, hatless cowboy').without).toEqual(new Set(['tail', 'hat']));
    expect(read('a robot that is not happy').mood).toBe(null);
  });

  it('weighs size words by the words before them', () => {
    const height = (prompt: string) => read(prompt).build.height;
    expect(height('a very tall man')).toBeGreaterThan(height('a tall man'));
    expect(height('a slightly tall man')).toBeLessThan(height('a tall man'));
    expect(height('the biggest man')).toBe(height('a big man'));
  });

  it('gilds things but not living creatures', () => {
    expect(read('a golden retriever').look.finish).toBe(undefined);
    expect(read('a golden eagle').look.finish).toBe(undefined);
    expect(read('a golden robot').look.finish?.metalness).toBe(1);
    expect(read('a dog with a golden collar').items.get('collar')?.finish?.metalness).toBe(1);
  });

  it('reads salmon, raven and rose as nouns at the end of a phrase', () => {
    expect(read('a salmon').kind).toBe('aquatic');
    expect(read('a raven with a hat').species).toBe(species.crow);
    expect(read('a raven haired girl').items.get('hair')?.colour).toEqual(colourOf('raven'));
    expect(read('a girl holding a rose').items.has('flower')).toBe(true);
    expect(read('a rose dress').items.get('dress')?.colour).toEqual(colourOf('rose'));
  });

  it('corrects one typo, and says so', () => {
    const { species: dragon, notes, words } = read('a drgon with purple wings, a very friendly drgon');
    expect(dragon).toBe(species.dragon);
    expect(notes.filter((note) => note.includes('“drgon” as “dragon”'))).toHaveLength(1);
    expect(words.unknown).not.toContain('drgon');
  });

  it('takes the closest known species, and says so', () => {
    expect(read('a triggerfish').kind).toBe('aquatic');
    expect(read('a triggerfish').notes.join(' ')).toContain('closest kind: fish');
  });

  it('distinguishes centaurs and the like from upright animals, and makes one figure at a time', () => {
    const girl = read('an anime cat girl with pink hair');
    expect([girl.kind, girl.species.face, girl.species.ears]).toEqual(['biped', 'human', 'point']);
    expect(read('a lizardman with a spear')).toMatchObject({ kind: 'biped', species: { face: 'muzzle' } });
    expect(read('a girl riding a dragon').notes.join(' ')).toContain('I left out the dragon');
    expect(read('a polar bear with a pink tutu').kind).toBe('biped');
  });
});

describe('what is ruled out', () => {
  it.each([
    ['a dog that is not brown', 'brown'],
    ['a not brown dog', 'brown'],
    ['a fox, not red', 'red'],
    ['a man without red', 'red'],
  ])('keeps “%s” from being %s', (prompt, colour) => {
    const { look, notes } = read(prompt);
    expect(look.colour && looksLike(look.colour, colourOf(colour))).toBeFalsy();
    expect(notes).toEqual([]);
  });

  it('leaves the usual colour when that is another one', () => {
    expect(read('a fox that is not blue').look.colour).toBe(undefined);
  });

  it('drops a pattern and turns a size around', () => {
    expect(read('a tiger that is not striped').pattern).toBe(null);
    expect(read('a man who is not tall').build.height).toBeLessThan(1);
    expect(read('a man who is not fat').build.girth).toBeLessThan(1);
  });
});

describe('words that mean something else in pairs', () => {
  it('are clothes, bodies and machines', () => {
    expect(read('a man in red swim trunks').items.get('trousers')).toMatchObject({
      word: 'swim trunks',
      colour: colourOf('red'),
    });
    expect(read('an elephant with a long trunk').items.has('trunk')).toBe(true);
    expect(read('a man in blue trunks').items.get('trousers')?.word).toBe('trunks');
    expect(read('a soldier with a jet pack').items.has('jetpack')).toBe(true);
    const strong = read('a man with a six pack and a red hat');
    expect(strong.build.limb).toBeGreaterThan(1.3);
    expect(strong.items.get('hat')).toMatchObject({ size: 1, colour: colourOf('red') });
    for (const { notes, words } of [strong, read('a wolf with a jet pack')])
      expect([notes, words.unknown, words.unexpressed]).toEqual([[], [], []]);
  });

  it('paint and widen a mouth', () => {
    expect(materialOf('a woman with green lips', 'mouth')?.color).toEqual(colourOf('green'));
    expect(materialOf('a cat with a pink mouth', 'mouth')?.color).toEqual(colourOf('pink'));
    expect(read('a man with a big mouth').parts.get('mouth')?.size).toBeGreaterThan(1);
  });
});

describe('an age', () => {
  it.each([
    ['a 5-year-old boy', 'child'],
    ['a 5 yo girl', 'child'],
    ['a five year old girl', 'child'],
    ['a girl aged 7', 'child'],
    ['a 16 year old boy', 'teen'],
    ['a 1-year-old', 'baby'],
    ['a baby boy', 'baby'],
    ['a baby', 'baby'],
    ['a kitten', 'child'],
    ['a man of age 30', undefined],
    ['a 70-year-old man', 'old'],
    ['an old man in his 80s', 'old'],
  ])('is read, not counted, in “%s”', (prompt, age) => {
    const { spec, notes, words } = readPrompt(prompt);
    expect([spec.age, notes, words.unknown, words.unexpressed]).toEqual([age, [], [], []]);
  });

  it('makes the young small with big heads', () => {
    const [baby, child, man] = ['a baby', 'a 6-year-old child', 'a man'].map((prompt) => read(prompt).build);
    expect(baby!.height).toBeLessThan(child!.height);
    expect(child!.height).toBeLessThan(man!.height);
    expect(baby!.head).toBeGreaterThan(man!.head);
  });
});

describe('half and half', () => {
  it.each([
    ['half man, half horse', 'centaur'],
    ['a half woman half fish', 'mermaid'],
    ['half human and half bull', 'minotaur'],
    ['half eagle half lion', 'griffin'],
  ])('“%s” is a %s', (prompt, name) => {
    expect(read(prompt)).toMatchObject({ species: species[name], notes: [] });
  });

  it('of two animals has the body of one with ears, tail and head colour of the other', () => {
    const { species: mixed, notes } = read('half fox and half rabbit');
    const { fox, rabbit } = species;
    expect(mixed).toMatchObject({ coat: fox!.coat, ears: rabbit!.ears, tail: rabbit!.tail });
    expect(mixed.marks).toMatchObject({ head: rabbit!.coat });
    expect(notes).toEqual([]);
  });

  it('of bodies that do not fit is said', () => {
    expect(read('half cat half shark').notes.join(' ')).toContain('I left out the shark');
  });
});

describe('a part that cannot be made', () => {
  it.each([
    ['a cat and a dog', 'cat', 'I left out the dog'],
    ['a dog and a dog', 'dog', 'I left out the other dog'],
    ['a knight riding a black horse', 'knight', 'I left out the horse'],
    ['a king and a queen', 'king', 'I left out the queen'],
    ['a knight with a dragon shield', 'knight', 'left out the dragon'],
    ['a man in a jacket over a red shirt', 'human', 'left out the shirt'],
    ['a warrior princess', 'warrior', '“princess” adds nothing'],
    ['7 foxes', 'fox', 'not 7'],
    ['a pack of wolves', 'wolf', 'not a pack'],
    ['a three-headed fish', 'fish', 'three heads, but I made one'],
    ['a dog with six legs', 'dog', 'six legs, but I made four'],
    ['an alien with four noses', 'alien', 'four noses, but I made one'],
    ['a knight with two swords', 'knight', 'two swords, but I made one'],
    ['a man with no arms', 'human', "can't make this body without arms"],
    ['a headless horseman', 'human', 'without a head'],
    ['a bird without wings', 'bird', 'without wings'],
    ['a snake with legs', 'snake', 'no place for “legs”'],
    ['a snake with arms', 'snake', 'no place for “arms”'],
    ['a man without clothes', 'human', 'clothes on'],
    ['green shoes but without shoes', 'human', 'with and without “shoes”'],
    ['a red, white and blue fox', 'fox', 'I left out blue'],
    ['a dog whose collar is not brown', 'dog', "can't rule out"],
    ['a chicken with big lips', 'chicken', 'no place for “lips”'],
  ])('is said of “%s”', (prompt, name, sentence) => {
    const read = interpretText({ kind: 'text', prompt });
    expect(read.name).toBe(name);
    expect(read.notes?.join(' ')).toContain(sentence);
  });

  it.each([
    'a husky dog',
    'an octopus with eight arms',
    'a spider with eight legs',
    'a snake without legs',
    'a man with two red boots',
    'a girl with 2 pigtails',
    'NOT a fox, a bear without a hat',
    'a unicorn with one golden horn',
    'a one-eyed pirate',
  ])('is not reported for “%s”, which is made completely', (prompt) => {
    expect(read(prompt)).toMatchObject({ refusal: null, notes: [], words: { unknown: [] } });
  });

  it('never hides a number of the sentence', () => {
    for (const [prompt, number] of [
      ['7 foxes with 3 heads and 12 legs', ['7', '3', '12']],
      ['robot 3000', ['3000']],
      ['a dragon, three', ['three']],
    ] as const) {
      const { understood, unknown, unexpressed } = read(prompt).words;
      expect([...understood, ...unknown, ...unexpressed]).toEqual(expect.arrayContaining([...number]));
    }
  });

  it('of a second creature does not change the look of the first', () => {
    expect(read('a white cat and a black dog').look).toMatchObject({ colour: colourOf('white') });
    expect(read('a knight riding a black horse').look.colour).toEqual(colourOf('silver'));
    expect(read('a man and a woman').womanly).toBe(false);
    expect(read('a 5 year old boy').old).toBe(false);
  });

  it('does not stop the rest: one eye, one horn, a tiger without stripes', () => {
    expect(read('a man with one eye').items.has('one eye')).toBe(true);
    expect(read('a one-eyed pirate').items.has('eyepatch')).toBe(true);
    expect([...read('a unicorn with a golden horn').items.keys()]).toEqual(['mane', 'unicorn horn']);
    expect(read('a tiger without stripes').pattern).toBe(null);
    expect(read('a lion with a big mane').items.has('mane')).toBe(false);
    expect([...read('a unicorn without a horn').items.keys()]).toEqual(['mane']);
    expect(read('a plague doctor without a mask').items.has('beak mask')).toBe(false);
  });
});
