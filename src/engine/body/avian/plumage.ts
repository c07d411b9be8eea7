/** Wings and tail: a sleeve of small feathers along the bones and a row of long feathers behind it. */

import { darker, hex } from '../../colour.js';
import { blend, type Field, turn } from '../../geometry/field/field.js';
import { ellipsoid, roundCone, tube } from '../../geometry/field/shapes.js';
import { stretch } from '../../geometry/field/stretch.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import { add, lerp, normalize, scale, segmentDistance, sub, type Vec3 } from '../../geometry/vec.js';
import { flip, type Side, sides } from '../../skeleton/skeleton.js';
import type { Sculpture } from '../sculpt.js';
import { sidedName, sideOf } from '../sides.js';
import type { Traits } from '../traits.js';
import { plumageColour } from './coat.js';
import type { BirdFrame } from './frame.js';

export function sculptPlumage(sculpture: Sculpture, f: BirdFrame, t: Traits): void {
  const colour = plumageColour(t, f.form.wings, 'wings');
  const lesser = sculpture.material('coat', t.colours.coat);
  for (const side of sides) {
    const own = sideOf(t, 'wings', side.name);
    if (own.state === 'missing') continue;
    const named = (name: string) => sidedName(name, side.name, own.colour !== undefined);
    const finish = own.finish ?? t.items.get('wings')?.finish ?? t.finish ?? {};
    const wings = sculpture.material(named('wings'), own.colour ?? colour, finish);
    const usual = f.form.wingTips && !t.recoloured ? hex(f.form.wingTips) : darker(colour, 0.35);
    const tips = sculpture.material(
      named('wing tips'),
      own.colour ? darker(own.colour, 0.35) : usual,
      own.finish ?? {},
    );
    const joints = ['UpperWing', 'LowerWing', 'WingTip'].map((part) => side.name + part);
    const bones = [f.wing.root, f.wing.elbow, f.wing.wrist, f.wing.tip].map((p) => flip(p, side));
    const field = f.form.flipper ? flipperOf(f, side) : wingOf(f, side, bones);
    const depth = (x: number, y: number, z: number) =>
      Math.min(...bones.slice(1).map((end, i) => segmentDistance([x, y, z], bones[i]!, end)));
    const far = f.wing.span * 0.245;
    const close = f.wing.span * 0.1;
    const paints: Paint[] = f.form.flipper
      ? []
      : own.colour
        ? [{ material: tips, at: (x, y, z) => far - depth(x, y, z) }]
        : [
            { material: tips, at: (x, y, z) => far - depth(x, y, z) },
            { material: lesser, at: (x, y, z) => depth(x, y, z) - close },
          ];
    sculpture.boned(`${side.name} wing`, joints, field, wings, 78, paints);
  }
  const tail = sculpture.material('tail feathers', plumageColour(t, f.form.tailColour, 'tail'));
  sculpture.boned(
    'tail',
    ['tail1', 'tail2'],
    tailOf(f, t),
    tail,
    tailFineness[f.form.tail],
    tailEyes(sculpture, f, t),
  );
}

/** Modelled flat along +X with the feathers to the back, then tilted to trail along the body. */
function wingOf(f: BirdFrame, side: Side, bones: readonly Vec3[]): Field {
  const [root, , wrist, tip] = bones as [Vec3, Vec3, Vec3, Vec3];
  const span = f.wing.span;
  const count = 11;
  const feathers = Array.from({ length: count }, (_, i) => {
    const s = i / (count - 1);
    const from = s < 0.62 ? lerp(root, wrist, s / 0.62) : lerp(wrist, tip, ((s - 0.62) / 0.38) * 0.8);
    const fan = Math.max(0, (s - 0.4) / 0.6) ** 1.4;
    const way = normalize([side.x * (0.1 + 1.25 * fan), 0, -1 + 0.62 * fan]);
    const long = span * (0.27 + 0.08 * Math.sin(s * Math.PI) + 0.07 * fan);
    const width = span * (0.074 - 0.02 * fan);
    return roundCone(from, add(from, scale(way, long)), width, width * 0.86);
  });
  const arm = tube(bones, [span * 0.085, span * 0.07, span * 0.055, span * 0.02], 3);
  const coverts = Array.from({ length: 8 }, (_, i) => {
    const s = i / 7;
    const from = s < 0.62 ? lerp(root, wrist, s / 0.62) : lerp(wrist, tip, ((s - 0.62) / 0.38) * 0.6);
    return roundCone(from, add(from, [side.x * span * 0.05 * s, 0, -span * 0.16]), span * 0.075, span * 0.06);
  });
  const flat = stretch(blend(span * 0.012, feathers), root, [1, 0.24, 1]);
  const soft = stretch(blend(span * 0.03, [arm, ...coverts]), root, [1, 0.52, 1]);
  return turn(blend(span * 0.02, [flat, soft]), root, [-0.5 * f.form.upright, 0, 0]);
}

