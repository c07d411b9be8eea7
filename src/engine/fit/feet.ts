/**
 * What a solid stands on: the merge tree of its horizontal cuts (Carr et al. 2003), from the ground up. A leg is what
 * begins near the ground alone and meets the rest higher up, however short or thick it is.
 */
import type { Vec3 } from '../math/vec.js';
import { stepsOf } from '../volume/bridge.js';
import type { Volume } from '../volume/volume.js';

export type Foot = {
  /** The middles of its lowest quarter and of its upper half. */
  sole: Vec3;
  shaft: Vec3;
  /** Metres over the ground at which the leg meets the rest. */
  top: number;
  cells: number;
};

/** In heights of the solid: how near the ground feet begin, and the least height of a leg. */
const [lifted, shortest] = [0.13, 0.03];

/** @param height of the solid in metres */
export function feetOf(volume: Volume, height: number): Foot[] {
  const { size, inside, cell } = volume;
  const [nx, ny, nz] = size;
  const above = new Int32Array(inside.length).fill(-1);
  // Of the part a cell is the top of: where it begins, and whether it may still be a leg.
  const start = new Int32Array(inside.length);
  const whole = new Uint8Array(inside.length);
  const layerOf = (c: number) => Math.floor(c / nx) % ny;
  const topOf = (c: number): number => {
    let at = c;
    while (above[at] !== at) {
      above[at] = above[above[at]!]!;
      at = above[at]!;
    }
    return at;
  };
  const steps = stepsOf(volume);
  const least = Math.max(2, (shortest * height) / cell);
  const feet: Foot[] = [];
  let floor = -1;
  const isLeg = (part: number, layer: number) => {
    const low = layerOf(start[part]!);
    return whole[part] === 1 && layer - low >= least && low - floor <= (lifted * height) / cell;
  };
  for (let j = 0; j < ny; j++)
    for (let k = 0; k < nz; k++)
      for (let i = 0; i < nx; i++) {
        const c = i + nx * (j + ny * k);
        if (!inside[c]) continue;
        if (floor < 0) floor = j;
        above[c] = c;
        start[c] = c;
        whole[c] = 1;
        for (const step of steps) {
          const n = c + step;
          if (above[n]! < 0) continue;
          const [a, b] = [topOf(c), topOf(n)];
          if (a === b) continue;
          const [first, second] = [isLeg(a, j), isLeg(b, j)];
          // A bump on a leg, or on the rest, is no leg of its own.
          const meet = (first && (second || !whole[b])) || (second && !whole[a]);
          if (meet && first) feet.push(footOf(volume, start[a]!, j, floor));
          if (meet && second) feet.push(footOf(volume, start[b]!, j, floor));
          if (layerOf(start[b]!) < layerOf(start[a]!)) start[a] = start[b]!;
          above[b] = a;
          whole[a] = !meet && whole[a] && whole[b] ? 1 : 0;
        }
      }
  return feet;
}

/** Gathered anew from its lowest cell, as far as the layer below the one where it met something. */
function footOf({ size, origin, cell, inside }: Volume, from: number, layer: number, floor: number): Foot {
  const [nx, ny] = size;
  const low = Math.floor(from / nx) % ny;
  const seen = new Set([from]);
  const stack = [from];
  const [sole, shaft] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ];
  const steps = stepsOf({ size, origin, cell });
  for (let c = stack.pop(); c !== undefined; c = stack.pop()) {
    const [i, j, k] = [c % nx, Math.floor(c / nx) % ny, Math.floor(c / (nx * ny))];
    const share = (j - low) / Math.max(1, layer - low);
    const sum = share < 0.25 ? sole : share > 0.45 ? shaft : null;
    sum?.forEach((value, a) => {
      sum[a] = value + [i, j, k, 1][a]!;
    });
    for (const step of steps) {
      const n = c + step;
      if (!inside[n] || seen.has(n) || Math.floor(n / nx) % ny >= layer) continue;
      seen.add(n);
      stack.push(n);
    }
  }
  const middle = ([x, y, z, count]: number[]): Vec3 => [
    origin[0] + (x! / count!) * cell,
    origin[1] + (y! / count!) * cell,
    origin[2] + (z! / count!) * cell,
  ];
  return {
    sole: middle(sole),
    shaft: middle(shaft[3]! > 0 ? shaft : sole),
    top: (layer - floor) * cell,
    cells: seen.size,
  };
}
