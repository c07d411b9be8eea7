import { samples } from './canvas.js';
import type { Visible } from './raster.js';

/** Screen-space ambient occlusion from the depths of a picture. */
export type Occlusion = {
  visible: Visible;
  focal: number;
  reach: number;
  /** Lines through a pixel: one end of each, in neighbourhood radii. */
  dx: Float64Array;
  dy: Float64Array;
  /** The one number that is written for a pixel: numbers that are no integers are allocated for each call. */
  open: Float64Array;
  blocks: Blocks;
};

/**
 * The openness of one surface in each block of the current row of blocks: it changes slowly, and measuring it takes
 * longer than everything else that is done for a pixel.
 */
type Blocks = {
  /** Samples along a side of a block. */
  side: number;
  row: Int32Array;
  mesh: Int16Array;
  depth: Float32Array;
  open: Float64Array;
  /** Greatest depth difference in metres within a surface. */
  step: number;
};

/** The number of lines through a pixel, and the pixels along a side of a block that share an openness. */
export type OcclusionCare = { spokes: number; grain: number };

/** @param step greatest depth difference in metres within a surface */
export function createOcclusion(
  visible: Visible,
  {
    focal,
    reach,
    spokes,
    grain,
    step,
  }: Pick<Occlusion, 'focal' | 'reach'> & OcclusionCare & { step: number },
): Occlusion {
  const [dx, dy] = [new Float64Array(spokes), new Float64Array(spokes)];
  for (let i = 0; i < spokes; i++) {
    const r = 0.3 + 0.7 * (i / spokes);
    dx[i] = Math.cos(i * 2.399963) * r;
    dy[i] = Math.sin(i * 2.399963) * r;
  }
  const side = grain * samples;
  const count = Math.ceil(visible.width / side);
  const blocks: Blocks = {
    side,
    row: new Int32Array(count),
    mesh: new Int16Array(count),
    depth: new Float32Array(count),
    open: new Float64Array(count),
    step,
  };
  return { visible, focal, reach, dx, dy, open: new Float64Array(1), blocks };
}

/** Before the next picture. */
export const forgetOpenness = ({ blocks }: Occlusion): void => void blocks.row.fill(-1);

/** Writes the openness (0-1) of a pixel, or of one near it on the same surface, to `open`. */
export function opennessNear(occlusion: Occlusion, x: number, y: number): void {
  const { visible, open, blocks } = occlusion;
  const at = y * visible.width + x;
  const mesh = visible.mesh[at]!;
  const depth = visible.depth[at]!;
  const row = (y / blocks.side) | 0;
  const block = (x / blocks.side) | 0;
  const isKnown =
    blocks.row[block] === row &&
    blocks.mesh[block] === mesh &&
    Math.abs(blocks.depth[block]! - depth) < blocks.step * depth * depth;
  if (isKnown) {
    open[0] = blocks.open[block]!;
    return;
  }
  measureOpenness(occlusion, x, y);
  blocks.row[block] = row;
  blocks.mesh[block] = mesh;
  blocks.depth[block] = depth;
  blocks.open[block] = open[0]!;
}

/**
 * From the depths on the lines through the pixel. Depth steps larger than the neighbourhood belong to objects far in
 * front, which do not darken.
 */
function measureOpenness({ visible, focal, reach, dx, dy, open }: Occlusion, x: number, y: number): void {
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
    const across = Math.round(dx[i]! * radius) | 0;
    const down = Math.round(dy[i]! * radius) | 0;
    if (Math.abs(across) > roomX || Math.abs(down) > roomY) continue;
    const offset = down * width + across;
    let nearer = 0;
    const step = here + 1 / depth[middle + offset]!;
    if (step <= most * 2) nearer = Math.max(-most, Math.min(most, step));
    const opposite = here + 1 / depth[middle - offset]!;
    if (opposite <= most * 2) nearer += Math.max(-most, Math.min(most, opposite));
    if (nearer > 0) blocked += nearer < full ? nearer / full : 1;
  }
  open[0] = 1 - 0.62 * (blocked / spokes);
}
