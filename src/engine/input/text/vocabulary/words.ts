/** Reads the word lists: what each word of a prompt means. */
import { z } from 'zod';
import { readVocabularyTable } from './files.js';
import type { Creatures } from './shapes.js';
import { speciesShape } from './shapes.js';

const word = z.string().min(1);
export const words = z.array(word).superRefine((list, context) => {
  const seen = new Set<string>();
  for (const one of list) {
    if (seen.has(one)) context.addIssue({ code: 'custom', message: `“${one}” is listed twice` });
    seen.add(one);
  }
});
export const wordSet = words.transform((list): ReadonlySet<string> => new Set(list));
export const factors = z.record(z.string(), z.number());

type Known = { what: string; names: Readonly<Record<string, unknown>> };

/** A list of words for each meaning, read as word -> meaning. A word has one meaning, and meanings must be known. */
export const meanings = <T extends string = string>(names: z.ZodType<T, T> | null = null, known?: Known) =>
  z.record((names ?? z.string()) as z.ZodType<T, T>, words).transform((table, context) => {
    const meaningOf: Record<string, T> = {};
    for (const [meaning, list] of Object.entries(table) as [T, string[]][]) {
      const report = (message: string) => context.addIssue({ code: 'custom', path: [meaning], message });
      if (known && !Object.hasOwn(known.names, meaning)) report(`there is no ${known.what} “${meaning}”`);
      for (const one of list) {
        if (Object.hasOwn(meaningOf, one)) report(`“${one}” already means “${meaningOf[one]}”`);
        meaningOf[one] = meaning;
      }
    }
    return meaningOf;
  });

export function readParts(root: string) {
  const shape = z.strictObject({
    names: meanings(),
    adjectives: z.record(z.string(), z.string()),
    paired: wordSet,
    uncounted: wordSet,
    optional: wordSet,
    nonMetallic: wordSet,
  });
  const { names, adjectives, paired, uncounted, optional, nonMetallic } = readVocabularyTable(
    root,
    'parts',
    shape,
  );
  return {
    partNames: names,
    /** "Haired" and the like, and the part meant. */
    partOfAdjective: adjectives,
    /** Items that come in pairs, and things that are not counted. */
    paired,
    uncounted,
    /** Parts a body can be made without. */
    optionalParts: optional,
    /** Things that stay non-metallic: golden hair is not made of metal. */
    nonMetallic,
  };
}

export function readPeople(
  root: string,
  { species }: Creatures,
  { builds }: { builds: Readonly<Record<string, unknown>> },
) {
  const shape = z.strictObject({
    women: wordSet,
    old: wordSet,
    men: wordSet,
    ages: meanings(z.enum(['baby', 'child', 'teen'])),
    builds: meanings(null, { what: 'build', names: builds }),
    bodies: meanings(null, { what: 'build', names: builds }),
    anyone: meanings(null, { what: 'species', names: species }),
    sized: wordSet,
    crowds: wordSet,
  });
  const people = readVocabularyTable(root, 'people', shape);
  return {
    womanWords: people.women,
    oldWords: people.old,
    manWords: people.men,
    /** Words for the young of people and animals. */
    ageWords: people.ages,
    /** Words for people of a certain build, with the adjective each implies. */
    builtPeople: people.builds,
    /** What a body of a certain build is said to have: a six pack. */
    bodyWords: people.bodies,
    /** Words for a character of unspecified kind, and the creature made for each. */
    anyones: people.anyone,
    /** Size words that are nouns when no other noun follows. */
    sizedPeople: people.sized,
    /** Collective nouns for several characters. */
    crowds: people.crowds,
  };
}

export function readPhrases(root: string) {
  const count = z.union([z.number().int(), z.literal('many').transform(() => Number.POSITIVE_INFINITY)]);
  const shape = z.strictObject({
    fillers: wordSet,
    unshown: wordSet,
    trims: wordSet,
    textures: meanings(z.enum(['hair', 'fur', 'scales', 'feathers'])),
    links: wordSet,
    negations: wordSet,
    endsNegation: wordSet,
    clothing: wordSet,
    degrees: factors,
    numbers: z.record(z.string(), count),
    pairs: words,
    compounds: words,
    labels: wordSet,
    pictures: wordSet,
    surroundings: wordSet,
  });
  const { unshown, textures, trims, ...phrases } = readVocabularyTable(root, 'phrases', shape);
  return {
    ...phrases,
    /** Words with a meaning that no body shows. */
    unshownWords: unshown,
    /** Words for the parts of a thing that have its second colour. */
    trims,
    /** Words for what a skin is covered with. */
    textures,
  };
}

/** Emoji that stand for words, and emoji that only decorate. */
export function readEmoji(root: string) {
  const shape = z.strictObject({ words: meanings(), decoration: wordSet });
  const { words, decoration } = readVocabularyTable(root, 'emoji', shape);
  return { emojiWords: words, emojiDecoration: decoration };
}

/** The words for things that can be brought to life, and the words that do so. */
export function readObjects(root: string, { objects }: Creatures) {
  const shape = z.strictObject({
    names: meanings(null, { what: 'object', names: objects }),
    alive: wordSet,
    bodies: wordSet,
  });
  const { names, alive, bodies } = readVocabularyTable(root, 'objects', shape);
  return { objectNames: names, lifeWords: alive, lifeSigns: new Set([...alive, ...bodies]) };
}

/** Synonyms of creatures and roles, and the endings of names that reveal the kind of creature. */
export function readNames(root: string, { species, roles }: Creatures) {
  const creature = { what: 'species', names: species };
  const shape = z.strictObject({
    names: meanings(null, creature),
    patterned: meanings(null, creature),
    endings: meanings(null, creature),
  });
  const { names, patterned, endings } = readVocabularyTable(root, 'species-names', shape);
  return {
    speciesNames: names,
    /** Patterns that name a creature where no noun follows: a tabby is a cat. */
    patternedCreatures: patterned,
    nameEndings: endings,
    roleNames: readVocabularyTable(root, 'role-names', meanings(null, { what: 'role', names: roles })),
    lifeless: readVocabularyTable(root, 'lifeless', wordSet),
  };
}

export function readHybrids(root: string, { species }: Creatures) {
  const known = z.string().refine((name) => Object.hasOwn(species, name), 'there is no such species');
  const shape = z.strictObject({
    natures: z.record(z.string(), speciesShape.partial()),
    halves: z.record(known, z.tuple([known, known])),
    ears: z.record(z.string(), speciesShape.pick({ ears: true, earSize: true })),
    halving: wordSet,
    maidens: wordSet,
    general: z.array(known).transform((list): ReadonlySet<string> => new Set(list)),
  });
  const { natures, halves, ears, halving, maidens, general } = readVocabularyTable(root, 'hybrids', shape);
  return {
    /** What a robot, ghost or demon version of an animal changes about it. */
    natures,
    /** Creatures by the two that they are half of. */
    halves,
    /** Headbands that give a person the ears of an animal. */
    earItems: ears,
    /** Words that combine two creatures into one. */
    halving,
    maidens,
    /** General names that may follow a specific one: a husky dog. */
    generalNames: general,
  };
}
