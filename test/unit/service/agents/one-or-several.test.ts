import { describe, expect, test } from 'vitest';
import { follow } from '../../../../src/service/agents/embedded/talk.js';
import { turn } from './says.js';

const wishOf = (line: string) => follow([turn(line)], 'en-US').wishes[0];
const countOf = (line: string): number => {
  const wish = wishOf(line);
  return wish?.kind === 'make' ? 1 + (wish.others?.length ?? 0) : 0;
};

describe('one character', () => {
  test.each([
    ['ok a plumber then. man, greasy dungarees, spanner, cap', /plumber/],
    ['a crab with a monocle and a small crown 🦀👑', /crab with a small crown|crab with a monocle/],
    [
      'cat girl avatar for vrchat, no fur!!! human girl w cat ears and tail, mint hoodie, cargo pants',
      /human girl/,
    ],
    [
      'i vote otter in a hoodie, ben votes badger, badger it is i guess. badger in green wellies with a rake',
      /badger/,
    ],
    ['a baker. but a mole, dirty apron, big oven gloves', /mole/],
    ['a tax accountant who is also a wizard', /wizard.*accountant|accountant.*wizard/],
    ['a nutcracker, the wooden soldier kind. red coat, black tall hat', /soldier/],
    ["new unit: a goblin rider's mount, a warty toad with a saddle", /toad/],
    ['bigfoot in a hawaiian shirt holding a beer... or a coconut if beer aint allowed', /bigfoot/],
    ['can you make a unicorn that is also a dragon', /unicorn dragon/],
    ['bro make a ninja but like hes a frog', /^a ninja frog$/],
    ['idk if its a lynx or a bobcat, lets say lynx. torn ear, leather vest', /lynx/],
  ])('is described by %s', (line, kind) => {
    expect(wishOf(line)).toMatchObject({ kind: 'make', prompt: expect.stringMatching(kind) });
    expect(countOf(line)).toBe(1);
  });
});

test.each([
  ['a fox, a bear and a cat', 3],
  ['make me a dwarf cleric w a warhammer, elf ranger w a bow and a cloak', 2],
  ['3 goblins: one with a pot on his head, one fat with a spoon, one tiny with a slingshot', 3],
  ['make a bear with a hat. make a wolf with a scarf', 2],
  ['a knight with a red cape and a dragon with a gold collar', 2],
])('%s has a card for each', (line, count) => expect(countOf(line)).toBe(count));

describe('the head noun of a description is the character', () => {
  test.each([
    ['a wizard with scrubs, a lanyard and crocs', /^a wizard with/],
    ['gruff little rock covered in red moss. with arms', /rock/],
    ['deep sea repair tech, brass diving suit, oxygen tank', /repair tech with/],
  ])('%s', (line, kind) => expect(wishOf(line)).toMatchObject({ prompt: expect.stringMatching(kind) }));

  test.each(['voldemort but tiny', 'make marcus'])('%s is a name, and its looks are asked for', (line) =>
    expect(wishOf(line)?.kind).toBe('figure'),
  );

  test.each(['whew', 'ok yikes', 'haha ok but add a scarf'])('%s is no name', (line) =>
    expect(wishOf(line)?.kind).not.toBe('figure'),
  );
});
