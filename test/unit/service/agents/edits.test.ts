import { expect, test } from 'vitest';
import { linesOf } from '../../../../src/engine/input/text/spec-lines.js';
import type { Focus } from '../../../../src/service/agents/embedded/changes/change.js';
import { refine } from '../../../../src/service/agents/embedded/changes/draft.js';
import { editsIn } from '../../../../src/service/agents/embedded/changes/edits.js';
import { bodyOf } from '../../../../src/service/agents/embedded/words/lexis.js';

const edited = (draft: string, line: string, focus: Focus = null): string =>
  editsIn(line, draft, focus).reduce(refine, draft);

test.each([
  ['a fat frog', 'fatter', 'a very fat frog'],
  ['a very fat frog', 'even fatter', 'an extremely fat frog'],
  ['a very fat frog', 'thinner', 'a thin frog'],
  ['a tall and thin butler', 'taller', 'a very tall and thin butler'],
  ['a muscular pig', 'more muscular', 'a very muscular pig'],
  ['a girl with long hair', 'hair longer', 'a girl with very long hair'],
  ['a girl with silver hair to her knees', 'shorter hair', 'a girl with short silver hair'],
  ['a viking', 'beard longer, blond', 'a viking with a long blond beard'],
  ['a viking with an axe', 'two axes', 'a viking with two axes'],
  ['a viking with an axe', 'lose the axe', 'a viking'],
  [
    'a girl with a hat',
    'add a choker and a bat on her shoulder',
    'a girl with a hat and a choker and a bat on her shoulder',
  ],
  [
    'an owl librarian with tiny round glasses',
    'could she be a barn owl specifically',
    'a barn owl librarian with tiny round glasses',
  ],
  ['an owl with a stack of books', 'stand holding one book, thats enough', 'an owl with one book'],
  ['a mushroom guy', 'make a low poly version of him', 'a low poly mushroom guy'],
  ['a brown dinosaur', 'his is green not brown', 'a green dinosaur'],
  ['a fox with a blue scarf', 'red not blue, and add boots', 'a fox with a red scarf and boots'],
  ['a penguin with a cane', "no cane he's not that old lol", 'a penguin'],
  ['a barbarian with a hammer', 'Heroic proportions.', 'a heroic barbarian with a hammer'],
  [
    'a barbarian with a hammer',
    'Keep the hammer but put it in the left hand',
    'a barbarian with a hammer in the left hand',
  ],
  ['a mouse with cheese', 'bigger cheese not bigger mouse', 'a mouse with big cheese'],
  ['a crab with red gloves', 'change it to a lobster then', 'a lobster with red gloves'],
  ['a crab with red gloves', 'put him in shorts', 'a crab with red gloves and shorts'],
  ['a sloth with a mug in the other hand', 'with a cigar instead of the mug', 'a sloth with a cigar'],
  ['a woman with red heels', 'ok trousers and lose the heels for flats', 'a woman with trousers and flats'],
  ['a ghost girl', 'like a kid?', 'a kid ghost girl'],
  ['a cobra', 'longer. no, thicker.', 'a thick long cobra'],
  ['a knight with a sword', 'sword in the other hand', 'a knight with a sword in the left hand'],
  ['a knight with a sword and a hat', 'everything should go except the sword', null],
  ['a knight with a sword and a hat', 'remove everything but the sword', 'a knight with a sword'],
  [
    'a man with black armour and a red sword',
    'keep the sword red!',
    'a man with black armour and a red sword',
  ],
  ['a pirate', 'let him hold a lantern', 'a pirate with a lantern'],
  ['a pirate', 'could you maybe give her an eyepatch please?', 'a pirate with an eyepatch'],
  ['a dog with a collar', 'her collar in pink, ok?', null],
  ['a dog with a collar', 'can the collar be pink?', 'a dog with a pink collar'],
  ['a cat', 'actually i want it with boots and without tail', 'a cat with boots without tail'],
  ['a wizard with a hat', 'the hat a bit darker', 'a wizard with a dark hat'],
  ['a wizard with a hat', 'his hat is way too big', 'a wizard with a small hat'],
  ['a wizard with a hat', 'dont want the hat', 'a wizard'],
  ['a robot', 'turn it into a pirate', 'a pirate'],
  ['a robot', 'dress it as a pirate', 'a robot pirate'],
  // A colour behind a thing goes with it.
  ['an alien with a robe in silver, a sash in deep red', 'lose the sash', 'an alien with a robe in silver'],
  ['an alien with a robe in silver', 'slate robe', 'an alien with a slate robe'],
  ['a man with a black jacket with flames, jeans', 'lose the jacket', 'a man with jeans'],
  ['a woman with hair in a bun, a staff', 'lose the bun', 'a woman with hair, a staff'],
  // The adjectives of the noun itself.
  ['a brown and white falcon', 'make it red', 'a red falcon'],
  [
    'a woman with white hair tied under a faded scarf',
    'red scarf',
    'a woman with white hair tied under a red faded scarf',
  ],
  ['a capybara with a bathrobe', 'make the robe white', 'a capybara with a white bathrobe'],
  ['a lobster waiter with a bow tie', 'make the tie blue', 'a lobster waiter with a blue bow tie'],
  ['a badger', 'give him a straw hat. a wide one', 'a badger with a wide straw hat'],
  ['a mushroom with legs', 'legs a little longer', 'a mushroom with long legs'],
])('"%s", then "%s", is "%s"', (draft, line, changed) => {
  expect(edited(draft, line)).toBe(changed ?? draft);
});

