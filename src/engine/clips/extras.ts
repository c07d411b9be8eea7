import type { Skeleton } from '../skeleton/skeleton.js';
import { type Quaternion, turnBy } from './clip.js';

/** Secondary motion of tails, ears and wings for every clip. `amount` in radians. */
export function extras(skeleton: Skeleton, phase: number, amount: number): [string, Quaternion][] {
  return skeleton.joints.flatMap(({ name }): [string, Quaternion][] => {
    const wave = (shift: number) => Math.sin(2 * Math.PI * (phase + shift));
    const tail = /^tail(\d)$/.exec(name);
    if (tail)
      return [[name, turnBy(0.15 * amount * wave(0.2), amount * 1.2 * wave(-0.12 * Number(tail[1])))]];
    const cloth = /^(cape|hair|scarf)(\d)$/.exec(name);
    if (cloth) return [[name, turnBy(amount * (0.25 + 0.35 * wave(-0.12 * Number(cloth[2]))))]];
    const ear = /^(left|right)Ear$/.exec(name);
    if (ear) return [[name, turnBy(amount * 0.5 * wave(0.3))]];
    const wing = /^(left|right)Wing(Tip)?$/.exec(name);
    if (!wing) return [];
    const side = wing[1] === 'left' ? 1 : -1;
    return [
      [name, turnBy(0, side * amount * 0.8 * wave(wing[2] ? -0.12 : 0), side * amount * 0.8 * wave(0.1))],
    ];
  });
}
