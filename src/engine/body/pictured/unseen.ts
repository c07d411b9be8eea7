/** Colours for a back that no picture shows: those of the front, without a face. */

import { smoothstep } from '../../geometry/vec.js';
import { areaSize, areasOf } from './areas.js';
import { unseenThresholds } from './calibration.js';
import { carryRound, type HeadBox } from './carried.js';
import { type DepthIn, depthsOf } from './contour.js';
import { panelSize } from './texture.js';

const { rim, window, fine, detail } = unseenThresholds;

/**
 * A plausible back: the outline's colours, and inside them the large areas of the front with its folds and grain, but
 * without features.
 * @param head its back and the trunk's continue the colours of their outlines, with hair where the front has a face
 */
export function backOf(front: Uint8Array, depthAt: DepthIn, head?: HeadBox): Uint8Array {
  const depth = depthsOf(depthAt);
  const [small, inside] = reduced(front, depth);
  const areas = areasOf(small, inside, window);
  const near = areasOf(small, inside, fine);
  const grain = grainOf(front, depth, near, areas);
  if (head) carryRound(areas, near, grain, { front, depth, head });
  const back = front.slice();
  const [colour, local, keep] = [new Float64Array(3), new Float64Array(3), new Float64Array(1)];
  for (let y = 0; y < panelSize; y++)
    for (let x = 0; x < panelSize; x++) {
      const n = y * panelSize + x;
      const share = smoothstep(rim * 0.4, rim, depth[n]!);
      if (share === 0) continue;
      const [i, j] = [(x + 0.5) / shrinking - 0.5, (y + 0.5) / shrinking - 0.5];
      between(colour, areas, i, j);
      if (Number.isNaN(colour[0]!)) continue;
      between(local, near, i, j);
      between(keep, grain, i, j);
      for (let c = 0; c < 3; c++) {
        const own = front[n * 4 + c]!;
        const shown = colour[c]! + (Number.isNaN(local[c]!) ? 0 : (own - local[c]!) * keep[0]!);
        back[n * 4 + c] = Math.min(255, Math.max(0, own * (1 - share) + shown * share + 0.5));
      }
    }
  return back;
}

const shrinking = panelSize / areaSize;

/** The panel at the size of areas, and where the figure is in it. */
function reduced(front: Uint8Array, depth: Float32Array): [Float32Array, Uint8Array] {
  const rgb = new Float32Array(areaSize * areaSize * 3);
  const inside = new Uint8Array(areaSize * areaSize);
  for (let y = 0; y < areaSize; y++)
    for (let x = 0; x < areaSize; x++) {
      const n = y * areaSize + x;
      let count = 0;
      for (let j = 0; j < shrinking; j++)
        for (let i = 0; i < shrinking; i++) {
          const from = (y * shrinking + j) * panelSize + x * shrinking + i;
          if (depth[from]! <= 0) continue;
          count++;
          for (let c = 0; c < 3; c++) rgb[n * 3 + c]! += front[from * 4 + c]!;
        }
      if (count === 0) continue;
      inside[n] = 1;
      for (let c = 0; c < 3; c++) rgb[n * 3 + c]! /= count;
    }
  return [rgb, inside];
}

/** How much of the front's detail the back keeps: little of what differs much from its surroundings, and what is next to it. */
function grainOf(
  front: Uint8Array,
  depth: Float32Array,
  near: Float32Array,
  areas: Float32Array,
): Float32Array {
  const strength = new Float32Array(areaSize * areaSize);
  for (let y = 0; y < panelSize; y++)
    for (let x = 0; x < panelSize; x++) {
      const n = y * panelSize + x;
      if (depth[n]! <= 0) continue;
      const m = Math.floor(y / shrinking) * areaSize + Math.floor(x / shrinking);
      let off = 0;
      for (let c = 0; c < 3; c++)
        off = Math.max(
          off,
          Math.abs(front[n * 4 + c]! - near[m * 3 + c]!),
          Math.abs(near[m * 3 + c]! - areas[m * 3 + c]!),
        );
      if (off > strength[m]!) strength[m] = off;
    }
  const seen = strength.filter((value) => value > 0).sort();
  const usual = seen[seen.length >> 1] ?? 0;
  const plain = Math.max(detail.plain, usual * detail.usual.plain);
  const feature = Math.max(detail.feature, usual * detail.usual.feature);
  return strength.map((_, n) => {
    let most = 0;
    for (const row of [-areaSize, 0, areaSize])
      for (const step of [-1, 0, 1]) most = Math.max(most, strength[n + row + step] ?? 0);
    return 1 - smoothstep(plain, feature, most);
  });
}

/** Bilinear; NaN where one of the four values is. */
function between(out: Float64Array, values: Float32Array, x: number, y: number): void {
  const i = Math.min(areaSize - 2, Math.max(0, Math.floor(x)));
  const j = Math.min(areaSize - 2, Math.max(0, Math.floor(y)));
  const s = x - i;
  const t = y - j;
  const size = out.length;
  const n = (j * areaSize + i) * size;
  const m = n + areaSize * size;
  for (let c = 0; c < size; c++) {
    const upper = values[n + c]! * (1 - s) + values[n + size + c]! * s;
    const lower = values[m + c]! * (1 - s) + values[m + size + c]! * s;
    out[c] = upper * (1 - t) + lower * t;
  }
}
