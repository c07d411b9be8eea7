/** Shirts, jackets and similar: the body's trunk grown outwards and cut at neck, cuffs and hem. */

import { hex, lighter } from '../../colour.js';
import { blend, cut, type Field, grow, intersect } from '../../geometry/field/field.js';
import { ball, ellipsoid, halfSpace, plate, ring, roundBox, roundCone } from '../../geometry/field/shapes.js';
import { bandPaint, type Paint } from '../../geometry/mesh/paint.js';
import { add, lerp, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import type { BipedBody } from '../biped.js';
import type { Sculpture } from '../sculpt.js';
import { brass, type Cloth, type CutCloth, contrast, shaded, weave } from './cloth.js';
import { type Cut, cutOf, plain } from './top-cuts.js';

/** Width, thickness and height of collars that are rings. */
const neckRings: Partial<Record<Cut['collar'], readonly [number, number, number]>> = {
  band: [1, 0.13, 1.9],
  rolled: [1.02, 0.2, 1.5],
  crew: [1.04, 0.15, 0.85],
};

/** Fronts of clothes with a hem and cuffs in a shade of their own; tailored ones have none. */
const hemmed: ReadonlySet<Cut['front']> = new Set(['closed', 'buttons', 'zip']);
/** Of hems and cuffs, in body heights: how far they stand out and reach up. */
const band = { out: 0.006, wide: 0.022 } as const;
/** Shorter ones have no cuff. */
const leastSleeve = 0.4;

/** @returns the cloth's surface */
export function sculptTop(sculpture: Sculpture, body: BipedBody, cloth: CutCloth, under: boolean): Field {
  const { frame: f } = body;
  const shape = under
    ? { ...plain, thick: 0.009, front: 'closed' as const, collar: 'none' as const }
    : cutOf(cloth);
  const material = sculpture.material(cloth.name, cloth.colour, cloth.finish);
  const trim = sculpture.material(`${cloth.name} trim`, shaded(cloth.colour), cloth.finish);
  const paints = [
    ...weave(sculpture, cloth, f.H),
    ...(shape.bands || hemmed.has(shape.front) ? bandPaints(body, shape, trim) : []),
    ...frontPaints(sculpture, body, shape, cloth),
  ];
  const field = topOf(body, shape.thick, shape.sleeve, shape.hem);
  sculpture.follow(cloth.name, field, material, 80, paints, cloth.look?.pattern !== undefined);
  if (shape.front === 'buttons' || shape.front === 'lapels') buttons(sculpture, body, shape, cloth);
  if (shape.collar === 'folded') foldedCollar(sculpture, body, cloth);
  const ring = neckRings[shape.collar];
  if (ring) sculpture.follow(`${cloth.name} collar`, neckRing(body, ...ring), trim, 40);
  if (shape.collar === 'hood') {
    sculpture.follow(`${cloth.name} hood`, hoodDown(body), material, 40);
    if (shape.pocket) sculpture.follow(`${cloth.name} pocket`, pocketOf(body, shape.thick), trim, 34);
  }
  return field;
}

/** Trunk and arms, open at neck, cuffs and hem; edges are rounded like folded cloth. */
export function topOf(body: BipedBody, thick: number, sleeve = 1.84, hem = 0.02): Field {
  const { frame: f } = body;
  const edge = 0.009 * f.H;
  const middle = body.parts.flatMap(({ joint, field }) =>
    /^(chest|spine|hips|neck|(left|right)UpperLeg)$/.test(joint) ? [field] : [],
  );
  const bottom = f.hip + Math.max(hem, -0.12) * f.T;
  const low = halfSpace([0, bottom, 0], [0, -1, 0]);
  const trunk = grow(blend(0.028 * f.H, middle), thick * f.H);
  const rim = intersect(
    grow(trunk, band.out * f.H),
    halfSpace([0, bottom + band.wide * f.H, 0], [0, 1, 0]),
    edge,
  );
  const torso = intersect(blend(0.003 * f.H, [trunk, rim]), low, edge);
  const sleeves = sides.map((side) => {
    const { upper, lower } = body.arms[side.name];
    const { last, way } = sleeveEnd(body, side.name, sleeve);
    const arm = grow(sleeve > 1 ? blend(0.01 * f.H, [upper, lower]) : upper, thick * f.H);
    const start = sub(last, scale(way, band.wide * f.H));
    const cuff = intersect(grow(arm, band.out * f.H), halfSpace(start, scale(way, -1)), edge);
    return intersect(blend(0.003 * f.H, [arm, cuff]), halfSpace(last, way), edge);
  });
  const throat = body.throat + (thick + 0.012) * f.H;
  const opening = roundCone([0, f.S + 0.012 * f.H + throat * 0.55, 0], [0, f.H, 0], throat, throat * 1.1);
  const tails = hem < -0.12 ? [tailsOf(body, hem)] : [];
  return cut(blend(0.028 * f.H, [torso, ...sleeves, ...tails]), opening, edge);
}

/** The skirts of a coat below the waist. */
function tailsOf({ frame: f }: BipedBody, hem: number): Field {
  const y = f.hip + hem * f.T;
  const wide = f.waist * 1.1 + f.belly * 0.3;
  const skirt = roundCone([0, f.hip + 0.3 * f.T, f.belly * 0.3], [0, y, 0], wide, wide * 1.3);
  return intersect(skirt, halfSpace([0, y, 0], [0, -1, 0]), 0.01 * f.H);
}

function bandPaints(body: BipedBody, shape: Cut, material: string): Paint[] {
  const { frame: f } = body;
  const wide = band.wide * f.H;
  const hem = f.hip + shape.hem * f.T + wide;
  const torso = bandPaint(
    material,
    (_x, y) => y - hem,
    (x) => x - f.shoulder * 0.95,
    (x) => -x - f.shoulder * 0.95,
  );
  if (shape.sleeve < leastSleeve) return [torso];
  const cuffs = sides.map((side): Paint => {
    const { last, way } = sleeveEnd(body, side.name, shape.sleeve);
    const aside = (x: number, y: number) => (x - last[0]) * way[1] - (y - last[1]) * way[0];
    const thick = f.armThick * 2.4;
    return bandPaint(
      material,
      (x, y, z) => -wide - (x - last[0]) * way[0] - (y - last[1]) * way[1] - (z - last[2]) * way[2],
      (x, y) => aside(x, y) - thick,
      (x, y) => -aside(x, y) - thick,
    );
  });
  return [torso, ...cuffs];
}

/** Where a sleeve ends, and the unit vector along the arm there. */
function sleeveEnd(body: BipedBody, side: 'left' | 'right', sleeve: number): { last: Vec3; way: Vec3 } {
  const { shoulder, elbow, wrist, cut } = body.arms[side];
  // A sleeve covers a stump, and is rolled up above an artificial arm.
  const end = cut && cut.state !== 'missing' ? Math.min(sleeve, cut.at * 0.9) : sleeve;
  const [from, to, part] = end > 1 ? [elbow, wrist, end - 1] : [shoulder, elbow, end];
  return { last: lerp(from, to, part), way: normalize(sub(to, from)) };
}

/** Front opening: a seam, a zip, or lapels over a shirt. */
function frontPaints(sculpture: Sculpture, body: BipedBody, shape: Cut, cloth: Cloth): Paint[] {
  const { frame: f } = body;
  const inFront =
    (at: (x: number, y: number) => number): Paint['at'] =>
    (x, y, z) =>
      z > 0 ? at(x, y) : 1;
  if (shape.front === 'closed') return [];
  if (shape.front === 'lapels') {
    const bottom = f.hip + 0.46 * f.T;
    const open = (y: number) => Math.max(0, (y - bottom) / (f.S - bottom)) * 0.055 * f.H;
    const lapel = sculpture.material(`${cloth.name} trim`, shaded(cloth.colour), cloth.finish);
    const under = sculpture.material('undershirt', cloth.look?.second ?? hex('f1efe9'), { roughness: 0.9 });
    const tip = bottom - 0.01 * f.H;
    return [
      { material: lapel, at: inFront((x, y) => Math.max(Math.abs(x) - open(y) - 0.022 * f.H, tip - y)) },
      { material: under, at: inFront((x, y) => Math.max(Math.abs(x) - open(y), bottom - y)) },
      { material: lapel, at: inFront((x, y) => Math.max(Math.abs(x) - 0.003 * f.H, y - bottom)) },
    ];
  }
  const width = shape.front === 'zip' ? 0.006 : 0.003;
  const material =
    shape.front === 'zip'
      ? sculpture.material('zip', hex('b9bec6'), { roughness: 0.35, metalness: 0.8 })
      : sculpture.material(`${cloth.name} trim`, shaded(cloth.colour), cloth.finish);
  return [
    bandPaint(
      material,
      (x) => x - width * f.H,
      (x) => -x - width * f.H,
      (_x, _y, z) => -z,
    ),
  ];
}

function buttons(sculpture: Sculpture, body: BipedBody, shape: Cut, cloth: Cloth): void {
  const { frame: f } = body;
  const material =
    shape.front === 'lapels'
      ? sculpture.material('buttons', brass, { roughness: 0.35, metalness: 0.8 })
      : sculpture.material('buttons', contrast(cloth.colour), { roughness: 0.4 });
  const places = shape.front === 'lapels' ? [0.2, 0.34] : [0.2, 0.42, 0.64, 0.84];
  for (const [i, y] of places.entries())
    sculpture.follow(
      `button ${i}`,
      ball(
        onChest(body, shape.front === 'lapels' ? 0.018 * f.H : 0, f.hip + y * f.T, shape.thick * f.H),
        0.0115 * f.H,
      ),
      material,
      8,
    );
}

/** A point on the front of the trunk at height `y`, `out` metres outside the skin. */
export const onChest = ({ frame, trunk }: BipedBody, x: number, y: number, out: number): Vec3 =>
  surfaceAt(trunk, frame, x, y, out);

/** The frontmost surface point at (x, y). */
export function surfaceAt(field: Field, f: BipedBody['frame'], x: number, y: number, out: number): Vec3 {
  let z = f.depth * 2.5 + f.belly * 2;
  for (let step = 0; step < 40 && z > 0; step++) {
    const d = field.at(x, y, z) - out;
    if (d < 1e-4) break;
    z -= Math.max(d, 0.0005);
  }
  return [x, y, z];
}

const neckRing = (body: BipedBody, wide: number, thick: number, tall: number): Field => {
  const { centre, radius, angles } = body.neck;
  const r = Math.max(body.throat * 1.12, radius * 0.72) * wide;
  return ring(add(centre, [0, -radius * 0.3, -0.002]), r, r, radius * thick, tall, angles);
};

/** A band around the neck with two points in front. */
function foldedCollar(sculpture: Sculpture, body: BipedBody, cloth: Cloth): void {
  const { frame: f } = body;
  const material = sculpture.material(`${cloth.name} collar`, lighter(cloth.colour, 0.14), cloth.finish);
  const flaps = sides.map((side) => {
    const inner = onChest(body, side.x * 0.01 * f.H, f.S - 0.022 * f.H, 0.015 * f.H);
    const outer = onChest(body, side.x * 0.052 * f.H, f.S - 0.006 * f.H, 0.014 * f.H);
    const tip = onChest(body, side.x * 0.04 * f.H, f.S - 0.062 * f.H, 0.017 * f.H);
    return plate(inner, outer, tip, 0.006 * f.H);
  });
  sculpture.follow(
    `${cloth.name} collar`,
    blend(0.008 * f.H, [neckRing(body, 1, 0.13, 1.7), ...flaps]),
    material,
    56,
  );
}

/** A hood hanging down behind the neck. */
function hoodDown(body: BipedBody): Field {
  const { frame: f } = body;
  const r = body.throat;
  return blend(0.02 * f.H, [
    neckRing(body, 1.16, 0.26, 1.3),
    ellipsoid([0, f.S - 0.025 * f.H, -f.depth * 0.86], [r * 1.5, 0.055 * f.H, r * 0.62], [-0.4, 0, 0]),
  ]);
}

function pocketOf(body: BipedBody, thick: number): Field {
  const { frame: f } = body;
  const y = f.hip + 0.2 * f.T;
  return intersect(
    grow(body.trunk, (thick + 0.006) * f.H),
    roundBox([0, y, f.H], [f.waist * 0.62, f.T * 0.12, f.H], 0.012 * f.H, [0, 0, 0]),
    0.008 * f.H,
  );
}
