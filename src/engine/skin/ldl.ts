/**
 * Sparse LDL^T of a symmetric positive definite matrix, up-looking (Davis 2005, algorithm 849), over a nested
 * dissection of the vertices' places (George 1973) that keeps the factor sparse. One factor serves any number of
 * right-hand sides.
 */

/** Off-diagonal rows in compressed form, both triangles, and the diagonal. */
export type Sparse = {
  starts: Uint32Array;
  columns: Uint32Array;
  values: Float64Array;
  diagonal: Float64Array;
};

export type Solver = (rightSide: Float64Array) => Float64Array;

/** @param positions three a row, for the order of elimination */
export function factorise(matrix: Sparse, positions: Float32Array): Solver {
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
  return (rightSide) => {
    const x = new Float64Array(count);
    for (let at = 0; at < count; at++) x[at] = rightSide[order[at]!]!;
    for (let j = 0; j < count; j++) {
      const own = x[j]!;
      if (own !== 0) for (let p = starts[j]!; p < starts[j + 1]!; p++) x[rows[p]!]! -= lower[p]! * own;
    }
    for (let j = count - 1; j >= 0; j--) {
      let own = x[j]! / pivots[j]!;
      for (let p = starts[j]!; p < starts[j + 1]!; p++) own -= lower[p]! * x[rows[p]!]!;
      x[j] = own;
    }
    const solution = new Float64Array(count);
    for (let at = 0; at < count; at++) solution[order[at]!] = x[at]!;
    return solution;
  };
}

/** Elimination tree and where each column of the factor starts. */
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

/** Halves along the longest side; the vertices of one half that touch the other are eliminated last. */
function dissect({ starts, columns }: Sparse, positions: Float32Array): Int32Array {
  const order = new Int32Array(starts.length - 1);
  const side = new Uint8Array(order.length);
  const split = (rows: Int32Array, from: number): void => {
    if (rows.length <= leafSize) {
      order.set(rows, from);
      return;
    }
    const axis = longestAxis(rows, positions);
    rows.sort((a, b) => positions[a * 3 + axis]! - positions[b * 3 + axis]! || a - b);
    const half = rows.length >> 1;
    rows.forEach((row, at) => {
      side[row] = at < half ? 1 : 2;
    });
    const touches = (row: number) => {
      for (let e = starts[row]!; e < starts[row + 1]!; e++) if (side[columns[e]!] === 2) return true;
      return false;
    };
    const low = rows.subarray(0, half);
    const separator = low.filter(touches);
    const rest = low.filter((row) => !touches(row));
    const high = rows.slice(half);
    for (const row of rows) side[row] = 0;
    split(rest, from);
    split(high, from + rest.length);
    order.set(separator, from + rest.length + high.length);
  };
  split(Int32Array.from(order.keys()), 0);
  return order;
}

function longestAxis(rows: Int32Array, positions: Float32Array): number {
  const spans = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (const row of rows) {
      low = Math.min(low, positions[row * 3 + axis]!);
      high = Math.max(high, positions[row * 3 + axis]!);
    }
    return high - low;
  });
  return spans.indexOf(Math.max(...spans));
}
