/** Eyes, brows, nose and mouth, set into whatever head there is by shooting rays at it. */
import { type Field, gradient, hit, union } from '../field/field.js';
import { ball, ellipsoid, roundBox, roundCone, tube } from '../field/shapes.js';
import { add, cross, dot, normalize, scale, sub, type Vec3 } from '../math/vec.js';
import type { Paint } from '../mesh/paint.js';
import { sides } from '../skeleton/skeleton.js';
import { darker, hex } from '../text/colours.js';
import type { Head } from './anatomy.js';
import type { Sculpture } from './sculpt.js';
import type { Traits } from './traits.js';

const dark: Vec3 = hex('1d1a1e');

export function sculptFace(sculpture: Sculpture, head: Head, r: number, traits: Traits): void {
  const place = (x: number, y: number): Vec3 => onFace(head, r, x, y);
  if (traits.face === 'robot') {
    robotFace(sculpture, head, r, traits);
    return;
  }
  sculptEyes(sculpture, place, head, r, traits);
  if (traits.face === 'human') humanFace(sculpture, place, r, traits);
  else if (traits.face === 'beak') beak(sculpture, head, r, traits);
  else if (traits.face === 'frog') wideMouth(sculpture, place, r);
  else muzzle(sculpture, head, r, traits);
}

/** The surface point in front of (x, y), in head radii from the head's centre. */
function onFace(head: Head, r: number, x: number, y: number): Vec3 {
  const from = add(head.centre, [x * r, y * r, head.front + r]);
  return hit(head.field, from, [0, 0, -1], head.front + r * 2) ?? add(head.centre, [x * r, y * r, 0]);
}

const eyeSettings: Record<
  Traits['face'],
  { x: number; y: number; rx: number; ry: number; iris: number; out: number }
> = {
  human: { x: 0.34, y: 0.04, rx: 0.175, ry: 0.215, iris: 0.7, out: 0.18 },
  muzzle: { x: 0.46, y: 0.16, rx: 0.185, ry: 0.225, iris: 0.86, out: 0.35 },
  beak: { x: 0.38, y: 0.18, rx: 0.2, ry: 0.22, iris: 0.82, out: 0.3 },
  frog: { x: 0.56, y: 0.44, rx: 0.26, ry: 0.26, iris: 0.78, out: 0.25 },
  robot: { x: 0.4, y: 0.1, rx: 0.2, ry: 0.2, iris: 1, out: 0 },
};

/** An eyeball with iris, pupil and two highlights painted on. */
function sculptEyes(
  sculpture: Sculpture,
  place: (x: number, y: number) => Vec3,
  head: Head,
  r: number,
  traits: Traits,
): void {
  const { x, y, rx, ry, iris, out } = eyeSettings[traits.face];
  const big = traits.eyes * (traits.style === 'chibi' ? 1.2 : traits.style === 'heroic' ? 0.86 : 1);
  const hollow = traits.items.has('bones');
  const white = sculpture.material('eye white', hollow ? hex('221a18') : hex('f7f5f0'), { roughness: 0.22 });
  const colour = sculpture.material('eyes', traits.colours.eyes, { roughness: 0.2, glow: hollow ? 0.7 : 0 });
  const pupil = sculpture.material('pupils', dark, { roughness: 0.12 });
  const shine = sculpture.material('eye shine', [1, 1, 1], { roughness: 0.2, glow: 0.6 });
  const lid = sculpture.material('eyelids', darker(traits.colours.coat, 0.32));
  for (const side of sides) {
    const p = place(side.x * x, y);
    const n = gradient(head.field, p, r * 0.03);
    const axis = normalize([n[0] * out + side.x * 0.06, 0.02, 1]);
    const half: Vec3 = [rx * r * big, ry * r * big, Math.min(rx, ry) * r * 0.75 * big];
    const yaw = Math.atan2(n[0], n[2]) * 0.75;
    const centre = sub(p, scale(normalize([Math.sin(yaw), n[1] * 0.5, Math.cos(yaw)]), half[2] * 0.5));
    const eye = ellipsoid(centre, half, [-n[1] * 0.4, yaw, 0]);
    const disc = (radius: number, dx: number, dy: number, material: string): Paint =>
      discPaint(
        add(centre, [dx * half[0], dy * half[1], 0]),
        axis,
        half[0] * radius,
        half[1] / half[0],
        material,
      );
    sculpture.rigid(`${side.name} eye`, 'head', eye, white, 22, [
      disc(hollow ? iris * 0.5 : iris, 0, -0.02, colour),
      ...(hollow ? [] : [disc(iris * 0.62, 0, -0.02, pupil)]),
      disc(0.24, 0.26, 0.34, shine),
      disc(0.12, -0.24, -0.32, shine),
    ]);
    if (traits.face === 'human') continue;
    const upper = ellipsoid(add(centre, [0, 0, 0]), scale(half, 1.1), [-n[1] * 0.4, yaw, 0]);
    const above: Field = {
      ...upper,
      at: (px, py, pz) =>
        Math.max(upper.at(px, py, pz), centre[1] + half[1] * 0.6 - py - (px - centre[0]) * side.x * 0.12),
      near: () => above,
    };
    sculpture.rigid(`${side.name} eyelid`, 'head', above, lid, 20);
  }
}

