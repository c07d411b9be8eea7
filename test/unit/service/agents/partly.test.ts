import { expect, test } from 'vitest';
import { become } from '../../../../src/service/agents/embedded/changes/change.js';
import { refine } from '../../../../src/service/agents/embedded/changes/draft.js';
import { editsIn, partlyIn } from '../../../../src/service/agents/embedded/changes/edits.js';
import { says } from './says.js';

const knight = 'a knight with a blue cape, a silver helmet and a sword';

test.each([
  ['id rather have an axe', 'a knight with a blue cape, a silver helmet and an axe'],
  ['actually leave the helmet out', 'a knight with a blue cape and a sword'],
  ['the helmet should be black, cape too', 'a knight with a black cape, a black helmet and a sword'],
  ['make the cape match the helmet', 'a knight with a silver cape, a silver helmet and a sword'],
  ['double the size of the helmet', 'a knight with a blue cape, a big silver helmet and a sword'],
  ['the blue should be more like navy', 'a knight with a navy cape, a silver helmet and a sword'],
  ['lighter blue', 'a knight with a light blue cape, a silver helmet and a sword'],
  ['instead of blue make the cape orange', 'a knight with an orange cape, a silver helmet and a sword'],
  ["change his cape's colour to burgundy", 'a knight with a burgundy cape, a silver helmet and a sword'],
  ['take away his weapons', 'a knight with a blue cape, a silver helmet'],
  ['nothing in his hands', 'a knight with a blue cape, a silver helmet'],
  ['sword? nah. crossbow', 'a knight with a blue cape, a silver helmet and crossbow'],
  ['cape: red. helmet: none.', 'a knight with a red cape and a sword'],
  ['everything black', 'a black knight with a black cape, a black helmet and a sword'],
  ['keep the cape lose the rest', 'a knight with a blue cape'],
  ['actually a penguin', 'a penguin with a blue cape, a silver helmet and a sword'],
  ['striped tail?', `${knight} and striped tail`],
])('a change in chat style: %s', (line, expected) =>
  expect(editsIn(line, knight).reduce(refine, knight)).toBe(expected),
);

test('adjectives alone are about the thing that was just added, or described alike', () => {
  const fox = 'a fox with a pointy hat';
  const after = (line: string, spoken: Parameters<typeof editsIn>[2]) =>
    editsIn(line, fox, spoken).reduce(refine, fox);
  expect(after('purple', { kind: 'add', what: 'a pointy hat' })).toBe('a fox with a purple pointy hat');
  expect(after('purple', become('bigger', 'hat'))).toBe('a purple fox with a pointy hat');
  expect(after('fatter', { kind: 'add', what: 'a pointy hat' })).toBe('a fat fox with a pointy hat');
});

test('changes among other clauses are read, and the words left out are told', () => {
  expect(partlyIn('make the cape shorter please its dragging lol', knight)).toEqual({
    changes: [become('shorter', 'cape')],
    left: [],
  });
  expect(partlyIn('give him a red cape and make him flurby', knight)?.left).toEqual(['make him flurby']);
  expect(partlyIn('why is the cape red, i said blue', knight)).toBeNull();
});

test.each([
  'the cape shorter its so flurby',
  "a deer's tail instead of the flurby one",
  'make her flurby and curvy',
  'on a horse',
])('no fragment takes the place of the plan: %s', (line) => {
  expect(says(knight, line).draft).toContain('knight');
});

test.each([
  [['a viking with a red beard', 'blond beard', 'go back to the red beard'], 'a viking with a red beard'],
  [['a viking with a red beard', 'black beard', 'hmm red was better'], 'a viking with a red beard'],
  [['a viking', 'add a hat', 'undo', 'redo'], 'a viking with a hat'],
  [
    ['an elf with a bow', 'make a dwarf with an axe', 'the elf needs red hair'],
    'an elf with a bow and red hair',
  ],
] as const)('an earlier look or character is meant: %j', (lines, expected) => {
  expect(says(...lines).draft).toBe(expected);
});
