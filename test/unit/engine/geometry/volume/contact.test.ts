import { describe, expect } from 'vitest';
import { shortestPaths } from '../../../../../src/engine/geometry/volume/paths.js';
import type { Triangles } from '../../../../../src/engine/geometry/volume/triangles.js';
import { cellAt } from '../../../../../src/engine/geometry/volume/volume.js';
import { voxelise } from '../../../../../src/engine/geometry/volume/voxelise.js';
import { eachOf } from '../../../../support/slice.js';

/** A bar folded in two: legs from the bridge at y = 1 down to y = 0, facing each other across `gap` (negative: run into each other). */
function folded(gap: number): Triangles {
  const [inner, outer] = [gap / 2, gap / 2 + 0.2];
  const rim: [x: number, y: number][] = [
    [outer, 0],
    [outer, 1.2],
    [-outer, 1.2],
    [-outer, 0],
    [-inner, 0],
    [-inner, 1],
    [inner, 1],
    [inner, 0],
  ];
  // One leg is a little wider, so that no faces coincide.
  const positions = [0.1, -0.1].flatMap((z) =>
    rim.flatMap(([x, y], v) => [x, y, v > 1 && v < 6 ? z : z * 1.3]),
  );
  const front = [7, 0, 6, 0, 1, 6, 6, 1, 5, 1, 2, 5, 5, 2, 4, 2, 3, 4];
  const back = front.map((v) => v + 8).reverse();
  const walls = rim.flatMap((_, v) => {
    const w = (v + 1) % 8;
    return [v, v + 8, w, w, v + 8, w + 8];
  });
  return finer({
    positions: new Float32Array(positions),
    indices: new Uint32Array([...front, ...back, ...walls]),
  });
}

/** Splits each triangle into sixteen, so that paths along edges approximate paths along the surface. */
function finer(given: Triangles): Triangles {
  let [positions, indices] = [[...given.positions], [...given.indices]];
  for (let round = 0; round < 2; round++) {
    const known = new Map<string, number>();
    const between = (a: number, b: number) => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const made = known.get(key) ?? positions.length / 3;
      if (!known.has(key))
        for (let i = 0; i < 3; i++) positions.push((positions[a * 3 + i]! + positions[b * 3 + i]!) / 2);
      known.set(key, made);
      return made;
    };
    const next: number[] = [];
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
      const [ab, bc, ca] = [between(a, b), between(b, c), between(c, a)];
      next.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
    indices = next;
  }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
}

describe('two limbs that touch', () => {
  const wayBetweenTips = (gap: number) => {
    const volume = voxelise([folded(gap)], 96);
    const tip = (x: number) => cellAt(volume, [x, 0.05, 0]);
    return shortestPaths(volume, [tip(0.12 + gap / 2)], () => 1).length[tip(-0.12 - gap / 2)]!;
  };

  eachOf(1, [
    ['stand apart', 0.2],
    ['leave less than a cell of air', 0.006],
    ['have run into each other', -0.06],
  ])('are connected only through the body when they %s', (_, gap) => {
    expect(wayBetweenTips(gap)).toBeGreaterThan(1.6);
    expect(wayBetweenTips(gap)).toBeLessThan(2.6);
  });
});
