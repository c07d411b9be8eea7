/** Drawings without paper: where lines are all that is opaque, what they enclose is the figure, as white as its paper. */
import type { Picture } from '../../input/image/decode.js';
import { onPaperThresholds } from './calibration.js';
import { areaOf, dilate, floodFromBorder, inverse, type Mask } from './grid.js';
import { isLineArt } from './line-art.js';

const { clear, dark, mostlyDark, enclosed, gap, margin } = onPaperThresholds;

/** The drawing on white paper with a margin; null for other pictures. */
export function onPaper(picture: Picture): Picture | null {
  const { width, height, rgba } = picture;
  const ink: Mask = { width, height, inside: new Uint8Array(width * height) };
  let [open, black] = [0, 0];
  for (let n = 0; n < ink.inside.length; n++) {
    if (rgba[n * 4 + 3]! < 32) open++;
    if (rgba[n * 4 + 3]! < 128) continue;
    ink.inside[n] = 1;
    if (Math.max(rgba[n * 4]!, rgba[n * 4 + 1]!, rgba[n * 4 + 2]!) < dark) black++;
  }
  const area = areaOf(ink);
  if (area === 0 || open < clear * ink.inside.length || black < mostlyDark * area) return null;
  return isLineArt(ink) || enclosedBy(ink) > enclosed * area ? paperBehind(picture) : null;
}

/** The area that ink surrounds but for small gaps, in pixels. */
function enclosedBy(ink: Mask): number {
  const walls = dilate(ink, Math.max(1, gap * Math.max(ink.width, ink.height)));
  const free = inverse(walls);
  return areaOf(free) - floodFromBorder(free).reduce((sum, one) => sum + one, 0);
}

function paperBehind({ width, height, rgba, ...rest }: Picture): Picture {
  const around = Math.ceil(margin * Math.max(width, height));
  const [w, h] = [width + 2 * around, height + 2 * around];
  const paper = new Uint8Array(w * h * 4).fill(255);
  for (let n = 0; n < width * height; n++) {
    const to = ((Math.floor(n / width) + around) * w + (n % width) + around) * 4;
    const share = rgba[n * 4 + 3]! / 255;
    for (let c = 0; c < 3; c++) paper[to + c] = 255 + (rgba[n * 4 + c]! - 255) * share;
  }
  return { ...rest, width: w, height: h, rgba: paper };
}
