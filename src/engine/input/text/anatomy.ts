/** How many of each part a body has, and a note for each request that differs from it. */
import type { SkeletonKind } from '../../types.js';
import type { Asked, Unshown } from './asked.js';
import type { DescribedLook } from './description.js';
import { missingOf } from './missing.js';
import type { Counts, RepeatedPart, Species } from './vocabulary/shapes.js';
import { optionalParts, paired, uncounted } from './vocabulary.js';

export type Built = {
  species: Species;
  kind: SkeletonKind;
  items: ReadonlyMap<string, DescribedLook>;
  counts: Counts;
  inBothHands: string | null;
};

const legsOf: Partial<Record<SkeletonKind, number>> = {
  biped: 2,
  avian: 2,
  quadruped: 4,
  other: 4,
  hexapod: 6,
  octopod: 8,
};
const any = Number.POSITIVE_INFINITY;

function legs({ species: { form }, kind, items }: Built): number {
  if (items.has('fishtail')) return 0;
  if (form?.kind === 'serpentine' && form.legs) return 4;
  return legsOf[kind] ?? 0;
}

function arms({ species, kind, items }: Built): number {
  if (kind === 'biped' || items.has('human torso')) return 2;
  return species.form?.kind === 'octopod' && species.form.plan === 'octopus' ? 8 : 0;
}

function tails({ species, kind, items }: Built): number {
  if (kind === 'octopod')
    return Number(species.form?.kind === 'octopod' && /scorpion|lobster/.test(species.form.plan));
  return kind === 'hexapod' || items.has('fishtail') ? Number(items.has('fishtail')) : 1;
}

const clawed = ({ species, kind }: Built): number =>
  species.feet === 'claw' || kind === 'avian' || kind === 'octopod' ? any : 0;
const finned = ({ kind, species, items }: Built): number =>
  kind === 'aquatic' || items.has('fishtail') || species.form?.kind === 'serpentine' ? any : 0;
const snouts = ({ species: { face }, kind }: Built): number =>
  kind === 'biped' || kind === 'quadruped' ? Number(face === 'muzzle' || face === 'beak') : 1;
const ears = ({ kind }: Built): number => (kind === 'biped' || kind === 'quadruped' ? 2 : 0);
const eyes = ({ kind, items }: Built): number =>
  items.has('one eye') ? 1 : items.has('eyepatch') ? any : kind === 'octopod' || kind === 'hexapod' ? any : 2;

/** A part that is missing here has no fixed number. */
const counted: Record<string, (built: Built) => number> = {
  head: () => 1,
  neck: () => 1,
  nose: () => 1,
  snout: snouts,
  mouth: ({ kind }) => Number(kind === 'biped' || kind === 'quadruped'),
  eyes,
  eyebrows: ({ species: { face } }) => (face === 'human' ? 2 : 0),
  ears,
  legs,
  feet: legs,
  arms,
  hands: (built) => (built.kind === 'octopod' ? 0 : arms(built)),
  tail: tails,
  fins: finned,
  claws: clawed,
  horns: ({ items }) => (items.has('nose horn') || items.has('unicorn horn') ? any : 2),
  wings: ({ kind }) => (kind === 'hexapod' ? any : 2),
};

/** How many the body has of a part or item, if it has any; infinite where there is no fixed number. */
export function numberOf(built: Built, name: string): number {
  const repeated = built.counts[(name === 'hands' ? 'arms' : name) as RepeatedPart];
  if (repeated !== undefined) return repeated;
  if (Object.hasOwn(counted, name)) return counted[name]!(built);
  if (name === built.inBothHands) return 2;
  const word = name.replaceAll(' ', '-');
  return paired.has(word) ? 2 : uncounted.has(word) ? any : 1;
}

/** Parts of a face that can be left out. */
const facial = /^(face|mouth|eyes|nose|eyebrows)$/;

/** Every body has these, whether they are counted or not. */
const always = /^(face|mouth|eyes)$/;

function canSpare(name: string, { kind, species: { face } }: Built): boolean {
  const grown = kind === 'biped' || kind === 'quadruped';
  if (facial.test(name)) return grown && (face !== 'beak' || name === 'eyes');
  if (name === 'wings') return grown;
  return !Object.hasOwn(counted, name) || name === 'horns' || (optionalParts.has(name) && grown);
}

/** "Three head" as "three heads". */
function numbered(noun: string, many: number): string {
  const one = ({ feet: 'foot', hooves: 'hoof' } as Record<string, string>)[noun] ?? noun.replace(/s$/, '');
  return many === 1 ? one : one === 'foot' ? 'feet' : `${one}s`;
}
const inWords = (many: number): string =>
  many === any ? 'many' : (['none', 'one', 'two', 'three', 'four', 'five', 'six'][many] ?? `${many}`);

/** Requested parts the body lacks, excluded parts it keeps, and numbers that do not match. */
export function anatomyNotes(asked: Asked, built: Built): Unshown[] {
  const missing = [...asked.parts]
    .filter(([name, { size }]) => size > 0 && numberOf(built, name) === 0)
    .map(([name, { word }]) => ({
      about: name,
      note: `This body has no place for “${word ?? name}”, so I left that out.`,
    }));
  const kept = [...asked.refused]
    .filter((name) => !canSpare(name, built) && (numberOf(built, name) > 0 || always.test(name)))
    .map((name) => ({
      about: name,
      note: `I can't make this body without ${name}, so nothing was removed.`.replace(...singly(name)),
    }));
  const otherwise = [...asked.counts].flatMap(([name, { many, of }]) => {
    const has = numberOf(built, name) - missingOf(asked.parts, name);
    const isMade = asked.parts.has(name) || built.items.has(name) || has === 0;
    const isMany = many === any && has === built.counts[name as RepeatedPart];
    if (has === many || has === any || has === 0 || !isMade || isMany) return [];
    return [
      {
        about: `${many}`,
        note: `You asked for ${inWords(many)} ${numbered(of, many)}, but I made ${inWords(has)}.`,
      },
    ];
  });
  return [...missing, ...kept, ...otherwise];
}

const singly = (name: string): [string, string] =>
  ['head', 'neck', 'nose', 'snout', 'mouth', 'tail', 'face', 'coat', 'belly'].includes(name)
    ? ['without', 'without a']
    : ['', ''];
