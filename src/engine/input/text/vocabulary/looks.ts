/** Reads the words for colours, materials, sizes, moods and poses. */
import { z } from 'zod';
import { hex } from '../../../colour.js';
import type { Vec3 } from '../../../geometry/vec.js';
import { artStyles, proportionNames } from '../../../kinds.js';
import { readVocabularyTable } from './files.js';
import { hexColour } from './form.js';
import { factors, meanings, wordSet, words } from './words.js';

export type Colours = ReturnType<typeof readColours>;

export function readColours(root: string) {
  const shape = z
    .strictObject({
      words: z.record(z.string(), hexColour),
      pairs: words,
      metals: words,
      tinges: z.record(z.string(), z.string()),
    })
    .check(({ value, issues }) => {
      const named = {
        pairs: value.pairs.map((pair) => pair.replaceAll(' ', '')),
        metals: value.metals,
        tinges: Object.values(value.tinges),
      };
      for (const [key, names] of Object.entries(named))
        for (const name of names)
          if (!Object.hasOwn(value.words, name))
            issues.push({ code: 'custom', input: name, path: [key], message: `“${name}” is not in words` });
    });
  const { words: hexOf, pairs, metals, tinges } = readVocabularyTable(root, 'colours', shape);
  return {
    /** Hex sRGB by word. */
    colourHex: hexOf,
    colourWords: new Set(Object.keys(hexOf)) as ReadonlySet<string>,
    /** Colour names of two words. */
    colourPairs: pairs,
    /** Colours that also change the material. */
    metalColours: new Set(metals) as ReadonlySet<string>,
    /** Maps the stem of "reddish" to "red". */
    tinges,
  };
}

/** `glow` is the emission strength. */
export type Finish = { roughness: number; metalness: number; glow?: number };
/** A covering in patches. `rises`: 1 for one that gathers on top, -1 for one that splashes from below. */
export type Layer = { name: string; colour: Vec3; finish: Finish; rises: number };

export function readMaterials(root: string, { colourHex }: Colours) {
  const colour = z
    .string()
    .refine((name) => Object.hasOwn(colourHex, name), 'expected a word of colours.json');
  const shape = z.strictObject({
    patterns: meanings(z.enum(['striped', 'spotted', 'patched', 'checked', 'rainbow', 'halved'])),
    finishes: z.record(
      z.string(),
      z.strictObject({
        roughness: z.number(),
        metalness: z.number(),
        glow: z.number().optional(),
        colour: colour.optional(),
      }),
    ),
    layers: z.record(
      z.string(),
      z.strictObject({
        words,
        colour,
        roughness: z.number(),
        glow: z.number().optional(),
        rises: z.number(),
      }),
    ),
    shades: factors,
    themes: z.record(z.string(), colour),
    torn: wordSet,
  });
  const {
    patterns,
    finishes,
    layers: kinds,
    shades,
    themes,
    torn,
  } = readVocabularyTable(root, 'materials', shape);
  const layers: Record<string, Layer> = {};
  const coverings: Record<string, Layer> = {};
  for (const [name, { words: list, colour: tone, roughness, glow, rises }] of Object.entries(kinds)) {
    const finish: Finish = { roughness, metalness: 0 };
    if (glow !== undefined) finish.glow = glow;
    coverings[name] = { name, colour: hex(colourHex[tone]!), finish, rises };
    for (const one of list) layers[one] = coverings[name];
  }
  return {
    patternNames: patterns,
    finishes,
    /** Coverings in patches, by their adjectives and by their names. */
    layers,
    coverings,
    mildColourModifiers: shades,
    /** Elements and styles with their default colour. */
    themes,
    tornWords: torn,
    ...readPrints(root),
  };
}

const corners = z.array(z.tuple([z.number(), z.number()]).readonly()).min(3);

/** Pictures on clothes: outlines one high about their middle. `also`: more outlines beside the first. */
function readPrints(root: string) {
  const shape = z.record(
    z.string(),
    z.strictObject({
      words,
      outline: corners,
      also: z.array(corners).optional(),
      holes: z.array(corners).optional(),
    }),
  );
  const prints = readVocabularyTable(root, 'prints', shape);
  const named = Object.entries(prints).flatMap(([name, { words: list }]) =>
    list.map((word) => [word, name] as const),
  );
  return { prints, printNames: Object.fromEntries(named) as Record<string, string> };
}

const buildFactors = z
  .strictObject({
    height: z.number(),
    girth: z.number(),
    limb: z.number(),
    legs: z.number(),
    head: z.number(),
  })
  .partial();

export function readBuilds(root: string) {
  const shape = z.strictObject({
    builds: z.record(z.string(), buildFactors),
    ages: z.record(z.enum(['baby', 'child', 'teen', 'adult', 'old']), buildFactors),
    sizes: factors,
  });
  return readVocabularyTable(root, 'builds', shape);
}

export const moodNames = z.enum([
  'happy',
  'smug',
  'sad',
  'angry',
  'shouting',
  'sleepy',
  'surprised',
  'serious',
]);
export type Mood = z.infer<typeof moodNames>;

export function readManners(root: string) {
  const shape = z.strictObject({
    stances: meanings(z.enum(['biped', 'quadruped'])),
    styles: meanings(z.enum(proportionNames)),
    artStyles: meanings(z.enum(artStyles)),
    moods: meanings(moodNames),
    clips: meanings(),
    hair: wordSet,
  });
  const { clips, hair, ...rest } = readVocabularyTable(root, 'manners', shape);
  return {
    ...rest,
    /** Clips by the words for their motion. */
    poses: clips,
    /** Hair styles, named before the hair. */
    manners: hair,
  };
}
