/** Measures of an outline that tell bodies from letters, vehicles, furniture and other things. */
import { type Extremity, extremitiesOf } from '../../skeleton/outline/extremities.js';
import { areaOf, inverse, piecesOf } from '../image/grid.js';
import { runsOf, type Silhouette, widthOf } from '../image/silhouette.js';
import { type Contour, contourFeatures, contourOf, gridOf } from './contour.js';

/** Heights and columns at which an outline is sampled, as fractions. */
const samples = [0.03, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97] as const;
/** As a fraction of the longer side: shorter protrusions are not limbs. */
const shortest = 0.07;

export function outlineFeatures(s: Silhouette): Record<string, number> {
  const mask = gridOf(s);
  const contour = contourOf(mask);
  const area = areaOf(s);
  const box = s.columns * s.rows;
  return {
    aspect: Math.log(s.columns / s.rows),
    fill: area / box,
    solidity: area / Math.max(1, hullArea(contour)),
    compactness: (4 * Math.PI * area) / contour.perimeter ** 2,
    pieces: piecesOf(mask).filter(({ length }) => length > area * 0.01).length,
    ...holeFeatures(s, area),
    ...symmetries(s),
    ...strokeFeatures(s, area),
    ...limbFeatures(s),
    ...profileFeatures(s),
    ...contourFeatures(contour),
  };
}

/** Holes that do not touch the box: enclosed counters of letters, handles and gaps between bars. */
function holeFeatures(s: Silhouette, area: number): Record<string, number> {
  const touches = (cell: number) => {
    const [i, j] = [cell % s.columns, Math.floor(cell / s.columns)];
    return i === 0 || j === 0 || i === s.columns - 1 || j === s.rows - 1;
  };
  const holes = piecesOf(inverse(gridOf(s))).filter(
    (hole) => hole.length > area * 0.004 && !hole.some(touches),
  );
  return { holes: holes.length, hollow: holes.reduce((sum, { length }) => sum + length, 0) / area };
}

/** Overlaps of the outline with itself mirrored sideways, upside down, and turned by half. */
function symmetries({ columns, rows, inside }: Silhouette): Record<string, number> {
  const overlap = (of: (i: number, j: number) => number) => {
    let [both, either] = [0, 0];
    for (let n = 0; n < inside.length; n++) {
      const [here, there] = [inside[n]!, inside[of(n % columns, Math.floor(n / columns))]!];
      both += here & there;
      either += here | there;
    }
    return both / Math.max(1, either);
  };
  return {
    mirrored: overlap((i, j) => j * columns + columns - 1 - i),
    flipped: overlap((i, j) => (rows - 1 - j) * columns + i),
    halfTurned: overlap((i, j) => (rows - 1 - j) * columns + columns - 1 - i),
  };
}

/** Half breadths along the middle lines, in longer sides: those of letters hardly vary. */
function strokeFeatures(s: Silhouette, area: number): Record<string, number> {
  const size = Math.max(s.width, s.height);
  const ridge: number[] = [];
  for (let n = 0; n < s.inside.length; n++) {
    const own = s.depth[n]!;
    if (!s.inside[n] || own < 1.5 * s.cell) continue;
    const near = [n - 1, n + 1, n - s.columns, n + s.columns].map((m) => s.depth[m] ?? 0);
    if (near.every((other) => other <= own)) ridge.push(own / size);
  }
  ridge.sort((a, b) => a - b);
  const at = (share: number) => ridge[Math.floor((ridge.length - 1) * share)] ?? 0;
  const mean = ridge.reduce((sum, one) => sum + one, 0) / Math.max(1, ridge.length);
  const spread = Math.sqrt(
    ridge.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, ridge.length),
  );
  return {
    deepest: at(1),
    median: at(0.5),
    thinnest: at(0.1),
    evenness: mean > 0 ? spread / mean : 0,
    strokes: ridge.length / Math.sqrt(area),
  };
}

