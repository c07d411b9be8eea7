import { expect, it } from 'vitest';
import { createRandom } from '../../../../src/engine/random.js';
import { factorise, lanes, type Sparse } from '../../../../src/engine/skinning/ldl.js';

/** A grid of springs, each cell also weakly tied to the ground. */
function springs(side: number): { matrix: Sparse; positions: Float32Array } {
  const random = createRandom(5);
  const links = new Map<number, [number, number][]>();
  const link = (a: number, b: number, c: number) => {
    for (const [from, to] of [[a, b] as const, [b, a] as const])
      links.set(from, [...(links.get(from) ?? []), [to, -c]]);
  };
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      if (x + 1 < side) link(y * side + x, y * side + x + 1, 0.1 + random());
      if (y + 1 < side) link(y * side + x, (y + 1) * side + x, 0.1 + random());
    }
  const rows = Array.from({ length: side * side }, (_, v) => links.get(v)!);
  const starts = new Uint32Array(rows.length + 1);
  rows.forEach((row, v) => {
    starts[v + 1] = starts[v]! + row.length;
  });
  return {
    matrix: {
      starts,
      columns: Uint32Array.from(rows.flatMap((row) => row.map(([to]) => to))),
      values: Float64Array.from(rows.flatMap((row) => row.map(([, c]) => c))),
      diagonal: Float64Array.from(rows, (row) => 0.01 + random() - row.reduce((sum, [, c]) => sum + c, 0)),
    },
    positions: Float32Array.from(rows.flatMap((_, v) => [v % side, Math.floor(v / side), 0])),
  };
}

it('solves a sparse system to machine precision, for any number of right-hand sides', () => {
  const { matrix, positions } = springs(31);
  const solve = factorise(matrix, positions);
  const random = createRandom(9);
  for (let time = 0; time < 2; time++) {
    const wanted = Float64Array.from({ length: matrix.diagonal.length * lanes }, () => random() - 0.5);
    const x = wanted.slice();
    solve(x);
    wanted.forEach((side, at) => {
      const [row, lane] = [Math.floor(at / lanes), at % lanes];
      let got = matrix.diagonal[row]! * x[at]!;
      for (let e = matrix.starts[row]!; e < matrix.starts[row + 1]!; e++)
        got += matrix.values[e]! * x[matrix.columns[e]! * lanes + lane]!;
      expect(got).toBeCloseTo(side, 10);
    });
  }
});
