/**
 * A fixed amount of arithmetic and memory traffic like the engine's: a distance field on a grid, and passes over the
 * neighbours of its cells. As multiples of its time, the times of different machines compare.
 */
const side = 96;
const passes = 6;

/** @returns a value of the field, which does not matter */
export function runKernel(): number {
  const [row, layer] = [side, side * side];
  const field = new Float32Array(side ** 3);
  for (let c = 0; c < field.length; c++) {
    const [x, y, z] = [c % row, Math.floor(c / row) % side, Math.floor(c / layer)];
    field[c] = Math.sqrt((x - 40) ** 2 + (y - 50) ** 2 + (z - 45) ** 2) - 30;
  }
  for (let pass = 0; pass < passes; pass++)
    for (let c = layer; c < field.length - layer; c++)
      field[c] =
        0.4 * field[c]! +
        0.1 *
          (field[c - 1]! +
            field[c + 1]! +
            field[c - row]! +
            field[c + row]! +
            field[c - layer]! +
            field[c + layer]!);
  return field[field.length >> 1]!;
}
