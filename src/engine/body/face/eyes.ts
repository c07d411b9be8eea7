/** Eyeballs with painted iris, pupil and highlights, plus lids and lashes. */

import { darker, hex } from '../../colour.js';
import { cut, type Field, gradient } from '../../geometry/field/field.js';
import { ellipsoid, halfSpace, tube } from '../../geometry/field/shapes.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import { add, cross, dot, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { type Side, sides } from '../../skeleton/skeleton.js';
import type { Head } from '../anatomy.js';
import type { Sculpture } from '../sculpt.js';
import { eyeColour, sidedName, sideOf } from '../sides.js';
import type { Traits } from '../traits.js';
import { dark, lineOnFace, type PlaceOnFace } from './ground.js';
import { type Expression, expressionOf } from './mood.js';

/** In head radii; `iris` is a fraction of the eye, `out` how far it turns sideways. */
type Setting = { x: number; y: number; rx: number; ry: number; iris: number; out: number };
const settings: Record<Traits['face'], Setting> = {
  human: { x: 0.35, y: 0.03, rx: 0.185, ry: 0.235, iris: 0.8, out: 0.18 },
  muzzle: { x: 0.46, y: 0.16, rx: 0.195, ry: 0.235, iris: 0.86, out: 0.35 },
  beak: { x: 0.38, y: 0.18, rx: 0.2, ry: 0.22, iris: 0.82, out: 0.3 },
  frog: { x: 0.56, y: 0.44, rx: 0.26, ry: 0.26, iris: 0.78, out: 0.25 },
  screen: { x: 0.4, y: 0.1, rx: 0.2, ry: 0.2, iris: 1, out: 0 },
  robot: { x: 0.4, y: 0.1, rx: 0.2, ry: 0.2, iris: 1, out: 0 },
};

/** A cyclops eye in the middle of the brow. */
const oneEye: Setting = { x: 0, y: 0.16, rx: 0.3, ry: 0.3, iris: 0.66, out: 0 };

type Eye = { side: Side; centre: Vec3; half: Vec3; angles: Vec3; axis: Vec3 };

export function sculptEyes(sculpture: Sculpture, place: PlaceOnFace, head: Head, r: number, t: Traits): void {
  const mood = expressionOf(t.mood);
  const single = t.items.has('one eye');
  const setting = single ? oneEye : settings[t.face];
  const size = t.eyes * mood.eye * (t.style === 'chibi' ? 1.2 : t.style === 'heroic' ? 0.86 : 1);
  for (const side of single ? sides.slice(0, 1) : sides) {
    const isShut = /closed|missing/.test(sideOf(t, 'eyes', side.name).state ?? '');
    const expression = isShut ? { ...mood, lid: shut, slant: 0 } : mood;
    const eye = setEye(place, head, r, setting, size, side);
    sculptBall(sculpture, eye, setting.iris, t, t.kind === 'biped' && !single);
    if (t.items.has('bones')) continue;
    if (t.face !== 'human' || expression.lid < 0.7) sculptLid(sculpture, eye, expression, t);
    if (t.face === 'human' && !single) sculptLashes(sculpture, place, eye, head, r, expression, t);
    else if (isShut) sculptSlit(sculpture, eye, t);
  }
  for (const { setting: more, side } of moreEyes(setting, t.counts.eyes ?? 2)) {
    const eye = setEye(place, head, r, more, size, side);
    sculptBall(sculpture, eye, more.iris, t, false);
    if (t.face !== 'human') sculptLid(sculpture, eye, mood, t);
  }
}

/** Where the lid of a closed eye ends. */
const shut = -1.2;

/** The line of a closed eye, which lashes draw on people. */
function sculptSlit(sculpture: Sculpture, { side, centre, half }: Eye, t: Traits): void {
  const points = [-0.85, -0.45, 0, 0.45, 0.85].map((x): Vec3 => {
    const y = -0.2 - 0.25 * (1 - x * x);
    const z = Math.sqrt(Math.max(0, 1 - x * x - y * y)) * 1.13;
    return add(centre, [x * half[0], y * half[1], z * half[2]]);
  });
  const line = sculpture.material('lashes', darker(t.colours.coat, 0.7), { roughness: 0.8 });
  sculpture.rigid(`${side.name} lashes`, 'head', tube(points, [half[0] * 0.14], 3), line, 26);
}

/** Beyond the first pair: smaller pairs above it, and an odd one in the middle of the brow. */
function moreEyes(first: Setting, many: number): { setting: Setting; side: Side }[] {
  const above = (rise: number, size: number, x: number): Setting => ({
    ...first,
    x,
    y: first.y + rise,
    rx: first.rx * size,
    ry: first.ry * size,
  });
  const pairs = Math.floor((many - 2) / 2);
  const paired = Array.from({ length: Math.max(0, pairs) }, (_, i) => {
    const setting = above(0.34 + 0.24 * i, 0.62 - 0.1 * i, first.x * (1.12 - 0.3 * i));
    return sides.map((side) => ({ setting, side }));
  }).flat();
  const middle = { setting: above(0.4 + 0.2 * pairs, 0.8 - 0.1 * pairs, 0), side: sides[0]! };
  return many > 2 && many % 2 === 1 ? [...paired, middle] : paired;
}

