/** Measurements of an insect and its joint positions. */
import { add, scale, type Vec3 } from '../../geometry/vec.js';
import type { HexapodForm } from '../../input/text/vocabulary/form.js';
import { legRows as allRows } from '../../skeleton/legs.js';
import { chain, flip, type Joint, type Side, sides } from '../../skeleton/skeleton.js';
import type { Traits } from '../traits.js';

export type LegFrame = { coxa: Vec3; knee: Vec3; ankle: Vec3; toe: Vec3 };
export const hexapodLegRows = allRows.hexapod;

export type InsectFrame = {
  form: HexapodForm;
  /** Metres. */
  H: number;
  /** Metres per frame unit. */
  u: number;
  thorax: Vec3;
  b: number;
  headAt: Vec3;
  r: number;
  waist: Vec3;
  abdomen: Vec3;
  /** Half extents of the abdomen; it points slightly down to the back. */
  rear: Vec3;
  legs: Record<(typeof hexapodLegRows)[number], LegFrame>;
  thick: number;
  wings: HexapodForm['wings'];
  /** Left fore and hind wing: root, middle and tip. */
  wing: Record<'Fore' | 'Hind', readonly [Vec3, Vec3, Vec3]> | null;
};

const plain: HexapodForm = {
  kind: 'hexapod',
  abdomen: 1,
  abdomenLong: 1,
  wings: 'none',
  antennae: 'bent',
  mandibles: 0,
  horn: false,
  sting: false,
  fuzzy: false,
  legLength: 1,
};

const headRatio = { natural: 1, chibi: 1.3, heroic: 0.88 } as const;
/** Forward lean and reach of each row. */
const rows = { Front: [0.07, 0.2, 0.94], Middle: [0, -0.02, 1], Back: [-0.075, -0.24, 1.14] } as const;

/** Builds the frame in its own units, then scales it so that the head's top is at the requested height. */
export function frameInsect(t: Traits): InsectFrame {
  const form = t.form?.kind === 'hexapod' ? t.form : plain;
  const reach = form.legLength * t.legs;
  const y = 0.2 * reach + 0.07;
  const b = 0.115 * t.girth ** 0.5;
  const r = 0.135 * t.head * headRatio[t.style];
  const ra = 0.165 * form.abdomen * t.girth ** 0.7;
  const thorax: Vec3 = [0, y, 0];
  const headAt: Vec3 = [0, y + b * 0.35 + r * 0.25, b * 0.75 + r * 0.85];
  const waist: Vec3 = [0, y + b * 0.1, -b * 1.05];
  const rear: Vec3 = [ra, ra * 0.92, ra * 1.3 * form.abdomenLong];
  const abdomen: Vec3 = [0, Math.max(y + b * 0.15, ra * 0.98), waist[2] - rear[2] * 0.84];
  const s = t.height / (headAt[1] + r * 0.95);
  const m = (v: Vec3): Vec3 => scale(v, s);
  const leg = (row: (typeof hexapodLegRows)[number]): LegFrame => {
    const [z, lean, far] = rows[row];
    const out = reach * far;
    return {
      coxa: m([b * 0.72, y - b * 0.35, z]),
      knee: m([b * 0.72 + 0.2 * out, y + 0.1 * reach, z + lean * 0.55 * reach]),
      ankle: m([b * 0.72 + 0.33 * out, 0.028, z + lean * 1.05 * reach]),
      toe: m([b * 0.72 + 0.39 * out, 0.012, z + lean * 1.25 * reach]),
    };
  };
  const wings = form.wings === 'none' && t.items.has('wings') ? 'clear' : form.wings;
  const size = s * (t.items.get('wings')?.size ?? 1);
  const root = m([b * 0.55, y + b * 0.8, 0]);
  const wing = (spots: readonly (readonly [number, number, number])[], from: Vec3) =>
    [from, ...spots.map(([x, up, z]) => add(from, [x * size, up * size, z * size]))] as unknown as readonly [
      Vec3,
      Vec3,
      Vec3,
    ];
  return {
    form,
    H: t.height,
    u: s,
    thorax: m(thorax),
    b: b * s,
    headAt: m(headAt),
    r: r * s,
    waist: m(waist),
    abdomen: m(abdomen),
    rear: m(rear),
    legs: { Front: leg('Front'), Middle: leg('Middle'), Back: leg('Back') },
    thick: 0.024 * t.limb * s,
    wings,
    wing:
      wings === 'none'
        ? null
        : {
            Fore: wing(spans[wings].Fore, add(root, [0, 0, b * s * 0.3])),
            Hind: wing(spans[wings].Hind, add(root, [0, 0, -b * s * 0.35])),
          },
  };
}

