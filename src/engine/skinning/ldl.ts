/**
 * Sparse LDL^T of a symmetric positive definite matrix, up-looking (Davis 2005, algorithm 849), ordered by nested
 * dissection of the vertex positions (George 1973) to keep the factor sparse. One factor serves any number of
 * right-hand sides.
 */

/** Off-diagonal entries in compressed rows, both triangles, and the diagonal. */
export type Sparse = {
  starts: Uint32Array;
  columns: Uint32Array;
  values: Float64Array;
  diagonal: Float64Array;
};

/** Right-hand sides solved together, since traversing the factor costs more than the arithmetic. */
export const lanes = 4;

/** `lanes` numbers per row: receives the right-hand sides and returns the solutions in place. */
export type Solver = (sides: Float64Array) => void;

/** Columns of the unit lower triangle without its diagonal, and the diagonal matrix. */
type Factor = {
  order: Int32Array;
  starts: Int32Array;
  rows: Int32Array;
  lower: Float64Array;
  pivots: Float64Array;
};

/** @param positions three per row, used for the elimination order */
export function factorise(matrix: Sparse, positions: Float32Array): Solver {
  const factor = factorOf(matrix, positions);
  const x = new Float64Array(factor.order.length * lanes);
  return (sides) => {
    factor.order.forEach((row, at) => {
      for (let lane = 0; lane < lanes; lane++) x[at * lanes + lane] = sides[row * lanes + lane]!;
    });
    goDown(factor, x);
    goUp(factor, x);
    factor.order.forEach((row, at) => {
      for (let lane = 0; lane < lanes; lane++) sides[row * lanes + lane] = x[at * lanes + lane]!;
    });
  };
}

function factorOf(matrix: Sparse, positions: Float32Array): Factor {
  const order = dissect(matrix, positions);
  const count = order.length;
  const place = new Int32Array(count);
  order.forEach((row, at) => {
    place[row] = at;
  });
  const { parent, starts } = analyse(matrix, order, place);
  const total = starts[count]!;
  const rows = new Int32Array(total);
  const lower = new Float64Array(total);
  const pivots = new Float64Array(count);
  const cursor = starts.slice(0, count);
  const work = new Float64Array(count);
  const flags = new Int32Array(count).fill(-1);
  const pattern = new Int32Array(count);
  const stack = new Int32Array(count);
  for (let k = 0; k < count; k++) {
    const row = order[k]!;
    let top = count;
    flags[k] = k;
    pivots[k] = matrix.diagonal[row]!;
    for (let e = matrix.starts[row]!; e < matrix.starts[row + 1]!; e++) {
      let i = place[matrix.columns[e]!]!;
      if (i >= k) continue;
      work[i]! += matrix.values[e]!;
      let depth = 0;
      for (; flags[i] !== k; i = parent[i]!) {
        stack[depth++] = i;
        flags[i] = k;
      }
      while (depth > 0) pattern[--top] = stack[--depth]!;
    }
    for (; top < count; top++) {
      const i = pattern[top]!;
      const y = work[i]!;
      work[i] = 0;
      const end = cursor[i]!;
      for (let p = starts[i]!; p < end; p++) work[rows[p]!]! -= lower[p]! * y;
      const l = y / pivots[i]!;
      pivots[k]! -= l * y;
      rows[end] = k;
      lower[end] = l;
      cursor[i] = end + 1;
    }
  }
  return { order, starts, rows, lower, pivots };
}

/** Solves with the lower triangle, in place. */
function goDown({ starts, rows, lower, pivots }: Factor, x: Float64Array): void {
  for (let j = 0; j < pivots.length; j++) {
    const own = j * lanes;
    const a = x[own]!;
    const b = x[own + 1]!;
    const c = x[own + 2]!;
    const d = x[own + 3]!;
    if (a === 0 && b === 0 && c === 0 && d === 0) continue;
    for (let p = starts[j]!, end = starts[j + 1]!; p < end; p++) {
      const l = lower[p]!;
      const at = rows[p]! * lanes;
      x[at]! -= l * a;
      x[at + 1]! -= l * b;
      x[at + 2]! -= l * c;
      x[at + 3]! -= l * d;
    }
  }
}

