/** Measurements of a bird and its joint positions. */
import { add, lerp, normalize, scale, type Vec3 } from '../../geometry/vec.js';
import type { AvianForm } from '../../input/text/vocabulary/form.js';
import { chain, flip, type Joint, sides } from '../../skeleton/skeleton.js';
import type { Traits } from '../traits.js';

export type BirdFrame = {
  form: AvianForm;
  /** Metres. */
  H: number;
  b: number;
  long: number;
  r: number;
  leg: number;
  shank: number;
  /** Unit vectors along the body to the head, and out of its back. */
  along: Vec3;
  back: Vec3;
  centre: Vec3;
  chest: Vec3;
  rump: Vec3;
  neckFrom: Vec3;
  /** Points on the neck between body and head. */
  neckWay: readonly [Vec3, Vec3];
  headAt: Vec3;
  hip: Vec3;
  hock: Vec3;
  ankle: Vec3;
  toe: Vec3;
  wing: { root: Vec3; elbow: Vec3; wrist: Vec3; tip: Vec3; span: number };
  tail: readonly [Vec3, Vec3, Vec3];
};

const headRatio = { natural: 1, chibi: 1.34, heroic: 0.86 } as const;
const plain: AvianForm = {
  kind: 'avian',
  bill: 'cone',
  billLength: 1,
  upright: 0.5,
  wing: 1,
  flipper: false,
  tail: 'fan',
  webbed: false,
  crest: 'none',
};
const tailReach = { fan: 0.62, short: 0.3, long: 1.15, display: 1.5, sickle: 1.3 } as const;

/** Pitch of tails that do not simply continue the body line. */
const lifts: Partial<Record<AvianForm['tail'], number>> = { display: 2.6, sickle: 1.2 };

/** Builds the frame in its own units, then scales it so that the head's top is at the requested height. */
export function frameBird(t: Traits): BirdFrame {
  const form = t.form?.kind === 'avian' ? t.form : plain;
  const lean = form.upright * 1.45;
  const along: Vec3 = [0, Math.sin(lean), Math.cos(lean)];
  const back: Vec3 = [0, Math.cos(lean), -Math.sin(lean)];
  const b = 0.155 * t.girth ** 0.55;
  const long = 0.46 * t.body;
  const leg = 0.2 * t.legs * (t.style === 'chibi' ? 0.8 : 1);
  const r = 0.125 * t.head * headRatio[t.style];
  const under = Math.max(b * 0.8, (long / 2) * along[1] * 0.82 + b * 0.35);
  const centre: Vec3 = [0, leg + under, 0];
  const on = (a: number, n = 0): Vec3 => add(centre, add(scale(along, a * long), scale(back, n * b)));
  const neckFrom = add(on(0.4), [0, b * 0.3, b * 0.1]);
  const neck = 0.17 * t.neck;
  const headAt = add(neckFrom, [0, neck * 0.95 + r * 0.45, neck * 0.28 + r * (0.42 - 0.3 * form.upright)]);
  // Long necks form an S-curve.
  const swing = (share: number, way: number): Vec3 =>
    add(lerp(neckFrom, headAt, share), [0, 0, -way * 0.028 * Math.max(0, t.neck - 1)]);
  const s = t.height / (headAt[1] + r * 0.95);
  const m = (v: Vec3): Vec3 => scale(v, s);
  const rump = on(-0.42, 0.1);
  const reach = tailReach[form.tail] * t.tailLength * 0.36;
  const lift = lifts[form.tail] ?? (form.upright > 0.6 ? 0.05 : 0.12);
  const tailWay = normalize(add(scale(along, -1), [0, lift, -0.12]));
  const span = long * form.wing;
  const root = add(on(0.26, 0.12), [b * 0.86, 0, 0]);
  const out = (x: number, y: number, z: number): Vec3 => add(root, [x * span, y * span, z * span]);
  const stand = b * 0.52;
  return {
    form,
    H: t.height,
    b: b * s,
    long: long * s,
    r: r * s,
    leg: leg * s,
    shank: 0.022 * t.limb * s,
    along,
    back,
    centre: m(centre),
    chest: m(on(0.24)),
    rump: m(rump),
    neckFrom: m(neckFrom),
    neckWay: [m(swing(0.33, -1)), m(swing(0.68, 1))],
    headAt: m(headAt),
    hip: m(add(on(-0.1), [stand, -b * 0.3, 0])),
    hock: m([stand * 1.02, Math.max(leg * 0.72, 0.055), -0.035 - 0.05 * t.legs * (1 - form.upright * 0.6)]),
    ankle: m([stand * 1.05, leg * 0.14 + 0.01, 0.012]),
    toe: m([stand * 1.1, 0.012, 0.085 * t.foot]),
    wing: {
      root: m(root),
      elbow: m(out(0.32, 0.06, 0.05)),
      wrist: m(out(0.62, 0.04, 0.08)),
      tip: m(out(1, -0.03, -0.06)),
      span: span * s,
    },
    tail: [m(rump), m(add(rump, scale(tailWay, reach * 0.45))), m(add(rump, scale(tailWay, reach)))],
  };
}

export function birdJoints(f: BirdFrame): Joint[] {
  const hips = add(f.centre, scale(f.along, -0.12 * f.long));
  const beak = add(f.headAt, [0, f.r * 0.95, 0]);
  const spine = chain(['hips', 'spine', 'chest', 'neck', 'upperNeck', 'head'], null, [
    hips,
    f.centre,
    f.chest,
    f.neckFrom,
    lerp(...f.neckWay, 0.5),
    add(f.headAt, [0, -f.r * 0.35, -f.r * 0.1]),
    beak,
  ]);
  const jaw = chain(['jaw'], 'head', [
    add(f.headAt, [0, -f.r * 0.3, f.r * 0.5]),
    add(f.headAt, [0, -f.r * 0.4, f.r * 1.3]),
  ]);
  const limbs = sides.flatMap((side) => {
    const { root, elbow, wrist, tip } = f.wing;
    const end = flip(f.toe, side);
    return [
      ...chain(
        ['UpperWing', 'LowerWing', 'WingTip'].map((part) => side.name + part),
        'chest',
        [root, elbow, wrist, tip].map((p) => flip(p, side)),
      ),
      ...chain(
        ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((part) => side.name + part),
        'hips',
        [
          flip(f.hip, side),
          flip(f.hock, side),
          flip(f.ankle, side),
          [end[0], end[1], lerp(flip(f.ankle, side), end, 0.45)[2]],
          end,
        ],
      ),
    ];
  });
  return [...spine, ...jaw, ...limbs, ...chain(['tail1', 'tail2'], 'hips', f.tail)];
}
