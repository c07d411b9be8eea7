import { describe, expect, test } from 'vitest';
import { follow } from '../../../../src/service/agents/embedded/talk.js';
import { turn } from './says.js';

const drafted = (locale: string, ...lines: string[]): string | null =>
  follow(
    lines.map((line) => turn(line)),
    locale,
  ).talk.draft;

describe('a first message that describes somebody without naming a known creature', () => {
  test.each([
    [
      'need placeholder npc: stevedore, hi vis vest, flat cap, gloves, stubble, fortyish',
      ['stevedore', 'flat cap', 'gloves'],
    ],
    [
      'idk maybe like gloomy usher, red jacket, white gloves, tiny flashlight',
      ['usher', 'red jacket', 'white gloves'],
    ],
    [
      'make a gigachad in 3d. bald, huge beard, black hoodie, gold chain',
      ['bald', 'huge beard', 'black hoodie', 'gold chain'],
    ],
    [
      'Hello, I am wanting one woman which sell fishes. She have big apron, red hands, gold earring',
      ['woman', 'big apron', 'red hands', 'gold earring'],
    ],
    [
      'abeg create an auntie: gele in emerald, coral beads, small gold handbag',
      ['auntie', 'coral beads', 'small gold handbag'],
    ],
  ])('plans %s', (line, parts) => {
    const draft = drafted('en-US', line) ?? '';
    expect(parts.filter((part) => !draft.includes(part))).toEqual([]);
  });

  test.each([
    ['de', 'Bräuchten wir einen Schaffner, Brille, roter Hut, Handschuhe', ['glasses', 'hat', 'gloves']],
    ['es-ES', 'Quería un sereno, con capa negra, bastón y barba', ['cape', 'staff', 'beard']],
    ['ru', 'Хочу дворника: борода, синие очки, шарф', ['beard', 'glasses', 'scarf']],
  ])('keeps the words that it knows in %s: %s', (locale, line, things) => {
    const draft = drafted(locale, line) ?? '';
    expect(things.filter((thing) => !draft.includes(thing))).toEqual([]);
  });

  test.each([
    'I paid 3 SOL, no credits, my wallet shows a red cross and a black screen.',
    'What do your hats, capes, boots and beards look like?',
    'good morning everyone',
  ])('plans nothing for %s', (line) => expect(drafted('en-US', line)).toBeNull());
});

test.each([
  [
    'need a bus driver for our town, older lady, square glasses, green cardigan',
    /lady bus driver with square glasses, green cardigan/,
  ],
  ['fox knight silver armour', /fox knight with silver armour/],
  [
    'a chess rook that dreams of being a queen. face, tiny crown, little arms',
    /chess rook.* with face, tiny crown/,
  ],
  ['banana with abs', /banana with abs and legs/],
])('a plan keeps who it is and what it has: %s', (line, expected) => {
  expect(drafted('en-US', line)).toMatch(expected);
});
