/**
 * CharacterSpec: the description of a character, between words and body. The grammar makes one of a sentence; files and
 * models may bring their own. Names are words of the vocabulary, colours are `#` and six hex digits.
 */
import { z } from 'zod';
import { AppError } from '../../../base/errors.js';
import { clamp } from '../../geometry/vec.js';
import {
  armStances,
  artStyles,
  legRows,
  places,
  proportionNames,
  sideNames,
  sideStates,
  skeletonKinds,
} from '../../kinds.js';
import { spoken } from './joined.js';
import { markNames, marksField } from './spec-marks.js';
import { colour, factor, leastFactor, mostFactor, oneOf } from './spec-values.js';
import { moodNames } from './vocabulary/looks.js';
import { patternShape } from './vocabulary/shapes.js';
import {
  bodyItems,
  coverings,
  finishes,
  handheld,
  itemNames,
  manners,
  partNames,
  poses,
  prints,
  roles,
  species,
} from './vocabulary.js';

export const specVersion = 1;

/** Limits of what others send. */
export const mostThings = 24;
const mostFaults = 5;

const namesOf = (table: Readonly<Record<string, string>>, isWanted: (item: string) => boolean): string[] =>
  Object.entries(table).flatMap(([word, item]) => (isWanted(item) ? [spoken.get(word) ?? word] : []));

const isProp = (item: string): boolean => handheld.has(item) || item === 'shield';
const isBodyPart = (item: string): boolean => bodyItems.has(item);

const look = {
  colour: colour.optional(),
  second: colour.optional().describe('of a pattern, lining or trim'),
  material: oneOf(Object.keys(finishes), 'material').optional(),
  pattern: patternShape.optional(),
};
const onOneSide = z
  .strictObject({
    ...look,
    size: factor.optional(),
    state: z.enum(sideStates).optional(),
    row: z.enum(legRows).optional().describe('of four legs'),
  })
  .optional();
const thing = {
  ...look,
  size: factor.optional().describe('1 is usual'),
  side: z.enum(sideNames).optional().describe('of a pair, the only one that there is'),
  left: onOneSide.describe("how the character's left one differs"),
  right: onOneSide.describe("how the character's right one differs"),
  count: z
    .union([z.int().min(0).max(9999), z.literal('many')])
    .optional()
    .describe('how many were asked for'),
  text: z
    .string()
    .regex(/^\d{1,3}$/, 'expected one to three digits')
    .optional()
    .describe('digits of a printed number'),
  torn: z.boolean().optional().describe('with holes and a ragged hem, of clothes'),
  print: z
    .strictObject({
      picture: oneOf(Object.keys(prints), 'picture'),
      colour: colour.optional(),
      many: z.boolean().optional(),
    })
    .optional()
    .describe('a picture on clothes; many: all over them'),
  place: z.enum(places).optional().describe('of what is usually held. Default: in a hand'),
};

/** From the youngest. */
export const ages = ['baby', 'child', 'teen', 'adult', 'old'] as const;
export type Age = (typeof ages)[number];

