/** What of a model is its figure: neither hung on a joint, nor a lone thing off to one side, as a sword in a hand. */
import { connectedPieces } from '../volume/surface.js';
import type { Piece } from './model.js';

/** Of the model's longest side: how far off both its middles a lone piece is held. */
const aside = 0.06;
/** Of the model's surface: the most a held thing makes up. Of size: how much twins may differ. */
const [mostHeld, twinsDiffer] = [0.2, 0.12];

/** All of the pieces, but with the triangles of the figure alone; everything when little would be left. */
export function figureOf(pieces: readonly Piece[]): Piece[] {
  const own = pieces.filter(({ attached }) => !attached);
  const shown = own.some(({ indices }) => indices.length > 0) ? own : [...pieces];
  const { labels, count } = connectedPieces(shown);
  const parts = measure(shown, labels, count);
  const held = heldParts(parts);
  if (held.size === 0) return shown;
  return shown.map((piece, p) => ({
    ...piece,
    indices: piece.indices.filter((_, i) => !held.has(labels[p]![piece.indices[i - (i % 3)]!]!)),
  }));
}

/** Area, middle and mean distance from it, which no turn changes. */
type Part = { area: number; middle: [number, number, number]; reach: number };

function measure(pieces: readonly Piece[], labels: readonly Uint32Array[], count: number): Part[] {
  const parts = Array.from({ length: count }, (): Part => ({ area: 0, middle: [0, 0, 0], reach: 0 }));
  const eachTriangle = (visit: (part: Part, area: number, middle: Part['middle']) => void) =>
    pieces.forEach(({ positions: p, indices }, i) => {
      for (let t = 0; t < indices.length; t += 3) {
        const [a, b, c] = [indices[t]! * 3, indices[t + 1]! * 3, indices[t + 2]! * 3];
        const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
        const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
        const area = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
        const middle = [0, 1, 2].map((k) => (p[a + k]! + p[b + k]! + p[c + k]!) / 3) as Part['middle'];
        visit(parts[labels[i]![indices[t]!]!]!, area, middle);
      }
    });
  eachTriangle((part, area, middle) => {
    part.area += area;
    for (let k = 0; k < 3; k++) part.middle[k]! += middle[k]! * area;
  });
  for (const { area, middle } of parts) for (let k = 0; k < 3; k++) middle[k]! /= area || 1;
  eachTriangle((part, area, [x, y, z]) => {
    const [mx, my, mz] = part.middle;
    part.reach += (area / (part.area || 1)) * Math.hypot(x - mx, y - my, z - mz);
  });
  return parts;
}

function heldParts(parts: readonly Part[]): Set<number> {
  const whole = parts.reduce((sum, { area }) => sum + area, 0);
  const main = parts.reduce((best, part) => (part.area > best.area ? part : best), parts[0]!);
  const size = parts.reduce(
    (most, { middle: [x, y, z], reach }) =>
      Math.max(most, reach + Math.hypot(x - main.middle[0], y - main.middle[1], z - main.middle[2])),
    0,
  );
  const twins = (a: Part, b: Part) =>
    Math.abs(a.area - b.area) < twinsDiffer * a.area && Math.abs(a.reach - b.reach) < twinsDiffer * a.reach;
  const held = parts.flatMap((part, i) => {
    const off = Math.min(
      Math.abs(part.middle[0] - main.middle[0]),
      Math.abs(part.middle[2] - main.middle[2]),
    );
    const lone = !parts.some((other) => other !== part && twins(part, other));
    return part !== main && lone && off > 2 * aside * size ? [i] : [];
  });
  const share = held.reduce((sum, i) => sum + parts[i]!.area, 0) / whole;
  return new Set(share < mostHeld ? held : []);
}
