import { describe, expect, test } from 'vitest';
import { agedIn } from '../../../../src/service/agents/embedded/descriptions/ages.js';

describe('a message that tells an age', () => {
  test.each([
    ["a drow rogue, she's 31, white hair", 31, 'a drow rogue, white hair'],
    ['a sailor in his late fifties, bald', 58, 'a sailor, bald'],
    ['a baker, mid 40s, flour on her hands', 45, 'a baker, flour on her hands'],
    ['shes 17 and has a scythe', 17, 'and has a scythe'],
    ['a 72 year old gardener', 72, 'a gardener'],
    ['my hero mila, 9, red cape', 9, 'my hero mila, red cape'],
    ['a tall plumber, 55ish, moustache', 55, 'a tall plumber, moustache'],
    ['a skipper, about sixty. grey beard', 60, 'a skipper. grey beard'],
    ['Age: 25. Species: elf', 25, 'Species: elf'],
    ['a middle-aged spy with a hat', 50, 'a spy with a hat'],
  ])('%s', (line, years, rest) => expect(agedIn(line, null)).toEqual({ years, rest }));

  test.each([
    ['de', 'eine köchin so um die 60, rote schürze', 60, 'eine köchin, rote schürze'],
    ['es', 'un pirata de unos 40 años con barba', 40, 'un pirata con barba'],
    ['fr', 'une dame de 70 ans, cheveux blancs', 70, 'une dame, cheveux blancs'],
  ])('in %s: %s', (language, line, years, rest) => expect(agedIn(line, language)).toEqual({ years, rest }));

  test.each([
    'an orc with 3 eyes, 2 horns',
    'a 60s dress and 80s sunglasses',
    'a vampire who is 400 years old',
    'a car from the 1970s',
    'she is tall',
    'a shark my 6 year old would like',
    'my niece, 8, wants a unicorn',
    'a robot about 20 cm high',
  ])('tells none in %s', (line) => expect(agedIn(line, null)).toEqual({ years: null, rest: line }));
});
