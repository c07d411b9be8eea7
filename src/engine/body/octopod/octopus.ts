/** A large head on eight arms with curled ends. */

import { darker, lighter } from '../../colour.js';
import { blend, type Field } from '../../geometry/field/field.js';
import { ball, ellipsoid, roundCone, tube } from '../../geometry/field/shapes.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import { add, scale, type Vec3 } from '../../geometry/vec.js';
import { chain, type Joint, type Skeleton, sides } from '../../skeleton/skeleton.js';
import type { Part } from '../anatomy.js';
import type { CreatureBody } from '../creature.js';
import { setEyes } from '../eye.js';
import type { Sculpture } from '../sculpt.js';
import { onRay } from '../surface.js';
import type { Traits } from '../traits.js';
import { headRatio, octopodForm, octopodLegRows } from './frame.js';

type Arm = { name: string; angle: number; points: readonly Vec3[]; radii: readonly number[] };
type OctopusFrame = {
  u: number;
  r: number;
  headAt: Vec3;
  mantle: Vec3;
  half: Vec3;
  arms: readonly Arm[];
  thick: number;
  /** Height at which the arms leave the body. */
  base: number;
};

/** Angle of each left row from straight ahead, and distances along an arm. */
const angles = [0.38, 1.12, 1.92, 2.72] as const;
const course = [
  [0.1, 0.2],
  [0.24, 0.13],
  [0.42, 0.045],
  [0.6, 0.03],
  [0.76, 0.045],
  [0.86, 0.12],
] as const;

/** Jellyfish arms: hanging below the bell, slightly spread. */
const hanging = [
  [0.13, 0.62],
  [0.17, 0.5],
  [0.21, 0.38],
  [0.18, 0.26],
  [0.22, 0.14],
  [0.19, 0.04],
] as const;

function frameOctopus(t: Traits): OctopusFrame {
  const form = octopodForm(t);
  const r = 0.22 * t.head * headRatio[t.style] * t.girth ** 0.4;
  const tall = r * 1.22 * form.abdomen;
  const base = form.bell ? 0.62 : 0.17;
  const headY = base + 0.03 + r * 0.5;
  const u = t.height / (headY + tall * 1.62);
  const thick = 0.068 * form.legThick * t.limb * u;
  const arms = sides.flatMap((side) =>
    octopodLegRows.map((row, i): Arm => {
      const angle = angles[i]! * side.x;
      const bend = (s: number) => angle + side.x * 0.32 * s * (i % 2 === 0 ? 1 : -1);
      const points = (form.bell ? hanging : course).map(([out, y], k): Vec3 => {
        const a = bend((k / (course.length - 1)) ** 2);
        const reach = 0.1 + (out - 0.1) * form.legLength * t.legs;
        return scale([Math.sin(a) * reach, Math.max(y, thick / u / 1.6), Math.cos(a) * reach], u);
      });
      const radii = [1.15, 1, 0.82, 0.62, 0.44, 0.22].map((share) => share * thick);
      return { name: `${side.name}${row}`, angle, points, radii };
    }),
  );
  return {
    u,
    r: r * u,
    headAt: [0, headY * u, 0.03 * u],
    mantle: [0, (headY + tall * 0.62) * u, -r * 0.22 * u],
    half: scale([r * 1.12, tall, r * 1.08], u).map((x, i) =>
      form.bell && i !== 1 ? x * 1.4 : x,
    ) as unknown as Vec3,
    base: base * u,
    arms,
    thick,
  };
}

export function buildOctopus(t: Traits): CreatureBody {
  const f = frameOctopus(t);
  const head = blend(f.r * 0.5, [
    ellipsoid(f.headAt, [f.r * 0.92, f.r * 0.78, f.r * 0.86]),
    ellipsoid(f.mantle, f.half, [-0.16, 0, 0]),
  ]);
  const skirt = ellipsoid([0, f.base, 0.01 * f.u], [f.r * 0.85, f.r * 0.42, f.r * 0.8]);
  const arms = f.arms.flatMap(armParts);
  const trunk: Part[] = [
    { joint: 'head', field: ellipsoid(f.headAt, [f.r * 0.92, f.r * 0.78, f.r * 0.86]) },
    { joint: 'mantle', field: ellipsoid(f.mantle, f.half, [-0.16, 0, 0]) },
    { joint: 'body', field: skirt },
  ];
  const fields = (list: readonly Part[]): Field[] => list.map(({ field }) => field);
  const body = blend(f.thick * 0.9, [head, skirt, ...fields(arms)]);
  const skeleton: Skeleton = { kind: 'octopod', joints: octopusJoints(f) };
  const top: Vec3 = [0, f.mantle[1] + f.half[1] * 0.32, f.mantle[2]];
  return {
    kind: 'octopod',
    fineness: 1.35,
    skeleton,
    unit: t.height * 0.9,
    body,
    parts: [...trunk, ...arms],
    head: {
      centre: top,
      half: [f.half[0] * 0.92, f.half[1] * 0.66, f.half[2] * 0.92],
      field: head,
      front: f.half[2],
    },
    neck: { centre: [0, f.base + 0.06 * f.u, 0], radius: f.r * 0.84, angles: [0, 0, 0] },
    back: { at: add(f.mantle, [0, 0, -f.half[2]]), out: [0, 0, -1], width: f.half[0] * 0.8, joint: 'mantle' },
    ridge: {
      from: add(f.mantle, [0, f.half[1] * 0.5, 0]),
      to: [0, f.base + 0.03 * f.u, 0],
      radius: f.half[2],
      out: [0, 0.2, -0.98],
    },
    waist: { centre: [0, f.base + 0.06 * f.u, 0], half: [f.r, f.r, f.r], angles: [0, 0, 0], joint: 'body' },
    grip: (side) => ({
      at: f.arms.find(({ name }) => name === `${side.name}Front`)!.points.at(-1)!,
      up: [0, 1, 0.25],
      joint: `${side.name}FrontArm4`,
    }),
    paints: (sculpture, pattern) => octopusPaints(sculpture, f, t, pattern),
    adorn: (sculpture) => octopusFace(sculpture, f, t, head),
  };
}