function flipperOf(f: BirdFrame, side: Side): Field {
  const { root, tip, span } = f.wing;
  const [from, to] = [flip(root, side), flip(tip, side)];
  const blade = roundCone(lerp(from, to, 0.08), lerp(from, to, 0.86), span * 0.15, span * 0.1);
  return stretch(blade, from, [1, 0.42, 1]);
}

/** Grid cells across a tail. A sheet of feathers thinner than a cell would break into strips. */
const tailFineness = { fan: 40, short: 40, long: 40, display: 64, sickle: 54 } as const;

function tailOf(f: BirdFrame, t: Traits): Field {
  const [root, , end] = f.tail;
  const way = normalize(sub(end, root));
  const cover = ellipsoid(lerp(root, end, 0.12), [f.b * 0.42, f.b * 0.3, f.b * 0.42]);
  const shape = f.form.tail;
  if (shape === 'sickle') return blend(f.b * 0.12, [...sicklesOf(f, t), cover]);
  const tips = tailTips(f, t);
  const long = Math.hypot(...sub(end, root));
  const w = Math.min(f.b * 0.26, long * 0.09 + f.b * 0.06) * (shape === 'display' ? 1.5 : 1);
  const feathers = tips.map(({ to, s }) => roundCone(add(root, [s * f.b * 0.16, 0, 0]), to, f.b * 0.15, w));
  const across = 2 * Math.max(...tips.map(({ to }) => Math.abs(to[0]))) + 2 * w;
  const flat = Math.min(0.9, Math.max(0.3, (1.25 * Math.max(across, long)) / (tailFineness[shape] * w)));
  const pitch = Math.asin(Math.max(-1, Math.min(1, way[1])));
  // Flattens perpendicular to the tail's direction, so that it is thin in side view.
  const level = turn(blend(f.b * 0.03, feathers), root, [-pitch, 0, 0]);
  return blend(f.b * 0.1, [turn(stretch(level, root, [1, flat, 1]), root, [pitch, 0, 0]), cover]);
}

/** Feather tips, side by side or as the spokes of a wheel. `s` runs from -1 to 1 from side to side. */
function tailTips(f: BirdFrame, t: Traits): { to: Vec3; s: number }[] {
  const [root, , end] = f.tail;
  const way = normalize(sub(end, root));
  const long = Math.hypot(...sub(end, root));
  const wheel = f.form.tail === 'display';
  const wide = { fan: 0.5, short: 0.32, long: 0.16, display: 1.25, sickle: 0 }[f.form.tail];
  const count = wheel ? 15 : 7;
  return Array.from({ length: count }, (_, i) => {
    const s = (i / (count - 1)) * 2 - 1;
    const [ahead, aside] = wheel
      ? [Math.cos(s * wide), Math.sin(s * wide)]
      : [1 - 0.16 * s * s, s * wide * t.tailWidth];
    return { to: add(root, add(scale(way, long * ahead), [aside * long, 0, 0])), s };
  });
}

/** Feathers that rise, arch and droop, longest in the middle. */
function sicklesOf(f: BirdFrame, t: Traits): Field[] {
  const [root, , end] = f.tail;
  const reach = Math.hypot(...sub(end, root)) * 0.8;
  // Widen long feathers: anything thinner than a grid cell breaks apart.
  const w = Math.max(f.b * 0.15 * Math.sqrt(t.tailWidth), reach * 0.045);
  return Array.from({ length: 9 }, (_, i) => {
    const s = (i / 8) * 2 - 1;
    const long = reach * (1.12 - 0.42 * Math.abs(s) - (i % 2) * 0.18);
    const at = (x: number, y: number, z: number): Vec3 =>
      add(root, [s * f.b * (0.2 + x), y * long, -z * long]);
    return tube(
      [at(0, 0, -0.1), at(0.2, 0.62, 0.3), at(0.4, 0.8, 0.78), at(0.5, 0.34, 1.12)],
      [w, w * 1.25, w * 1.1, w * 0.7],
      3,
    );
  });
}

/** An eye spot with a rim at the end of each feather of the wheel. */
function tailEyes(sculpture: Sculpture, f: BirdFrame, t: Traits): Paint[] {
  if (!f.form.tailEyes) return [];
  const tips = tailTips(f, t).map(({ to }) => lerp(f.tail[0], to, 0.97));
  const [, up, back] = normalize(sub(f.tail[2], f.tail[0]));
  // Measured in the plane of the wheel, so that both sides of a feather get the spot.
  const away = (x: number, y: number, z: number) =>
    Math.min(...tips.map((p) => Math.hypot(x - p[0], (y - p[1]) * up + (z - p[2]) * back)));
  const rim = sculpture.material('tail eye rims', hex('e2b53a'));
  const eye = sculpture.material('tail eyes', hex(f.form.tailEyes));
  return [
    { material: rim, at: (x, y, z) => away(x, y, z) - f.b * 0.3 },
    { material: eye, at: (x, y, z) => away(x, y, z) - f.b * 0.19 },
  ];
}