/** What could be legs, arms, a head and a tail: how many, how long, how thick, and where they end. */
function limbFeatures(s: Silhouette): Record<string, number> {
  const size = Math.max(s.width, s.height);
  const { limbs, radius, middle } = extremitiesOf(s, size * shortest);
  const ends = limbs.map(
    ({ tip }) => [(tip % s.columns) / s.columns, Math.floor(tip / s.columns) / s.rows] as const,
  );
  const thick = limbs.map(({ thickness }) => thickness / radius);
  const lengths = limbs.map(({ length }) => length / size);
  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
  return {
    limbs: limbs.length,
    first: lengths[0] ?? 0,
    second: lengths[1] ?? 0,
    third: lengths[2] ?? 0,
    fourth: lengths[3] ?? 0,
    reach: sum(lengths),
    slim: Math.min(1, ...thick),
    thick: Math.max(0, ...thick),
    standing: ends.filter(([, v]) => v < 0.12).length,
    raised: ends.filter(([, v]) => v > 0.8).length,
    aside: ends.filter(([u, v]) => (u < 0.12 || u > 0.88) && v >= 0.12).length,
    ...waysOf(s, limbs),
    coreHeight: Math.floor(middle / s.columns) / s.rows,
    coreAside: Math.abs((middle % s.columns) / s.columns - 0.5),
  };
}

/** How straight limbs are, and how much thinner at their tips: strokes of letters keep their breadth. */
function waysOf(s: Silhouette, limbs: readonly Extremity[]): Record<string, number> {
  const deepest = (cells: readonly number[]) =>
    cells.reduce((most, cell) => Math.max(most, s.depth[cell]!), 0);
  const ways = limbs.map(({ path, length }) => {
    const [tip, root] = [path[0] ?? 0, path.at(-1) ?? 0];
    const across = (tip % s.columns) - (root % s.columns);
    const up = Math.floor(tip / s.columns) - Math.floor(root / s.columns);
    const outer = deepest(path.slice(0, Math.ceil(path.length * 0.3)));
    const inner = deepest(path.slice(Math.floor(path.length * 0.6)));
    return { straight: (Math.hypot(across, up) * s.cell) / length, taper: outer / Math.max(inner, s.cell) };
  });
  const mean = (of: (way: (typeof ways)[number]) => number) =>
    ways.reduce((sum, way) => sum + of(way), 0) / Math.max(1, ways.length);
  return {
    direct: mean(({ straight }) => straight),
    taper: mean(({ taper }) => taper),
    leastTaper: Math.min(2, ...ways.map(({ taper }) => taper)),
  };
}

/** Breadths and counts of runs at fixed heights, and heights at fixed columns. */
function profileFeatures(s: Silhouette): Record<string, number> {
  const size = Math.max(s.columns, s.rows);
  const found: Record<string, number> = {};
  for (const share of samples) {
    const runs = runsOf(s, Math.min(s.rows - 1, Math.floor(share * s.rows)));
    const name = Math.round(share * 100);
    found[`row${name}`] = runs.reduce((sum, run) => sum + widthOf(run), 0) / size;
    found[`rowRuns${name}`] = runs.length;
    const column = Math.min(s.columns - 1, Math.floor(share * s.columns));
    let [count, changes] = [0, 0];
    for (let j = 0; j < s.rows; j++) {
      const here = s.inside[j * s.columns + column]!;
      count += here;
      if (here && !(j > 0 && s.inside[(j - 1) * s.columns + column])) changes++;
    }
    found[`column${name}`] = count / size;
    found[`columnRuns${name}`] = changes;
  }
  // A mirrored picture shows the same thing.
  for (const share of samples.filter((one) => one < 0.5)) {
    const [near, far] = [Math.round(share * 100), 100 - Math.round(share * 100)];
    for (const kind of ['column', 'columnRuns']) {
      const [a, b] = [found[`${kind}${near}`]!, found[`${kind}${far}`]!];
      found[`${kind}${near}`] = Math.min(a, b);
      found[`${kind}${far}`] = Math.max(a, b);
    }
  }
  return found;
}

/** Area of the contour's convex hull in cells (Andrew's monotone chain). */
function hullArea({ x, y }: Contour): number {
  const sorted = [...x.keys()].map((i) => [x[i]!, y[i]!] as const).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (list: readonly (readonly [number, number])[]) => {
    const hull: (readonly [number, number])[] = [];
    for (const p of list) {
      while (hull.length > 1) {
        const [a, b] = [hull.at(-2)!, hull.at(-1)!];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        hull.pop();
      }
      hull.push(p);
    }
    return hull.slice(0, -1);
  };
  const hull = [...chain(sorted), ...chain(sorted.toReversed())];
  return hull.reduce((sum, [ax, ay], i) => {
    const [bx, by] = hull[(i + 1) % hull.length]!;
    return sum + (ax * by - bx * ay) / 2;
  }, 0);
}
