/** Chooses how a hand holds a long thing in a clip: one grip for the whole clip, so that the thing never jumps. */
import type { Quaternion } from '../clip.js';
import { holdArm, turned } from './arm.js';
import { type Around, depthOf, surely } from './avoid.js';
import type { ArmBones, Body } from './body.js';
import { type Grip, pointsOfHeld } from './hold.js';
import { type ArmPose, armPlaces } from './limbs.js';
import type { Posture } from './posture.js';

const pitches = [0, 0.35, -0.35, 0.7, -0.7, 1.2, -1.2] as const;
const rolls = [0, 0.35, -0.35, 0.7, -0.7, 1.2, -1.2] as const;
const [outs, ups, aheads] = [
  [0, 0.12, 0.25, 0.4],
  [0, 0.2, 0.4],
  [0, 0.15, 0.3],
] as const;

/** Prices of a radian, of a hip height that the hand moves, and of being that deep in the body or the ground. */
const prices = { turn: 1, move: 2.5, depth: 60 };

type Choice = { grip: Omit<Grip, 'plumb'>; price: number };

/** The cheapest first, which changes nothing. */
const choices: readonly Choice[] = pitches
  .flatMap((pitch) =>
    rolls.flatMap((roll) =>
      outs.flatMap((out) =>
        ups.flatMap((up) =>
          aheads.map((ahead) => ({
            grip: { pitch, roll, out, up, ahead },
            price: prices.turn * Math.hypot(pitch, roll) + prices.move * (out + up + ahead),
          })),
        ),
      ),
    ),
  )
  .sort((a, b) => a.price - b.price);

/** A moment of a clip at which what a hand holds must be clear. */
type Moment = { posture: Posture; clear: Quaternion };

/** @param plumb whether upright things stay upright in this clip */
export function gripOf(body: Body, arm: ArmBones, moments: readonly Moment[], plumb: boolean): Grip {
  const kept = moments.map(({ posture, clear }) => turned(body, arm, posture, clear));
  // Most choices fail where the one before them did, so that moment comes first.
  let hardest = 0;
  const priceOf = ({ grip, price }: Choice, most: number): number => {
    let whole = price;
    for (let n = 0; n < moments.length; n++) {
      const i = (hardest + n) % moments.length;
      const { posture } = moments[i]!;
      const { placed, ground } = posture;
      const held = holdArm(body, arm, posture, { kept: kept[i]!, grip: { ...grip, plumb } });
      const around = { body, placed, ground };
      const enough = (((most - price) * body.hip) / prices.depth) * surely;
      whole = Math.max(whole, price + (prices.depth * depthIn(around, arm, held, enough)) / body.hip);
      if (whole < most) continue;
      hardest = i;
      break;
    }
    return whole;
  };
  let best = { grip: choices[0]!.grip, price: Infinity };
  for (const choice of choices) {
    if (choice.price >= best.price) break;
    const price = priceOf(choice, best.price);
    if (price < best.price) best = { grip: choice.grip, price };
  }
  return { ...best.grip, plumb };
}

function depthIn(around: Around, arm: ArmBones, pose: ArmPose, enough: number): number {
  const { body, placed } = around;
  const [, , wrist] = armPlaces(arm, pose, placed.get(body.girdle)!, body.places.get(body.girdle)!);
  return depthOf(around, pointsOfHeld(arm, pose, wrist), enough);
}
