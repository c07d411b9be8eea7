/** What is drawn on a character, in its spec: words, pictures, and marks by kind. */
import { z } from 'zod';
import { markPlaces, markSides } from '../../kinds.js';
import { colour, factor, oneOf } from './spec-values.js';
import { letters, marks, prints } from './vocabulary.js';

/** Marks that say themselves what they show. */
const drawn = ['writing', 'picture', 'tattoo'] as const;
export const markNames: readonly string[] = [...drawn, ...Object.keys(marks)];
export const mostMarks = 12;
export const mostLetters = 24;

/** Whether there are strokes for every letter. */
export const canWrite = (text: string): boolean =>
  /^\S+(?: \S+)*$/.test(text) &&
  [...text].every((letter) => letter === ' ' || Object.hasOwn(letters, letter));

export const marksField = z
  .array(
    z
      .strictObject({
        mark: oneOf(markNames, 'mark'),
        place: z.enum(markPlaces).optional().describe('if not the usual one'),
        side: z.enum(markSides).optional(),
        text: z
          .string()
          .max(mostLetters)
          .refine((text) => canWrite(text), 'expected capital letters, digits and signs that can be drawn')
          .optional()
          .describe('of `writing` and `name tag`'),
        picture: oneOf(Object.keys(prints), 'picture').optional().describe('of `picture` and `tattoo`'),
        colour: colour.optional(),
        size: factor.optional().describe('1 is usual'),
      })
      .refine(
        ({ mark, text, picture }) =>
          /^(writing|name tag)$/.test(mark) === (text !== undefined) &&
          /^(picture|tattoo)$/.test(mark) === (picture !== undefined),
        'expected the text of `writing` and `name tag`, or the picture of `picture` and `tattoo`',
      ),
  )
  .max(mostMarks)
  .optional()
  .describe('drawn on skin or clothes, from below');

/** Something drawn on skin or clothes. */
export type SpecMark = NonNullable<z.infer<typeof marksField>>[number];
