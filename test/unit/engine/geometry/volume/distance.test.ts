import { expect, it } from 'vitest';
import { distanceToSeeds } from '../../../../../src/engine/geometry/volume/distance.js';
import { createRandom } from '../../../../../src/engine/random.js';

const size = [9, 11, 7] as const;
const places = Array.from({ length: size[0] * size[1] * size[2] }, (_, c) => [
  c % size[0],
  Math.floor(c / size[0]) % size[1],
  Math.floor(c / (size[0] * size[1])),
]);

/** Looks at every seed. */
const bruteForce = (cells: Uint8Array, value: number): number[] =>
  places.map(([x, y, z]) => {
    const away = places.flatMap(([i, j, k], c) =>
      cells[c] === value ? [Math.hypot(x! - i!, y! - j!, z! - k!)] : [],
    );
    return Math.min(...away);
  });

it.each([0.02, 0.5, 0.98])('is the distance to the nearest seed where %d of the cells are seeds', (share) => {
  const random = createRandom(7);
  const cells = Uint8Array.from(places, () => (random() < share ? 1 : 0));
  for (const value of [0, 1] as const) {
    const measured = distanceToSeeds({ size, origin: [0, 0, 0], cell: 1 }, cells, value);
    const expected = bruteForce(cells, value);
    expect(Math.max(...expected.map((metres, c) => Math.abs(metres - measured[c]!)))).toBeLessThan(1e-6);
  }
});
