/** Which narrow place is the neck and which limbs are the arms: the best of all combinations, so that neither hair nor waists pass. */
import { clamp } from '../math/vec.js';
import { type Axis, type Neck, necksOf, usualNeck } from './fit-axis.js';
import type { Limb } from './fit-limbs.js';

export type Choice = { neck: number; clear: number; left: Limb | null; right: Limb | null };

/** Of the figure's rows: an arm as long as this is surely one. */
const surelyArm = 0.22;
/** What a side without an arm counts: less than an arm, more than a lock of hair. */
const hidden = 0.3;
const neckWeight = 2.4;
/** Waists are not narrower; a clearer place below what is taken for the neck counts against it. */
const unclear = 0.3;

export function chooseArms(axis: Axis, limbs: readonly Limb[], rows: number): Choice {
  const count = axis.cells.length;
  const beyond = limbs.map(
    ({ at }): Neck => ({ at: Math.min(count - 1, Math.round(at + count * 0.08)), clear: 0.03 }),
  );
  const necks = [...necksOf(axis), ...beyond, { at: usualNeck(axis), clear: 0.05 }];
  let best: { choice: Choice; score: number } | null = null;
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

/** The likeliest arm on a side of a figure whose neck is known; null when nothing is likelier than a hidden one. */
export function bestArm(
  limbs: readonly Limb[],
  side: 1 | -1,
  neck: number,
  rows: number,
): { limb: Limb | null; score: number } {
  let found: { limb: Limb | null; score: number } = { limb: null, score: hidden };
  for (const limb of limbs) {
    const score = limb.side === side ? armness(limb, neck, rows) : 0;
    if (score > found.score) found = { limb, score };
  }
  return found;
}

/** 0 to 1 and a little: long, and leaving the body between waist and neck. A loop must end where hands can. */
function armness({ at, back, length }: Limb, neck: number, rows: number): number {
  const height = at / neck;
  const placed = height < 0.8 ? clamp((height - 0.2) / 0.35, 0, 1) : clamp((1.3 - height) / 0.22, 0, 1);
  const below = back !== null && back > at && back < neck ? 0.5 : 1;
  return placed * below * Math.min(1.1, length / (rows * surelyArm));
}

/**
 * Heads, with hair and hat, are a tenth to three fifths of a drawn figure. Where arms are hidden, what is narrow far
 * below may as well be a waist, and all above it chest and head.
 */
const unusual = (head: number, hiddenArms: number): number =>
  Math.max(0, 0.1 - head) * 6 + Math.max(0, head - 0.6) * 3 + Math.max(0, head - 0.42) * 3 * hiddenArms;

const [leastHead, capped] = [0.4, 1];

/**
 * What a head is not: far smaller than the trunk, by the balls that fit into them, as antennae, horns and ears are; or
 * only the upper end of something that is as broad below, as what is above raised ears.
 */
function unlikeHead({ depth }: Axis, neck: number): number {
  const widest = (part: readonly number[]) => part.reduce((most, value) => Math.max(most, value), 1);
  const head = widest(depth.slice(neck));
  return (
    Math.max(0, leastHead - head / widest(depth.slice(0, neck))) * 6 +
    (head > depth[neck]! + 0.5 ? 0 : capped)
  );
}
