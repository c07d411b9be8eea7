/**
 * Bodies that the network of up learns from: drawn and described people and animals of the even halves of all sets,
 * most of them fused like generated meshes and placed like uploads. Sentences and species of the odd halves are for
 * judging.
 */
import { species } from '../../src/engine/input/text/vocabulary.js';
import { createRandom } from '../../src/engine/random.js';
import { alterations, type Creature, makeCreature } from '../eval/creature.js';
import { dolls } from '../eval/dolls.js';
import { animals, fuse, makeGenerated, placements } from '../eval/generated.js';
import { makePosed, makeStylised } from '../eval/stylised.js';

export type Body = { key: string; make(): Promise<Creature> };

const words = (text: string) => text.split(', ');
const roles = words(
  'girl, boy, woman, man, queen, wizard, pirate, viking, samurai, astronaut, chef, clown, nurse, farmer, cowboy, vampire, zombie, goblin, dwarf, orc, angel, demon, skeleton, monk, ranger, bard, knight, robot, alien, mage, soldier, diver',
);
const clothes = words(
  'in a long coat, in a ball gown, with a cape, in a kimono, with a cloak, in a skirt, in shorts, with a scarf, in armor, in a robe',
);
const heads = words(
  'with long hair, with pigtails, with a top hat, with cat ears, with a ponytail, with horns, with a helmet, with twin braids, , with a beard, with a pointed hat',
);
const things = words(
  'with a sword, with a staff, with a shield, with an axe, with a bow, with wings, with a backpack, with a spear, with a hammer, with an umbrella, , with a guitar',
);

type Random = () => number;
const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!;
const placed = (creature: Creature, way = 'as made') => alterations[way]!(creature);

function drawn(n: number): Body {
  const seed = 2 * n;
  const way = pick(placements, createRandom(seed * 31 + 7));
  const makers: Record<string, () => Promise<Creature>> = {
    g: () => makeGenerated(seed),
    s: async () => placed(makeStylised(seed), way),
    p: async () => placed(await fuse(makePosed(seed + 5000), seed), way),
    f: async () => placed(await fuse(makeStylised(seed + 3000), seed), way),
  };
  const kind = 'gspf'[n % 4]!;
  return { key: `${kind}${seed}`, make: makers[kind]! };
}

function described(n: number): Body {
  const seed = 20_000 + 4 * n;
  const random = createRandom(seed);
  const sentence = `a ${[roles, clothes, heads, things].map((list) => pick(list, random)).join(' ')}`;
  const proportions = pick(['natural', 'chibi', 'natural'] as const, random);
  random();
  const way = pick(placements, random);
  const make = async () =>
    placed(await fuse(await makeCreature(sentence.replace(/ +/g, ' '), 'modelled', proportions), seed), way);
  return { key: `w${seed}`, make };
}

/** Species of the even half of the creatures, without those of the odd half of the generated uploads. */
const beasts = Object.keys(species)
  .filter((name) => species[name]!.kind !== 'biped')
  .filter((name, i) => i % 2 === 0 && animals.indexOf(name) % 2 !== 1);

const animal = (name: string, n: number): Body => {
  const seed = 40_000 + 2 * n;
  const way = pick(placements, createRandom(seed));
  return {
    key: `e${name}`,
    make: async () => placed(await fuse(await makeCreature(`a ${name}`), seed), way),
  };
};

/** Each bird twice, because birds are most like people. */
const bird = (name: string, n: number): Body[] =>
  [0, 1].map((nth) => {
    const seed = 60_000 + 4 * n + 2 * nth;
    const way = pick(placements, createRandom(seed));
    const make = async () => {
      const made = await makeCreature(`a ${name}`);
      return placed(nth === 0 && n % 3 === 0 ? made : await fuse(made, seed), way);
    };
    return { key: `b${name}${nth}`, make };
  });

const stood = Object.values(dolls)
  .filter((doll) => doll().kind !== 'biped')
  .flatMap((doll, i): Body[] => (i % 2 === 0 ? [{ key: `d${i}`, make: async () => doll() }] : []));

/** @param most how many drawn and described people each, and how many animals at most */
export const bodiesToLearn = (most: number): Body[] => [
  ...Array.from({ length: most }, (_, n) => drawn(n)),
  ...Array.from({ length: most }, (_, n) => described(n)),
  ...beasts.map(animal).slice(0, most),
  ...beasts.filter((name) => species[name]!.kind === 'avian').flatMap(bird),
  ...stood,
];
