/** Measurements of a fish or whale and its joint positions. It faces +Z and floats above the ground. */
import { add, type Vec3 } from '../../geometry/vec.js';
import type { AquaticForm } from '../../input/text/vocabulary/form.js';
import { chain, type Joint, sides } from '../../skeleton/skeleton.js';
import type { Traits } from '../traits.js';

export type FishFrame = {
  form: AquaticForm;
  /** Metres from the nose to the end of the tail fin. */
  L: number;
  /** Half height and half width at the thickest point. */
  h: number;
  w: number;
  /** Height of the centre line. */
  y: number;
  /** A point at fraction `s` from the nose (0) to the end of the tail fin (1), raised by `up` half heights. */
  at(s: number, up?: number): Vec3;
  /** Half height at `s` in metres. */
  deep(s: number): number;
  fin: number;
};

const plain: AquaticForm = {
  kind: 'aquatic',
  deep: 0.17,
  wide: 0.1,
  snout: 'round',
  tail: 'fork',
  dorsal: 'sail',
  pelvic: true,
  fin: 1,
  teeth: false,
  lure: false,
};

/** Half heights from nose to tail root, as fractions of the greatest. */
const profiles: Record<AquaticForm['snout'], readonly (readonly [s: number, deep: number])[]> = {
  round: [
    [0.07, 0.5],
    [0.17, 0.82],
    [0.32, 1],
    [0.48, 0.93],
    [0.63, 0.66],
    [0.75, 0.37],
    [0.84, 0.24],
  ],
  point: [
    [0.035, 0.2],
    [0.14, 0.62],
    [0.3, 0.98],
    [0.44, 1],
    [0.6, 0.72],
    [0.75, 0.36],
    [0.86, 0.19],
  ],
  beak: [
    [0.13, 0.6],
    [0.2, 0.84],
    [0.33, 1],
    [0.47, 0.96],
    [0.62, 0.68],
    [0.76, 0.36],
    [0.88, 0.17],
  ],
  blunt: [
    [0.11, 0.82],
    [0.22, 0.98],
    [0.36, 1],
    [0.5, 0.86],
    [0.64, 0.58],
    [0.78, 0.3],
    [0.89, 0.16],
  ],
};

/** The profile resampled more finely, so that the body shows no rings. */
export function stationsOf(form: AquaticForm): (readonly [s: number, deep: number])[] {
  const coarse = profiles[form.snout];
  const at = (i: number) => coarse[Math.min(Math.max(i, 0), coarse.length - 1)]!;
  return coarse.flatMap(([s, deep], i) => {
    const [next, nextDeep] = at(i + 1);
    const bow = (deep + nextDeep) / 2 + (deep + nextDeep - at(i - 1)[1] - at(i + 2)[1]) / 16;
    return i === coarse.length - 1
      ? [[s, deep]]
      : [
          [s, deep],
          [(s + next) / 2, bow],
        ];
  });
}

export function frameFish(t: Traits): FishFrame {
  const form = t.form?.kind === 'aquatic' ? t.form : plain;
  const L = t.height;
  const stout = t.style === 'chibi' ? 1.3 : t.style === 'heroic' ? 0.92 : 1;
  const h = form.deep * L * t.girth ** 0.6 * stout;
  const w = form.wide * L * t.girth * stout;
  const y = h * 1.25 + L * 0.07;
  const stations = stationsOf(form);
  return {
    form,
    L,
    h,
    w,
    y,
    at: (s, up = 0) => [0, y + up * h, (0.5 - s) * L],
    deep(s) {
      const after = stations.findIndex(([at]) => at >= s);
      if (after < 0) return stations.at(-1)![1] * h;
      const [s1, d1] = stations[after]!;
      const [s0, d0] = stations[Math.max(0, after - 1)]!;
      return (d0 + ((d1 - d0) * (s - s0)) / (s1 - s0 || 1)) * h;
    },
    fin: form.fin * L,
  };
}

export function fishJoints(f: FishFrame): Joint[] {
  const { at, L } = f;
  const front = chain(['chest', 'head'], 'spine', [at(0.36), at(0.24), at(0.02)]);
  const back = chain(['tail1', 'tail2', 'tail3', 'tailFin'], 'spine', [
    at(0.54),
    at(0.65),
    at(0.76),
    at(0.86),
    at(0.93),
  ]);
  const end = at(0.93);
  const lobes: Joint[] =
    f.form.tail === 'fluke'
      ? sides.flatMap((side) =>
          chain([`${side.name}TailFin`], 'tailFin', [
            add(end, [side.x * L * 0.02, 0, 0]),
            add(end, [side.x * L * 0.14, 0, -L * 0.06]),
          ]),
        )
      : [
          ...chain(['upperTailFin'], 'tailFin', [
            add(end, [0, L * 0.02, 0]),
            add(end, [0, L * 0.12, -L * 0.06]),
          ]),
          ...chain(['lowerTailFin'], 'tailFin', [
            add(end, [0, -L * 0.02, 0]),
            add(end, [0, -L * 0.12, -L * 0.06]),
          ]),
        ];
  const jaw = chain(['jaw'], 'head', [at(0.2, -0.3), at(0.05, -0.35)]);
  const fins = sides.flatMap((side) => {
    const root = pectoralRoot(f, side.x);
    return [
      ...chain([`${side.name}PectoralFin`, `${side.name}PectoralFinTip`], 'chest', [
        root,
        add(root, [side.x * f.fin * 0.08, -f.fin * 0.03, -f.fin * 0.05]),
        add(root, [side.x * f.fin * 0.17, -f.fin * 0.06, -f.fin * 0.13]),
      ]),
      ...(f.form.pelvic
        ? chain([`${side.name}PelvicFin`], 'spine', [
            add(at(0.5), [side.x * f.w * 0.4, -f.deep(0.5) * 0.8, 0]),
            add(at(0.58), [side.x * f.w * 0.7, -f.deep(0.5) * 0.9 - f.fin * 0.07, 0]),
          ])
        : []),
    ];
  });
  const dorsal = chain(['dorsalFin'], 'spine', [
    add(at(0.46), [0, f.deep(0.46) * 0.9, 0]),
    add(at(0.54), [0, f.deep(0.5) + f.fin * 0.1, 0]),
  ]);
  return [
    { name: 'spine', parent: null, position: at(0.46), tail: at(0.36) },
    ...front,
    ...jaw,
    ...back,
    ...lobes,
    ...fins,
    ...dorsal,
  ];
}

export const pectoralRoot = (f: FishFrame, x: number): Vec3 =>
  add(f.at(0.33), [x * f.w * 0.84, -f.deep(0.33) * 0.34, 0]);
