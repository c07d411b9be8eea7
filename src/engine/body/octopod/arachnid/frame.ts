import { scale, type Vec3 } from '../../../geometry/vec.js';
import type { OctopodForm } from '../../../input/text/vocabulary/form.js';
import type { LegFrame } from '../../hexapod/frame.js';
import type { Traits } from '../../traits.js';
import { headRatio, type LegRow, octopodForm } from '../frame.js';

type ArachnidPlan = Exclude<OctopodForm['plan'], 'octopus'>;

export type ArachnidFrame = {
  form: OctopodForm & { plan: ArachnidPlan };
  u: number;
  /** Half extents of the carapace. */
  shield: Vec3;
  centre: Vec3;
  abdomen: Vec3;
  rear: Vec3;
  legs: Record<LegRow, LegFrame>;
  thick: number;
  /** Left claw: root, elbow, wrist, tip; null for spiders. */
  claw: readonly [Vec3, Vec3, Vec3, Vec3] | null;
  /** Arched over the back for scorpions, straight behind for lobsters. */
  tail: readonly Vec3[] | null;
  eyesAt: number;
};

/** Per row: where the leg leaves the carapace (fraction of its length), forward lean in metres, and reach. */
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

function arachnidForm(t: Traits): ArachnidFrame['form'] {
  const form = octopodForm(t);
  return { ...form, plan: form.plan === 'octopus' ? 'spider' : form.plan };
}

/** Distance behind the middle of the carapace, and height above it. */
const tails: Partial<Record<ArachnidPlan, readonly (readonly [number, number])[]>> = {
  scorpion: [
    [-0.26, 0.0],
    [-0.5, 0.03],
    [-0.68, 0.18],
    [-0.68, 0.4],
    [-0.5, 0.55],
    [-0.28, 0.5],
  ],
  lobster: [
    [-0.17, 0.0],
    [-0.32, 0.01],
    [-0.46, 0.0],
    [-0.59, -0.03],
    [-0.7, -0.07],
    [-0.82, -0.09],
  ],
};

/** How far claws reach sideways and forward, and how high they are raised. */
const clawReach: Record<ArachnidPlan, readonly [aside: number, ahead: number, up: number]> = {
  spider: [0, 0, 0],
  crab: [0.2, 0.16, 0.24],
  scorpion: [0.16, 0.32, 0.03],
  lobster: [0.19, 0.36, 0.16],
};

export function frameArachnid(t: Traits): ArachnidFrame {
  const form = arachnidForm(t);
  const crab = form.plan === 'crab';
  const tail = tails[form.plan];
  const wide = crab || form.plan === 'lobster';
  const reach = form.legLength * t.legs;
  const broad = t.girth ** 0.5 * headRatio[t.style] * t.head ** 0.6;
  const shield: Vec3 = crab
    ? [0.27 * broad, 0.12 * broad, 0.19 * broad]
    : tail
      ? [0.13 * broad, form.plan === 'lobster' ? 0.11 : 0.085, form.plan === 'lobster' ? 0.23 : 0.2]
      : [0.15 * broad, 0.125 * broad, 0.17 * broad];
  const y = (wide ? 0.13 : 0.17) * reach + shield[1] * 0.6;
  const rear = scale([0.2, 0.19, 0.24], form.abdomen * t.girth ** 0.6);
  const centre: Vec3 = [0, y, 0];
  const abdomen: Vec3 = [0, Math.max(y + rear[1] * 0.25, rear[1] * 1.02), -shield[2] * 0.75 - rear[2] * 0.88];
  const top =
    form.plan === 'spider' ? Math.max(y + shield[1], abdomen[1] + rear[1] * 0.75) : y + shield[1] * 1.1;
  const u = t.height / top;
  const m = (v: Vec3): Vec3 => scale(v, u);
  const leg = (row: LegRow): LegFrame => {
    const [z, lean, far] = rows[wide ? 'crab' : 'spider'][row];
    const x = shield[0] * (wide ? 0.82 : 0.72);
    const out = reach * far;
    return {
      coxa: m([x, y - shield[1] * 0.3, z * shield[2]]),
      knee: m([x + 0.24 * out, y + (wide ? 0.1 : 0.2) * reach, z * shield[2] + lean * 0.5 * reach]),
      ankle: m([x + 0.45 * out, 0.03, z * shield[2] + lean * 1.05 * reach]),
      toe: m([x + 0.5 * out, 0.01, z * shield[2] + lean * 1.2 * reach]),
    };
  };
  const claw = ([x, z, raised]: readonly [number, number, number]): ArachnidFrame['claw'] => [
    m([shield[0] * 0.62, y, shield[2] * 0.72]),
    m([shield[0] * 0.62 + x, y + 0.03, shield[2] + z * 0.35]),
    m([shield[0] * 0.62 + x * 1.1, y + 0.05 + raised * 0.4, shield[2] + z * 0.72]),
    m([shield[0] * 0.62 + x * 0.9, y + 0.07 + raised, shield[2] + z * 1.5]),
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
    claw: form.plan === 'spider' ? null : claw(clawReach[form.plan]),
    tail: tail ? tail.map(([z, up]) => m([0, y + up * t.tailLength ** 0.5, z])) : null,
    eyesAt: shield[2] * u,
  };
}
