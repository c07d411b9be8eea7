/** Reads what can be drawn on a body: the letters, and marks by kind. */
import { z } from 'zod';
import type { Point } from '../../../geometry/field/profile.js';
import { type MarkPlace, type MarkSide, markPlaces, markSides } from '../../../kinds.js';
import { readVocabularyTable } from './files.js';
import { hexColour } from './form.js';
import { words } from './words.js';

const point = z.tuple([z.number(), z.number()]).readonly();
const outlines = z.array(z.array(point).min(3));

/** "Cheek", "hand both". */
const where = z.string().transform((text, context): { place: MarkPlace; side?: MarkSide } => {
  const [name, side] = text.split(' ');
  const place = markPlaces.find((one) => one === name);
  const known = markSides.find((one) => one === side);
  if (place && (side === undefined || known)) return { place, ...(known && { side: known }) };
  context.addIssue({ code: 'custom', message: `“${text}” is no place` });
  return z.NEVER;
});

/** `share`: how much of the colour covers the skin; `size`: in widths of the place; `skin`: of skin, and not
 * of clothes. */
const markShape = z.strictObject({
  words,
  places: z.array(where).min(1),
  size: z.number(),
  skin: z.boolean().optional(),
  layers: z.array(
    z.strictObject({
      outlines,
      colour: hexColour,
      share: z.number().default(1),
      metal: z.boolean().optional(),
    }),
  ),
});
export type MarkKind = z.infer<typeof markShape>;

export function readMarks(root: string) {
  const marks = readVocabularyTable(root, 'marks', z.record(z.string(), markShape));
  const letters: Readonly<Record<string, readonly (readonly Point[])[]>> = readVocabularyTable(
    root,
    'letters',
    z.record(z.string(), z.array(z.array(point).min(2))),
  );
  const list = z.array(z.string());
  const writing = readVocabularyTable(
    root,
    'writing',
    z.strictObject({ before: list, after: list, labels: list, letters: list, ends: list, cloth: z.string() }),
  );
  return {
    /** Words around a text to be written; `cloth` is a pattern. */
    writing,
    /** Strokes of letters, digits and signs; capitals are two high, most are one wide. */
    letters,
    marks,
  };
}
