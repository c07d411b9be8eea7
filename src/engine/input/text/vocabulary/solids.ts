/** Shape of the bodies of things in shapes/*.json: a few solids for each. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readVocabularyTable } from './files.js';
import { hexColour } from './form.js';

const point = z.tuple([z.number(), z.number()]).readonly();
const place = z.tuple([z.number(), z.number(), z.number()]).readonly();

/** What every solid can have. Lengths are heights of the thing: it stands on 0 and is 1 high. Angles are degrees. */
const common = {
  at: place.optional(),
  turn: place.optional(),
  /** Rounds the edges. */
  round: z.number().optional(),
  /** Factor on its depth. */
  flat: z.number().optional(),
  /** A solid with a colour is a detail on the body: hex, or a shade of the body's colour. */
  colour: z.union([hexColour, z.enum(['coat', 'second', 'dark', 'light'])]).optional(),
  glow: z.number().optional(),
  shine: z.boolean().optional(),
  /** Also on the other side. */
  mirror: z.boolean().optional(),
  /** How often it is repeated around the axis. */
  around: z.int().optional(),
  /** Taken away from the body. */
  cut: z.boolean().optional(),
};

const solidShape = z.union([
  /** Width, height and depth. */
  z.strictObject({ box: place, ...common }),
  /** Half axes. */
  z.strictObject({ ball: place, ...common }),
  /** Points of (radius, height), from the bottom to the top. */
  z.strictObject({ lathe: z.array(point).min(2), smooth: z.boolean().optional(), ...common }),
  z.strictObject({
    outline: z.array(point).min(3),
    deep: z.number(),
    smooth: z.boolean().optional(),
    ...common,
  }),
  z.strictObject({ tube: z.array(place).min(2), radii: z.array(z.number()).min(1), ...common }),
  /** Radius of the ring and of its tube, in the XY plane. */
  z.strictObject({ ring: point, ...common }),
]);
export type ShapeSolid = z.infer<typeof solidShape>;

export const bodyShape = z.strictObject({
  /** Height and size of the face. */
  face: point,
  /** Height of the shoulders; below the mouth by default. */
  arms: z.number().optional(),
  /** Height of the thing as a fraction of the character's; the rest are legs. */
  share: z.number().optional(),
  /** Its size when it is carried, in heights of who carries it. */
  held: z.number().optional(),
  /** Rounds the edges where its solids meet. */
  soft: z.number().optional(),
  solids: z.array(solidShape).min(1),
});
export type BodyShape = z.infer<typeof bodyShape>;

const table = z.record(z.string(), bodyShape);

/** Bodies of things by their name. */
export function readShapes(root: string): ReadonlyMap<string, BodyShape> {
  const files = readdirSync(join(root, 'shapes')).filter((file) => file.endsWith('.json'));
  return new Map(
    files.sort().flatMap((file) => {
      const name = join('shapes', file.slice(0, -'.json'.length));
      return Object.entries(readVocabularyTable(root, name, table));
    }),
  );
}
