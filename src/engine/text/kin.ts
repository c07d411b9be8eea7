/** Half people, half animals: a cat girl has ears and a tail, a wolf man a wolf's head. */
import type { Draft } from './draft.js';
import { bareChested } from './species/costumes.js';
import { people } from './species/people.js';
import type { Species } from './species.js';

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
  const person = draft.others.find(({ creature }) => creature === 'human');
  if (person && isBeast(first)) {
    if (maidens.has(person.word) && first.ears !== 'none' && first.face === 'muzzle')
      return { named: maiden(first), upright: true, notes: [] };
    return {
      named: { ...first, dressed: true, costume: bareChested('4a4036') },
      upright: true,
      notes: [],
    };
  }
  const left = draft.others.filter(
    ({ creature }) =>
      creature !== draft.creature && !(kinds.has(creature) && isBeast(first)) && creature !== 'human',
  );
  return {
    named: first,
    upright: false,
    notes: left.map(({ word }) => `One figure at a time: the ${word} is left out.`),
  };
}

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
