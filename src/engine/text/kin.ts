/** Half people, half animals: a cat girl has ears and a tail, a wolf man a wolf's head. */
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

/** What is made of several creatures named in one sentence. */
export function kinOf(draft: Draft, first: Species): { named: Species; upright: boolean; notes: string[] } {
  const ears = Object.keys(earWords).find((word) => draft.items.has(word));
  if (first.face === 'human' && ears)
    return { named: { ...first, ...earWords[ears], furry: true }, upright: false, notes: [] };
  const joined = draft.others.filter(({ apart }) => !apart);
  const person = joined.find(({ creature }) => creature === 'human');
  const beast = joined.find(({ creature }) => creature && isBeast(species[creature]!));
  if (draft.creature === 'human' && beast && joined.length === 1)
    return upright(species[beast.creature!]!, draft.word ?? '', leftOut(draft, [beast.word]));
  if (person && isBeast(first)) return upright(first, person.word, leftOut(draft, [person.word]));
  return { named: first, upright: false, notes: leftOut(draft, general(draft, first)) };
}

/** A beast on two legs, or a person with its ears and tail. */
function upright(beast: Species, word: string, notes: string[]): ReturnType<typeof kinOf> {
  const named =
    maidens.has(word) && beast.ears !== 'none' && beast.face === 'muzzle'
      ? maiden(beast)
      : { ...beast, dressed: true, costume: bareChested('4a4036') };
  return { named, upright: true, notes };
}

/** Words that only say once more what was named: a husky dog. */
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

const leftOut = ({ others, word: first, role }: Draft, said: readonly string[]): string[] =>
  others
    .filter(({ word }) => !said.includes(word))
    .map(({ creature, word, apart }) =>
      apart || creature
        ? `One character is made at a time: the ${word === first ? `other ${word}` : word} is left out.`
        : `It is dressed as a ${role}, so “${word}” adds nothing.`,
    );

const isBeast = ({ face, kind }: Species): boolean =>
  face !== 'human' && face !== 'robot' && kind !== 'hexapod';

/** General names that may stand beside a particular one: a husky dog. */
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
