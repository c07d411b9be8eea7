/** The pictures as one texture: a panel for each way a surface can look. What no picture shows is filled from its edge. */
import sharp from 'sharp';
import type { Texture } from '../character.js';
import type { Picture } from './decode.js';
import { filled } from './fill.js';
import { type Mask, shrink } from './grid.js';

/** A square piece of the atlas. `uv` maps a world point to 0-1 in the figure's box, v down. */
export type Panel = { pixels: Uint8Array; uv(x: number, y: number, z: number): readonly [number, number] };

export const panelSize = 512;
/** Kept free around the figure so that the edge of a panel never bleeds into the next. */
const inset = 0.03;

/** The figure's box scaled to a panel; around the figure its own colours go on. */
export async function panelPixels(
  picture: Picture,
  mask: Mask,
  crop: { left: number; top: number; width: number; height: number },
): Promise<Uint8Array> {
  const { inside } = shrink(mask, 2);
  const cut = new Uint8Array(picture.rgba);
  for (let i = 0; i < inside.length; i++) cut[i * 4 + 3] = inside[i] ? 255 : 0;
  const space = Math.round(panelSize * inset);
  const side = panelSize - 2 * space;
  const data = await sharp(cut, { raw: { width: picture.width, height: picture.height, channels: 4 } })
    .extract(crop)
    .resize(side, side, { fit: 'fill', kernel: 'cubic' })
    .extend({
      top: space,
      bottom: space,
      left: space,
      right: space,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .raw()
    .toBuffer();
  const known = new Uint8Array(panelSize * panelSize);
  for (let pixel = 0; pixel < known.length; pixel++) known[pixel] = data[pixel * 4 + 3]! > 200 ? 1 : 0;
  return filled(data, panelSize, known);
}

/** A panel without what `covers` shows: there the colours of the `plain` places around go on. */
export function uncovered(
  panel: Uint8Array,
  covers: (u: number, v: number) => boolean,
  plain: (u: number, v: number) => boolean,
): Uint8Array {
  const place = (n: number) => ((n + 0.5) / panelSize - inset) / (1 - 2 * inset);
  const at = (n: number) => [place(n % panelSize), place(Math.floor(n / panelSize))] as const;
  const known = Uint8Array.from({ length: panelSize * panelSize }, (_, n) => (plain(...at(n)) ? 1 : 0));
  if (!known.includes(1)) return panel;
  const filling = filled(panel, panelSize, known);
  const bare = panel.slice();
  for (let n = 0; n < known.length; n++)
    if (covers(...at(n))) bare.set(filling.subarray(n * 4, n * 4 + 4), n * 4);
  return bare;
}

/** Places of a panel whose common colour is looked for, and how far around each, in pixels. */
const step = 16;
const reach = 44;
/** Along the outline the front goes on, in parts of the figure's height. */
const rim = 0.02;

/** A plausible back: the outline's colours as they are, and within them what is most common around, without features. */
export function backOf(front: Uint8Array, insideDepth: (u: number, v: number) => number): Uint8Array {
  const place = (n: number) => ((n + 0.5) / panelSize - inset) / (1 - 2 * inset);
  const depth = new Float32Array(panelSize * panelSize);
  for (let pixel = 0; pixel < depth.length; pixel++)
    depth[pixel] = insideDepth(place(pixel % panelSize), place(Math.floor(pixel / panelSize)));
  const back = front.slice();
  const known = new Uint8Array(depth.length);
  for (let pixel = 0; pixel < depth.length; pixel++)
    known[pixel] = depth[pixel]! > 0 && depth[pixel]! < rim ? 1 : 0;
  for (let y = step / 2; y < panelSize; y += step)
    for (let x = step / 2; x < panelSize; x += step) {
      if (depth[y * panelSize + x]! < rim * 1.5) continue;
      const colour = commonColour(front, depth, x, y);
      for (const pixel of [0, 1, panelSize, panelSize + 1].map((n) => y * panelSize + x + n)) {
        back.set(colour, pixel * 4);
        known[pixel] = 1;
      }
    }
  return filled(back, panelSize, known);
}

/** The mean of the fifth above the middle by lightness of the figure's pixels around: lines, eyes and mouths are too few to count. */
function commonColour(front: Uint8Array, depth: Float32Array, x: number, y: number): number[] {
  const around: number[] = [];
  const counts = new Uint32Array(256);
  const lightness = (n: number) => (front[n]! * 2 + front[n + 1]! * 5 + front[n + 2]!) >> 3;
  for (let j = Math.max(0, y - reach); j < Math.min(panelSize, y + reach); j += 4)
    for (let i = Math.max(0, x - reach); i < Math.min(panelSize, x + reach); i += 4) {
      const pixel = j * panelSize + i;
      if (depth[pixel]! <= 0) continue;
      around.push(pixel * 4);
      counts[lightness(pixel * 4)]!++;
    }
  const levelOf = (share: number) => {
    let [level, below] = [0, counts[0]!];
    while (below <= around.length * share && level < 255) below += counts[++level]!;
    return level;
  };
  const [low, high] = [levelOf(0.5), levelOf(0.7)];
  const middle = around.filter((n) => lightness(n) >= low && lightness(n) <= high);
  return [0, 1, 2].map((c) => Math.round(middle.reduce((sum, n) => sum + front[n + c]!, 0) / middle.length));
}

/** @param choose the panel that sees a normal best */
export async function textureOf(
  panels: readonly Panel[],
  choose: (nx: number, ny: number, nz: number) => number,
): Promise<Texture> {
  const [width, height] = [panelSize * panels.length, panelSize];
  const pixels = new Uint8Array(width * height * 4);
  panels.forEach((panel, i) => {
    for (let y = 0; y < panelSize; y++)
      pixels.set(
        panel.pixels.subarray(y * panelSize * 4, (y + 1) * panelSize * 4),
        (y * width + i * panelSize) * 4,
      );
  });
  const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 7 })
    .toBuffer();
  return {
    png: new Uint8Array(png),
    pixels,
    width,
    height,
    panel: (normal) => choose(...normal),
    project([x, y, z], panel) {
      const [u, v] = panels[panel]!.uv(x, y, z);
      const within = (value: number) => inset + Math.min(1.02, Math.max(-0.02, value)) * (1 - 2 * inset);
      return [(panel + within(u)) / panels.length, within(v)];
    },
  };
}
