/** A description resolved to numbers and colours, the input of the body plans. */

import { hex } from '../colour.js';
import type { Vec3 } from '../geometry/vec.js';
import type { DescribedLook, Description } from '../input/text/description.js';
import type { Form } from '../input/text/vocabulary/form.js';
import type { Finish, Layer, Mood } from '../input/text/vocabulary/looks.js';
import type {
  Counts,
  EarShape,
  Face,
  Feet,
  Pattern,
  Species,
  TailShape,
} from '../input/text/vocabulary/shapes.js';
import type { BodyShape } from '../input/text/vocabulary/solids.js';
import { type Proportions, proportionsIn } from '../kinds.js';
import { createRandom } from '../random.js';
import type { RigParameters, SkeletonKind } from '../types.js';
import { type BodyColours, coloursOf, partColoursOf } from './tones.js';
import { dyed, type Marks, marksOf, scarred, type Variation, variationOf } from './variation.js';

export type Traits = {
  kind: SkeletonKind;
  style: Proportions;
  /** Metres. */
  height: number;
  face: Face;
  head: number;
  girth: number;
  limb: number;
  /** 0-0.32: how much shoulders and arms bulge. */
  muscle: number;
  legs: number;
  arms: number;
  hands: number;
  foot: number;
  neck: number;
  body: number;
  belly: number;
  snout: number;
  snoutWidth: number;
  nose: number;
  mouth: number;
  eyes: number;
  brows: number;
  /** More parts than usual. */
  counts: Counts;
  inBothHands: string | null;
  ears: EarShape;
  furry: boolean;
  /** Size of the tufts of fur on cheeks and chest. */
  fluff: number;
  leathery: boolean;
  earSize: number;
  tail: TailShape;
  tailLength: number;
  tailWidth: number;
  feet: Feet;
  dressed: boolean;
  colours: BodyColours;
  /** Colours of limbs and other parts, by part name. */
  partColours: ReadonlyMap<string, Vec3>;
  finish: Finish | null;
  pattern: Exclude<Pattern, 'checked'> | null;
  layer: Layer | null;
  items: ReadonlyMap<string, DescribedLook>;
  parts: ReadonlyMap<string, DescribedLook>;
  bald: boolean;
  /** Parts of the face that are left out, or the face. */
  bare: ReadonlySet<string>;
  /** Parameters that only this body class needs. */
  form: Form | null;
  shape: BodyShape | null;
  /** The prompt set the coat colour, so the species' own accents are dropped. */
  recoloured: boolean;
  mood: Mood | null;
  womanly: boolean;
  old: boolean;
  marks: Marks;
  /** Uniform 0-1, for unspecified choices. */
  random: () => number;
};

/** Whether a part of the face is left out. */
export const isBare = ({ bare }: Pick<Traits, 'bare'>, part: string): boolean =>
  bare.has(part) || bare.has('face');

const marksSeed = 0x6d61726b;
const dyeSeed = 0x64796573;
const hairColours = ['3b2a20', '6b4426', 'a8763e', '232126', 'b5522a', 'd9b463'] as const;

export function traitsOf(description: Description, seed: number, parameters: RigParameters): Traits {
  const { species, look, parts, items, kind } = description;
  const random = createRandom(seed);
  const { vary, pick, tint } = variationOf(random);
  const takes = species.skinTakesColour || description.name === '';
  const usual = hex(species.coats ? pick(species.coats) : species.coat);
  const own = species.coats && species.face === 'human' ? usual : tint(usual);
  const coat = parts.get('coat')?.colour ?? (takes ? look.colour : undefined) ?? own;
  const iris = hex(species.irises ? pick(species.irises) : species.eyes);
  // Numbers of their own, so that they change nothing else of a seed.
  const marks = marksOf(createRandom(seed ^ marksSeed));
  const dye = variationOf(createRandom(seed ^ dyeSeed)).tint;
  const tone = hex(pick(hairColours)); // drawn in any case, so that a named colour changes nothing else
  const hair = hairColour(description) ?? tone;
  return {
    ...proportionsOf(description, vary),
    kind,
    style: proportionsIn(parameters) ?? description.style ?? 'natural',
    face: species.face,
    counts: description.counts,
    inBothHands: description.inBothHands,
    ears: species.ears,
    furry: species.furry ?? false,
    fluff: species.fluff ?? 0,
    leathery: leathery(species, items.get('wings')?.word),
    tail: species.tail === 'none' && parts.has('tail') && !items.has('fishtail') ? 'thin' : species.tail,
    feet: species.feet,
    dressed:
      species.dressed ||
      [...items.keys()].some((item) => ['shirt', 'robe', 'dress', 'trousers'].includes(item)),
    colours: coloursOf(description, { coat, hair, iris, takes, dye }),
    partColours: partColoursOf(description, hair),
    finish: finishOf(description),
    pattern: patternOf(description),
    layer: look.layer ?? null,
    items: dyed(marks.hasScar ? scarred(description) : items, dye),
    parts,
    bald: description.without.has('hair'),
    bare: description.without,
    form: species.form ?? null,
    shape: (kind === 'biped' && species.shape) || null,
    recoloured: takes && look.colour !== undefined,
    mood: description.mood,
    womanly: description.womanly,
    old: description.old,
    marks,
    random,
  };
}

