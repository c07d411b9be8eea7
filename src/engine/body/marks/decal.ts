/** Draws a figure on whatever surface is outermost at a spot: a thin layer of its own that follows that surface. */
import type { Binding, Solid } from '../../character.js';
import { type Field, growBox, hit, joinBoxes, leaf } from '../../geometry/field/field.js';
import { add, cross, dot, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import type { Sculpture } from '../sculpt.js';
import type { Drawing } from './drawing.js';
import type { Spot } from './spots.js';

/** Axes of a spot: across, up and out. */
type Axes = readonly [Vec3, Vec3, Vec3];

export function axesOf({ out, up }: Spot): Axes {
  const z = normalize(out);
  const x = normalize(cross(up, z));
  return [x, cross(z, x), z];
}

/** A surface at a spot: the solids that can be seen there, and the point in front of the middle. */
export type Ground = { field: Pick<Field, 'at'>; at: Vec3; binding: Binding; top: Solid };

const reach = 4;

/** @param solids the body first */
export function groundOf(
  solids: readonly Solid[],
  spot: Spot,
  half: readonly [number, number],
): Ground | null {
  const axes = axesOf(spot);
  const far = reach * Math.max(spot.wide, spot.tall) + half[0];
  const found = new Set<Solid>();
  let middle: Vec3 | null = null;
  for (const [u, v] of [
    [0, 0],
    [0.9, 0],
    [-0.9, 0],
    [0, 0.9],
    [0, -0.9],
  ] as const) {
    const from = add(
      add(spot.at, scale(axes[0], u * half[0])),
      add(scale(axes[1], v * half[1]), scale(axes[2], far)),
    );
    const first = firstHit(solids, from, scale(axes[2], -1), far);
    if (!first) continue;
    found.add(first.solid);
    middle ??= first.at;
  }
  const [top] = found;
  if (!middle || !top) return null;
  const fields = [...found].map(({ field }) => field);
  return {
    at: middle,
    top,
    binding: top.binding.kind === 'rigid' || top.binding.kind === 'bones' ? top.binding : { kind: 'follow' },
    field: {
      at: (x, y, z) =>
        fields.reduce((least, one) => Math.min(least, one.at(x, y, z)), Number.POSITIVE_INFINITY),
    },
  };
}

function firstHit(
  solids: readonly Solid[],
  from: Vec3,
  way: Vec3,
  far: number,
): { solid: Solid; at: Vec3 } | null {
  let best: { solid: Solid; at: Vec3; away: number } | null = null;
  for (const solid of solids) {
    const at = hit(solid.field, from, way, far);
    const away = at ? dot(sub(at, from), way) : 0;
    if (at && (!best || away < best.away)) best = { solid, at, away };
  }
  return best;
}

/** @param thick how far it stands out, in metres */
export function layer(drawing: Drawing, spot: Spot, ground: Ground, thick: number): Field {
  const [x, y, z] = axesOf(spot);
  const { field, at: middle } = ground;
  const [wide, tall] = drawing.half;
  const depth = dot(sub(middle, spot.at), z);
  const corners = [-1, 1].flatMap((u) =>
    [-1, 1].flatMap((v) =>
      [-depth, wide * 0.6 + thick].map((w): Vec3 => {
        const corner = add(add(middle, scale(x, u * wide)), add(scale(y, v * tall), scale(z, w)));
        return corner;
      }),
    ),
  );
  const box = growBox(joinBoxes(corners.map((corner) => ({ min: corner, max: corner }))), thick);
  return leaf(box, (px, py, pz) => {
    const p: Vec3 = [px - middle[0], py - middle[1], pz - middle[2]];
    const away = field.at(px, py, pz);
    const shell = Math.max(away - thick, -away - 3 * thick);
    if (shell > 4 * thick) return shell;
    return Math.max(shell, drawing.at(dot(p, x), dot(p, y)), -dot(p, z) - depth);
  });
}

export function drawOn(
  sculpture: Sculpture,
  {
    name,
    material,
    drawing,
    spot,
    ground,
    thick,
  }: {
    name: string;
    material: string;
    drawing: Drawing;
    spot: Spot;
    ground: Ground;
    thick: number;
  },
): void {
  const field = layer(drawing, spot, ground, thick);
  sculpture.solids.push({
    name,
    field,
    cell: Math.min(thick * 1.2, drawing.finest * 0.5),
    material,
    binding: ground.binding,
    even: true,
  });
}
