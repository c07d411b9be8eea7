/** Reads the items: their words, and which bodies can wear them. */
import { z } from 'zod';
import type { SkeletonKind } from '../../../kinds.js';
import { readVocabularyTable } from './files.js';
import type { Colours } from './looks.js';
import { meanings, wordSet } from './words.js';

/** Bodies that have no place for some items; a biped can wear everything. */
const limited = ['quadruped', 'avian', 'serpentine', 'aquatic', 'hexapod', 'octopod'] as const;
type Limited = (typeof limited)[number];

export function readItems(root: string, { colourHex }: Colours) {
  const places = z.enum(['head', 'neck', 'back', 'hand', 'grown']);
  const items = z.array(z.string());
  const colour = z
    .string()
    .refine((name) => Object.hasOwn(colourHex, name), 'expected a word of colours.json');
  const shape = z.strictObject({
    headgear: wordSet,
    handheld: wordSet,
    bodyItems: wordSet,
    suits: z.record(z.string(), colour),
    archers: wordSet,
    rivals: z.array(wordSet),
    adjectives: z.record(z.string(), z.string()),
    places: z.record(places, items),
    bodies: z.record(z.enum(limited), z.strictObject({ places: z.array(places), items })),
  });
  const wear = readVocabularyTable(root, 'wear', shape);
  const fits = (kind: Limited): ReadonlySet<string> => {
    const { places: at, items: others } = wear.bodies[kind];
    return new Set([...at.flatMap((place) => wear.places[place]), ...others]);
  };
  return {
    itemNames: readVocabularyTable(root, 'items', meanings()),
    /** One item at a time: a requested item replaces the one a role would wear or hold. */
    headgear: wear.headgear,
    handheld: wear.handheld,
    /** Items that grow on a body: hair, horns, wings. */
    bodyItems: wear.bodyItems,
    /** One-piece and tailored clothes with their default colour. */
    suits: wear.suits,
    /** Characters whose "bow" is a weapon. */
    archers: wear.archers,
    /** Words for different things of which a body shows one: a shirt under a jacket. */
    rivals: wear.rivals,
    /** Adjectives that imply an item or a body part. */
    wornAs: wear.adjectives,
    /** Items by body; a body without an entry wears everything. */
    wearable: Object.fromEntries(limited.map((kind) => [kind, fits(kind)])) as Partial<
      Record<SkeletonKind, ReadonlySet<string>>
    >,
  };
}
