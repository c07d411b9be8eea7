import { z } from 'zod';
import { findDataFile, readTable } from '../../../../base/data-file.js';
import type { SkeletonKind } from '../../../../engine/types.js';

/** Movements that members ask for, and the bodies whose clips have them. */

const two = 'biped';
const four = 'quadruped';
const six = 'hexapod';
const eight = 'octopod';
const bird = 'avian';
const fish = 'aquatic';
const snake = 'serpentine';
const all = [two, four, six, eight, bird, fish, snake] as const;

const moves = {
  walk: { says: /^(?:walk|stroll|march|step)/, on: [two, four, six, eight, bird] },
  run: { says: /^(?:run|sprint|gallop|trot|jog|race)/, on: [two, four, six, eight, snake] },
  dance: { says: /^(?:danc|ballet|pirouette|disco|twerk|waltz|spin)/, on: [two, six, eight] },
  jump: { says: /^(?:jump|leap|hop)/, on: [two, four, six, eight, bird, fish] },
  fly: { says: /^(?:fly|flap|soar|glid|flight)/, on: [bird] },
  swim: { says: /^(?:swim|dive)/, on: [two, fish] },
  slither: { says: /^(?:slither|snake)/, on: [snake] },
  fight: {
    says: /^(?:fight|attack|punch|kick|box|battle|bite|slash|swing (?:the|his|her|its|an?) )/,
    on: [two, four],
  },
  sit: { says: /^sit/, on: [two, four] },
  kneel: { says: /^(?:kneel|crouch|squat)/, on: [two] },
  sleep: { says: /^(?:sleep|lie|lay)/, on: all },
  climb: { says: /^(?:climb|crawl)/, on: [two] },
  wave: { says: /^(?:wav|greet|salut|bow\b|clap|cheer|point|nod)/, on: [two] },
  die: { says: /^(?:die|fall over)/, on: all },
  cast: { says: /^(?:cast|do magic|use magic)/, on: [two] },
  move: { says: /^(?:move|animat)/, on: all },
  stand: { says: /^(?:stand|idle)/, on: all },
} as const satisfies Record<string, { says: RegExp; on: readonly SkeletonKind[] }>;
export type Move = keyof typeof moves;
const names = Object.keys(moves) as Move[];

/** The verb in any form and nothing more: a kickflip is no kick. */
const inForms = (says: RegExp): RegExp =>
  new RegExp(`${says.source}(?:e|s|es|ed|d|ing|[a-z]ing|t|ation|y|ies|er)?(?: |$)`);
const forms = new Map(names.map((name) => [name, inForms(moves[name].says)]));

/** The movement that a verb phrase is about: "do a backflip" is none. */
export const moveIn = (action: string): Move | null => {
  const words = action.toLowerCase().split(/\s+/);
  const all = words.join(' ');
  return (
    names.find((name) => forms.get(name)!.test(all) || (words[1] && forms.get(name)!.test(words.at(-1)!))) ??
    null
  );
};

export const canMove = (kind: SkeletonKind, move: Move): boolean =>
  (moves[move].on as readonly SkeletonKind[]).includes(kind);

const shape = z.record(z.string(), z.record(z.string(), z.array(z.string())));
let manners: z.infer<typeof shape> | null = null;

/** The clips of a body that fit a manner (data/talk/manners.json); none where nothing of it is known. */
export function clipsFor(kind: SkeletonKind, manner: string): readonly string[] {
  manners ??= readTable(findDataFile(import.meta.dirname, 'talk', 'manners.json'), shape);
  const rows = Object.entries(manners[kind] ?? {});
  return rows.find(([says]) => new RegExp(`\\b(?:${says})\\b`, 'i').test(manner))?.[1] ?? [];
}
