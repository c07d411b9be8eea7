import { describe, expect, test } from 'vitest';
import { refine } from '../../../../src/service/agents/embedded/changes/draft.js';
import { editsIn } from '../../../../src/service/agents/embedded/changes/edits.js';
import { turnedRound } from '../../../../src/service/agents/embedded/changes/sides.js';
import { blank, follow } from '../../../../src/service/agents/embedded/talk.js';
import { turn } from './says.js';

/** The state after some messages. */
const state = (locale: string, ...lines: string[]) =>
  follow(
    lines.map((line) => turn(line)),
    locale,
  ).talk;
const planned = (...lines: string[]) => state('en-US', ...lines).draft;

describe('a look without a noun', () => {
  test('is of the thing that has it already, and said once', () => {
    expect(
      planned('a goblin with a monocle', 'give him a way too tall hat', 'taller. no seriously, taller'),
    ).toBe('a goblin with a monocle and a very tall hat');
  });

  test('answers a question about a thing, also in other languages', () => {
    expect(
      planned(
        'a pharaoh with a striped headdress and a golden collar',
        'which colours are the stripes?',
        "Blue and gold would be historically right. Please also give him sandals if he's barefoot.",
      ),
    ).toBe('a pharaoh with a headdress with blue and gold stripes and a golden collar and sandals');
    expect(
      state(
        'ru',
        'леший с бородой и рогами, посох',
        'а глаза у него какого цвета?',
        'пусть будут жёлтые. и посох убери',
      ).draft,
    ).toBe('a leshy with beard, horns and yellow eyes');
  });

  test('that rivals the last one is of the same thing, though no version had it', () => {
    expect(
      state('ja', '忍者のタヌキを作って', 'マフラーを青にして', 'やっぱ赤のほうがよかったかも').draft,
    ).toMatch(/red scarf/);
  });

  test('is of the thing whose old look the message names', () => {
    expect(
      planned(
        'a lighthouse keeper jellyfish with a long grey coat, a spyglass',
        "oh wait i said grey coat but in chapter 9 it's mustard. mustard please",
      ),
    ).toBe('a lighthouse keeper jellyfish with a mustard long coat, a spyglass');
  });

  test('goes with the things before "ones"', () => {
    expect(planned('a dragon with a bib', 'can it have socks. mismatched ones')).toBe(
      'a dragon with a bib and mismatched socks',
    );
  });
});

describe('an exchange over several sentences', () => {
  const countess = 'a vampire countess with a gown of midnight velvet, a goblet in her pale hand';

  test('removes and replaces what was named before', () => {
    expect(planned(countess, 'The gown pleases me. The goblet does not. Be rid of it.')).toBe(
      'a vampire countess with a gown of midnight velvet',
    );
    expect(planned(countess, 'Bestow upon her a black parasol in its stead')).toBe(
      'a vampire countess with a gown of midnight velvet and a black parasol',
    );
    expect(
      planned(
        'an axolotl girl with a maid apron, a little crown',
        'ok the crown is a bit much for debut, lose it',
      ),
    ).toBe('an axolotl girl with a maid apron');
  });

  test('puts a look in the place of the one that goes', () => {
    expect(planned('a plague doctor with gold beak, sequin coat', 'ditch the gold, do rose copper')).toBe(
      'a plague doctor with rose copper beak, sequin coat',
    );
  });

  test.each([
    [
      'a teal and hot pink lynx with white headset',
      'swap the teal and the pink',
      'a pink and hot teal lynx with white headset',
    ],
    [
      'a dragon with a red hat and blue boots',
      'swap the red and the blue',
      'a dragon with a blue hat and red boots',
    ],
  ])('%s, %s', (draft, line, expected) => {
    const [wish] = turnedRound(line, { ...blank, draft }) ?? [];
    expect(wish?.kind === 'refine' && wish.changes.reduce(refine, draft)).toBe(expected);
  });
});

test.each([
  [
    'an astronaut with orange suit',
    'make suit white only, orange in the gloves and boots',
    'an astronaut with white suit and orange gloves and orange boots',
  ],
  ['a bard with a feathered cap', 'the feather should be yellow', 'a bard with a cap with a yellow feather'],
  ['a pirate with an eyepatch', 'two eyepatches', 'a pirate with two eyepatches'],
  ['a deer girl with freckles', "she's supposed to be a kid", 'a kid deer girl with freckles'],
])('%s, %s', (draft, line, expected) => {
  expect(editsIn(line, draft).reduce(refine, draft)).toBe(expected);
});

test('a description repeats neither its noun nor its article', () => {
  const draft = 'a park ranger big brown bear with hat';
  expect(refine(draft, { kind: 'swap', what: 'brown', for: 'a black bear' })).toBe(
    'a black park ranger big bear with hat',
  );
});

test('an opinion is no look, and a look that changes nothing is told', () => {
  expect(planned('a deer girl with freckles', "hmm she feels too grown up, she's supposed to be a kid")).toBe(
    'a kid deer girl with freckles',
  );
  expect(state('en-US', 'an orange dinosaur with spots', 'purple spots. and less pointy')).toMatchObject({
    draft: 'an orange dinosaur with purple spots',
    left: ['pointy'],
  });
});

test.each([
  [
    'zh-CN',
    '一个穿绿裙子的小仙女，透明翅膀',
    '裙子再长一点吧，翅膀大一些',
    /long green dress, big transparent wings/,
  ],
  [
    'de',
    'ein rostiger Roboter mit langen Armen',
    'Nicht ganz so lang, die Arme. Und weniger rostig.',
    /^a robot with long arms$/,
  ],
  ['ru', 'рыжий кот космонавт в белом скафандре', 'не, шлем сними, мордочку не видно', /without helmet$/],
])('reads every clause of a change in %s', (locale, first, second, expected) => {
  expect(state(locale, first, second).draft).toMatch(expected);
});

test('gives what the question before was about', () => {
  expect(
    state(
      'de',
      'eine alte Hexe mit krummem Hut und einem Korb',
      'hat sie eigentlich einen Stock?',
      'dann gib ihr einen, aber den Korb weg',
    ).draft,
  ).toBe('an old witch with crooked hat and a stick');
});

test('a message may say which of the characters it is about', () => {
  expect(
    planned(
      'a burly tavern keeper with a mug',
      'second: a bard with a lute',
      'for the first one, the tavern keeper, a bigger mug please',
    ),
  ).toBe('a burly tavern keeper with a big mug');
});

test('a colour code is the nearest colour with a name', () => {
  expect(
    planned('a red panda ranger with a khaki shirt', 'Head office says the shirt must be our green, #2F5D3A'),
  ).toMatch(/with a (?:green )?forest green shirt/);
});

test.each(['sword?', 'did you do a sword'])('"%s" asks whether it is there', (line) => {
  const { wishes } = follow([turn('a gold knight'), turn(line)], 'en-US');
  expect(wishes[0]).toMatchObject({ kind: 'has' });
});

test('skin is no word of skinny jeans', () => {
  expect(planned('an elf with skinny jeans', 'make the skin green')).toMatch(/skinny jeans/);
});

test('"the other one" is the character before', () => {
  const { wishes } = follow(
    ['a knight with a sword', 'a bard with a lute', 'for the other one, a bigger sword'].map((line) =>
      turn(line),
    ),
    'en-US',
  );
  expect(wishes[0]).toMatchObject({ kind: 'refine', on: 'a knight with a sword' });
});
