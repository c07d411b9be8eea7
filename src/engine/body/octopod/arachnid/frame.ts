import { scale, type Vec3 } from '../../../math/vec.js';
import type { LegFrame } from '../../hexapod/frame.js';
import type { Traits } from '../../traits.js';
import { headRatio, type LegRow, octopodForm } from '../frame.js';

export type ArachnidFrame = {
  form: ReturnType<typeof octopodForm>;
  u: number;
  /** Half sizes of the shield. */
  shield: Vec3;
  centre: Vec3;
  abdomen: Vec3;
  rear: Vec3;
  legs: Record<LegRow, LegFrame>;
  thick: number;
  /** Left claw: root, elbow, wrist, tip; none for spiders. */
  claw: readonly [Vec3, Vec3, Vec3, Vec3] | null;
  /** From the hind body up and over the back; only for scorpions. */
  sting: readonly Vec3[] | null;
  eyesAt: number;
};

/** Where each row's leg leaves the shield (part of its length), leans (metres ahead) and how far it reaches. */
const rows: Record<'spider' | 'crab', Record<LegRow, readonly [z: number, lean: number, far: number]>> = {
  spider: {
    Front: [0.55, 0.36, 1.06],
    MidFront: [0.2, 0.13, 0.94],
    MidBack: [-0.16, -0.13, 0.94],
    Back: [-0.5, -0.38, 1.08],
  },
  crab: {
    Front: [0.3, 0.12, 0.9],
    MidFront: [0.02, 0.02, 1],
    MidBack: [-0.28, -0.1, 1],
    Back: [-0.58, -0.24, 0.86],
  },
};

export function frameArachnid(t: Traits): ArachnidFrame {
  const form = octopodForm(t);
  const crab = form.plan === 'crab';
  const reach = form.legLength * t.legs;
  const wide = t.girth ** 0.5 * headRatio[t.style] * t.head ** 0.6;
  const shield: Vec3 = crab
    ? [0.27 * wide, 0.12 * wide, 0.19 * wide]
    : form.plan === 'scorpion'
      ? [0.13 * wide, 0.085, 0.2]
      : [0.15 * wide, 0.125 * wide, 0.17 * wide];
  const y = (crab ? 0.13 : 0.17) * reach + shield[1] * 0.6;
  const rear = scale([0.2, 0.19, 0.24], form.abdomen * t.girth ** 0.6);
  const centre: Vec3 = [0, y, 0];
  const abdomen: Vec3 = [0, Math.max(y + rear[1] * 0.25, rear[1] * 1.02), -shield[2] * 0.75 - rear[2] * 0.88];
  const top =
    form.plan === 'spider' ? Math.max(y + shield[1], abdomen[1] + rear[1] * 0.75) : y + shield[1] * 1.1;
  const u = t.height / top;
  const m = (v: Vec3): Vec3 => scale(v, u);
  const leg = (row: LegRow): LegFrame => {
    const [z, lean, far] = rows[crab ? 'crab' : 'spider'][row];
    const x = shield[0] * (crab ? 0.82 : 0.72);
    const out = reach * far;
    return {
      coxa: m([x, y - shield[1] * 0.3, z * shield[2]]),
      knee: m([x + 0.24 * out, y + (crab ? 0.1 : 0.2) * reach, z * shield[2] + lean * 0.5 * reach]),
      ankle: m([x + 0.45 * out, 0.03, z * shield[2] + lean * 1.05 * reach]),
      toe: m([x + 0.5 * out, 0.01, z * shield[2] + lean * 1.2 * reach]),
    };
  };
  const claw = ([x, z]: readonly [number, number]): ArachnidFrame['claw'] => [
    m([shield[0] * 0.62, y, shield[2] * 0.72]),
    m([shield[0] * 0.62 + x, y + 0.03, shield[2] + z * 0.35]),
    m([shield[0] * 0.62 + x * 0.9, y + 0.07, shield[2] + z * 0.72]),
    m([shield[0] * 0.45 + x * 0.35, y + 0.09, shield[2] + z * 1.55]),
  ];
  const tail: readonly (readonly [number, number])[] = [
    [-0.26, 0.0],
    [-0.5, 0.03],
    [-0.68, 0.18],
    [-0.68, 0.4],
    [-0.5, 0.55],
    [-0.28, 0.5],
  ];
  return {
    form,
    u,
    shield: m(shield),
    centre: m(centre),
    abdomen: m(abdomen),
    rear: m(rear),
    legs: { Front: leg('Front'), MidFront: leg('MidFront'), MidBack: leg('MidBack'), Back: leg('Back') },
    thick: 0.027 * form.legThick * t.limb * u,
    claw: form.plan === 'spider' ? null : claw(crab ? [0.2, 0.2] : [0.17, 0.26]),
    sting: form.plan === 'scorpion' ? tail.map(([z, up]) => m([0, y + up * t.tailLength ** 0.5, z])) : null,
    eyesAt: shield[2] * u,
  };
}
