/**
 * Combines the pictures into one texture with a panel per viewing direction. Areas no picture shows are filled from
 * their edges.
 */
import sharp from 'sharp';
import type { Texture } from '../../character.js';
import type { Picture } from '../../input/image/decode.js';
import { type Mask, shrink } from '../../segmentation/image/grid.js';
import { textureThresholds } from './calibration.js';
import { filled } from './fill.js';

const { inset } = textureThresholds;

/** A square panel of the atlas. `uv` maps a world point to 0-1 in the figure's box, v down. */
export type Panel = { pixels: Uint8Array; uv(x: number, y: number, z: number): readonly [number, number] };

export const panelSize = 512;

/** Position along the figure's box, 0-1, of a panel's row or column. */
export const panelPositionOf = (n: number): number => ((n + 0.5) / panelSize - inset) / (1 - 2 * inset);

/** Scales the figure's box to a panel and extends the figure's colours around it. */
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

/** Replaces the areas that `covers` selects by extending the colours of the `plain` areas around them. */
export function uncovered(
  panel: Uint8Array,
  covers: (u: number, v: number) => boolean,
  plain: (u: number, v: number) => boolean,
): Uint8Array {
  const at = (n: number) =>
    [panelPositionOf(n % panelSize), panelPositionOf(Math.floor(n / panelSize))] as const;
  const known = Uint8Array.from({ length: panelSize * panelSize }, (_, n) => (plain(...at(n)) ? 1 : 0));
  if (!known.includes(1)) return panel;
  const filling = filled(panel, panelSize, known);
  const bare = panel.slice();
  for (let n = 0; n < known.length; n++)
    if (covers(...at(n))) bare.set(filling.subarray(n * 4, n * 4 + 4), n * 4);
  return bare;
}

/** @param choose the panel that best sees a normal */
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
  const png = sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 7 })
    .toBuffer()
    .then((bytes) => new Uint8Array(bytes));
  png.catch(() => undefined); // reported when the file is written
  return {
    png,
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
