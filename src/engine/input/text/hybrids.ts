/** Hybrids: a cat girl has ears and a tail, a wolf man a wolf's head. */
import type { Draft } from './draft.js';
import type { Species } from './vocabulary/shapes.js';
import { costumes, earItems, generalNames, maidens, natures, species } from './vocabulary.js';

/** Combines several creatures named in one prompt into one species. */
export function hybridOf(
  draft: Draft,
  first: Species,
): { named: Species; upright: boolean; notes: string[] } {
  const ears = Object.keys(earItems).find((word) => draft.items.has(word));
  if (first.face === 'human' && ears)
    return { named: { ...first, ...earItems[ears], furry: true }, upright: false, notes: [] };
  const joined = draft.others.filter(({ apart }) => !apart);
  const natured = natureOf(draft, first, joined);
  if (natured) return natured;
  const person = joined.find(({ creature }) => creature === 'human');
  const beast = joined.find(({ creature }) => creature && isBeast(species[creature]!));
  if (draft.creature === 'human' && beast && joined.length === 1)
    return upright(species[beast.creature!]!, draft.word ?? '', leftOut(draft, [beast.word]));
  if (person && isBeast(first)) return upright(first, person.word, leftOut(draft, [person.word]));
  return { named: first, upright: false, notes: leftOut(draft, general(draft, first)) };
}

/**
 * "A robot dog", "a zombie bear": the animal's body with the other creature's colours, horns, wings and similar
 * parts.
 */
function natureOf(draft: Draft, first: Species, joined: Draft['others']): ReturnType<typeof hybridOf> | null {
  const [second] = joined;
  if (!second?.creature || joined.length > 1 || !draft.creature) return null;
  const own = natures[draft.creature] ? draft.creature : second.creature;
  const beast = own === draft.creature ? species[second.creature]! : first;
  const nature = natures[own];
  if (!nature || !isBeast(beast) || beast.skinTakesColour === false) return null;
  if (own === 'robot') draft.look.finish ??= { roughness: 0.35, metalness: 0.8 };
  const { parts = [], ...colours } = nature;
  const named = {
    ...beast,
    ...colours,
    pattern: undefined,
    marks: undefined,
    parts: [...beast.parts, ...parts],
  };
  return { named, upright: false, notes: leftOut(draft, [second.word]) };
}

/** An animal on two legs, or a person with its ears and tail. */
function upright(beast: Species, word: string, notes: string[]): ReturnType<typeof hybridOf> {
  const named =
    maidens.has(word) && beast.ears !== 'none' && beast.face === 'muzzle'
      ? maiden(beast)
      : { ...beast, dressed: true, costume: costumes.hybrid };
  return { named, upright: true, notes };
}

/** Words that repeat what is already named: a husky dog. */
const general = (draft: Draft, first: Species): string[] =>
  draft.others.flatMap(({ creature, word, apart }) =>
    !apart &&
    creature &&
    (creature === draft.creature ||
      creature === 'human' ||
      (generalNames.has(creature) &&
        !generalNames.has(draft.word ?? '') &&
        species[creature]!.kind === first.kind))
      ? [word]
      : [],
  );

const leftOut = ({ others, word: first, role }: Draft, handled: readonly string[]): string[] =>
  others
    .filter(({ word }) => !handled.includes(word))
    .map(({ creature, word, apart }) =>
      apart || creature
        ? `I make one character at a time, so I left out the ${word === first ? `other ${word}` : word}.`
        : `It's dressed as a ${role}, so “${word}” adds nothing.`,
    );

const isBeast = ({ face, kind }: Species): boolean =>
  face !== 'human' && face !== 'robot' && kind !== 'hexapod';

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