/** The second colour of a thing is that of its lid or handle. */
function patternOf({ species, kind, look, pattern }: Description): Traits['pattern'] {
  if (kind === 'biped' && species.shape && look.second && pattern === 'patched') return null;
  return pattern === 'checked' ? 'patched' : pattern;
}

/** Sizes of the parts, as the species, the words and the seed have them. */
function proportionsOf(description: Description, vary: Variation['vary']) {
  const { species, build, parts, kind } = description;
  const sizeOf = (part: string) => parts.get(part)?.size ?? 1;
  const isSized = (part: string) => sizeOf(part) !== 1;
  const varied = (part: string, amount: number) => sizeOf(part) * vary(amount, isSized(part));
  const nature = kind === species.kind ? 1 : 0;
  return {
    height: heightOf(description) * build.height * vary(0.045, build.height !== 1),
    head: species.head * build.head * varied('head', 0.1),
    girth: species.girth * build.girth * vary(0.08, build.girth !== 1),
    limb: Math.min(
      1.9,
      species.limb * build.limb * Math.min(1.3, Math.sqrt(build.girth)) * vary(0.07, build.limb !== 1),
    ),
    muscle: muscleOf(description),
    legs: (nature ? species.legs : 1) * build.legs * varied('legs', 0.08),
    arms: (species.arms ?? 1) * sizeOf('arms') * vary(0.05),
    hands: sizeOf('hands'),
    foot: sizeOf('feet'),
    neck: (nature ? species.neck : 1) * sizeOf('neck'),
    body: species.body,
    belly: sizeOf('belly'),
    snout: species.snout * varied('snout', 0.1),
    snoutWidth: species.snoutWidth * vary(0.07),
    nose: varied('nose', 0.14),
    mouth: varied('mouth', 0.12),
    eyes: varied('eyes', 0.09),
    brows: sizeOf('eyebrows'),
    earSize: species.earSize * varied('ears', 0.12),
    tailLength: (species.tailLength || 1) * varied('tail', 0.13),
    tailWidth: (species.tailThick ?? 1) * Math.sqrt(sizeOf('tail')),
  };
}

/** Animals that stand up are at least as tall as a child. */
const heightOf = ({ kind, species }: Description): number =>
  kind === 'biped' && species.kind === 'quadruped' ? Math.max(species.height, 1.2) : species.height;

const muscleOf = ({ species, build }: Description): number =>
  Math.min(0.32, Math.max(0, (species.limb * build.limb) / Math.sqrt(species.girth * build.girth) - 1.1));

const hairColour = ({ items, old }: Description): Vec3 | undefined =>
  items.get('hair')?.colour ??
  items.get('mane')?.colour ??
  items.get('big mane')?.colour ??
  (old ? hex('b9bcc0') : undefined);

const finishOf = ({ look, items, species }: Description): Traits['finish'] =>
  look.finish ??
  (items.has('gloss') ? { roughness: 0.12, metalness: 0 } : null) ??
  (species.face === 'robot' ? { roughness: 0.38, metalness: 0.55 } : null);

/** Whether wings are bat-like: requested by name, or the species default unless the prompt names another kind. */
function leathery(species: Species, word = ''): boolean {
  if (/bat|dragon|demon/.test(word)) return true;
  return species.leathery === true && !/angel|fairy|butterfly/.test(word);
}
