import type { Visible } from './raster.js';

/** Screen-space ambient occlusion from the depths of a picture. */
export type Occlusion = {
  visible: Visible;
  focal: number;
  reach: number;
  /** Lines through a pixel: one end of each, in neighbourhood radii. */
  dx: Float64Array;
  dy: Float64Array;
};

export function createOcclusion(visible: Visible, focal: number, reach: number, spokes: number): Occlusion {
  const [dx, dy] = [new Float64Array(spokes), new Float64Array(spokes)];
  for (let i = 0; i < spokes; i++) {
    const r = 0.3 + 0.7 * (i / spokes);
    dx[i] = Math.cos(i * 2.399963) * r;
    dy[i] = Math.sin(i * 2.399963) * r;
  }
  return { visible, focal, reach, dx, dy };
}

/** Openness (0-1) of a pixel from the depths on the lines through it. */
export function openness({ visible, focal, reach, dx, dy }: Occlusion, x: number, y: number): number {
  const { width, height, depth } = visible;
  const middle = y * width + x;
  const here = -1 / depth[middle]!;
  const radius = (reach * 0.055 * focal) / here;
  const most = reach * 0.07;
  const full = reach * 0.045;
  const roomX = Math.min(x, width - 1 - x);
  const roomY = Math.min(y, height - 1 - y);
  const spokes = dx.length;
  let blocked = 0;
  for (let i = 0; i < spokes; i++) {
    const across = Math.round(dx[i]! * radius);
    const down = Math.round(dy[i]! * radius);
    if (Math.abs(across) > roomX || Math.abs(down) > roomY) continue;
    const offset = down * width + across;
    const nearer = closer(here, depth[middle + offset]!, most) + closer(here, depth[middle - offset]!, most);
    if (nearer > 0) blocked += Math.min(1, nearer / full);
  }
  return 1 - 0.62 * (blocked / spokes);
}

/** Depth steps larger than the neighbourhood belong to objects far in front, which do not darken. */
function closer(here: number, depth: number, most: number): number {
  const step = here + 1 / depth;
  return step > most * 2 ? 0 : Math.max(-most, Math.min(most, step));
}