test('"it" is the thing of the last change', () => {
  expect(edited('a scarecrow with a pumpkin', 'put it in his hands', { thing: 'pumpkin', looks: [] })).toBe(
    'a scarecrow with a pumpkin in his hands',
  );
});

test.each([
  'is the mug in his left hand',
  'are its hooves silver as well',
  'pants or skirt?',
  'fangs visible?',
  'what shoes did you give her',
  'is she gonna stand or sit',
  'does he roar',
  'my uncle made them, he is a blacksmith',
  'i have two swords at home',
  'just looking what this does',
  'how many fingers does it have',
  'would a lantern fit his hand',
  'is that a no?',
  'the hat is nice',
  'why is it so big',
  'do snakes even have skeletons in this',
  'a wolf',
  'can i sell it',
  'who can see my rigs',
  'lovely!!',
  'my mods wont like it',
])('"%s" changes nothing', (line) => {
  expect(editsIn(line, 'a knight with a hat and a mug')).toEqual([]);
});

/** Descriptions and changes of random words. */
const looks = ['red', 'blue', 'golden', 'striped', 'big', 'small'];
const things = ['hat', 'scarf', 'sword', 'cape', 'boots', 'belt', 'backpack', 'shield', 'gloves'];
const kinds = ['fox', 'knight', 'robot', 'wizard', 'dragon', 'girl', 'owl librarian', 'bear'];

function picker(seed: number): <T>(list: readonly T[]) => T {
  let state = seed;
  return (list) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return list[Math.floor((state / 2 ** 31) * list.length)]!;
  };
}

const linesBeside = (draft: string, thing: string | null): string[] =>
  linesOf(bodyOf(draft).spec)
    .filter(({ about, name }) => (thing === null ? name !== null : name !== thing && about !== 'without'))
    .map((line) => JSON.stringify(line));

test('a change leaves everything beside its target as it was', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const pick = picker(seed * 7919);
    const worn = [...new Set([pick(things), pick(things), pick(things)])];
    const named = worn.map((thing) => `${pick(['', '', `${pick(looks)} `])}${thing}`);
    const draft = `a ${pick(looks)} ${pick(kinds)} with ${named.join(pick([' and ', ', ']))}`;
    const [thing, look] = [pick(worn), pick(looks)];
    const [line, target] = pick([
      [`make the ${thing} ${look}`, thing],
      [`lose the ${thing}`, thing],
      [`${look} ${thing}`, thing],
      [`the ${thing} should be ${look}`, thing],
      [`make it ${look}`, null],
    ] as const);
    const changed = edited(draft, line);
    const seen = [line, draft, changed].join(' | ');
    expect([seen, ...linesBeside(changed, target)]).toEqual([seen, ...linesBeside(draft, target)]);
  }
});

test.each([
  // Looks without a subject, or proposed.
  ['a villain', 'hmm could be more purple', 'a purple villain'],
  ['an owl', 'should be smaller', 'a small owl'],
  ['a king', 'should have a staff', 'a king with a staff'],
  ['a cat', 'or like, teal', 'a teal cat'],
  ['a cat', 'maybe blue?', 'a blue cat'],
  ['a wolf', 'a tiny one. like knee height', 'a tiny wolf'],
  // A colour in the place of another.
  ['a girl with pink hair', 'make her hair lavender instead of pink', 'a girl with lavender hair'],
  ['a knight with a red cape', 'make the cape green rather than red', 'a knight with a green cape'],
  // Whom the member is.
  ['a chubby person with glasses', 'make me buff', 'a buff person with glasses'],
  // Another sex.
  ['a gnome tinkerer with goggles', 'make her a woman', 'a female gnome tinkerer with goggles'],
  ['a person', 'haha make me buff instead', 'a buff person'],
  ['a mecha with spikes', 'more spikes', 'a mecha with many spikes'],
  ['an octopus chef', 'make each arm a different color', 'an octopus chef with rainbow arms'],
])('what is said beside a change: %s: %s', (draft, line, expected) =>
  expect(edited(draft, line)).toBe(expected),
);
