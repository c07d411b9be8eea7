/** Hybrids: a cat girl has ears and a tail, a wolf man a wolf's head. */
import type { Asked, Unshown } from './asked.js';
import { leftOut as leftOutNote } from './spec-of.js';
import type { Species } from './vocabulary/shapes.js';
import { costumes, earItems, halves, natures, species } from './vocabulary.js';

type Hybrid = {
  named: Species;
  upright: boolean;
  /** Creatures that are not in it. */
  left: Unshown[];
};

/** Combines the creatures of a spec into one species. */
export function hybridOf(asked: Asked, first: Species): Hybrid {
  const ears = Object.keys(earItems).find((word) => asked.items.has(word));
  if (first.face === 'human' && ears)
    return { named: { ...first, ...earItems[ears], furry: true }, upright: false, left: [] };
  const { creature, blended, blend } = asked;
  if (blend === 'head' && blended.includes('robot') && first.face === 'human')
    return { named: boxHeaded(first), upright: false, left: leftOut(asked, 'robot') };
  const isHeaded = blend === 'head' && blended.length === 1 && blended[0] !== 'human';
  const head = isHeaded ? species[blended[0]!]! : null;
  if (head && first.kind === 'biped' && first.face === 'human' && head.face === 'human')
    return { named: headedLike(first, head), upright: false, left: [] };
  const mixed = blend === 'halves' ? halvesOf(asked, first) : null;
  if (mixed) return mixed;
  const natured = natureOf(asked, first);
  if (natured) return natured;
  const centaur = centaurOf(asked);
  if (centaur) return centaur;
  const beast = blended.find((name) => isBeast(species[name]!));
  if (creature === 'human' && beast && blended.length === 1)
    return upright(species[beast]!, blend, leftOut(asked, beast));
  if (blended.includes('human') && isBeast(first)) return upright(first, blend, leftOut(asked, 'human'));
  return { named: first, upright: false, left: leftOut(asked, 'human') };
}

/**
 * "A robot dog", "a zombie bear": the animal's body with the other creature's colours, horns, wings and similar
 * parts.
 */
function natureOf({ creature, blended, look }: Asked, first: Species): Hybrid | null {
  const [second] = blended;
  if (!second || blended.length > 1 || !creature) return null;
  const own = natures[creature] ? creature : second;
  const beast = own === creature ? species[second]! : first;
  const nature = natures[own];
  if (!nature || !isBeast(beast) || beast.skinTakesColour === false) return null;
  if (own === 'robot') look.finish ??= { roughness: 0.35, metalness: 0.8 };
  const { parts = [], ...colours } = nature;
  const named = {
    ...beast,
    ...colours,
    pattern: undefined,
    marks: undefined,
    parts: [...beast.parts, ...parts],
  };
  return { named, upright: false, left: [] };
}

/** "A deer centaur" has the coat and the tail of a deer. */
function centaurOf({ creature, blended }: Asked): Hybrid | null {
  const all = [creature, ...blended];
  const [other, ...others] = all.filter((name) => name !== 'centaur' && name !== 'human');
  const beast = other && all.includes('centaur') ? species[other]! : null;
  if (!beast || others.length > 0 || beast.kind !== 'quadruped') return null;
  const { coat, belly, pattern, patternColour, tail, tailLength, tailThick } = beast;
  const named = { ...species.centaur!, coat, belly, pattern, patternColour, tail, tailLength, tailThick };
  return { named, upright: false, left: [] };
}

const walks = ({ kind }: Species): boolean => kind === 'biped' || kind === 'quadruped';

/** Half a man and half a horse is a centaur; half a fox has the ears, tail and head colour of the other half. */
function halvesOf({ creature, blended: others }: Asked, first: Species): Hybrid | null {
  // "A half demon half angel girl" has two halves.
  const blended = others.length > 1 ? others.filter((name) => name !== 'human') : others;
  const [second] = blended;
  if (!creature || !second || blended.length > 1) return null;
  const known = Object.keys(halves).find((name) =>
    [creature, second].every((one) => halves[name]!.includes(one)),
  );
  if (known) return { named: species[known]!, upright: false, left: [] };
  const other = species[second]!;
  if (first.face === 'human' && other.face === 'human' && first.kind === other.kind)
    return {
      named: { ...first, parts: [...new Set([...first.parts, ...other.parts])] },
      upright: false,
      left: [],
    };
  if (!isBeast(first) || !isBeast(other) || !walks(first) || !walks(other)) return null;
  const { ears, earSize, tail, tailLength, tailThick, coat } = other;
  const named = {
    ...first,
    ears,
    earSize,
    tail,
    tailLength,
    tailThick,
    pattern: first.pattern ?? other.pattern,
    patternColour: first.pattern ? first.patternColour : other.patternColour,
    parts: [...new Set([...first.parts, ...other.parts])],
    marks: { ...first.marks, head: coat, ears: coat, tail: coat },
  };
  return { named, upright: false, left: [] };
}

/** An animal on two legs, or a person with its ears and tail. */
function upright(beast: Species, blend: Asked['blend'], left: Unshown[]): Hybrid {
  const named =
    blend === 'ears' && beast.ears !== 'none' && beast.face === 'muzzle'
      ? maiden(beast)
      : { ...beast, dressed: true, costume: costumes.hybrid };
  return { named, upright: true, left };
}

const leftOut = ({ blended }: Asked, handled: string): Unshown[] =>
  blended.filter((name) => name !== handled).map((name) => ({ about: name, note: leftOutNote(name) }));

const isBeast = ({ face, kind }: Species): boolean =>
  face !== 'human' && face !== 'robot' && face !== 'screen' && kind !== 'hexapod';

/** What sits on a head. */
const onHead =
  /^(stem|leaf tuft|leaf crown|mushroom cap|icing|carrot nose|glowing eyes|one eye|tusks|horns|antennae|snake hair)$/;

/** A person with a pumpkin for a head. */
const headedLike = (first: Species, head: Species): Species => ({
  ...first,
  ears: head.ears,
  earSize: head.earSize,
  eyes: head.eyes,
  irises: undefined,
  nose: head.nose,
  parts: [...first.parts, ...head.parts.filter((part) => onHead.test(part))],
  marks: { ...first.marks, head: head.coat, neck: head.coat },
});

/** Somebody with a screen or another thing for a head. */
const boxHeaded = (first: Species): Species => ({
  ...first,
  face: 'screen',
  ears: 'none',
  eyes: species.robot!.eyes,
  irises: undefined,
  parts: first.parts.filter((part) => !/hair|beard|goatee/.test(part)),
  marks: { ...first.marks, head: '4a4f5a' },
});

function maiden({ ears, earSize, tail, tailLength, eyes }: Species): Species {
  return {
    ...species.human!,
    ears: ears === 'floppy' || ears === 'fan' || ears === 'horse' ? 'point' : ears,
    earSize: earSize * 0.85,
    tail,
    tailLength: Math.min(1.4, tailLength) * 0.9,
    eyes,
    furry: true,
  };
}