/** Offsets from the root to the middle and tip of each wing: out, up, ahead. */
const spans: Record<
  Exclude<HexapodForm['wings'], 'none'>,
  Record<'Fore' | 'Hind', readonly (readonly [number, number, number])[]>
> = {
  clear: {
    Fore: [
      [0.2, 0.13, -0.06],
      [0.42, 0.24, -0.16],
    ],
    Hind: [
      [0.13, 0.07, -0.13],
      [0.26, 0.13, -0.27],
    ],
  },
  broad: {
    Fore: [
      [0.3, 0.2, 0.12],
      [0.62, 0.4, 0.24],
    ],
    Hind: [
      [0.24, 0.12, -0.16],
      [0.46, 0.22, -0.36],
    ],
  },
  long: {
    Fore: [
      [0.34, 0.06, 0.04],
      [0.74, 0.1, 0.06],
    ],
    Hind: [
      [0.32, 0.05, -0.08],
      [0.68, 0.08, -0.14],
    ],
  },
  shell: {
    Fore: [
      [0.04, 0.03, -0.2],
      [0.03, -0.02, -0.42],
    ],
    Hind: [
      [0.03, 0, -0.18],
      [0.02, -0.04, -0.36],
    ],
  },
};

export function insectJoints(f: InsectFrame): Joint[] {
  const end = add(f.abdomen, [0, -f.rear[1] * 0.3, -f.rear[2] * 0.9]);
  const jaw = add(f.headAt, [0, -f.r * 0.45, f.r * 0.6]);
  const perSide = (side: Side): Joint[] => [
    ...hexapodLegRows.flatMap((row) => {
      const { coxa, knee, ankle, toe } = f.legs[row];
      return chain(
        ['UpperLeg', 'LowerLeg', 'Foot'].map((part) => side.name + row + part),
        'thorax',
        [coxa, knee, ankle, toe].map((p) => flip(p, side)),
      );
    }),
    ...chain(
      [`${side.name}Antenna`, `${side.name}AntennaTip`],
      'head',
      antennaOf(f).map((p) => flip(p, side)),
    ),
    ...chain([`${side.name}Mandible`], 'head', [
      add(jaw, [side.x * f.r * 0.3, 0, 0]),
      add(jaw, [side.x * f.r * 0.15, -f.r * 0.1, f.r * 0.6]),
    ]),
    ...(f.wing
      ? (['Fore', 'Hind'] as const).flatMap((pair) =>
          chain(
            [`${side.name}${pair}Wing`, `${side.name}${pair}WingTip`],
            'thorax',
            f.wing![pair].map((p) => flip(p, side)),
          ),
        )
      : []),
  ];
  return [
    { name: 'thorax', parent: null, position: f.thorax, tail: add(f.thorax, [0, 0, f.b]) },
    ...chain(['head'], 'thorax', [
      add(f.headAt, [0, -f.r * 0.3, -f.r * 0.75]),
      add(f.headAt, [0, f.r * 0.6, f.r * 0.3]),
    ]),
    ...chain(['abdomen1', 'abdomen2'], 'thorax', [f.waist, f.abdomen, end]),
    ...sides.flatMap(perSide),
  ];
}

/** Root, elbow and tip of the left antenna. */
export function antennaOf({ headAt, r, form }: InsectFrame): [Vec3, Vec3, Vec3] {
  const at = (x: number, y: number, z: number): Vec3 => add(headAt, [x * r, y * r, z * r]);
  return form.antennae === 'bent'
    ? [at(0.32, 0.72, 0.4), at(0.62, 1.45, 0.75), at(0.95, 1.5, 1.6)]
    : [at(0.3, 0.8, 0.3), at(0.5, 1.5, 0.55), at(0.85, 2.1, 0.75)];
}
