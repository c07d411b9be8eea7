import type { Vec3 } from './geometry/vec.js';

/** sRGB 0-1 of a six-digit hex string. */
export const hex = (digits: string): Vec3 =>
  [0, 2, 4].map((i) => Number.parseInt(digits.slice(i, i + 2), 16) / 255) as unknown as Vec3;

export const darker = (c: Vec3, by: number): Vec3 => c.map((x) => x * (1 - by)) as unknown as Vec3;
export const lighter = (c: Vec3, by: number): Vec3 => c.map((x) => x + (1 - x) * by) as unknown as Vec3;
