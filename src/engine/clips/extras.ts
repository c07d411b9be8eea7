import type { Skeleton } from '../skeleton/skeleton.js';
import { type Quaternion, turnBy } from './clip.js';

/** How a joint swings at a phase of a clip, by an amount in radians. */
type Swing = (phase: number, amount: number) => Quaternion;

const wave = (phase: number, shift: number) => Math.sin(2 * Math.PI * (phase + shift));

function swingOf(name: string): Swing | null {
  const tail = /^tail(\d)$/.exec(name);
  if (tail) {
    const lag = -0.12 * Number(tail[1]);
    return (phase, amount) => turnBy(0.15 * amount * wave(phase, 0.2), amount * 1.2 * wave(phase, lag));
  }
  const cloth = /^(cape|hair|scarf)(\d)$/.exec(name);
  if (cloth) {
    const lag = -0.12 * Number(cloth[2]);
    return (phase, amount) => turnBy(amount * (0.25 + 0.35 * wave(phase, lag)));
  }
  if (/^(left|right)Ear$/.test(name)) return (phase, amount) => turnBy(amount * 0.5 * wave(phase, 0.3));
  const wing = /^(left|right)Wing(Tip)?$/.exec(name);
  if (!wing) return null;
  const side = wing[1] === 'left' ? 1 : -1;
  const lag = wing[2] ? -0.12 : 0;
  return (phase, amount) =>
    turnBy(0, side * amount * 0.8 * wave(phase, lag), side * amount * 0.8 * wave(phase, 0.1));
}

/** A character has hundreds of poses, and few joints of this kind. */
const swings = new WeakMap<Skeleton, readonly (readonly [name: string, swing: Swing])[]>();

function swingsOf(skeleton: Skeleton) {
  const known = swings.get(skeleton);
  if (known) return known;
  const found = skeleton.joints.flatMap(({ name }): [string, Swing][] => {
    const swing = swingOf(name);
    return swing ? [[name, swing]] : [];
  });
  swings.set(skeleton, found);
  return found;
}

/** Secondary motion of tails, ears and wings for every clip. `amount` in radians. */
export const extras = (skeleton: Skeleton, phase: number, amount: number): [string, Quaternion][] =>
  swingsOf(skeleton).map(([name, swing]) => [name, swing(phase, amount)]);
