/**
 * Chooses the neck among the narrow points and the arms among the limbs by scoring all combinations, so that neither
 * hair nor a waist is mistaken for them.
 */
import { clamp } from '../../geometry/vec.js';
import { type Axis, type Neck, necksOf, usualNeck } from './axis.js';
import { choiceThresholds } from './calibration.js';
import type { OutlineLimb } from './limbs.js';

const { surelyArm, hidden, neckWeight, unclear, leastHead, capped } = choiceThresholds;

export type ArmChoice = { neck: number; clear: number; left: OutlineLimb | null; right: OutlineLimb | null };

export function chooseArms(axis: Axis, limbs: readonly OutlineLimb[], rows: number): ArmChoice {
  const count = axis.cells.length;
  const beyond = limbs.map(
    ({ at }): Neck => ({ at: Math.min(count - 1, Math.round(at + count * 0.08)), clear: 0.03 }),
  );
  const necks = [...necksOf(axis), ...beyond, { at: usualNeck(axis), clear: 0.05 }];
  let best: { choice: ArmChoice; score: number } | null = null;
  const passed = (neck: number) =>
    Math.max(0, ...necks.filter(({ at }) => at < neck - count * 0.12).map(({ clear }) => clear - unclear));
  for (const { at: neck, clear } of necks) {
    const [left, right] = [bestArm(limbs, 1, neck, rows), bestArm(limbs, -1, neck, rows)];
    const even =
      left.limb && right.limb ? 0.4 * (1 - Math.abs(left.limb.at - right.limb.at) / (count * 0.3)) : 0;
    const score =
      clear * neckWeight +
      left.score +
      right.score +
      Math.max(0, even) -
      unusual((count - neck) / rows, [left, right].filter(({ limb }) => limb === null).length) -
      unlikeHead(axis, neck) -
      passed(neck) * 3;
    if (!best || score > best.score)
      best = { choice: { neck, clear, left: left.limb, right: right.limb }, score };
  }
  return best!.choice;
}

/** The likeliest arm on one side, given the neck; null when a hidden arm is more likely. */
export function bestArm(
  limbs: readonly OutlineLimb[],
  side: 1 | -1,
  neck: number,
  rows: number,
): { limb: OutlineLimb | null; score: number } {
  let found: { limb: OutlineLimb | null; score: number } = { limb: null, score: hidden };
  for (const limb of limbs) {
    const score = limb.side === side ? armness(limb, neck, rows) : 0;
    if (score > found.score) found = { limb, score };
  }
  return found;
}

/**
 * Score from 0 to slightly above 1 for being long and leaving the body between waist and neck. A loop must end where
 * hands can be.
 */
function armness({ at, back, length }: OutlineLimb, neck: number, rows: number): number {
  const height = at / neck;
  const placed = height < 0.8 ? clamp((height - 0.2) / 0.35, 0, 1) : clamp((1.3 - height) / 0.22, 0, 1);
  const below = back !== null && back > at && back < neck ? 0.5 : 1;
  return placed * below * Math.min(1.1, length / (rows * surelyArm));
}

/**
 * Heads with hair and hat take a tenth to three fifths of a drawn figure. With hidden arms, a low narrow point may
 * also be a waist with chest and head above it.
 */
const unusual = (head: number, hiddenArms: number): number =>
  Math.max(0, 0.1 - head) * 6 + Math.max(0, head - 0.6) * 3 + Math.max(0, head - 0.42) * 3 * hiddenArms;

/**
 * Penalty for a head that is far smaller than the trunk by inscribed discs, as antennae, horns and ears are, or that
 * is only the upper end of something equally broad, as between raised ears.
 */
function unlikeHead({ depth }: Axis, neck: number): number {
  const widest = (part: readonly number[]) => part.reduce((most, value) => Math.max(most, value), 1);
  const head = widest(depth.slice(neck));
  return (
    Math.max(0, leastHead - head / widest(depth.slice(0, neck))) * 6 +
    (head > depth[neck]! + 0.5 ? 0 : capped)
  );
}
