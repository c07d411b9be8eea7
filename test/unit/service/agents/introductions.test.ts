import { describe, expect, test } from 'vitest';
import { introducedIn } from '../../../../src/service/agents/embedded/descriptions/introductions.js';

describe('a message that tells a name', () => {
  test.each([
    ['a dwarf named Olm Stonefoot, red beard', 'Olm Stonefoot', 'a dwarf, red beard'],
    ['an orc cook with a ladle. her name is Grunda.', 'Grunda', 'an orc cook with a ladle.'],
    ['a goblin banker. Name is Mrs. Ledger', 'Mrs. Ledger', 'a goblin banker.'],
    ['a snail called "Sir Slow", blue shell', 'Sir Slow', 'a snail, blue shell'],
    ['she is a vampire and her name is mirelle', 'mirelle', 'she is a vampire'],
    ['Name: Kip. Species: otter', 'Kip', 'Species: otter'],
    ['a pirate, hes called Bo the Red and he has a hook', 'Bo the Red', 'a pirate and he has a hook'],
    ['his name is Waffle', 'Waffle', ''],
    ['my old beagle Pretzel, floppy ears', 'Pretzel', 'my old beagle, floppy ears'],
    ['make my brother tobias. he has a mullet', 'tobias', 'make my brother. he has a mullet'],
    ['can you make jonas as a crab', 'jonas', 'can you make a crab'],
  ])('%s', (line, name, rest) => expect(introducedIn(line, null)).toEqual({ name, rest }));

  test.each([
    ['de', 'ein alter ritter namens Wulf, roter bart', 'Wulf', 'ein alter ritter, roter bart'],
    ['es', 'una bruja que se llama Alba', 'Alba', 'una bruja que'],
  ])('in %s: %s', (language, line, name, rest) =>
    expect(introducedIn(line, language)).toEqual({ name, rest }),
  );

  test.each([
    'a clerk with a name tag that says Dale',
    'a thing called a hat',
    'what is its name?',
    'hi my name is Bob and i want a fox',
    'can you make my cat as a knight',
    'my dog Please make it red',
    'a robot called up by soldiers',
  ])('tells none in %s', (line) => expect(introducedIn(line, null)).toEqual({ name: null, rest: line }));
});
