/** Measurements of a two-legged body. */
import type { Vec3 } from '../../geometry/vec.js';
import type { Traits } from '../traits.js';

/** Metres; `S` is shoulder height, `T` torso length. */
export type BipedFrame = {
  H: number;
  r: number;
  S: number;
  T: number;
  hip: number;
  shoulder: number;
  depth: number;
  waist: number;
  belly: number;
  armDirection: Vec3;
  arm: number;
  armThick: number;
  legThick: number;
  hand: number;
  footLength: number;
  stand: number;
  ankle: number;
  /** Height of the head's joint. */
  chin: number;
};

const ratios = {
  natural: { head: 0.148, shoulder: 0.119, hip: 0.495 },
  chibi: { head: 0.185, shoulder: 0.11, hip: 0.43 },
  heroic: { head: 0.1, shoulder: 0.142, hip: 0.53 },
} as const;

export function frameBiped(t: Traits): BipedFrame {
  const ratio = ratios[t.style];
  const H = t.height;
  const r = Math.min(0.25, ratio.head * t.head ** 0.8) * H;
  const S = H - 2 * r - 0.012 * H * t.neck + 0.12 * r;
  const hip = S * Math.min(0.66, Math.max(0.2, ratio.hip * t.legs ** 0.75));
  const muscle = 1 + t.muscle;
  const shoulder = (t.womanly ? 0.9 : 1) * ratio.shoulder * H * t.girth ** 0.45 * muscle ** 0.7;
  const chubby = t.style === 'chibi' ? 1.25 : 1;
  const slim = t.womanly ? 0.9 : 1;
  return {
    H,
    r,
    S,
    T: S - hip,
    hip,
    shoulder,
    depth: 0.078 * H * t.girth ** 0.8,
    waist: 0.088 * slim * H * t.girth ** 1.15,
    belly: Math.max(0, t.girth * t.belly - 1) * 0.09 * H,
    armDirection: [Math.cos(0.8), -Math.sin(0.8), 0.04],
    arm: Math.min(S * 0.4, H * 0.33) * t.arms,
    armThick: 0.034 * slim * H * t.limb * chubby,
    legThick: 0.045 * slim * H * t.limb * chubby,
    hand: 0.048 * slim * H * t.hands * chubby * Math.sqrt(t.limb),
    footLength: 0.115 * H * t.foot * Math.sqrt(t.limb) * chubby,
    stand: 0.058 * H * Math.max(t.girth ** 0.5, t.limb ** 0.8) * chubby,
    ankle: 0.05 * H,
    chin: H - 1.85 * r,
  };
}