export const characterSpec = z
  .strictObject({
    version: z.literal(specVersion),
    seed: z
      .int()
      .min(0)
      .max(2 ** 32 - 1)
      .optional()
      .describe('decides everything that is not asked for'),
    species: z
      .array(oneOf(Object.keys(species), 'species'))
      .min(1)
      .max(4)
      .optional()
      .describe('the first is the body; others are blended in. Default: the body of the role, or a human'),
    blend: z
      .enum(['head', 'ears', 'halves'])
      .optional()
      .describe(
        "of a human and an animal: the animal's head on an upright body, or its ears and tail on a person; `halves`: of two creatures",
      ),
    role: oneOf(Object.keys(roles), 'role').optional().describe('brings clothes and tools'),
    body: z.enum(skeletonKinds).exclude(['other']).optional().describe('class of body, if not the usual one'),
    age: z.enum(ages).optional(),
    presentation: z.enum(['feminine', 'masculine', 'neutral']).optional(),
    proportions: z.enum(proportionNames).optional(),
    build: z
      .strictObject({ height: factor, girth: factor, limb: factor, legs: factor, head: factor })
      .partial()
      .optional()
      .describe('factors; 1 is usual'),
    look: z
      .strictObject({
        ...look,
        covering: oneOf(Object.keys(coverings), 'covering').optional(),
        avoid: z.array(colour).max(12).optional().describe('colours that it must not have'),
      })
      .optional()
      .describe('of coat or skin; of the clothes, for people'),
    parts: z
      .array(
        z.strictObject({
          name: oneOf([...Object.keys(partNames), ...namesOf(itemNames, isBodyPart)], 'body part'),
          ...thing,
          style: oneOf(manners, 'hair style').optional(),
        }),
      )
      .max(mostThings)
      .optional(),
    garments: z
      .array(
        z.strictObject({
          name: oneOf(
            namesOf(itemNames, (item) => !isBodyPart(item) && !isProp(item)),
            'garment',
          ),
          ...thing,
        }),
      )
      .max(mostThings)
      .optional(),
    props: z
      .array(z.strictObject({ name: oneOf(namesOf(itemNames, isProp), 'prop'), ...thing }))
      .max(mostThings)
      .optional(),
    marks: marksField,
    companions: z
      .array(
        z.strictObject({
          species: oneOf(Object.keys(species), 'species'),
          place: z.enum(places),
          colour: colour.optional(),
        }),
      )
      .max(4)
      .optional()
      .describe('small animals and things that it carries'),
    without: z
      .array(
        oneOf(
          [...Object.values(partNames), ...Object.values(itemNames), ...markNames],
          'part, garment, prop or mark',
        ),
      )
      .max(mostThings)
      .optional()
      .describe('what species and role would bring'),
    pose: oneOf(Object.values(poses), 'pose').optional(),
    arms: z.enum(armStances).optional().describe('of a person who stands'),
    expression: moodNames.optional(),
    style: z
      .enum(artStyles)
      .optional()
      .describe(
        'how surfaces are made: smooth clay, flat facets, cubes, or two flat tones with an outline. Default: clay',
      ),
  })
  .describe('A character of Rigsmith, version 1');

export type CharacterSpec = z.infer<typeof characterSpec>;
/** What a spec says about a part, garment or prop. */
export type SpecThing = NonNullable<CharacterSpec['parts']>[number];
/** How one of a pair differs. */
export type SpecSide = NonNullable<SpecThing['left']>;

/** The lists of things in a spec. */
export const thingLists = ['parts', 'garments', 'props'] as const;

/** In which of them an item stands. */
export const listOf = (item: string): (typeof thingLists)[number] =>
  isBodyPart(item) ? 'parts' : isProp(item) ? 'props' : 'garments';

/** Whether the name is an item, which is made as a solid of its own, and not a part of every body. */
export const itemOf = (name: string): string | undefined => itemNames[name.replace(/[ -]/g, '')];

/** What a name stands for: a hoodie is a shirt, a tummy the belly. */
export const itemOrPartOf = (name: string): string => itemOf(name) ?? partNames[name] ?? name;

/** The JSON schema, for other programs and for language models. */
export const characterSpecSchema = () => z.toJSONSchema(characterSpec, { io: 'input' });

const longestFault = 200;

const faultOf = ({ path, message }: z.core.$ZodIssue): string =>
  `${path.length > 0 ? path.join('.') : 'The character'}: ${message.slice(0, longestFault)}.`;

/** A sentence for each fault in a given spec, the first few. */
const faultsIn = ({ issues }: z.ZodError): string[] => issues.slice(0, mostFaults).map(faultOf);

/** @throws AppError `invalid_request` with a sentence for each fault */
export function readSpec(value: unknown): CharacterSpec {
  const { data, error } = characterSpec.safeParse(value);
  if (error) throw new AppError('invalid_request', faultsIn(error).join(' '));
  return data;
}

/** A factor of the build, or a size, within what a spec may have. */
export const inLimits = (value: number): number => clamp(value, leastFactor, mostFactor);

/** Without keys that are undefined, empty lists and empty objects. */
export function withoutEmpty<T extends object>(value: T): T {
  const isSaid = (one: unknown) =>
    one !== undefined && !(typeof one === 'object' && one !== null && Object.keys(one).length === 0);
  return Object.fromEntries(Object.entries(value).filter(([, one]) => isSaid(one))) as T;
}
