/** The same figure as STL and PLY, and formats that are named when they are refused. */
import { describe, expect, it } from 'vitest';
import { readModel } from '../../../../../src/engine/input/model/read.js';
import { readStl } from '../../../../../src/engine/input/model/stl.js';
import { person, tubes } from './figures.js';

const { positions, indices } = tubes(person);
const cornersOf = (p: ArrayLike<number>, list: ArrayLike<number>) =>
  Array.from({ length: list.length }, (_, i) => [0, 1, 2].map((axis) => p[list[i]! * 3 + axis]!));

/** Z up, as programs for 3D printing write it. */
const printed = ([x, y, z]: readonly number[]) => [x!, -z!, y!];

function binaryStl(corners = cornersOf(positions, indices).map(printed)): Uint8Array {
  const bytes = Buffer.alloc(84 + (50 * corners.length) / 3);
  bytes.write('solid made by a program that says so');
  bytes.writeUInt32LE(corners.length / 3, 80);
  corners.forEach((corner, i) => {
    corner.forEach((value, axis) => {
      bytes.writeFloatLE(value, 84 + Math.floor(i / 3) * 50 + 12 + (i % 3) * 12 + axis * 4);
    });
  });
  return bytes;
}

function textStl(): Uint8Array {
  const corners = cornersOf(positions, indices).map(printed);
  const rows = corners.map((corner, i) => {
    const row = `  vertex ${corner.join(' ')}`;
    if (i % 3 === 0) return `facet normal 0 0 0\n outer loop\n${row}`;
    return i % 3 === 2 ? `${row}\n endloop\nendfacet` : row;
  });
  return Buffer.from(`solid person\n${rows.join('\n')}\nendsolid person\n`);
}

function textPly(): Uint8Array {
  const count = positions.length / 3;
  const header = `ply\nformat ascii 1.0\ncomment by hand\nelement vertex ${count}\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nelement face ${indices.length / 3}\nproperty list uchar int vertex_indices\nend_header`;
  const vertices = Array.from(
    { length: count },
    (_, v) => `${positions.slice(v * 3, v * 3 + 3).join(' ')} 255 0 0`,
  );
  const faces = Array.from(
    { length: indices.length / 3 },
    (_, t) => `3 ${indices.slice(t * 3, t * 3 + 3).join(' ')}`,
  );
  return Buffer.from([header, ...vertices, ...faces, ''].join('\n'));
}

function binaryPly(big: boolean): Uint8Array {
  const count = positions.length / 3;
  const header = Buffer.from(
    `ply\nformat binary_${big ? 'big' : 'little'}_endian 1.0\nelement vertex ${count}\nproperty double x\nproperty double y\nproperty double z\nelement face ${indices.length / 3}\nproperty list uchar uint vertex_index\nend_header\n`,
  );
  const body = Buffer.alloc(count * 24 + (indices.length / 3) * 13);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  positions.forEach((value, i) => {
    view.setFloat64(i * 8, value, !big);
  });
  for (let t = 0; t < indices.length / 3; t++) {
    view.setUint8(count * 24 + t * 13, 3);
    for (let i = 0; i < 3; i++) view.setUint32(count * 24 + t * 13 + 1 + i * 4, indices[t * 3 + i]!, !big);
  }
  return Buffer.concat([header, body]);
}

const given = cornersOf(Float32Array.from(positions), indices);

describe('a figure in another format', () => {
  it.each<[string, () => Uint8Array]>([
    ['binary STL', () => binaryStl()],
    ['STL as text', textStl],
    ['PLY as text', textPly],
    ['binary PLY', () => binaryPly(false)],
    ['big-endian PLY', () => binaryPly(true)],
  ])('keeps every triangle of %s, with Y up', async (_, make) => {
    const { pieces } = await readModel(make());
    const made = cornersOf(pieces[0]!.positions, pieces[0]!.indices);
    expect(made).toHaveLength(given.length);
    made.forEach((corner, i) => {
      corner.forEach((value, axis) => {
        expect(value).toBeCloseTo(given[i]![axis]!, 5);
      });
    });
  });

  it('shares the vertices of neighbouring triangles in an STL', async () => {
    const { pieces } = await readModel(binaryStl());
    expect(pieces[0]!.positions.length).toBeLessThan(indices.length);
  });

  it('shares the vertices of a large STL whose corners are whole numbers, 0 and -0 being one', () => {
    const side = 160;
    const squares = Array.from({ length: side * side }, (_, i) => {
      const [x, y] = [i % side, Math.floor(i / side)];
      const [a, b] = [
        [x, y],
        [x + 1, y + 1],
      ] as const;
      return [
        [...a, 0],
        [x + 1, y, 0],
        [...b, 0],
        [...a, -0],
        [...b, -0],
        [x, y + 1, -0],
      ];
    });
    const { pieces } = readStl(binaryStl(squares.flat()));
    expect(pieces[0]!.positions).toHaveLength(3 * (side + 1) ** 2);
  });

  it('keeps the colors of a PLY', async () => {
    const { pieces } = await readModel(textPly());
    expect([...pieces[0]!.source.getAttribute('COLOR_0')!.getElement(0, [])]).toEqual([1, 0, 0]);
  });
});

describe('a file that cannot be read', () => {
  it.each<[string, string]>([
    ['FBX', 'Kaydara FBX Binary  \0\x1a\0'],
    ['FBX', '; FBX 7.4.0 project file\n'],
    ['USDZ', 'PK\x03\x04\n\0\0\0\0\0\0\0\0\0model.usdc'],
    ['Blender', 'BLENDER-v300'],
    ['COLLADA', '<?xml version="1.0"?>\n<COLLADA xmlns="http://www.collada.org">'],
  ])('is refused as %s with the formats that work', async (name, start) => {
    const refusal = expect(readModel(Buffer.from(start, 'latin1'))).rejects;
    await refusal.toMatchObject({
      code: 'unsupported_media',
      message: `${name} files are not supported. Please export the model as GLB, OBJ, STL or PLY.`,
    });
  });

  it.each<[string, Uint8Array]>([
    [
      'an STL with a vertex that is not a number',
      Buffer.from(
        Buffer.from(textStl())
          .toString()
          .replace(/vertex \S+/, 'vertex none'),
      ),
    ],
    ['half a PLY', binaryPly(false).subarray(0, 4000)],
    [
      'a PLY with a face of 1e300 corners',
      Buffer.from(
        'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uint int vertex_indices\nend_header\n0 0 0\n1e300 0 0 0\n',
      ),
    ],
    ['a PLY without an end of its header', Buffer.from('ply\nformat ascii 1.0\nelement vertex 3\n')],
  ])('is refused: %s', async (_, bytes) => {
    await expect(readModel(bytes)).rejects.toMatchObject({ code: 'unsupported_media' });
  });

  it('is refused as a cloud of points', async () => {
    const cloud =
      'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n';
    await expect(readModel(Buffer.from(cloud))).rejects.toMatchObject({ code: 'unriggable' });
  });
});