/** One segment of an arm per joint. */
function armParts({ name, points, radii }: Arm): Part[] {
  const spans = [
    [0, 1],
    [1, 2],
    [2, 4],
    [4, 5],
  ] as const;
  return spans.map(([from, to], i) => ({
    joint: `${name}Arm${i + 1}`,
    field:
      to - from === 1
        ? roundCone(points[from]!, points[to]!, radii[from]!, radii[to]!)
        : tube(points.slice(from, to + 1), radii.slice(from, to + 1), 4),
  }));
}

function octopusJoints(f: OctopusFrame): Joint[] {
  return [
    { name: 'body', parent: null, position: [0, 0.19 * f.u, 0], tail: f.headAt },
    ...chain(['head', 'mantle', 'mantleTip'], 'body', [
      [0, f.headAt[1] - f.r * 0.3, 0],
      [0, f.headAt[1] + f.r * 0.35, -f.r * 0.1],
      f.mantle,
      add(f.mantle, [0, f.half[1] * 0.85, -f.half[1] * 0.14]),
    ]),
    ...f.arms.flatMap(({ name, points }) =>
      chain(
        [1, 2, 3, 4].map((i) => `${name}Arm${i}`),
        'body',
        [points[0]!, points[1]!, points[2]!, points[4]!, points[5]!],
      ),
    ),
  ];
}

function octopusPaints(sculpture: Sculpture, f: OctopusFrame, t: Traits, pattern: Paint | null): Paint[] {
  const under = sculpture.material('belly', t.recoloured ? lighter(t.colours.coat, 0.45) : t.colours.belly);
  const freckles = sculpture.material('freckles', darker(t.colours.coat, 0.16));
  const spots: readonly Vec3[] = [
    [0.5, 0.62, 0.62],
    [0.68, 0.42, 0.6],
    [0.3, 0.86, 0.42],
    [-0.55, 0.6, 0.58],
    [-0.28, 0.82, 0.5],
    [0.85, 0.5, -0.1],
    [0.6, 0.8, -0.1],
    [-0.86, 0.46, 0.1],
  ];
  const places = spots.map(([x, y, z]): Vec3 => add(f.mantle, [x * f.half[0], y * f.half[1], z * f.half[2]]));
  return [
    ...(pattern
      ? [pattern]
      : [
          {
            material: freckles,
            at: (x: number, y: number, z: number) =>
              Math.min(
                ...places.map(
                  (p, i) => Math.hypot(x - p[0], y - p[1], z - p[2]) - f.r * (0.2 + 0.05 * (i % 3)),
                ),
              ),
          },
        ]),
    { material: under, at: (_x, y) => y - f.thick * 0.52 },
  ];
}

function octopusFace(sculpture: Sculpture, f: OctopusFrame, t: Traits, head: Field): void {
  setEyes(sculpture, t, {
    head,
    centre: add(f.headAt, [0, f.r * 0.22, 0]),
    toward: [0.56, 0.12, 0.82],
    radius: f.r * 0.27,
    ahead: 0.7,
    lid: darker(t.colours.coat, 0.18),
  });
  const line = f.r * 0.035;
  const smile = [-1, -0.5, 0, 0.5, 1].map((k) =>
    onRay(
      head,
      add(f.headAt, [0, f.r * (-0.12 + 0.1 * k * k), 0]),
      [Math.sin(k * 0.36), 0, Math.cos(k * 0.36)],
      f.r * 4,
    ),
  );
  sculpture.rigid(
    'mouth',
    'head',
    tube(smile, [line * 0.6, line, line * 0.6], 3),
    sculpture.material('mouth', darker(t.colours.coat, 0.65)),
    30,
  );
  suckers(sculpture, f, t);
}

/** Two rows of light suckers under the raised ends of the arms. */
function suckers(sculpture: Sculpture, f: OctopusFrame, t: Traits): void {
  const material = sculpture.material('suckers', lighter(t.colours.coat, 0.55));
  for (const { name, points, radii } of f.arms) {
    const beads = [0.1, 0.45, 0.8].flatMap((s) => {
      const [a, b] = [points[4]!, points[5]!];
      const p = add(a, scale(add(b, scale(a, -1)), s));
      const inward = scale([-p[0], 0, -p[2]], 1 / (Math.hypot(p[0], p[2]) || 1));
      const r = radii[4]! + (radii[5]! - radii[4]!) * s;
      return [ball(add(p, add(scale(inward, r * 0.75), [0, r * 0.35, 0])), r * 0.42)];
    });
    sculpture.follow(`${name} suckers`, blend(f.thick * 0.02, beads), material, 20);
  }
}
