/** Patterns of skin and fur, as paint on the body. */
import { cellDistance } from '../math/cells.js';
import { smoothstep, type Vec3 } from '../math/vec.js';
import type { Paint } from '../mesh/paint.js';
import { darker } from '../text/colours.js';
import type { BipedBody } from './biped.js';
import type { CreatureBody } from './creature.js';
import type { QuadrupedBody } from './quadruped.js';
import type { Sculpture } from './sculpt.js';
import type { Traits } from './traits.js';

/** With a head and frame of the common plans. */
type PlainBody = BipedBody | QuadrupedBody;
export type Body = PlainBody | CreatureBody;

export function coatPaints(sculpture: Sculpture, body: Body, t: Traits): Paint[] {
  const own =
    body.kind === 'biped' || body.kind === 'quadruped'
      ? ownPaints(sculpture, body, t)
      : body.paints(sculpture, spreadPattern(sculpture, body, t));
  return [...own, ...partPaints(sculpture, body, t)];
}

/** Which joints' surfaces a part's name means. */
const jointsOf: Record<string, RegExp> = {
  head: /^head$/,
  neck: /^neck$/,
  arms: /(Arm|Hand)$/,
  hands: /Hand$/,
  legs: /(UpperLeg|LowerLeg|Foot)$/,
  feet: /Foot$/,
  tail: /^tail/,
};

/** Limbs and the like that were given a colour of their own. */
function partPaints(sculpture: Sculpture, body: Body, t: Traits): Paint[] {
  return [...t.partColours].flatMap(([part, colour]): Paint[] => {
    if (part === 'face') return [facePaint(sculpture, body, colour)];
    const named = jointsOf[part];
    const own = body.parts.flatMap(({ joint, field }) => (named?.test(joint) ? [field] : []));
    const others = body.parts.flatMap(({ joint, field }) => (named?.test(joint) ? [] : [field]));
    if (own.length === 0) return [];
    const nearest = (fields: typeof own, x: number, y: number, z: number) =>
      Math.min(...fields.map((field) => field.at(x, y, z)));
    const material = sculpture.material(part, colour, t.finish ?? {});
    return [{ material, at: (x, y, z) => nearest(own, x, y, z) - nearest(others, x, y, z) }];
  });
}

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
  if (t.pattern !== 'striped' && t.pattern !== 'spotted' && t.pattern !== 'patched') return null;
  return {
    material: sculpture.material('pattern', t.colours.pattern),
    at: patterns[t.pattern](body, t),
  };
}

function ownPaints(sculpture: Sculpture, body: PlainBody, t: Traits): Paint[] {
  if (t.items.has('bones')) return hollowPaint(sculpture, body);
  if (t.face === 'human' || t.face === 'robot') return [];
  const belly = sculpture.material('belly', t.colours.belly);
  const pattern = t.pattern ? patterns[t.pattern](body, t) : null;
  const spread = pattern ? [{ material: sculpture.material('pattern', t.colours.pattern), at: pattern }] : [];
  const bare = t.pattern === 'masked' || t.pattern === 'patched';
  return [
    ...(bare ? [] : spread),
    { material: belly, at: bellyPaint(body) },
    ...(t.face === 'frog' ? [] : [{ material: belly, at: muzzlePaint(body, t) }]),
    ...(bare ? spread : []),
    ...feetPaint(sculpture, body, t),
    ...earPaints(sculpture, body, t),
  ];
}

/** Between the ribs and under them there is nothing to see. */
function hollowPaint(sculpture: Sculpture, body: PlainBody): Paint[] {
  if (body.kind !== 'biped') return [];
  const { hip, T, waist } = body.frame;
  const material = sculpture.material('hollow', [0.1, 0.09, 0.1], { roughness: 0.95 });
  return [
    { material, at: (x, y) => Math.max(hip + 0.2 * T - y, y - hip - 0.9 * T, Math.abs(x) - waist * 1.3) },
  ];
}

type At = Paint['at'];
const wobble = (x: number, y: number, z: number, s: number): number =>
  Math.sin(x * 9.1 * s + 1.3) * Math.sin(y * 8.3 * s + 0.4) * Math.sin(z * 7.7 * s + 2.1);

