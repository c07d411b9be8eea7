import type { Quaternion } from './clip.js';

/** Part of the shortest way from `a` to `b`. @param share 0 to 1; clamped */
export function blendTurns(a: Quaternion, b: Quaternion, share: number): Quaternion {
  if (share <= 0) return a;
  if (share >= 1) return b;
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  const mixed = a.map((value, i) => value * (1 - share) + b[i]! * share * sign);
  const size = Math.hypot(...mixed);
  return mixed.map((value) => value / size) as unknown as Quaternion;
}
