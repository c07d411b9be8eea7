/** Shapes of species/forms.json: what only one class of body has. Lengths are multiples of the class's own. */
import { z } from 'zod';

/** Hex sRGB. */
export const hexColour = z.string().regex(/^[0-9a-f]{6}$/, 'expected a colour of six hex digits');

const avian = z.strictObject({
  bill: z.enum(['cone', 'hook', 'parrot', 'flat', 'spear', 'bent', 'great']),
  billLength: z.number(),
  /** Lean of the back: 0 is horizontal, 1 upright. */
  upright: z.number(),
  wing: z.number(),
  /** Flippers without feathers. */
  flipper: z.boolean(),
  /** `display` is an upright wheel; `sickle` feathers arch over the rump. */
  tail: z.enum(['fan', 'short', 'long', 'display', 'sickle']),
  webbed: z.boolean(),
  crest: z.enum(['none', 'tufts', 'comb', 'plume']),
  /** Colour of an owl's round face mask. */
  disc: hexColour.optional(),
  cheeks: hexColour.optional(),
  hood: hexColour.optional(),
  wings: hexColour.optional(),
  wingTips: hexColour.optional(),
  tailColour: hexColour.optional(),
  /** Colour of the eye spot at the end of each tail feather. */
  tailEyes: hexColour.optional(),
  legsColour: hexColour.optional(),
});

const serpentine = z.strictObject({
  head: z.enum(['snake', 'worm', 'eel', 'dragon']),
  thick: z.number(),
  hood: z.boolean(),
  rattle: z.boolean(),
  /** Whether it has short legs, as eastern dragons have. */
  legs: z.boolean(),
  bands: hexColour.optional(),
});

const aquatic = z.strictObject({
  /** Half height and half width as fractions of the length. */
  deep: z.number(),
  wide: z.number(),
  snout: z.enum(['round', 'point', 'beak', 'blunt']),
  tail: z.enum(['fan', 'fork', 'crescent', 'fluke']),
  dorsal: z.enum(['sail', 'blade', 'low', 'none']),
  /** Whether it has pelvic fins; whales have one pair of fins fewer. */
  pelvic: z.boolean(),
  fin: z.number(),
  teeth: z.boolean(),
  /** An anglerfish's light on a rod in front of the mouth. */
  lure: z.boolean(),
  fins: hexColour.optional(),
  bands: hexColour.optional(),
  /** A light patch behind the eye. */
  patch: hexColour.optional(),
});

const hexapod = z.strictObject({
  abdomen: z.number(),
  abdomenLong: z.number(),
  wings: z.enum(['none', 'clear', 'broad', 'long', 'shell']),
  antennae: z.enum(['bent', 'club', 'comb']),
  mandibles: z.number(),
  horn: z.boolean(),
  sting: z.boolean(),
  fuzzy: z.boolean(),
  legLength: z.number(),
  bands: hexColour.optional(),
  head: hexColour.optional(),
  wingColour: hexColour.optional(),
});

const octopod = z.strictObject({
  plan: z.enum(['spider', 'octopus', 'crab', 'scorpion', 'lobster']),
  abdomen: z.number(),
  legLength: z.number(),
  legThick: z.number(),
  /** A jellyfish bell with hanging arms. */
  bell: z.boolean().optional(),
  /** Colour of the markings on back or abdomen. */
  mark: hexColour.optional(),
});

const shapes = { avian, serpentine, aquatic, hexapod, octopod };

/** The default form of each class. */
export const formsShape = z.strictObject(shapes);
export type Forms = z.infer<typeof formsShape>;

export type AvianForm = { kind: 'avian' } & Forms['avian'];
export type SerpentineForm = { kind: 'serpentine' } & Forms['serpentine'];
export type AquaticForm = { kind: 'aquatic' } & Forms['aquatic'];
export type HexapodForm = { kind: 'hexapod' } & Forms['hexapod'];
export type OctopodForm = { kind: 'octopod' } & Forms['octopod'];
export type Form = AvianForm | SerpentineForm | AquaticForm | HexapodForm | OctopodForm;

export const hasForm = (kind: string): kind is Form['kind'] => Object.hasOwn(shapes, kind);

/** What a species changes about the default form of its class. */
export const formChanges: Record<Form['kind'], z.ZodType<Partial<Form>>> = {
  avian: avian.partial(),
  serpentine: serpentine.partial(),
  aquatic: aquatic.partial(),
  hexapod: hexapod.partial(),
  octopod: octopod.partial(),
};
