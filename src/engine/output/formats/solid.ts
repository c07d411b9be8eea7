/** A posed model as OBJ, PLY or STL. Uses no API of Node, so the pages use it too. */

/** All triangles of a posed model in metres, +Y up; `colors` are 8-bit sRGB for each vertex. */
export type SolidMesh = {
  positions: Float32Array;
  normals: Float32Array;
  colors: Uint8Array;
  indices: Uint32Array;
};

/** Joins vertices that a seam of the texture separated, so that neighbouring triangles share them. */
export function weldVertices(meshes: readonly SolidMesh[]): SolidMesh {
  const known = new Map<string, number>();
  const [positions, normals, colors, indices]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const mesh of meshes)
    for (const v of mesh.indices) {
      const place = mesh.positions.subarray(v * 3, v * 3 + 3);
      const color = mesh.colors.subarray(v * 3, v * 3 + 3);
      const key = `${place} ${color}`;
      let welded = known.get(key);
      if (welded === undefined) {
        welded = known.size;
        known.set(key, welded);
        positions.push(...place);
        normals.push(...mesh.normals.subarray(v * 3, v * 3 + 3));
        colors.push(...color);
      }
      indices.push(welded);
    }
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    colors: Uint8Array.from(colors),
    indices: Uint32Array.from(indices),
  };
}

/** Wavefront OBJ with a colour after each position, which Blender, MeshLab and ZBrush read. */
export function writeObj(name: string, { positions, normals, colors, indices }: SolidMesh): Uint8Array {
  const lines = ['# Rigsmith, metres, +Y up', `o ${name.replace(/\s+/g, '_')}`];
  const three = (values: ArrayLike<number>, at: number, digits: number) =>
    `${values[at]!.toFixed(digits)} ${values[at + 1]!.toFixed(digits)} ${values[at + 2]!.toFixed(digits)}`;
  const shares = Float32Array.from(colors, (value) => value / 255);
  for (let i = 0; i < positions.length; i += 3)
    lines.push(`v ${three(positions, i, 6)} ${three(shares, i, 4)}`);
  for (let i = 0; i < normals.length; i += 3) lines.push(`vn ${three(normals, i, 4)}`);
  const corner = (i: number) => `${indices[i]! + 1}//${indices[i]! + 1}`;
  for (let i = 0; i < indices.length; i += 3) lines.push(`f ${corner(i)} ${corner(i + 1)} ${corner(i + 2)}`);
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

/** Binary PLY with normals and colours. */
export function writePly({ positions, normals, colors, indices }: SolidMesh): Uint8Array {
  const count = positions.length / 3;
  const properties = ['x', 'y', 'z', 'nx', 'ny', 'nz'].map((name) => `property float ${name}`);
  const header = [
    'ply',
    'format binary_little_endian 1.0',
    'comment Rigsmith, metres, +Y up',
    `element vertex ${count}`,
    ...properties,
    ...['red', 'green', 'blue'].map((name) => `property uchar ${name}`),
    `element face ${indices.length / 3}`,
    'property list uchar uint vertex_indices',
    'end_header\n',
  ].join('\n');
  const head = new TextEncoder().encode(header);
  const bytes = new Uint8Array(head.length + count * 27 + (indices.length / 3) * 13);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  let at = head.length;
  for (let v = 0; v < count; v++) {
    for (const values of [positions, normals])
      for (let i = v * 3; i < v * 3 + 3; i++, at += 4) view.setFloat32(at, values[i]!, true);
    for (let i = v * 3; i < v * 3 + 3; i++) bytes[at++] = colors[i]!;
  }
  for (let t = 0; t < indices.length; t += 3) {
    bytes[at++] = 3;
    for (let i = t; i < t + 3; i++, at += 4) view.setUint32(at, indices[i]!, true);
  }
  return bytes;
}

/** Height of a printed figure in millimetres; slicers take the numbers of an STL as millimetres. */
const printedHeight = 100;

/** Binary STL for printing: millimetres, +Z up, 100 mm high, standing on the plate. */
export function writeStl({ positions, indices }: SolidMesh): Uint8Array {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 1; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]!);
    high = Math.max(high, positions[i]!);
  }
  const scale = printedHeight / (high - low || 1);
  const bytes = new Uint8Array(84 + (indices.length / 3) * 50);
  bytes.set(new TextEncoder().encode('Rigsmith, millimetres, +Z up'));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, indices.length / 3, true);
  let at = 84;
  for (let t = 0; t < indices.length; t += 3, at += 2) {
    const corners = [0, 1, 2].map((i) => {
      const v = indices[t + i]! * 3;
      return [positions[v]! * scale, -positions[v + 2]! * scale, (positions[v + 1]! - low) * scale] as const;
    });
    for (const vector of [normalOf(corners), ...corners])
      for (const value of vector) {
        view.setFloat32(at, value, true);
        at += 4;
      }
  }
  return bytes;
}

type Point = readonly [number, number, number];

function normalOf(corners: readonly Point[]): Point {
  const [a, b, c] = [corners[0]!, corners[1]!, corners[2]!];
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
  const size = Math.hypot(...normal) || 1;
  return [normal[0] / size, normal[1] / size, normal[2] / size];
}
