/** Every word of the vocabulary means what its table says, and words of everyday language mean nothing. */
import { describe, expect, it } from 'vitest';
import { hex } from '../../../../../src/engine/colour.js';
import { colourOf } from '../../../../../src/engine/input/text/colours.js';
import { spoken } from '../../../../../src/engine/input/text/joined.js';
import { describePrompt } from '../../../../../src/engine/input/text/prompt.js';
import { creatureOf, roleOfWord } from '../../../../../src/engine/input/text/species-lookup.js';
import {
  colourHex,
  itemNames,
  layers,
  moods,
  objectNames,
  objects,
  partNames,
  patternNames,
  roleNames,
  roles,
  species,
  speciesNames,
} from '../../../../../src/engine/input/text/vocabulary.js';
import { sampled } from '../../../../support/slice.js';

const said = (word: string): string => spoken.get(word) ?? word;
const wordsOf = (...tables: readonly object[]): string[] => [
  ...new Set(tables.flatMap((table) => Object.keys(table))),
];
/** The words that do not pass. */
const failing = (words: readonly string[], passes: (word: string) => boolean): string[] =>
  words.filter((word) => !passes(word));
const isRead = (prompt: string): boolean => {
  const { unknown, guessed } = describePrompt(prompt).words;
  return unknown.length + guessed.length === 0;
};

describe('a word for', () => {
  const creatures = wordsOf(species, speciesNames).filter((word) => !Object.hasOwn(objects, word));
  sampled(5, creatures)('a creature names that creature', (words) => {
    const names = (word: string) => describePrompt(`a happy ${said(word)}`).spec.species?.[0];
    expect(failing(words, (word) => names(word) === creatureOf(word))).toEqual([]);
  });

  const named = wordsOf(roles, roleNames).filter((word) => !creatureOf(word) && /^[a-z]+$/.test(word));
  sampled(5, named)('a role brings its clothes', (words) => {
    const brings = (word: string) => describePrompt(`a ${said(word)}`).spec.role;
    expect(failing(words, (word) => brings(word) === roleOfWord(word))).toEqual([]);
  });

  const oneSense = wordsOf(itemNames).filter((word) => !/^(stiletto|bass|mail|plate|icecream)$/.test(word)); // shoes, a voice, letters and food
  sampled(5, oneSense)('an item is shown on a person, or has a note', (words) => {
    const isTold = (word: string) => {
      const { items, notes, counts } = describePrompt(`a human with ${said(word)}`);
      return (
        items.has(itemNames[word]!) ||
        items.has('unicorn horn') ||
        notes.length > 0 ||
        Object.keys(counts).length > 0
      );
    };
    expect(failing(words, (word) => isRead(`a human with ${said(word)}`))).toEqual([]);
    expect(failing(words, isTold)).toEqual([]);
  });

  it('a part, a mood, a pattern or a covering is understood', () => {
    expect(failing(wordsOf(partNames), (word) => isRead(`a fox with long ${word}`))).toEqual([]);
    expect(failing(wordsOf(moods, patternNames, layers), (word) => isRead(`a ${said(word)} fox`))).toEqual(
      [],
    );
  });

  it('a colour is a colour of hair and of a scarf', () => {
    const isColour = (word: string) => {
      const { items } = describePrompt(`a man with a ${said(word)} scarf`);
      return `${items.get('scarf')?.colour}` === `${colourOf(word)}`;
    };
    expect(failing(Object.keys(colourHex), isColour)).toEqual([]);
  });
});

describe('a thing', () => {
  const things = wordsOf(objects, objectNames);
  const keyOf = (word: string) => (Object.hasOwn(objects, word) ? word : objectNames[word]!);

  it('is no character where nothing lives', () => {
    const isNobody = (word: string) => {
      const { spec, refusal } = describePrompt(`a ${said(word)}`);
      return refusal !== null && !Object.hasOwn(objects, spec.species?.[0] ?? '');
    };
    expect(failing(things, isNobody)).toEqual([]);
  });

  it.each([
    ['is alive', (thing: string) => `a living ${thing}`],
    ['has a mood', (thing: string) => `an angry ${thing}`],
    ['has a face', (thing: string) => `a ${thing} with a face and tiny legs`],
    ['is dressed', (thing: string) => `a ${thing} with a moustache and a top hat`],
  ])('is the character where it %s', (_, promptOf) => {
    expect(
      failing(things, (word) => describePrompt(promptOf(said(word))).spec.species?.[0] === keyOf(word)),
    ).toEqual([]);
  });

  it('belongs to a person who is named', () => {
    const isOwner = (word: string) => describePrompt(`a happy knight with a ${said(word)}`).name === 'knight';
    expect(failing(things, isOwner)).toEqual([]);
  });

  it('of a fruit keeps its colour for other things', () => {
    expect(describePrompt('a dog in orange').look.colour).toEqual(hex(colourHex.orange!));
    expect(describePrompt('a girl with a peach dress').items.get('dress')?.colour).toEqual(
      hex(colourHex.peach!),
    );
  });
});

describe('a word of everyday language', () => {
  const everyday =
    'time yesterday today tomorrow back rest second minute hour fine light week work way place lot stuff idea question help money price card button link reply message channel server credit order thread picture file version name word sentence line part point end start side top bottom middle kind sort type style case chance reason problem matter change number level area life world home family weekend morning night while moment month year'.split(
      ' ',
    );

  it('is no creature, no role and no living thing', () => {
    const isNobody = (word: string) =>
      creatureOf(word) === undefined && roleOfWord(word) === undefined && !Object.hasOwn(objects, word);
    expect(failing(everyday, isNobody)).toEqual([]);
  });

  it.each(['angrier', 'happiest', 'rustier', 'shiniest', 'furrier', 'muddier'])(
    'of degree is the adjective: %s',
    (word) => {
      expect(describePrompt(`a ${word} robot fox`).words.unknown).toEqual([]);
    },
  );

  it('is not taken for a comparative', () => {
    expect(describePrompt('a fox of matter').words.unknown).toContain('matter');
  });
});
