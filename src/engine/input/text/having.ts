/** What the body of a description will have, whether the description names it or not. */
import { hex } from '../../colour.js';
import type { Vec3 } from '../../geometry/vec.js';
import { distance } from '../../geometry/vec.js';
import { numberOf } from './anatomy.js';
import type { Description } from './description.js';
import { rulesOut } from './outfit.js';
import { itemOrPartOf } from './spec.js';
import { colourHex, itemNames, partNames } from './vocabulary.js';
import { lookUp } from './words.js';

/** Details of the bodies that the vocabulary has no names for. */
const details: Readonly<Record<string, (of: Description) => number>> = {
  fingers: (of) => (of.kind === 'biped' && of.species.feet !== 'hoof' ? 10 : 0),
  thumbs: (of) => (of.kind === 'biped' && of.species.feet !== 'hoof' ? 2 : 0),
  shoes: (of) => Number(isShod(of)) * 2,
};
const detailOf = (word: string) =>
  Object.keys(details).find((name) => name === word || name === `${word}s` || name.slice(0, -1) === word);

const isDressed = ({ kind, species, items }: Description): boolean =>
  kind === 'biped' &&
  (species.dressed || ['shirt', 'robe', 'dress', 'trousers'].some((item) => items.has(item)));
const isShod = (of: Description): boolean =>
  of.items.has('boots') || (isDressed(of) && of.species.feet === 'shoe' && !of.items.has('fishtail'));

/** The item or part that a noun stands for; null where the engine makes nothing of it. */
function thingOf(noun: string): string | null {
  const word = noun.toLowerCase().replace(/[ -]/g, '');
  return (
    detailOf(word) ??
    lookUp(itemNames, word) ??
    (lookUp(partNames, word) ? itemOrPartOf(lookUp(partNames, word)!) : null)
  );
}

/** How many of a thing the body will have; infinite where there is no fixed number, null for unknown nouns. */
export function countIn(of: Description, noun: string): number | null {
  const thing = thingOf(noun);
  if (thing === null) return null;
  if (Object.hasOwn(details, thing)) return details[thing]!(of);
  const isPart = Object.values(partNames).includes(thing);
  return isPart ? partsIn(of, thing) : itemsIn(of, thing);
}

function partsIn(of: Description, part: string): number {
  const asked = of.parts.get(part);
  if (asked?.size === 0) return 0;
  const upright = of.kind === 'biped' || of.kind === 'quadruped';
  if (part === 'ears' && upright && of.species.ears === 'none' && !asked) return 0;
  if (part === 'tail' && upright && of.species.tail === 'none' && !asked)
    return Number(of.items.has('fishtail'));
  const pattern = { stripes: 'striped', spots: 'spotted', patches: 'patched' }[part];
  if (pattern) return of.pattern === pattern ? Number.POSITIVE_INFINITY : 0;
  if (part === 'socks') return asked ? 2 : 0;
  return numberOf(of, part);
}

/** Clothes that people wear without a word, and what they wear instead of them. */
const instead: Readonly<Record<string, readonly string[]>> = {
  shirt: ['bare chest'],
  trousers: ['robe', 'dress', 'fishtail'],
};

function itemsIn(of: Description, item: string): number {
  const isMade = [...of.items.keys()].some((one) => rulesOut(item, one) || one.endsWith(item));
  const isInstead = (instead[item] ?? []).some((one) => of.items.has(one));
  const isUsual =
    (isDressed(of) && !isInstead && Object.hasOwn(instead, item)) || (item === 'boots' && isShod(of));
  const hasHair =
    item === 'hair' && of.species.dressed && of.species.face === 'human' && !of.without.has('hair');
  return isMade || isUsual || hasHair ? numberOf(of, item) : 0;
}

/** The colour word of a thing, or of the whole creature: null where no colour was asked for. */
export function colourIn(of: Description, noun: string | null): string | null {
  const thing = noun === null ? null : thingOf(noun);
  const look = thing === null ? of.look : (of.items.get(thing) ?? of.parts.get(thing));
  if (!look?.colour || look.usual) return null;
  return nearestWord(look.colour);
}

const nearestWord = (colour: Vec3): string | null => {
  const from = (word: string) => distance(hex(colourHex[word]!), colour);
  return Object.keys(colourHex).reduce<string | null>(
    (best, word) => (best === null || from(word) < from(best) ? word : best),
    null,
  );
};

/** The height in metres, to a tenth: from nose to tail where the body lies. */
export const metresOf = ({ kind, species, build }: Description): number => {
  const own =
    kind === 'biped' && species.kind === 'quadruped' ? Math.max(species.height, 1.2) : species.height;
  return Math.round(own * build.height * 10) / 10;
};
