/** Colours given as codes, as designers do: "a shirt in #2F5D3A". */
import { hex } from '../../colour.js';
import type { Vec3 } from '../../geometry/vec.js';
import { colourHex, colourPairs } from './vocabulary.js';

/** Plain names that are no metal, fruit or stone. */
const plain =
  'black white grey charcoal slate red crimson maroon burgundy rust terracotta orange burntorange brown tan beige cream ivory khaki ochre yellow mustardyellow olivegreen mossgreen green limegreen forestgreen emeraldgreen sagegreen mint teal turquoise cyan blue lightblue skyblue royalblue navyblue indigo purple lavender lilac violet magenta pink hotpink';

let tones: readonly (readonly [name: string, tone: Vec3])[] | null = null;

/** Read with the first code. */
function namedTones() {
  tones ??= plain.split(' ').map((key) => {
    const name = colourPairs.find((pair) => pair.replaceAll(/[ -]/g, '') === key) ?? key;
    return [name, hex(colourHex[key]!)] as const;
  });
  return tones;
}

/** How different two sRGB colours look: weighted by the mean of red. Source: Riemersma, "Colour metric". */
function differenceOf(one: Vec3, other: Vec3): number {
  const red = (one[0] + other[0]) / 2;
  const [dr, dg, db] = one.map((value, i) => (value - other[i]!) ** 2) as [number, number, number];
  return (2 + red) * dr + 4 * dg + (3 - red) * db;
}

function nearest(code: string): string {
  const wanted = hex(code);
  const rated = namedTones().map(([name, tone]) => ({ name, difference: differenceOf(wanted, tone) }));
  return rated.reduce((best, one) => (one.difference < best.difference ? one : best)).name;
}

/** The text with the nearest name for each code of six hexadecimal digits. */
export const spellCodes = (text: string): string =>
  text.replace(/#([\da-f]{6})\b/gi, (_, code) => nearest(code as string));
