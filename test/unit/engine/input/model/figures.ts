/** Figures for the tests: open tubes between points, in one mesh of many pieces. */
import { Document, NodeIO } from '@gltf-transform/core';

export type Point = readonly [number, number, number];
export type Tube = readonly [from: Point, to: Point, radius: number];
export type Shape = { positions: number[]; indices: number[] };

const around = 10;

/** Round ends are not closed: every tube is open. */
export function tubes(parts: readonly Tube[]): Shape {
  const [positions, indices]: [number[], number[]] = [[], []];
  for (const [from, to, radius] of parts) addTube(positions, indices, from, to, radius);
  return { positions, indices };
}

function addTube(positions: number[], indices: number[], from: Point, to: Point, radius: number): void {
  const axis = to.map((value, i) => value - from[i]!);
  const span = Math.hypot(...axis);
  const [ax, ay, az] = axis.map((value) => value / span) as [number, number, number];
  const side = Math.abs(ay) < 0.9 ? [-az, 0, ax] : [0, az, -ay];
  const size = Math.hypot(...side);
  const [ux, uy, uz] = side.map((value) => value / size) as [number, number, number];
  const [vx, vy, vz] = [ay * uz - az * uy, az * ux - ax * uz, ax * uy - ay * ux];
  const rings = [-0.9, 0, 0.25, 0.5, 0.75, 1, 1.9];
  const first = positions.length / 3;
  rings.forEach((t, ring) => {
    const end = t < 0 || t > 1;
    const along = t < 0 ? -radius * 0.9 : t > 1 ? span + radius * 0.9 : t * span;
    const r = end ? radius * 0.3 : radius;
    for (let i = 0; i < around; i++) {
      const [c, s] = [Math.cos((i / around) * 2 * Math.PI) * r, Math.sin((i / around) * 2 * Math.PI) * r];
      positions.push(
        from[0] + ax * along + ux * c + vx * s,
        from[1] + ay * along + uy * c + vy * s,
        from[2] + az * along + uz * c + vz * s,
      );
      if (ring === 0) continue;
      const [a, b] = [first + (ring - 1) * around + i, first + (ring - 1) * around + ((i + 1) % around)];
      indices.push(a, b, a + around, b, b + around, a + around);
    }
  });
}

/** 1.7 tall, arms held out, looking along +Z. */
export const person: readonly Tube[] = [
  [[0, 0.85, 0], [0, 1.35, 0], 0.15],
  [[0, 1.4, 0], [0, 1.5, 0], 0.06],
  [[0, 1.58, 0], [0, 1.62, 0], 0.1],
  ...[1, -1].flatMap((x): Tube[] => [
    [[x * 0.18, 1.36, 0], [x * 0.45, 1.2, 0], 0.05],
    [[x * 0.45, 1.2, 0], [x * 0.72, 1.04, 0], 0.045],
    [[x * 0.72, 1.04, 0], [x * 0.86, 0.96, 0], 0.04],
    [[x * 0.1, 0.85, 0], [x * 0.12, 0.45, 0], 0.08],
    [[x * 0.12, 0.45, 0], [x * 0.13, 0.06, 0], 0.06],
    [[x * 0.13, 0.04, -0.02], [x * 0.13, 0.03, 0.16], 0.035],
  ]),
];

/** 1 tall, looking along +X. */
export const hound: readonly Tube[] = [
  [[-0.45, 0.62, 0], [0.45, 0.62, 0], 0.16],
  [[0.5, 0.68, 0], [0.72, 0.86, 0], 0.09],
  [[0.74, 0.9, 0], [0.95, 0.86, 0], 0.1],
  [[-0.58, 0.68, 0], [-0.95, 0.8, 0], 0.03],
  ...[1, -1].flatMap((z): Tube[] =>
    [0.42, -0.42].map((x): Tube => [[x, 0.55, z * 0.13], [x, 0.04, z * 0.14], 0.05]),
  ),
];

export const toObj = ({ positions, indices }: Shape): Uint8Array => {
  const rows: string[] = [];
  for (let i = 0; i < positions.length; i += 3) rows.push(`v ${positions.slice(i, i + 3).join(' ')}`);
  for (let t = 0; t < indices.length; t += 3)
    rows.push(
      `f ${indices
        .slice(t, t + 3)
        .map((v) => v + 1)
        .join(' ')}`,
    );
  return Buffer.from(rows.join('\n'));
};

/** Creates a document with a buffer and one scene, and a function to add a shape as a primitive. */
export function workshop() {
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene();
  const primitive = ({ positions, indices }: Shape) =>
    document
      .createPrimitive()
      .setAttribute(
        'POSITION',
        document.createAccessor().setType('VEC3').setArray(new Float32Array(positions)).setBuffer(buffer),
      )
      .setIndices(
        document.createAccessor().setType('SCALAR').setArray(new Uint32Array(indices)).setBuffer(buffer),
      );
  return { document, buffer, scene, primitive, write: () => new NodeIO().writeBinary(document) };
}