function bellyPaint(body: PlainBody): At {
  if (body.kind === 'biped') {
    const { hip, T, waist, depth, belly } = body.frame;
    return (x, y, z) =>
      z < 0
        ? 1
        : Math.hypot(x / (waist * 0.82), (y - hip - T * 0.42) / (T * 0.52)) -
          1 +
          (z < (depth + belly) * 0.3 ? 1 : 0);
  }
  const { chest, hips, barrel, neckFrom, long } = body.frame;
  return (x, y, z) => {
    if (
      z > hips[2] - barrel &&
      y < chest[1] - barrel * 0.05 &&
      y > chest[1] - barrel * 1.6 &&
      z < neckFrom[2] + barrel
    )
      return Math.max(
        y - (chest[1] - barrel * 0.55) - smoothstep(0, long * 0.55, z) * barrel * 0.75,
        Math.abs(x) - barrel * 0.6,
      );
    const bib = Math.hypot(x / (barrel * 0.6), (y - chest[1] - barrel * 0.25) / (barrel * 0.8)) - 1;
    return z > chest[2] + barrel * 0.3 ? bib * barrel : 1;
  };
}

/** Muzzle, cheeks and chin. */
function muzzlePaint({ head, headShape }: PlainBody, t: Traits): At {
  const [cx, cy, cz] = head.centre;
  const r = head.half[1] / (t.face === 'beak' ? 0.9 : 0.86);
  const front = headShape.front;
  if (t.face === 'beak')
    return (x, y, z) =>
      z < cz + r * 0.2 || head.field.at(x, y, z) > r * 0.06
        ? 1
        : Math.min(
            ...[1, -1].map((s) => Math.hypot((x - cx - s * r * 0.36) / 0.4, (y - cy - 0.08 * r) / 0.62) - r),
          );
  return (x, y, z) => {
    if (z < cz || y > cy + r * 0.2 || head.field.at(x, y, z) > r * 0.06) return 1;
    const along = (z - cz) / front;
    const line = cy - r * 0.12 - r * 0.1 * along;
    return y - line + Math.max(0, Math.abs(x - cx) - r * 0.78);
  };
}

function feetPaint(sculpture: Sculpture, body: PlainBody, t: Traits): Paint[] {
  if (t.partColours.has('feet')) return [];
  if (body.kind === 'biped')
    return t.face === 'beak'
      ? [
          {
            material: sculpture.material('feet', t.colours.feet ?? t.colours.nose),
            at: (_x, y) => y - body.frame.ankle * 1.15,
          },
        ]
      : [];
  const height = t.feet === 'hoof' ? body.frame.leg * 0.13 : body.frame.leg * 0.1;
  if (t.feet !== 'hoof' && !t.colours.feet) return [];
  return [
    {
      material: sculpture.material(
        t.feet === 'hoof' ? 'hooves' : 'paws',
        t.colours.feet ?? darker(t.colours.coat, 0.72),
        { roughness: 0.5 },
      ),
      at: (_x, y) => y - height * (t.feet === 'hoof' ? 1 : 1.6),
    },
  ];
}

/** The inside of the ears, on the side they open to. */
function earPaints(sculpture: Sculpture, { headShape, head }: PlainBody, t: Traits): Paint[] {
  if (!headShape.ears) return [];
  const inner = sculpture.material(
    'ear inside',
    ['point', 'fan', 'long', 'round'].includes(t.ears) ? [0.88, 0.6, 0.58] : darker(t.colours.coat, 0.3),
  );
  const paints: Paint[] = [];
  for (const ear of [headShape.ears.left, headShape.ears.right]) {
    const { min, max } = ear.box;
    const middle = [0, 1, 2].map((i) => (min[i]! + max[i]!) / 2) as unknown as Vec3;
    const half = [0, 1].map((i) => (max[i]! - min[i]!) / 2) as [number, number];
    const low = head.centre[1] + head.half[1] * (t.ears === 'floppy' || t.ears === 'fan' ? -9 : 0.8);
    if (t.ears === 'floppy') continue;
    paints.push({
      material: inner,
      at: (x, y, z) =>
        y < low ||
        z < middle[2] ||
        ear.at(x, y, z) > 0.03 * head.half[1] ||
        head.field.at(x, y, z) < 0.05 * head.half[1]
          ? 1
          : Math.hypot((x - middle[0]) / half[0], (y - middle[1] + half[1] * 0.1) / half[1]) - 0.58,
    });
  }
  const own = t.colours.ears;
  if (!own) return paints;
  const colour = sculpture.material('ears', own);
  return [
    ...[headShape.ears.left, headShape.ears.right].map(
      (ear): Paint => ({
        material: colour,
        at: (x, y, z) => Math.max(ear.at(x, y, z) - 0.004, head.field.at(x, y, z) < 0.002 ? 1 : -1),
      }),
    ),
    ...paints,
  ];
}

