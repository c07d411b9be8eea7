/**
 * Several heads, tails, pairs of arms or wings. The body is made with one of each; then the part is repeated with all
 * that it carries, so a second head has the face, the hair and the hat of the first.
 */
import type { Solid } from '../character.js';
import type { Field } from '../geometry/field/field.js';
import { type Placing, placeField, placingOf } from '../geometry/field/placed.js';
import type { Vec3 } from '../geometry/vec.js';
import { below, isDetail, nameOfCopy } from '../skeleton/copies.js';
import { type Joint, jointOf, type Skeleton } from '../skeleton/skeleton.js';
import type { Part } from './anatomy.js';
import type { Body } from './body.js';
import { type Repeated, repeatedParts } from './copies/groups.js';
import {
  type Copy,
  carriedBy,
  copyJoint,
  copySolid,
  foldPaints,
  type Source,
  shareOf,
} from './copies/solids.js';
import { ownerOf } from './owner.js';
import type { Traits } from './traits.js';

type Made = { skeleton: Skeleton; solids: readonly Solid[]; parts: readonly Part[] };

/** @param made the first solid is the body */
export function repeatParts(body: Body, t: Traits, made: Omit<Made, 'parts'>): Omit<Made, 'parts'> {
  const { join, parts } = body;
  if (!join) return made;
  return repeatedParts(body, t).reduce<Made>((one, repeated) => repeat(join, one, repeated), {
    ...made,
    parts,
  });
}

type Place = Copy & { placing: Placing; parts: readonly Part[]; isFirst: boolean };

type Join = (parts: readonly Part[]) => Field;

function repeat(join: Join, { skeleton, solids, parts }: Made, { root, places }: Repeated): Made {
  const source = sourceOf(skeleton, parts, root);
  const own = parts.filter(({ joint }) => source.names.has(joint));
  const others = parts.filter(({ joint }) => !source.names.has(joint));
  const copies = places.map((place, i): Place => {
    const placing = place ? placingOf(place) : stays;
    const nameOf = namesAt(skeleton, source, i + 1);
    return {
      placing,
      nameOf,
      isFirst: i === 0,
      parts: own.map(({ joint, field }) => ({
        joint: nameOf(joint),
        field: place ? placeField(field, placing) : field,
      })),
    };
  });
  const all = [...others, ...copies.flatMap((copy) => copy.parts)];
  const field = join(all);
  const [first, ...rest] = solids as [Solid, ...Solid[]];
  const grown: Solid = {
    ...first,
    field,
    paints: foldPaints(first.paints ?? [], foldTo(others, copies)),
    binding: { kind: 'heat', owner: ownerOf(all) },
  };
  return {
    skeleton: { ...skeleton, joints: jointsOf(skeleton, source, copies) },
    solids: [grown, ...rest.flatMap((solid) => solidsOf(solid, source, copies))],
    parts: all,
  };
}

const stays: Placing = { to: (point) => point, from: (point) => point, size: 1 };

function sourceOf({ joints }: Skeleton, parts: readonly Part[], root: string): Source {
  const carried = below(joints, root);
  const names = new Set(carried.map(({ name }) => name));
  const own = nearest(parts.filter(({ joint }) => names.has(joint)));
  const others = nearest(parts.filter(({ joint }) => !names.has(joint)));
  return { joints: carried, names, zone: (x, y, z) => own(x, y, z) - others(x, y, z) };
}

const nearest =
  (parts: readonly Part[]): Field['at'] =>
  (x, y, z) =>
    parts.reduce((least, { field }) => Math.min(least, field.at(x, y, z)), Number.POSITIVE_INFINITY);

/** Names of the nth part's joints: those of a copy have no details, which follow the joint above. */
function namesAt(skeleton: Skeleton, { names }: Source, nth: number): Copy['nameOf'] {
  const kept = (name: string): string =>
    isDetail(name) ? kept(jointOf(skeleton, name).parent!) : nameOfCopy(name, nth);
  return (name) => (nth === 1 || !names.has(name) ? name : kept(name));
}

function jointsOf({ joints }: Skeleton, source: Source, copies: readonly Place[]): Joint[] {
  const [first] = copies as [Place, ...Place[]];
  const own = joints.map((joint) => (source.names.has(joint.name) ? copyJoint(joint, first) : joint));
  const others = copies
    .slice(1)
    .flatMap((copy) =>
      source.joints.filter(({ name }) => !isDetail(name)).map((joint) => copyJoint(joint, copy)),
    );
  return [...own, ...others];
}

function solidsOf(solid: Solid, source: Source, copies: readonly Place[]): Solid[] {
  const carried = carriedBy(solid, source);
  if (carried === null) return [solid];
  const part = carried === 'whole' ? solid.field : shareOf(solid, source);
  return copies.map((copy) => {
    if (copy.isFirst && (carried === 'share' || copy.placing === stays)) return solid;
    return copySolid(solid, copy, part);
  });
}

/** Takes a point on one of the parts back to the only part that the paints know. */
function foldTo(others: readonly Part[], copies: readonly Place[]): (point: Vec3) => Vec3 {
  const rest = nearest(others);
  const own = copies.map(({ placing, parts }) => ({ placing, at: nearest(parts) }));
  return (point) => {
    let [least, place] = [rest(...point), stays];
    for (const { placing, at } of own) {
      const away = at(...point);
      if (away < least) [least, place] = [away, placing];
    }
    return place.from(point);
  };
}
