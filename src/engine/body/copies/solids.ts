/** Solids of repeated parts: what a part carries is made once for each of them. */
import type { Solid } from '../../character.js';
import type { Field } from '../../geometry/field/field.js';
import { type Placing, placeField } from '../../geometry/field/placed.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import { lerp, type Vec3 } from '../../geometry/vec.js';
import type { Joint } from '../../skeleton/skeleton.js';
import { clipField } from '../creature.js';

/** One of several parts like this: its place, and its joint for each joint of the first one. */
export type Copy = { placing: Placing; nameOf(joint: string): string };

/** What belongs to the part that is repeated. */
export type Source = {
  joints: readonly Joint[];
  names: ReadonlySet<string>;
  /** Below 0 where this part is nearer than the rest of the body. */
  zone: Field['at'];
};

/** `whole`: the solid moves with the part. `share`: it covers the part and more, as a sleeve. */
export function carriedBy(solid: Solid, { joints, names, zone }: Source): 'whole' | 'share' | null {
  const { binding, field, isHeld } = solid;
  if (isHeld) return null;
  if (binding.kind === 'rigid') return names.has(binding.joint) ? 'whole' : null;
  if (binding.kind === 'bones') return binding.joints.every((joint) => names.has(joint)) ? 'whole' : null;
  const middle = lerp(field.box.min, field.box.max, 0.5);
  if (zone(...middle) < 0) return 'whole';
  return joints.some(({ position, tail }) => field.at(...lerp(position, tail, 0.5)) < 0) ? 'share' : null;
}

export function copySolid(solid: Solid, { placing, nameOf }: Copy, part: Field): Solid {
  const { binding, hangs } = solid;
  const owner = binding.kind === 'heat' ? binding.owner : null;
  return {
    ...solid,
    field: placeField(part, placing),
    cell: solid.cell * placing.size,
    paints: solid.paints?.map((paint) => placePaint(paint, placing)),
    binding:
      binding.kind === 'rigid'
        ? { kind: 'rigid', joint: nameOf(binding.joint) }
        : binding.kind === 'bones'
          ? { kind: 'bones', joints: binding.joints.map(nameOf) }
          : owner
            ? { kind: 'heat', owner: (x, y, z) => nameOf(owner(...placing.from([x, y, z]))) }
            : binding,
    ...(hangs && { hangs: hangs.map((joint) => copyJoint(joint, { placing, nameOf })) }),
  };
}

/** The share of a solid that covers the part. */
export const shareOf = ({ field }: Solid, { zone }: Source): Field => clipField(field, zone);

export const copyJoint = ({ name, parent, position, tail }: Joint, { placing, nameOf }: Copy): Joint => ({
  name: nameOf(name),
  parent: parent && nameOf(parent),
  position: placing.to(position),
  tail: placing.to(tail),
});

/** The paint of a part, where the part is now. */
function placePaint(paint: Paint, { from, size }: Placing): Paint {
  const moved =
    (at: Paint['at']): Paint['at'] =>
    (x, y, z) =>
      at(...(from([x, y, z]) as [number, number, number])) * size;
  return { ...paint, at: moved(paint.at), ...(paint.edges && { edges: paint.edges.map(moved) }) };
}

/** The paints of a body whose points are taken back to where they were before parts were repeated. */
export function foldPaints(paints: readonly Paint[], fold: (point: Vec3) => Vec3): Paint[] {
  const folded =
    (at: Paint['at']): Paint['at'] =>
    (x, y, z) =>
      at(...(fold([x, y, z]) as [number, number, number]));
  return paints.map((paint) => ({
    ...paint,
    at: folded(paint.at),
    ...(paint.edges && { edges: paint.edges.map(folded) }),
  }));
}
