/** Colours instead of those that a prompt rules out. */
import { hex } from '../../colour.js';
import type { Vec3 } from '../../geometry/vec.js';
import type { Species } from './vocabulary/shapes.js';

const palette = ['86898f', 'f3f1ec', '26262b', 'd06f2b', 'dcc6a0', '80502c', '2f6bd8', '3c9a48'].map(hex);

/** Degrees of hue, saturation and lightness. */
function toneOf([r, g, b]: Vec3): { hue: number; strength: number; light: number } {
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const range = most - least;
  if (range === 0) return { hue: 0, strength: 0, light: most };
  const sector = most === r ? (g - b) / range + 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return { hue: (sector * 60) % 360, strength: range, light: (most + least) / 2 };
}

/** Whether people would call both colours by one name. */
export function looksLike(a: Vec3, b: Vec3): boolean {
  const [one, other] = [toneOf(a), toneOf(b)];
  if (Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < 0.25) return true;
  const turn = Math.abs(one.hue - other.hue);
  const isOneHue = Math.min(turn, 360 - turn) < 28;
  const isColoured = Math.min(one.strength, other.strength) > 0.15;
  return isColoured && isOneHue && Math.abs(one.light - other.light) < 0.35;
}

/** The usual colour, unless it is ruled out; then one that the seed picks. */
export function allowedColour(
  usual: Vec3 | undefined,
  avoid: readonly Vec3[],
  seed: number,
): Vec3 | undefined {
  const isAllowed = (colour: Vec3) => !avoid.some((one) => looksLike(one, colour));
  if (avoid.length === 0 || (usual && isAllowed(usual))) return usual;
  const others = palette.filter(isAllowed);
  return others[seed % others.length];
}

/** A seed picks none of the coats that a prompt rules out. */
export function withoutCoats(species: Species, avoid: readonly Vec3[]): Species {
  const left = species.coats?.filter((coat) => !avoid.some((one) => looksLike(one, hex(coat))));
  return left?.length === species.coats?.length
    ? species
    : { ...species, coats: left?.length ? left : undefined };
}