/** Solves with the diagonal and the upper triangle, in place. */
function goUp({ starts, rows, lower, pivots }: Factor, x: Float64Array): void {
  for (let j = pivots.length - 1; j >= 0; j--) {
    const own = j * lanes;
    const pivot = pivots[j]!;
    let a = x[own]! / pivot;
    let b = x[own + 1]! / pivot;
    let c = x[own + 2]! / pivot;
    let d = x[own + 3]! / pivot;
    for (let p = starts[j]!, end = starts[j + 1]!; p < end; p++) {
      const l = lower[p]!;
      const at = rows[p]! * lanes;
      a -= l * x[at]!;
      b -= l * x[at + 1]!;
      c -= l * x[at + 2]!;
      d -= l * x[at + 3]!;
    }
    x[own] = a;
    x[own + 1] = b;
    x[own + 2] = c;
    x[own + 3] = d;
  }
}

/** Elimination tree, and the start of each column of the factor. */
function analyse(matrix: Sparse, order: Int32Array, place: Int32Array) {
  const count = order.length;
  const parent = new Int32Array(count).fill(-1);
  const flags = new Int32Array(count).fill(-1);
  const sizes = new Int32Array(count);
  for (let k = 0; k < count; k++) {
    const row = order[k]!;
    flags[k] = k;
    for (let e = matrix.starts[row]!; e < matrix.starts[row + 1]!; e++) {
      let i = place[matrix.columns[e]!]!;
      if (i >= k) continue;
      for (; flags[i] !== k; i = parent[i]!) {
        if (parent[i] === -1) parent[i] = k;
        sizes[i]!++;
        flags[i] = k;
      }
    }
  }
  const starts = new Int32Array(count + 1);
  for (let k = 0; k < count; k++) starts[k + 1] = starts[k]! + sizes[k]!;
  return { parent, starts };
}

const leafSize = 48;

/** Splits along the longest side; vertices of one half that touch the other are eliminated last. */
function dissect(matrix: Sparse, positions: Float32Array): Int32Array {
  const order = new Int32Array(matrix.starts.length - 1);
  const side = new Uint8Array(order.length);
  const ranks = [0, 1, 2].map((axis) => rankAlong(positions, order.length, axis));
  const split = (rows: Int32Array, from: number): void => {
    if (rows.length <= leafSize) {
      order.set(rows, from);
      return;
    }
    sortByRank(rows, ranks[longestAxis(rows, positions)]!);
    const half = rows.length >> 1;
    const high = rows.subarray(half);
    for (const row of high) side[row] = 1;
    const { separator, rest } = cutOff(rows.subarray(0, half), side, matrix);
    for (const row of high) side[row] = 0;
    split(rest, from);
    split(high, from + rest.length);
    order.set(separator, from + rest.length + high.length);
  };
  split(Int32Array.from(order.keys()), 0);
  return order;
}

/** Separates the rows that touch the marked side from the rest. */
function cutOff(rows: Int32Array, side: Uint8Array, { starts, columns }: Sparse) {
  const [separator, rest] = [new Int32Array(rows.length), new Int32Array(rows.length)];
  let [touching, free] = [0, 0];
  for (const row of rows) {
    let e = starts[row]!;
    const end = starts[row + 1]!;
    while (e < end && side[columns[e]!] === 0) e++;
    if (e < end) separator[touching++] = row;
    else rest[free++] = row;
  }
  return { separator: separator.subarray(0, touching), rest: rest.subarray(0, free) };
}

/** All rows sorted along an axis, and each row's rank. */
type Ranks = { sorted: Int32Array; rankOf: Int32Array };

function rankAlong(positions: Float32Array, count: number, axis: number): Ranks {
  const sorted = Int32Array.from({ length: count }, (_, row) => row).sort(
    (a, b) => positions[a * 3 + axis]! - positions[b * 3 + axis]! || a - b,
  );
  const rankOf = new Int32Array(count);
  sorted.forEach((row, rank) => {
    rankOf[row] = rank;
  });
  return { sorted, rankOf };
}

/** Sorting numbers is many times faster than sorting with a comparator. */
function sortByRank(rows: Int32Array, { sorted, rankOf }: Ranks): void {
  for (let i = 0; i < rows.length; i++) rows[i] = rankOf[rows[i]!]!;
  rows.sort();
  for (let i = 0; i < rows.length; i++) rows[i] = sorted[rows[i]!]!;
}

function longestAxis(rows: Int32Array, positions: Float32Array): number {
  const spans = [0, 1, 2].map((axis) => spanOf(rows, positions, axis));
  return spans.indexOf(Math.max(...spans));
}

function spanOf(rows: Int32Array, positions: Float32Array, axis: number): number {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < rows.length; i++) {
    const value = positions[rows[i]! * 3 + axis]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low;
}
