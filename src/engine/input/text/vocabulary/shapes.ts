/** Shapes of the files on creatures and on what they wear. */
import { z } from 'zod';
import { skeletonKinds } from '../../../kinds.js';
import { type Form, hexColour } from './form.js';
import type { BodyShape } from './solids.js';

const words = z.array(z.string()).readonly();
export const patternShape = z.enum([
  'striped',
  'spotted',
  'patched',
  'checked',
  'socks',
  'masked',
  'rainbow',
  'halved',
]);
export type Pattern = z.infer<typeof patternShape>;

/** Parts that a body can have more of than usual. */
export const repeatedParts = z.enum(['head', 'arms', 'tail', 'wings', 'eyes']);
export type RepeatedPart = z.infer<typeof repeatedParts>;
/** Missing parts have their usual number. */
export type Counts = Readonly<Partial<Record<RepeatedPart, number>>>;

/** A role sets clothes and items, and makes an animal walk upright. */
export const roleShape = z.strictObject({
  items: words,
  colour: z.string().optional(),
  /** Whether the trousers match the shirt. */
  suit: z.boolean().optional(),
  /** The default creature for the role. */
  body: z.string().optional(),
  /** Items with their own kind or colour; a colour is a word, or `#` and hex sRGB. */
  wears: z
    .record(
      z.string(),
      z.strictObject({
        colour: z.string().optional(),
        word: z.string().optional(),
        pattern: patternShape.optional(),
      }),
    )
    .optional(),
});
export type RoleWord = z.infer<typeof roleShape>;

const faces = z.enum(['human', 'muzzle', 'beak', 'robot', 'screen', 'frog']);
const ears = z.enum(['none', 'human', 'elf', 'point', 'round', 'long', 'floppy', 'horse', 'fan', 'side']);
const tails = z.enum(['none', 'brush', 'plume', 'thin', 'stub', 'curl', 'tuft', 'spade', 'hair', 'lizard']);
const feet = z.enum(['paw', 'hoof', 'claw', 'shoe', 'block', 'bare']);
export type Face = z.infer<typeof faces>;
export type EarShape = z.infer<typeof ears>;
export type TailShape = z.infer<typeof tails>;
export type Feet = z.infer<typeof feet>;

/** A creature as proportions: multiples of its body plan's own unless stated otherwise. */
export const speciesShape = z.strictObject({
  kind: z.enum(skeletonKinds),
  face: faces,
  /** Hex sRGB of coat or skin, and of belly and muzzle. */
  coat: hexColour,
  belly: hexColour.optional(),
  /** Metres to the top of the head; nose to tail for swimmers and crawlers. */
  height: z.number().positive(),
  head: z.number(),
  girth: z.number(),
  legs: z.number(),
  limb: z.number(),
  neck: z.number(),
  body: z.number(),
  snout: z.number(),
  snoutWidth: z.number(),
  nose: hexColour,
  /** Coats and eyes that the seed picks from, where they differ from one to another. */
  coats: z.array(hexColour).min(1).optional(),
  irises: z.array(hexColour).min(1).optional(),
  eyes: hexColour,
  ears,
  earSize: z.number(),
  tail: tails,
  tailLength: z.number(),
  feet,
  /** Parts the creature has by default. */
  parts: words,
  pattern: patternShape.exclude(['checked', 'rainbow']).optional(),
  patternColour: hexColour.optional(),
  /** Biped creatures whose skin takes the colour word, as fur does; for others it colours the clothes. */
  skinTakesColour: z.boolean(),
  dressed: z.boolean(),
  /** Arm lengths and tail thickness, where they differ from the plan's. */
  arms: z.number().optional(),
  tailThick: z.number().optional(),
  /** Colours of parts that differ from the coat: head, ears, arms, legs, feet, tail. */
  marks: z.record(z.string(), hexColour).optional(),
  /** How many of a part, where that is not the usual number. */
  counts: z.partialRecord(repeatedParts, z.int().min(1)).optional(),
  /** Size of the tufts of fur on cheeks and chest; none by default. */
  fluff: z.number().optional(),
  /** The species to use when another character carries it: a pumpkin has a body only as a character. */
  carried: z.string().optional(),
  /** The simplifications, as a sentence for the member. */
  caveat: z.string().optional(),
  /** Ears and tail of an animal, in the colour of the hair. */
  furry: z.boolean().optional(),
  /** Wings of skin rather than feathers. */
  leathery: z.boolean().optional(),
});

export type Species = z.infer<typeof speciesShape> & {
  /** A body of its own instead of a head and trunk. */
  shape?: BodyShape;
  /** Clothes worn when neither prompt nor role sets any. */
  costume?: RoleWord;
  /** Parameters that only its body class needs. */
  form?: Form;
};

/** An entry of a species file: what differs from the species it is `like`. `null` removes an inherited value. */
export const speciesChanges = speciesShape.partial().extend({
  like: z.string(),
  pattern: speciesShape.shape.pattern.nullable(),
  patternColour: speciesShape.shape.patternColour.nullable(),
  /** A name in costumes.json, or the costume itself. */
  costume: z.union([z.string(), roleShape]).optional(),
  /** Checked once the class of body is known. */
  form: z.record(z.string(), z.unknown()).optional(),
  /** A name in shapes/*.json; one with the name of the species is its own. */
  shape: z.string().optional(),
});
export type SpeciesChanges = z.infer<typeof speciesChanges>;

export type Creatures = {
  species: Record<string, Species>;
  /** Food, which is a character only when the prompt gives it something to wear, hold or do. */
  produce: Record<string, Species>;
  /** Things that are characters only where a text brings them to life. */
  objects: Record<string, Species>;
  roles: Record<string, RoleWord>;
  costumes: Record<string, RoleWord>;
};
