/** Hybrids: a cat girl has ears and a tail, a wolf man a wolf's head. */
import type { Draft } from './draft.js';
import { bareChested } from './species/costumes.js';
import { people } from './species/people.js';
import { type Species, species } from './species.js';

const maidens: ReadonlySet<string> = new Set('girl boy lady woman women girls boys maid kid'.split(' '));
const earWords: Record<string, Pick<Species, 'ears' | 'earSize'>> = {
  'cat ears': { ears: 'point', earSize: 0.95 },
  'bunny ears': { ears: 'long', earSize: 0.8 },
  'bear ears': { ears: 'round', earSize: 0.8 },
};

/** Combines several creatures named in one prompt into one species. */
export function hybridOf(
  draft: Draft,
  first: Species,
): { named: Species; upright: boolean; notes: string[] } {
  const ears = Object.keys(earWords).find((word) => draft.items.has(word));
  if (first.face === 'human' && ears)
    return { named: { ...first, ...earWords[ears], furry: true }, upright: false, notes: [] };
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

/** What a robot, ghost or demon version of an animal changes about it. */
const natures: Record<string, Partial<Species>> = {
  robot: {
    coat: '9aa4b0',
    belly: '7f8894',
    eyes: '4fe0ff',
    nose: '3a4048',
    parts: ['glowing eyes', 'antennae'],
  },
  zombie: { coat: '94b083', belly: 'b5c69a', eyes: 'd8d34a', nose: '5d6a52' },
  skeleton: { coat: 'ebe5d3', belly: 'cfc7b0', eyes: 'ffb038', nose: '4a3c34', parts: ['glowing eyes'] },
  ghost: { coat: 'eef1f8', belly: 'd3daea', eyes: '5a6a9a', nose: 'b9c3d8' },
  demon: { coat: 'a82c28', belly: '5a1f20', eyes: 'f2c12e', parts: ['horns', 'wings'], leathery: true },
  angel: { coat: 'f6f3ec', belly: 'fffdf8', parts: ['wings', 'halo'] },
  vampire: { coat: '3a3440', belly: '5a5262', eyes: 'd8202c', parts: ['cape', 'fangs'] },
  alien: { coat: '7fc08a', belly: 'b5e0b0', eyes: '111418', parts: ['antennae'] },
};

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
      : { ...beast, dressed: true, costume: bareChested('4a4036') };
  return { named, upright: true, notes };
}

/** Words that repeat what is already named: a husky dog. */
const general = (draft: Draft, first: Species): string[] =>
  draft.others.flatMap(({ creature, word, apart }) =>
    !apart &&
    creature &&
    (creature === draft.creature ||
      creature === 'human' ||
      (kinds.has(creature) && !kinds.has(draft.word ?? '') && species[creature]!.kind === first.kind))
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

/** General names that may follow a specific one: a husky dog. */
const kinds: ReadonlySet<string> = new Set(
  'dog cat bird fish bear snake monkey horse lizard dinosaur dragon bug wolf fox spider'.split(' '),
);

function maiden({ ears, earSize, tail, tailLength, eyes }: Species): Species {
  return {
    ...people.human!,
    ears: ears === 'floppy' || ears === 'fan' || ears === 'horse' ? 'point' : ears,
    earSize: earSize * 0.85,
    tail,
    tailLength: Math.min(1.4, tailLength) * 0.9,
    eyes,
    furry: true,
  };
}
