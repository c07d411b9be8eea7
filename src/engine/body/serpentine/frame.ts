/** Measurements of a snake, worm, eel or eastern dragon: a line from head to tail with its joints. */
import { catmullRom } from '../../geometry/field/shapes.js';
import { add, distance, lerp, normalize, sub, type Vec3 } from '../../geometry/vec.js';
import type { SerpentineForm } from '../../input/text/vocabulary/form.js';
import { spineNames, spineRoot } from '../../skeleton/serpentine.js';
import { chain, type Joint, sides } from '../../skeleton/skeleton.js';
import type { Traits } from '../traits.js';

export type SnakeFrame = {
  form: SerpentineForm;
  /** Metres from nose to tail. */
  L: number;
  /** Half thickness at the thickest point. */
  R: number;
  /** Half height of the head. */
  r: number;
  headAt: Vec3;
  /** The centre line from neck to tail tip with half thicknesses, evenly sampled. */
  line: readonly { p: Vec3; r: number; s: number }[];
  /** The point on the line nearest to `p`. */
  nearest(p: Vec3): { p: Vec3; r: number; s: number; along: Vec3 };
  legs: readonly { name: string; s: number; root: Vec3; knee: Vec3; foot: Vec3; toe: Vec3 }[];
};

const plain: SerpentineForm = {
  kind: 'serpentine',
  head: 'snake',
  thick: 1,
  hood: false,
  rattle: false,
  legs: false,
};

/** Along (+Z) and up, as fractions of the length. */
const raised = [
  [0.285, 0.2],
  [0.225, 0.175],
  [0.2, 0.115],
  [0.215, 0.05],
  [0.14, 0],
  [0.05, 0],
  [-0.1, 0],
  [-0.25, 0],
  [-0.4, 0],
  [-0.55, 0],
  [-0.68, 0],
] as const;
const level = [
  [0.4, 0.035],
  [0.33, 0.02],
  [0.24, 0.005],
  [0.12, 0],
  [0, 0],
  [-0.12, 0],
  [-0.24, 0],
  [-0.36, 0],
  [-0.48, 0],
  [-0.58, 0],
] as const;
const floating = [
  [0.4, 0.25],
  [0.34, 0.22],
  [0.28, 0.14],
  [0.18, 0.1],
  [0.06, 0.16],
  [-0.08, 0.21],
  [-0.22, 0.14],
  [-0.36, 0.11],
  [-0.48, 0.19],
  [-0.58, 0.27],
] as const;

const steps = 6;

export function frameSnake(t: Traits): SnakeFrame {
  const form = t.form?.kind === 'serpentine' ? t.form : plain;
  const L = t.height;
  const R =
    0.042 * L * form.thick * t.girth ** 0.8 * (t.style === 'chibi' ? 1.35 : t.style === 'heroic' ? 0.85 : 1);
  const course = form.head === 'dragon' ? floating : form.head === 'snake' ? raised : level;
  const r = R * 1.28 * t.head * (t.style === 'chibi' ? 1.25 : 1);
  const ground = form.head === 'dragon' ? R * 2.2 : R;
  const points = course.map(([z, y]): Vec3 => [0, ground + y * L, z * L]);
  const bare = points
    .slice(1)
    .flatMap((p, i): Vec3[] =>
      Array.from({ length: steps }, (_, k) =>
        catmullRom(
          points[Math.max(0, i - 1)]!,
          points[i]!,
          p,
          points[Math.min(i + 2, points.length - 1)]!,
          k / steps,
        ),
      ),
    );
  bare.push(points.at(-1)!);
  let along = 0;
  const total = bare.reduce((sum, p, i) => (i === 0 ? 0 : sum + distance(p, bare[i - 1]!)), 0);
  const line = bare.map((p, i) => {
    if (i > 0) along += distance(p, bare[i - 1]!);
    const s = along / total;
    return { p: sink(p, thicknessAt(form, s) * R, R, form), r: thicknessAt(form, s) * R, s };
  });
  const places = line.map((one, i) => {
    const [before, after] = [line[Math.max(0, i - 1)]!, line[Math.min(line.length - 1, i + 1)]!];
    return { ...one, along: normalize(sub(before.p, after.p)) };
  });
  const nearest: SnakeFrame['nearest'] = ([x, y, z]) => {
    let [best, least] = [0, Number.POSITIVE_INFINITY];
    for (let i = 0; i < places.length; i++) {
      const { p } = places[i]!;
      const away = (p[0] - x) ** 2 + (p[1] - y) ** 2 + (p[2] - z) ** 2;
      if (away < least) [best, least] = [i, away];
    }
    return places[best]!;
  };
  const headAt = add(line[0]!.p, form.head === 'dragon' ? [0, r * 0.3, r * 0.9] : [0, r * 0.12, r * 0.5]);
  return { form, L, R, r, headAt, line, nearest, legs: form.legs ? legsOf(line, R) : [] };
}

