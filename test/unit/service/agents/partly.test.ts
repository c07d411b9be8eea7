import { expect, test } from 'vitest';
import { become, type DraftChange } from '../../../../src/service/agents/embedded/changes/change.js';
import { refine } from '../../../../src/service/agents/embedded/changes/draft.js';
import { editsIn } from '../../../../src/service/agents/embedded/changes/edits.js';
import { focusOf } from '../../../../src/service/agents/embedded/changes/focus.js';
import { follow } from '../../../../src/service/agents/embedded/talk.js';
import { says, turn } from './says.js';

const knight = 'a knight with a blue cape, a silver helmet and a sword';

test.each([
  ['make the cape match the helmet', 'a knight with a silver cape, a silver helmet and a sword'],
  ['lighter blue', 'a knight with a light blue cape, a silver helmet and a sword'],
  ["change his cape's colour to burgundy", 'a knight with a burgundy cape, a silver helmet and a sword'],
  ['take away his weapons', 'a knight with a blue cape, a silver helmet'],
  ['everything black', 'a black knight with a black cape, a black helmet and a sword'],
  ['actually a penguin', 'a penguin with a blue cape, a silver helmet and a sword'],
  ['striped tail?', `${knight} and striped tail`],
])('a change in chat style: %s', (line, expected) =>
  expect(editsIn(line, knight).reduce(refine, knight)).toBe(expected),
);

test('adjectives alone are about the thing that was just added, or described alike', () => {
  const fox = 'a fox with a pointy hat';
  const after = (line: string, last: DraftChange) => editsIn(line, fox, focusOf(last)).reduce(refine, fox);
  expect(after('purple', { kind: 'add', what: 'a pointy hat' })).toBe('a fox with a purple pointy hat');
  expect(after('purple', become('bigger', 'hat'))).toBe('a purple fox with a pointy hat');
  expect(after('fatter', { kind: 'add', what: 'a pointy hat' })).toBe('a fat fox with a pointy hat');
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

test.each([
  ['make the cape green, flurby', ['flurby']],
  ['make the cape green, thanks', []],
])('words that a change leaves out are told: %s', (line, left) => {
  const { talk } = follow([turn('a knight with a blue cape'), turn(line)]);
  expect(talk.left).toEqual(left);
});
