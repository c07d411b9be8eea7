/** Skin and fur patterns as paint on the body. */

import { darker } from '../colour.js';
import type { Paint } from '../geometry/mesh/paint.js';
import type { Vec3 } from '../geometry/vec.js';
import { sideNames } from '../kinds.js';
import type { Body, PlainBody } from './body.js';
import { bellyPaint, cheekPaints, earPaints, feetPaint, muzzlePaint, nosePaints } from './coat/ground.js';
import { frecklePaints, tattooPaints } from './coat/marks.js';
import { patterns } from './coat/patterns.js';
import { rainbowPaints } from './coat/rainbow.js';
import type { CreatureBody } from './creature.js';
import type { Sculpture } from './sculpt.js';
import type { Traits } from './traits.js';

export function coatPaints(sculpture: Sculpture, body: Body, t: Traits): Paint[] {
  const own =
    body.kind === 'biped' || body.kind === 'quadruped'
      ? [
          ...ownPaints(sculpture, body, t),
          ...cheekPaints(sculpture, body, t),
          ...nosePaints(sculpture, body, t),
          ...frecklePaints(sculpture, body, t),
          ...tattooPaints(sculpture, body, t),
        ]
      : body.paints(sculpture, spreadPattern(sculpture, body, t));
  const rainbow = t.pattern === 'rainbow' ? rainbowOf(sculpture, body) : [];
  return [...rainbow, ...own, ...partPaints(sculpture, body, t), ...sidePaints(sculpture, body, t)];
}

/** Horizontal bands on an upright body, bands along the length of others. */
function rainbowOf(sculpture: Sculpture, body: Body): Paint[] {
  const u = body.unit;
  const wave = (x: number, z: number) => 0.25 * Math.sin((x / u) * 14) + 0.25 * Math.sin((z / u) * 11);
  const upright = body.kind === 'biped' || body.kind === 'avian';
  return rainbowPaints(
    sculpture,
    u * 0.07,
    upright
      ? (x, y, z) => y / (u * 0.085) + wave(x, z)
      : (x, y, z) => z / (u * 0.13) + (y / u) * 2 + wave(x, y),
  );
}

/** The joints whose surface a part name covers. */
const jointsOf: Record<string, RegExp> = {
  head: /^head$/,
  neck: /^neck$/,
  arms: /(Arm|Hand)$/,
  hands: /Hand$/,
  legs: /(UpperLeg|LowerLeg|Foot)$/,
  feet: /Foot$/,
  tail: /^tail/,
  claws: /(Claw|Pincer)$/,
  torso: /^(torso|(left|right)(Upper|Lower)?(Arm|Hand)|head|neck)$/,
};

/** Paint for limbs and other parts with their own colour. */
function partPaints(sculpture: Sculpture, body: Body, t: Traits): Paint[] {
  return [...t.partColours].flatMap(([part, colour]): Paint[] => {
    if (part === 'face') return [facePaint(sculpture, body, colour)];
    const material = sculpture.material(part, colour, t.finish ?? {});
    return paintOf(body, material, (joint) => jointsOf[part]?.test(joint) ?? false);
  });
}

/** Paint on the surface of some joints. */
function paintOf(body: Body, material: string, is: (joint: string) => boolean): Paint[] {
  const own = body.parts.flatMap(({ joint, field }) => (is(joint) ? [field] : []));
  const others = body.parts.flatMap(({ joint, field }) => (is(joint) ? [] : [field]));
  if (own.length === 0) return [];
  const nearest = (fields: typeof own, x: number, y: number, z: number) =>
    Math.min(...fields.map((field) => field.at(x, y, z)));
  return [{ material, at: (x, y, z) => nearest(own, x, y, z) - nearest(others, x, y, z) }];
}

/** Paint for one of a pair that has its own colour: a black ear, a brass wing. */
function sidePaints(sculpture: Sculpture, body: Body, t: Traits): Paint[] {
  return [...t.parts, ...t.items].flatMap(([part, look]) =>
    sideNames.flatMap((side): Paint[] => {
      const { colour, finish, state, row } = look[side] ?? {};
      const named = jointsOf[part] ?? sidedJoints[part];
      if (!colour || state || !named) return [];
      const material = sculpture.material(`${side} ${part}`, colour, finish ?? t.finish ?? {});
      const rows = row && (row === 'front' ? /Front/ : /Back/);
      return paintOf(
        body,
        material,
        (joint) => joint.startsWith(side) && named.test(joint) && (rows?.test(joint) ?? true),
      );
    }),
  );
}
const sidedJoints: Record<string, RegExp> = { ears: /Ear$/, wings: /Wing/ };