type Patterns = Record<'striped' | 'spotted' | 'patched', (body: Body, t: Traits) => At> &
  Record<'socks' | 'masked', (body: PlainBody, t: Traits) => At>;
const patterns: Patterns = {
  striped(body) {
    const u = body.unit;
    const isHead = (x: number, y: number, z: number) => body.head.field.at(x, y, z) < 0.01 * u;
    return (x, y, z) => {
      const bend = 0.018 * u * Math.sin((y / u) * 16) + 0.012 * u * wobble(x / u, y / u, z / u, 2.4);
      const head = isHead(x, y, z);
      if (
        head &&
        z > body.head.centre[2] + body.head.half[2] * 0.1 &&
        Math.abs(x - body.head.centre[0]) < body.head.half[0] * 0.4 &&
        y < body.head.centre[1] + body.head.half[1] * 0.45
      )
        return 1;
      const along = body.kind === 'biped' || head ? y * 0.9 + Math.abs(x) * 0.5 : z + y * 0.18;
      return (Math.cos(((along + bend) / u) * 46) - 0.42) * -0.01;
    };
  },
  spotted(body, t) {
    const u = body.unit * (t.height > 2 ? 0.055 : 0.085);
    return (x, y, z) => {
      if (body.head.field.at(x, y, z) < 0.004 && z > body.head.centre[2] + body.head.half[2] * 0.2) return 1;
      return cellDistance(x / u, y / u, z / u) - 0.34;
    };
  },
  patched(body) {
    const u = body.unit;
    return (x, y, z) =>
      body.head.field.at(x, y, z) < 0.004 && x < 0
        ? 0.5
        : 0.13 - wobble(x / u, y / u, z / u, 1.25) - 0.35 * wobble(z / u, x / u, y / u, 2.3);
  },
  socks(body) {
    if (body.kind === 'biped') return (_x, y) => y - body.frame.hip * 0.35;
    const { leg } = body.frame;
    const front = body.headShape.ears;
    return (x, y, z) => {
      const sock = y - leg * 0.48 + 0.03 * leg * Math.sin(x * 80);
      if (!front) return sock;
      const tip = Math.max(front.left.box.max[1], front.right.box.max[1]);
      const top = body.head.centre[1] + body.head.half[1];
      return y > top ? tip - (tip - top) * 0.42 - y : z < body.frame.hips[2] - body.frame.barrel ? 1 : sock;
    };
  },
  masked(body, t) {
    const { head } = body;
    const r = head.half[1];
    const eye = (x: number, y: number, z: number) =>
      z < head.centre[2]
        ? 1
        : Math.hypot((Math.abs(x - head.centre[0]) - r * 0.5) / 0.33, (y - head.centre[1] - r * 0.12) / 0.4) -
          r;
    if (t.ears !== 'round' || body.kind === 'biped' || t.snout > 1) return eye;
    const { leg, chest, barrel } = body.frame;
    const ears = body.headShape.ears;
    return (x, y, z) => {
      const limbs = Math.min(
        y - leg * 0.8,
        Math.max(Math.abs(z - chest[2] + barrel * 0.15) - barrel * 0.55, y - chest[1] - barrel * 1.2),
      );
      const inEar = ears ? Math.min(ears.left.at(x, y, z), ears.right.at(x, y, z)) - 0.004 : 1;
      const onHead = head.field.at(x, y, z) < 0.006;
      return onHead ? eye(x, y, z) : Math.min(limbs, inEar);
    };
  },
};
