import type { Vec3 } from '../geometry/vec.js';

/**
 * The planted foot moves back at constant speed, so it does not slide on ground that moves with it. It leaves the
 * ground and lands at that speed too, so that no foot jerks.
 */
export function footPath(phase: number, stance: number): { forward: number; lift: number } {
  const t = phase - Math.floor(phase);
  if (t < stance) return { forward: 1 - (2 * t) / stance, lift: 0 };
  const s = (t - stance) / (1 - stance);
  // A cubic from -1 to 1. Fast gaits with short stances would swing too far beyond both ends.
  const speed = Math.min(mostOvershoot, (2 * (1 - stance)) / stance);
  const forward = -1 + 2 * (3 - 2 * s) * s * s - speed * (2 * s * s - 3 * s + 1) * s;
  return { forward, lift: Math.sin(Math.PI * s) ** 1.5 };
}

const mostOvershoot = 1.6;

/** Metres that a body covers in one cycle of steps. @param step half the length of a step, in metres */
export const strideOf = (step: number, stance: number): Vec3 => [0, 0, (2 * step) / stance];
