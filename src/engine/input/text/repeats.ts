/** How many heads, arms, tails, wings and eyes a body is made with, where that is not the usual number. */
import type { SkeletonKind } from '../../types.js';
import type { Asked } from './asked.js';
import type { DescribedLook } from './description.js';
import type { Counts, RepeatedPart, Species } from './vocabulary/shapes.js';
import { handheld } from './vocabulary.js';

type Rule = {
  kinds: readonly SkeletonKind[];
  usual: number;
  most: number;
  /** What "many" means. */
  many: number;
  /** Whether they come in pairs. */
  paired?: true;
};

const rules: Readonly<Record<RepeatedPart, Rule>> = {
  head: { kinds: ['biped', 'quadruped', 'avian', 'serpentine'], usual: 1, most: 9, many: 5 },
  arms: { kinds: ['biped'], usual: 2, most: 6, many: 6, paired: true },
  tail: { kinds: ['biped', 'quadruped'], usual: 1, most: 9, many: 5 },
  wings: { kinds: ['biped', 'quadruped'], usual: 2, most: 6, many: 6, paired: true },
  eyes: { kinds: ['biped', 'quadruped'], usual: 2, most: 6, many: 6 },
};

type Body = { species: Species; kind: SkeletonKind; items: ReadonlyMap<string, DescribedLook> };

/** A part that a body does not have cannot be repeated. */
function has(part: RepeatedPart, { parts }: Asked, { species, kind, items }: Body): boolean {
  if (part === 'wings') return items.has('wings');
  if (part === 'tail') return !items.has('fishtail') && (species.tail !== 'none' || parts.has('tail'));
  if (part === 'eyes') return !/robot|screen|beak/.test(species.face) && !items.has('one eye');
  return part !== 'arms' || kind === 'biped';
}

export function countsOf(asked: Asked, body: Body): Counts {
  const made: Partial<Record<RepeatedPart, number>> = {};
  for (const [part, rule] of Object.entries(rules) as [RepeatedPart, Rule][]) {
    const { kinds, usual, most, many, paired } = rule;
    const said = asked.counts.get(part) ?? (part === 'arms' ? asked.counts.get('hands') : undefined);
    const number = said?.many ?? body.species.counts?.[part] ?? usual;
    if (number <= usual || !kinds.includes(body.kind) || !has(part, asked, body)) continue;
    const wanted = Math.min(most, Number.isFinite(number) ? number : many);
    made[part] = paired ? 2 * Math.ceil(wanted / 2) : wanted;
  }
  return made;
}

/** The only thing held, if the prompt names two of it. */
export function heldTwice(
  { counts }: Asked,
  kind: SkeletonKind,
  items: ReadonlyMap<string, DescribedLook>,
): string | null {
  const [held, ...others] = [...items.keys()].filter((item) => handheld.has(item));
  const isTwice = held !== undefined && (counts.get(held)?.many ?? (held === 'crutches' ? 2 : 1)) > 1;
  return isTwice && kind === 'biped' && others.length === 0 && !items.has('shield') ? held : null;
}