/** Lowers thin sections to rest on the ground like thick ones. */
const sink = (p: Vec3, r: number, R: number, form: SerpentineForm): Vec3 =>
  form.head === 'dragon' || p[1] > R * 1.02 ? p : [p[0], r, p[2]];

/** Thickness of neck, belly and tail relative to the greatest half thickness. */
function thicknessAt(form: SerpentineForm, s: number): number {
  if (form.head === 'worm')
    return 1 - 0.25 * (1 - Math.min(1, s / 0.12)) - 0.5 * Math.max(0, (s - 0.86) / 0.14);
  const neck = 0.68 + 0.32 * Math.min(1, s / 0.42);
  const tail = s > 0.5 ? Math.max(0.1, 1 - ((s - 0.5) / 0.5) ** 1.5 * 0.9) : 1;
  return neck * tail;
}

function legsOf(line: SnakeFrame['line'], R: number): SnakeFrame['legs'] {
  return [
    ['Front', 0.27],
    ['Back', 0.66],
  ].flatMap(([end, share]) => {
    const { p, s } = line[Math.round((line.length - 1) * (share as number))]!;
    return sides.map((side) => {
      const at = (x: number, y: number, z: number): Vec3 => add(p, [side.x * x * R, y * R, z * R]);
      return {
        name: `${side.name}${end}`,
        s,
        root: at(0.6, -0.25, 0),
        knee: at(1.35, -0.85, -0.55),
        foot: at(1.45, -1.7, 0.15),
        toe: at(1.5, -1.85, 0.85),
      };
    });
  });
}

export function snakeJoints(f: SnakeFrame): Joint[] {
  const names = spineNames;
  const chainLength = names.length;
  const places = names.map((_, i) => placeAt(f, (i + 0.35) / (chainLength + 0.1)));
  const root = spineRoot;
  const front = chain(
    [...names.slice(0, root)].reverse().concat('head'),
    names[root]!,
    [...places.slice(0, root)].reverse().concat([f.headAt, add(f.headAt, [0, 0, f.r * 1.6])]),
  );
  const back = chain(names.slice(root + 1), names[root]!, [...places.slice(root + 1), f.line.at(-1)!.p]);
  const jawAt = add(f.headAt, [0, -f.r * 0.3, f.r * 0.1]);
  const jaw = chain(['jaw'], 'head', [jawAt, add(jawAt, [0, -f.r * 0.15, f.r * 1.3])]);
  const legs = f.legs.flatMap(({ name, s, root: top, knee, foot, toe }) => {
    const owner = names[Math.min(chainLength - 1, Math.round(s * (chainLength + 0.1) - 0.35))]!;
    return chain(
      ['UpperLeg', 'LowerLeg', 'Foot'].map((part) => name + part),
      owner,
      [top, knee, foot, toe],
    );
  });
  return [
    { name: names[root]!, parent: null, position: places[root]!, tail: places[root - 1]! },
    ...front,
    ...jaw,
    ...back,
    ...legs,
  ];
}

export function placeAt({ line }: SnakeFrame, share: number): Vec3 {
  const after = Math.max(
    1,
    line.findIndex(({ s }) => s >= share),
  );
  const [a, b] = [line[after - 1]!, line[after]!];
  return lerp(a.p, b.p, (share - a.s) / (b.s - a.s || 1));
}