/** A disc seen along `axis`, taller than wide by `aspect`. */
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

/** A tube laid along the face through points given in head radii. */
function lineOnFace(
  place: (x: number, y: number) => Vec3,
  points: readonly (readonly [number, number])[],
  radii: readonly number[],
  lift = 0,
): Field {
  return tube(
    points.map(([x, y]) => add(place(x, y), [0, 0, lift])),
    radii,
    3,
  );
}

function humanFace(
  sculpture: Sculpture,
  place: (x: number, y: number) => Vec3,
  r: number,
  traits: Traits,
): void {
  const brow = sculpture.material('hair', traits.colours.hair, { roughness: 0.8 });
  const lip = sculpture.material(
    'mouth',
    darker([traits.colours.coat[0], traits.colours.coat[1] * 0.6, traits.colours.coat[2] * 0.6], 0.42),
  );
  if (!traits.items.has('bones')) browsAndCheeks(sculpture, place, r, traits, brow);
  const smile = [
    [-0.24, -0.49],
    [-0.12, -0.555],
    [0, -0.575],
    [0.12, -0.555],
    [0.24, -0.49],
  ] as const;
  sculpture.rigid(
    'mouth',
    'head',
    lineOnFace(place, smile, [0.02 * r, 0.036 * r, 0.036 * r, 0.036 * r, 0.02 * r]),
    lip,
    26,
  );
}

function browsAndCheeks(
  sculpture: Sculpture,
  place: (x: number, y: number) => Vec3,
  r: number,
  traits: Traits,
  brow: string,
): void {
  for (const side of sides) {
    const arch = [
      [0.18, 0.35],
      [0.36, 0.43],
      [0.54, 0.36],
    ] as const;
    const points = arch.map(([x, y]) => [x * side.x, y] as const);
    sculpture.rigid(
      `${side.name} brow`,
      'head',
      lineOnFace(place, points, [0.05 * r, 0.055 * r, 0.025 * r]),
      brow,
      20,
    );
    const blush = sculpture.material('cheeks', [
      traits.colours.coat[0],
      traits.colours.coat[1] * 0.86,
      traits.colours.coat[2] * 0.84,
    ]);
    sculpture.rigid(
      `${side.name} cheek`,
      'head',
      ellipsoid(
        add(place(0.5 * side.x, -0.26), [0, 0, -0.012 * r]),
        [0.13 * r, 0.085 * r, 0.03 * r],
        [0, side.x * 0.6, 0],
      ),
      blush,
      16,
    );
  }
}

function wideMouth(sculpture: Sculpture, place: (x: number, y: number) => Vec3, r: number): void {
  const lip = sculpture.material('mouth', hex('3a4a22'));
  const smile = [
    [-0.85, -0.12],
    [-0.5, -0.28],
    [0, -0.34],
    [0.5, -0.28],
    [0.85, -0.12],
  ] as const;
  sculpture.rigid('mouth', 'head', lineOnFace(place, smile, [0.03 * r]), lip, 40);
  const nostril = sculpture.material('nostrils', hex('2b3a1a'));
  for (const side of sides)
    sculpture.rigid(`${side.name} nostril`, 'head', ball(place(0.1 * side.x, 0.0), 0.035 * r), nostril, 8);
}

