/** Families of colors as people name them, by hue, saturation and lightness. */
type Hsl = { hue: number; saturation: number; lightness: number };

const toSrgb = (c: number): number => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

/** @param factor linear RGB 0-1, as in glTF */
export function hslOf(factor: readonly number[]): Hsl {
  const [r, g, b] = factor.slice(0, 3).map(toSrgb) as [number, number, number];
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const spread = most - least;
  const lightness = (most + least) / 2;
  if (spread < 1e-6) return { hue: 0, saturation: 0, lightness };
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  const sixth = most === r ? (g - b) / spread : most === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  return { hue: (sixth * 60 + 360) % 360, saturation, lightness };
}

const between = (hue: number, from: number, to: number): boolean =>
  from <= to ? hue >= from && hue <= to : hue >= from || hue <= to;

export const families: Record<string, (c: Hsl) => boolean> = {
  red: ({ hue, saturation, lightness }) => between(hue, 340, 16) && saturation > 0.4 && lightness < 0.62,
  orange: ({ hue, saturation, lightness }) => between(hue, 14, 42) && saturation > 0.5 && lightness > 0.35,
  brown: ({ hue, saturation, lightness }) => between(hue, 8, 45) && saturation > 0.15 && lightness < 0.5,
  yellow: ({ hue, saturation, lightness }) => between(hue, 40, 68) && saturation > 0.4 && lightness > 0.42,
  gold: ({ hue, saturation }) => between(hue, 36, 54) && saturation > 0.5,
  green: ({ hue, saturation }) => between(hue, 70, 175) && saturation > 0.12,
  blue: ({ hue, saturation }) => between(hue, 190, 250) && saturation > 0.3,
  purple: ({ hue, saturation }) => between(hue, 250, 300) && saturation > 0.2,
  pink: ({ hue, saturation, lightness }) => between(hue, 310, 355) && saturation > 0.4 && lightness > 0.55,
  black: ({ lightness }) => lightness < 0.27,
  white: ({ saturation, lightness }) => lightness > 0.83 || (lightness > 0.78 && saturation < 0.35),
  grey: ({ saturation, lightness }) => saturation < 0.22 && lightness > 0.28 && lightness < 0.86,
};
