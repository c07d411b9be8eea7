/** The colour of the back of a head whose front is a face, a muzzle or a mask: that of its hair, fur or hat. */
import { areaSize, type Colour } from './areas.js';
import { paletteOf, shareOf } from './bands.js';
import { unseenThresholds } from './calibration.js';
import { lightnessAt } from './contour.js';
import type { HeadBox } from './head-box.js';
import { squared, squaredShaded, type Vote } from './shades.js';
import { panelPositionOf, panelSize } from './texture.js';

const { rim, temples, face } = unseenThresholds;

/** Squared distances in RGB below which a colour is that of the face, which has shades, or that of the hair. */
const sameColour = { face: 60 ** 2, hair: 42 ** 2, shorn: 30 ** 2 };

type HeadRow = { own: readonly number[]; y: number };
type Seen = { front: Uint8Array; depth: Float32Array; head: HeadBox };

/**
 * Replaces the colours of the face by that of the temples or that of the crown, whichever more of the head has: ears,
 * ribbons and contours are small. A head that has the colour of its face all over keeps that, also with a crown, horns or
 * a highlight on it.
 * @param near the front's colours
 * @param rows the head's, from the top
 */
export function hairInsteadOf(near: Float32Array, rows: readonly HeadRow[], { front, depth, head }: Seen) {
  const within = (from: number, to: number, isCounted: (aside: number) => boolean) =>
    rows.slice(Math.floor(rows.length * from), Math.ceil(rows.length * to)).flatMap(({ y, own }) =>
      own.flatMap((x, i): Vote[] => {
        const n = (y * areaSize + x) * 3;
        if (Number.isNaN(near[n]!) || !isCounted(Math.abs((2 * i + 1) / own.length - 1))) return [];
        return [{ colour: [near[n]!, near[n + 1]!, near[n + 2]!], weight: 1 }];
      }),
    );
  const middle = within(...face.rows, (aside) => aside < face.breadth);
  const outer = within(...face.rows, (aside) => aside >= face.breadth);
  const [crown] = paletteOf(within(0, face.crown, () => true));
  const temple = hairOf(front, depth, head);
  const seen = paletteOf(middle).filter((colour) => {
    const share = shareOf(colour, middle);
    return share > face.least && share > shareOf(colour, outer) * face.inner;
  });
  const isOf = (colours: readonly Colour[], colour: Colour) =>
    colours.some((one) => squaredShaded(colour, one) < sameColour.face);
  const isBare = crown !== undefined && isOf(seen, crown);
  const whole = within(0, 1, () => true);
  const hasTemples = temple && !isOf(seen, temple) && shareOf(temple, whole) > face.temples;
  const faces = isBare && !hasTemples ? seen.filter((colour) => !isOf([crown], colour)) : seen;
  const [hair = null] = [temple, crown]
    .filter((one): one is Colour => !!one && !isOf(faces, one))
    .map((colour) => ({ colour, share: shareOf(colour, whole) }))
    .filter(({ share }) => share >= face.hair)
    .sort((a, b) => b.share - a.share)
    .map(({ colour }) => colour);
  const shorn = head.isPerson ? hairAbove(paletteOf(within(0, face.top, () => true)), seen) : null;
  const shown = shorn ?? hair;
  const isFace = (colour: Colour) => isOf(shorn ? seen : faces, colour);
  const apart = shorn ? sameColour.shorn : sameColour.hair;
  return (colour: Colour): Colour =>
    shown && isFace(colour) && squared(colour, shown) > apart ? shown : colour;
}

/** A person's hair, which may have the colour of the face in shadow: what is uppermost and not as light as the face. */
function hairAbove([top]: readonly Colour[], [skin]: readonly Colour[]): Colour | null {
  return top && skin && squared(top, skin) > sameColour.shorn ? top : null;
}

const inBox = ({ left, top, right, bottom }: Omit<HeadBox, 'partAt'>, u: number, v: number): boolean =>
  u > left && u < right && v > top && v < bottom;

/**
 * The commonest colour along the outline at the temples: the mean between the 50th and 70th percentile of lightness,
 * which excludes lines. Null when the head has no outline there.
 */
function hairOf(
  front: Uint8Array,
  depth: Float32Array,
  { top, bottom, partAt, ...sides }: HeadBox,
): Colour | null {
  const [from, to] = temples.map((share) => top + (bottom - top) * share) as [number, number];
  const beside = { ...sides, top: from, bottom: to };
  const around: number[] = [];
  const levels = new Uint32Array(256);
  for (let y = 0; y < panelSize; y += 4)
    for (let x = 0; x < panelSize; x += 4) {
      const pixel = y * panelSize + x;
      if (depth[pixel]! <= 0 || depth[pixel]! >= rim) continue;
      const [u, v] = [panelPositionOf(x), panelPositionOf(y)];
      if (!inBox(beside, u, v) || (partAt && partAt(u, v) !== 'head')) continue;
      around.push(pixel);
      levels[lightnessAt(front, pixel)]!++;
    }
  if (around.length === 0) return null;
  const levelOf = (share: number) => {
    let [level, below] = [0, levels[0]!];
    while (below <= around.length * share && level < 255) below += levels[++level]!;
    return level;
  };
  const [low, high] = [levelOf(0.5), levelOf(0.7)];
  const middle = around.filter((n) => lightnessAt(front, n) >= low && lightnessAt(front, n) <= high);
  const mean = (c: number) =>
    Math.round(middle.reduce((sum, n) => sum + front[n * 4 + c]!, 0) / middle.length);
  return [mean(0), mean(1), mean(2)];
}
