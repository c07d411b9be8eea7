/**
 * Sets of uploads drawn from seeds. Even seeds are for development; odd ones are held out: only the final run of a
 * change looks at them.
 */
import { species } from '../../src/engine/input/text/vocabulary.js';
import type { RigParameters } from '../../src/engine/types.js';
import { type Creature, makeCreature } from './creature.js';
import { dolls } from './dolls.js';
import { makeGenerated } from './generated.js';
import { type Met, meet } from './met.js';
import { makeStylised } from './stylised.js';
import { atLeast, atMost, mean, type Row, told } from './table.js';

export const uploadSets = ['stylised', 'generated', 'creatures'] as const;
export type UploadSet = (typeof uploadSets)[number];

/** Figures of a set, as functions that make them. */
export function uploadsIn(
  set: UploadSet,
  heldOut: boolean,
  most: number,
): (() => Creature | Promise<Creature>)[] {
  const all: ((seed: number) => Creature | Promise<Creature>)[] =
    set === 'creatures'
      ? kinds.map((kind) => () => kind())
      : Array.from({ length: most * 2 }, () => makers[set]);
  return all.flatMap((make, seed) => (seed % 2 === Number(heldOut) ? [() => make(seed)] : [])).slice(0, most);
}

const makers = { stylised: makeStylised, generated: makeGenerated };

/** Animals of all classes; people are in the other sets. */
const kinds: readonly (() => Creature | Promise<Creature>)[] = [
  ...Object.values(dolls).filter((doll) => doll().kind !== 'biped'),
  ...Object.keys(species)
    .filter((name) => species[name]!.kind !== 'biped')
    .map((name) => () => makeCreature(`a ${name}`)),
];

export type Choice = { heldOut: boolean; most: number; from?: number; detail?: RigParameters['detail'] };

export async function judgeUploads(set: UploadSet, choice: Choice, each?: (met: Met) => void) {
  const met: Met[] = [];
  for (const make of uploadsIn(set, choice.heldOut, choice.most).slice(choice.from)) {
    const one = meet(await make(), choice.detail);
    each?.(one);
    met.push(one);
  }
  return met;
}

export function uploadRows(set: UploadSet, met: readonly Met[]): Row[] {
  if (met.length === 0) return [];
  const share = (holds: (one: Met) => boolean) => (100 * met.filter(holds).length) / met.length;
  const errors = met.flatMap(({ errors }) => errors.map(([, error]) => error));
  const name = `${met.length} ${set} uploads`;
  return [
    atLeast(
      `${name}: right class, %`,
      share(({ wanted, got }) => wanted === got),
      set === 'creatures' ? 90 : 95,
    ),
    atLeast(
      `${name}: upright, %`,
      share(({ upright }) => upright > 0.9),
      100,
    ),
    told(
      `${name}: facing, %`,
      share(({ ahead }) => ahead > 0.9),
    ),
    ...(errors.length > 0 ? [atMost(`${name}: joint error, mean, % of height`, mean(errors), 4, ' %')] : []),
    told(`${name}: processor time to the skeleton, mean, s`, mean(met.map((one) => one.milliseconds)) / 1000),
  ];
}