function setEye(place: PlaceOnFace, head: Head, r: number, s: Setting, size: number, side: Side): Eye {
  const p = place(side.x * s.x, s.y);
  const n = gradient(head.field, p, r * 0.03);
  const half: Vec3 = [s.rx * r * size, s.ry * r * size, Math.min(s.rx, s.ry) * r * 0.75 * size];
  const yaw = Math.atan2(n[0], n[2]) * 0.75;
  const inwards = scale(normalize([Math.sin(yaw), n[1] * 0.5, Math.cos(yaw)]), half[2] * 0.5);
  const axis = normalize([n[0] * s.out + (s.x === 0 ? 0 : side.x * 0.06), 0.02, 1]);
  return { side, centre: sub(p, inwards), half, angles: [-n[1] * 0.4, yaw, 0], axis };
}

function sculptBall(
  sculpture: Sculpture,
  { side, centre, half, angles, axis }: Eye,
  iris: number,
  t: Traits,
  looking: boolean,
): void {
  const hollow = t.items.has('bones');
  const white = sculpture.material('eye white', hollow ? hex('221a18') : hex('f7f5f0'), { roughness: 0.22 });
  const tone = eyeColour(t, side.name);
  const named = (name: string) => sidedName(name, side.name, tone !== t.colours.eyes);
  const colour = sculpture.material(named('eyes'), tone, {
    roughness: 0.2,
    glow: hollow || t.items.has('glowing eyes') ? 0.7 : 0,
  });
  const pupil = sculpture.material('pupils', dark, { roughness: 0.12 });
  const shine = sculpture.material('eye shine', [1, 1, 1], { roughness: 0.2, glow: 0.6 });
  const rim = sculpture.material(named('iris rim'), darker(tone, 0.55), { roughness: 0.2 });
  const disc = (radius: number, dx: number, dy: number, material: string): Paint =>
    discPaint(
      add(centre, [dx * half[0], dy * half[1], 0]),
      axis,
      half[0] * radius,
      half[1] / half[0],
      material,
    );
  const joint = looking ? `${side.name}Eye` : 'head';
  if (looking)
    sculpture.joints.push({
      name: joint,
      parent: 'head',
      position: centre,
      tail: add(centre, scale(axis, half[2])),
    });
  const looks = hollow
    ? [disc(iris * 0.5, 0, -0.02, colour)]
    : [disc(iris, 0, -0.02, rim), disc(iris * 0.86, 0, -0.04, colour), disc(iris * 0.56, 0, -0.02, pupil)];
  sculpture.rigid(`${side.name} eye`, joint, ellipsoid(centre, half, angles), white, 26, [
    ...looks,
    disc(0.24, 0.26, 0.34, shine),
    disc(0.12, -0.24, -0.32, shine),
  ]);
}

/** A disc facing along `axis`, `aspect` times as tall as wide. */
function discPaint(centre: Vec3, axis: Vec3, radius: number, aspect: number, material: string): Paint {
  const right = normalize(cross([0, 1, 0], axis));
  const up = cross(axis, right);
  return {
    material,
    at(x, y, z) {
      const v = sub([x, y, z], centre);
      const d = Math.hypot(dot(v, right), dot(v, up) / aspect) - radius;
      return dot(v, axis) > 0 ? d : Math.max(d, radius);
    },
  };
}

function sculptLid(sculpture: Sculpture, eye: Eye, { lid, slant }: Expression, t: Traits): void {
  const { side, centre, half, angles } = eye;
  if (lid >= 1) return;
  const shell = ellipsoid(centre, scale(half, 1.1), angles);
  const edge: Vec3 = [centre[0], centre[1] + half[1] * lid, centre[2]];
  const below = halfSpace(edge, [-side.x * (slant + (slant === 0 ? 0.12 : 0)), 1, 0]);
  const material = sculpture.material(
    lid <= shut ? 'closed eyelid' : 'eyelids',
    darker(t.colours.coat, t.face === 'human' || lid <= shut ? 0.12 : 0.32),
  );
  sculpture.rigid(`${side.name} eyelid`, 'head', cut(shell, below, half[1] * 0.1), material, 22);
}

/** A dark line along the upper rim; a woman's lashes end in a flick. */
function sculptLashes(
  sculpture: Sculpture,
  place: PlaceOnFace,
  { side, half }: Eye,
  head: Head,
  r: number,
  { lid }: Expression,
  t: Traits,
): void {
  const { x, y } = settings.human;
  const [rx, ry] = [half[0] / r, half[1] / r];
  const top = Math.min(1, Math.max(-0.1, lid < 0.7 ? lid : 1));
  const points = [160, 130, 95, 60, 25].map((degrees) => {
    const a = (degrees / 180) * Math.PI;
    return [side.x * (x + Math.cos(a) * rx * 1.02), y + Math.min(top, Math.sin(a)) * ry * 1.04] as const;
  });
  const flick = t.womanly ? [[side.x * (x + rx * 1.3), y + Math.min(top, 0.62) * ry] as const] : [];
  const thick = (t.womanly ? 0.036 : 0.028) * r;
  const material = sculpture.material('lashes', darker(t.colours.hair, 0.6), { roughness: 0.8 });
  const line: Field = lineOnFace(
    place,
    [...points, ...flick],
    [thick * 0.5, thick, thick * 1.1, thick, thick * 0.4],
    Math.max(0.012, (head.front / r) * 0.01) * r,
  );
  sculpture.rigid(`${side.name} lashes`, 'head', line, material, 30);
}
