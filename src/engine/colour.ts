import type { Vec3 } from './geometry/vec.js';

/** sRGB 0-1 of a six-digit hex string. */
export const hex = (digits: string): Vec3 =>
  [0, 2, 4].map((i) => Number.parseInt(digits.slice(i, i + 2), 16) / 255) as unknown as Vec3;

/** `#` and six digits of an sRGB colour; the inverse of `hex` without the `#`. */
export const hexOf = (colour: Vec3): string =>
  `#${colour
    .map((x) =>
      Math.round(Math.min(1, Math.max(0, x)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** sRGB transfer function and its inverse, 0-1 to 0-1. */
export const linearOf = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
export const srgbOf = (c: number): number => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

export const darker = (c: Vec3, by: number): Vec3 => c.map((x) => x * (1 - by)) as unknown as Vec3;
export const lighter = (c: Vec3, by: number): Vec3 => c.map((x) => x + (1 - x) * by) as unknown as Vec3;
