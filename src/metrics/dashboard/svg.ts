import { escapeHtml } from '../../base/html.js';
import type { Point } from './history.js';
import { everyMs } from './history.js';

const width = 300;
const height = 80;
/** Lines of more colours could not be told apart. */
export const mostLines = 6;

/** The next number whose first digits are 1, 2 or 5. */
export function niceTop(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= value) ?? value;
}

/** The names of the lines of a plot, those with the highest values first. */
export function namesOf(points: readonly Point[], plot: number): string[] {
  const highest = new Map<string, number>();
  for (const { values } of points)
    for (const [name, value] of values[plot] ?? [])
      highest.set(name, Math.max(highest.get(name) ?? Number.NEGATIVE_INFINITY, value));
  return [...highest].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name]) => name);
}

/** The path of one line; a look without a value interrupts it. */
function pathOf(points: readonly Point[], plot: number, name: string, top: number, from: number): string {
  const span = Math.max(everyMs, (points.at(-1)?.at ?? from) - from);
  let pen = 'M';
  let before = Number.NEGATIVE_INFINITY;
  const steps: string[] = [];
  for (const { at, values } of points) {
    const value = values[plot]?.get(name);
    if (value === undefined) {
      pen = 'M';
      continue;
    }
    if (at - before > 4 * everyMs) pen = 'M';
    const x = (((at - from) / span) * width).toFixed(1);
    const y = (height - (Math.min(value, top) / top) * height).toFixed(1);
    // A point without neighbours is a dot: a line of no length with round ends.
    steps.push(pen === 'M' ? `M${x} ${y}h0` : `L${x} ${y}`);
    pen = 'L';
    before = at;
  }
  return steps.join('');
}

/** The lines of one plot. The text around them is HTML, so that it is not stretched. */
export function svgOf(
  points: readonly Point[],
  plot: number,
  { names, top, label }: { names: readonly string[]; top: number; label: string },
): string {
  const from = points[0]?.at ?? 0;
  const lines = names.map(
    (name, index) => `<path class="line line-${index}" d="${pathOf(points, plot, name, top, from)}"/>`,
  );
  const box = `viewBox="0 -2 ${width} ${height + 4}" preserveAspectRatio="none"`;
  const middle = `<path class="grid" d="M0 0H${width}M0 ${height / 2}H${width}M0 ${height}H${width}"/>`;
  return `<svg ${box} role="img" aria-label="${escapeHtml(label)}">${middle}${lines.join('')}</svg>`;
}
