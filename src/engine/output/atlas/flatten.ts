/** Projects charts to the plane, turned to fill their rectangle, without triangles that lie on each other. */
import type { Chart } from './charts.js';

/** A chart in its plane, in metres; its rectangle starts at 0, 0. */
export type Flat = {
  faces: readonly number[];
  /** Two coordinates for each corner of `faces`. */
  corners: Float32Array;
  width: number;
  height: number;
};

type Triangles = { positions: Float32Array; indices: Uint32Array };

const turns = 6;

/** @param cell size of the squares in which an overlap is looked for, in metres */
export function flattenCharts(surface: Triangles, charts: readonly Chart[], cell: number): Flat[] {
  const done: Flat[] = [];
  const waiting = [...charts];
  for (let chart = waiting.pop(); chart; chart = waiting.pop()) {
    const { facing } = chart;
    const corners = project(surface, chart);
    const covered = coveredFaces(corners, cell);
    const kept = chart.faces.filter((_, i) => !covered.has(i));
    if (covered.size === 0) done.push(fitRectangle(kept, corners));
    else {
      done.push(fitRectangle(kept, project(surface, { faces: kept, facing })));
      waiting.push({ faces: chart.faces.filter((_, i) => covered.has(i)), facing });
    }
  }
  return done;
}

function project({ positions, indices }: Triangles, { faces, facing }: Chart): Float32Array {
  const [x, y, z] = [facing[0]!, facing[1]!, facing[2]!];
  // Right and up in the plane; up is the world's where the chart does not face it.
  const flat = Math.abs(y) > 0.9;
  const [rx, ry, rz] = flat ? [0, -z, y] : [z, 0, -x];
  const size = Math.hypot(rx, ry, rz);
  const right = [rx / size, ry / size, rz / size] as const;
  const up = [y * right[2] - z * right[1], z * right[0] - x * right[2], x * right[1] - y * right[0]] as const;
  const corners = new Float32Array(faces.length * 6);
  let at = 0;
  for (const face of faces)
    for (let i = 0; i < 3; i++) {
      const v = indices[face * 3 + i]! * 3;
      const [px, py, pz] = [positions[v]!, positions[v + 1]!, positions[v + 2]!];
      corners[at++] = px * right[0] + py * right[1] + pz * right[2];
      corners[at++] = px * up[0] + py * up[1] + pz * up[2];
    }
  return corners;
}

/** Positions in the list of the triangles that cover the centre of a square an earlier triangle covers. */
function coveredFaces(corners: Float32Array, cell: number): Set<number> {
  const { left, bottom, width, height } = boundsOf(corners, 0);
  const columns = Math.ceil(width / cell) + 1;
  const grid: Grid = {
    taken: new Int32Array(columns * (Math.ceil(height / cell) + 1)),
    columns,
    left,
    bottom,
    cell,
  };
  const covered = new Set<number>();
  for (let face = 0; face * 6 < corners.length; face++)
    if (!takeCells(grid, corners, face * 6)) covered.add(face);
  return covered;
}

type Grid = { taken: Int32Array; columns: number; left: number; bottom: number; cell: number };

/** Keeps centres on a shared edge from counting for both triangles. */
const edgeMargin = 1e-3;

/** Marks the squares whose centre is in a triangle. @returns false if one of them was taken before */
function takeCells({ taken, columns, left, bottom, cell }: Grid, corners: Float32Array, at: number): boolean {
  const ax = (corners[at]! - left) / cell;
  const ay = (corners[at + 1]! - bottom) / cell;
  const bx = (corners[at + 2]! - left) / cell - ax;
  const by = (corners[at + 3]! - bottom) / cell - ay;
  const cx = (corners[at + 4]! - left) / cell - ax;
  const cy = (corners[at + 5]! - bottom) / cell - ay;
  const area = bx * cy - by * cx;
  if (Math.abs(area) < 1e-9) return true;
  const first = Math.ceil(ax + Math.min(0, bx, cx) - 0.5);
  const last = Math.floor(ax + Math.max(0, bx, cx) - 0.5);
  const top = Math.floor(ay + Math.max(0, by, cy) - 0.5);
  for (let row = Math.ceil(ay + Math.min(0, by, cy) - 0.5); row <= top; row++)
    for (let column = first; column <= last; column++) {
      const x = column + 0.5 - ax;
      const y = row + 0.5 - ay;
      const v = (x * cy - y * cx) / area;
      const w = (bx * y - by * x) / area;
      if (v <= edgeMargin || w <= edgeMargin || v + w >= 1 - edgeMargin) continue;
      const square = row * columns + column;
      if (taken[square] !== 0 && taken[square] !== at + 1) return false;
      taken[square] = at + 1;
    }
  return true;
}

/** Turns the chart to its smallest rectangle of a few angles, and moves it to the origin. */
function fitRectangle(faces: readonly number[], corners: Float32Array): Flat {
  let best = boundsOf(corners, 0);
  for (let turn = 1; turn < turns; turn++) {
    const bounds = boundsOf(corners, (turn / turns) * (Math.PI / 2));
    if (bounds.width * bounds.height < best.width * best.height) best = bounds;
  }
  const [cos, sin] = [Math.cos(best.angle), Math.sin(best.angle)];
  const turned = new Float32Array(corners.length);
  // A chart that is higher than wide lies down, because the rows of the atlas are flat.
  const lies = best.height > best.width;
  for (let i = 0; i < corners.length; i += 2) {
    const x = corners[i]! * cos - corners[i + 1]! * sin - best.left;
    const y = corners[i]! * sin + corners[i + 1]! * cos - best.bottom;
    turned[i] = lies ? best.height - y : x;
    turned[i + 1] = lies ? x : y;
  }
  const { width, height } = best;
  return { faces, corners: turned, width: lies ? height : width, height: lies ? width : height };
}

function boundsOf(corners: Float32Array, angle: number) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [left, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, top] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < corners.length; i += 2) {
    const x = corners[i]! * cos - corners[i + 1]! * sin;
    const y = corners[i]! * sin + corners[i + 1]! * cos;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < bottom) bottom = y;
    if (y > top) top = y;
  }
  return { angle, left, bottom, width: right - left, height: top - bottom };
}