/** The front of the head. */
function facePaint(sculpture: Sculpture, { head }: Body, colour: Vec3): Paint {
  const [x0, y0, z0] = head.centre;
  const [wide, tall] = head.half;
  return {
    material: sculpture.material('face', colour),
    at: (x, y, z) =>
      z < z0 + head.half[2] * 0.15 || head.field.at(x, y, z) > tall * 0.08
        ? 1
        : Math.hypot((x - x0) / (wide * 0.9), (y - y0) / (tall * 1.05)) - 0.92,
  };
}

function spreadPattern(sculpture: Sculpture, body: CreatureBody, t: Traits): Paint | null {
  if (!t.pattern || !spreading.has(t.pattern)) return null;
  return {
    material: sculpture.material('pattern', t.colours.pattern),
    at: patterns[t.pattern as 'striped'](body, t),
  };
}

/** Patterns for any body; the others are for legs and faces. */
const spreading: ReadonlySet<string> = new Set(['striped', 'spotted', 'patched', 'halved']);

function ownPaints(sculpture: Sculpture, body: PlainBody, t: Traits): Paint[] {
  if (t.items.has('bones')) return hollowPaint(sculpture, body);
  if (t.face === 'robot') return skinPattern(sculpture, body, t);
  if (t.items.has('bandages')) return [wrapPaint(sculpture, body, t)];
  if (t.face === 'human' || t.face === 'screen')
    return [
      ...(body.kind === 'quadruped' ? feetPaint(sculpture, body, t) : []),
      ...(t.dressed ? [] : skinPattern(sculpture, body, t)),
      ...(t.furry ? earPaints(sculpture, body, t) : []),
    ];
  const belly = sculpture.material('belly', t.colours.belly);
  const spread = skinPattern(sculpture, body, t);
  const bare = t.pattern === 'masked' || t.pattern === 'patched' || t.pattern === 'halved';
  return [
    ...(bare ? [] : spread),
    { material: belly, at: bellyPaint(body) },
    ...(t.face === 'frog' ? [] : [{ material: belly, at: muzzlePaint(body, t) }]),
    ...(bare ? spread : []),
    ...eyePatch(sculpture, body, t),
    ...feetPaint(sculpture, body, t),
    ...earPaints(sculpture, body, t),
  ];
}

/** A darker patch around one eye, for animals whose looks were not asked for. */
function eyePatch(sculpture: Sculpture, { head }: PlainBody, t: Traits): Paint[] {
  const { side, hasEyePatch } = t.marks;
  if (!hasEyePatch || t.recoloured || t.pattern || t.face !== 'muzzle') return [];
  const [cx, cy, cz] = head.centre;
  const r = head.half[1];
  const [wide, tall] = [r * 0.38, r * 0.46];
  return [
    {
      material: sculpture.material('eye patch', darker(t.colours.coat, 0.4)),
      at: (x, y, z) =>
        z < cz || head.field.at(x, y, z) > r * 0.06
          ? 1
          : (Math.hypot((x - cx - side * r * 0.52) / wide, (y - cy - r * 0.16) / tall) - 1) * wide,
    },
  ];
}

/** Bandages: two-tone bands at alternating angles. */
const wrapPaint = (sculpture: Sculpture, { unit: u }: PlainBody, t: Traits): Paint => ({
  material: sculpture.material('bandages', darker(t.colours.coat, 0.2)),
  at: (x, y, z) =>
    (Math.cos((y + 0.3 * Math.sin((y / u) * 21) * (x + 0.7 * z)) * (118 / u)) - 0.3) * -0.006 * u,
});

const skinPattern = (sculpture: Sculpture, body: PlainBody, t: Traits): Paint[] =>
  t.pattern && t.pattern !== 'rainbow'
    ? [{ material: sculpture.material('pattern', t.colours.pattern), at: patterns[t.pattern](body, t) }]
    : [];

/** Dark paint between and under a skeleton's ribs, to read as empty. */
function hollowPaint(sculpture: Sculpture, body: PlainBody): Paint[] {
  if (body.kind !== 'biped') return [];
  const { hip, T, waist } = body.frame;
  const material = sculpture.material('hollow', [0.1, 0.09, 0.1], { roughness: 0.95 });
  return [
    { material, at: (x, y) => Math.max(hip + 0.2 * T - y, y - hip - 0.9 * T, Math.abs(x) - waist * 1.3) },
  ];
}