function muzzle(sculpture: Sculpture, head: Head, r: number, traits: Traits): void {
  if (traits.items.has('trunk')) return;
  const nose = sculpture.material('nose', traits.colours.nose, { roughness: 0.3 });
  const mouth = sculpture.material('mouth', dark);
  const w = traits.snoutWidth;
  const tipY = -0.32 - 0.06 * traits.snout;
  const place = (x: number, y: number) => onFace(head, r, x, y);
  const tip = place(0, tipY + 0.1 * w);
  const flatNose = w > 1.12;
  const half: Vec3 = flatNose ? [0.24 * r * w, 0.17 * r * w, 0.07 * r] : [0.135 * r, 0.1 * r, 0.1 * r];
  sculpture.rigid(
    'nose',
    'head',
    ellipsoid(add(tip, [0, flatNose ? -0.06 * r : 0, flatNose ? 0 : 0.02 * r]), scale(half, traits.nose)),
    nose,
    18,
  );
  if (flatNose) {
    for (const side of sides)
      sculpture.rigid(
        `${side.name} nostril`,
        'head',
        ellipsoid(add(tip, [0.09 * r * w * side.x, -0.05 * r, half[2] * 0.75]), [
          0.035 * r,
          0.06 * r,
          0.04 * r,
        ]),
        mouth,
        8,
      );
  }
  const [y0, y1] = [tipY - 0.04, tipY - 0.13 * w];
  const stem = flatNose
    ? []
    : [
        lineOnFace(
          place,
          [
            [0, y0 + 0.05],
            [0, y1],
          ],
          [0.016 * r],
        ),
      ];
  const smile = sides.map((side) =>
    lineOnFace(
      place,
      [
        [0, y1 + 0.01],
        [0.09 * w * side.x, y1 - 0.05],
        [0.19 * w * side.x, y1 + 0.03],
      ],
      [0.02 * r, 0.022 * r, 0.012 * r],
    ),
  );
  sculpture.rigid('mouth', 'head', union(...stem, ...smile), mouth, 30);
}

function beak(sculpture: Sculpture, head: Head, r: number, traits: Traits): void {
  const horn = sculpture.material('beak', traits.colours.nose, { roughness: 0.4 });
  const at = onFace(head, r, 0, -0.16);
  const long = 0.34 * Math.max(0.7, traits.nose);
  sculpture.rigid(
    'beak',
    'head',
    roundCone(add(at, [0, 0, -0.12 * r]), add(at, [0, -0.1 * r, long * r]), 0.22 * r, 0.04 * r),
    horn,
    22,
  );
  sculpture.rigid(
    'lower beak',
    'head',
    roundCone(add(at, [0, -0.14 * r, -0.12 * r]), add(at, [0, -0.2 * r, long * 0.7 * r]), 0.15 * r, 0.03 * r),
    sculpture.material('lower beak', darker(traits.colours.nose, 0.2), { roughness: 0.4 }),
    18,
  );
}

/** A dark glass screen with glowing eyes and mouth. */
function robotFace(sculpture: Sculpture, head: Head, r: number, traits: Traits): void {
  const z = head.half[2];
  const screen = sculpture.material('screen', hex('14181f'), { roughness: 0.12 });
  const light = sculpture.material('eyes', traits.colours.eyes, { roughness: 0.4, glow: 1 });
  const at = (x: number, y: number, out: number) => add(head.centre, [x * r, y * r, z + out * r]);
  sculpture.rigid(
    'screen',
    'head',
    roundBox(at(0, 0.02, -0.04), [0.74 * r, 0.54 * r, 0.08 * r], 0.07 * r),
    screen,
    30,
  );
  for (const side of sides)
    sculpture.rigid(
      `${side.name} eye`,
      'head',
      ellipsoid(at(0.34 * side.x, 0.12, 0.03), [0.15 * r * traits.eyes, 0.19 * r * traits.eyes, 0.045 * r]),
      light,
      18,
    );
  sculpture.rigid(
    'mouth',
    'head',
    tube([at(-0.2, -0.22, 0.035), at(0, -0.29, 0.035), at(0.2, -0.22, 0.035)], [0.035 * r]),
    light,
    22,
  );
}
