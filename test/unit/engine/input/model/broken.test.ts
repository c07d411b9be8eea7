import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../../src/base/errors.js';
import { makeRig } from '../../../../../src/engine/index.js';
import { readModel } from '../../../../../src/engine/input/model/read.js';
import { eachOf } from '../../../../support/slice.js';
import { person, type Shape, toObj, tubes, workshop } from './figures.js';

const text = (content: string) => Buffer.from(content);
const shape = tubes(person);

async function glb(positions = shape.positions, indices = shape.indices): Promise<Uint8Array> {
  const { document, scene, primitive, write } = workshop();
  const mesh = document.createMesh().addPrimitive(primitive({ positions, indices }));
  scene.addChild(document.createNode().setMesh(mesh));
  return write();
}

/** The same GLB with its JSON rewritten. */
async function edited(change: (json: string) => string): Promise<Uint8Array> {
  const bytes = Buffer.from(await glb());
  const length = bytes.readUInt32LE(12);
  const json = change(bytes.subarray(20, 20 + length).toString());
  const padded = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const made = Buffer.concat([bytes.subarray(0, 20), padded, bytes.subarray(20 + length)]);
  made.writeUInt32LE(made.length, 8);
  made.writeUInt32LE(padded.length, 12);
  return made;
}

/** Nested nodes, with the mesh in the last. */
const nested = (depth: number) =>
  edited((json) => {
    const nodes = Array.from({ length: depth }, (_, n) =>
      n < depth - 1 ? { children: [n + 1] } : { mesh: 0 },
    );
    return JSON.stringify({ ...JSON.parse(json), nodes });
  });

/** One mesh, used by many nodes. */
async function repeated(count: number, shape: Shape): Promise<Uint8Array> {
  const { document, scene, primitive, write } = workshop();
  const mesh = document.createMesh().addPrimitive(primitive(shape));
  for (let n = 0; n < count; n++) scene.addChild(document.createNode().setMesh(mesh));
  return write();
}

const manyFaces = () => text(`v 0 0 0\nv 1 0 0\nv 0 1 0\n${'f 1 2 3\n'.repeat(2_000_000)}`);

describe('a mesh that cannot be rigged', () => {
  eachOf<[string, () => Uint8Array | Promise<Uint8Array>, string]>(24, [
    ['an empty file', () => text(''), 'unsupported_media'],
    ['something else', () => text('%PDF-1.7 hello'), 'unsupported_media'],
    [
      'a glTF in parts',
      () => text('{ "asset": { "version": "2.0" }, "buffers": [{ "uri": "body.bin" }] }'),
      'unsupported_media',
    ],
    ['half a GLB', async () => (await glb()).subarray(0, 3000), 'unsupported_media'],
    ['a GLB of a header only', () => text('glTF'), 'unsupported_media'],
    [
      'a GLB whose lengths are wrong',
      () => edited((json) => json.replace(/"count":\d+/, '"count":99999')),
      'unsupported_media',
    ],
    [
      'a GLB that names other files',
      () => edited((json) => json.replace(/"buffers":\[\{/, '"buffers":[{"uri":"body.bin",')),
      'unsupported_media',
    ],
    [
      'a GLB that needs an extension',
      () => edited((json) => json.replace('{', '{"extensionsRequired":["ACME_unheard_of"],')),
      'unsupported_media',
    ],
    ...['accessors', 'buffers', 'bufferViews', 'images', 'nodes', 'meshes', 'extensionsRequired'].flatMap(
      (list) =>
        ['null', '7', '{}', '[null]', '[7]'].map((value): [string, () => Promise<Uint8Array>, string] => [
          `a GLB with ${value} for its ${list}`,
          () => edited((json) => JSON.stringify({ ...JSON.parse(json), [list]: JSON.parse(value) })),
          'unsupported_media',
        ]),
    ),
    [
      'a GLB whose nodes go in a circle',
      () => edited((json) => json.replace('"nodes":[{', '"nodes":[{"children":[0],')),
      'unsupported_media',
    ],
    [
      'a GLB with more exceptions than numbers',
      () =>
        edited((json) =>
          json.replace(
            '"accessors":[{',
            '"accessors":[{"sparse":{"count":1000000000,"indices":{"bufferView":0,"componentType":5125},"values":{"bufferView":0}},',
          ),
        ),
      'unsupported_media',
    ],
    [
      'a GLB with a rotation that is none',
      () => edited((json) => json.replace('"nodes":[{', '"nodes":[{"rotation":[5,5,5,5],')),
      'unsupported_media',
    ],
    [
      'specks far apart',
      () => glb([...shape.positions, 1e4, 0, 0], [...shape.indices, shape.positions.length / 3, 0, 1]),
      'unriggable',
    ],
    ['a GLB far from its origin', () => glb(shape.positions.map((x) => x + 1e5)), 'unsupported_media'],
    ['a GLB of 9,000 nodes within one another', () => nested(9000), 'too_large'],
    [
      'an OBJ with a line of a megabyte',
      () => text(`v 0 0 0\nf${' 1'.repeat(500_000)}`),
      'unsupported_media',
    ],
    [
      'a GLB with vertices that are NaN',
      () => glb(shape.positions.map((x, i) => (i === 30 ? Number.NaN : x))),
      'unsupported_media',
    ],
    [
      'a GLB with indices beyond its vertices',
      () => glb(shape.positions, [0, 1, 70_000]),
      'unsupported_media',
    ],
    ['an OBJ with words for numbers', () => text('v 0 zero 0\nf 1 1 1'), 'unsupported_media'],
    ['an OBJ whose faces name no vertex', () => text('v 0 0 0\nf 1 2 3'), 'unsupported_media'],
    ['an OBJ of points', () => text('v 0 0 0\nv 1 0 0\nv 0 1 0'), 'unriggable'],
    ['a GLB without triangles', () => workshop().write(), 'unriggable'],
    ['triangles without a surface', () => text('v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3'), 'unriggable'],
    ['a card of two triangles', () => text('v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nf 1 2 3 4'), 'unriggable'],
    ['more than 50 MB', () => new Uint8Array(51 * 1024 * 1024), 'too_large'],
    ['a small GLB that shows its mesh 20,001 times', () => repeated(20_001, shape), 'too_large'],
    ['a GLB of 3,000 surfaces in one place', () => repeated(3000, tubes(person.slice(0, 1))), 'too_large'],
    ['two million triangles', manyFaces, 'too_large'],
  ])('%s: is refused with a helpful sentence', async (_, bytes, code) => {
    const refused = makeRig({ kind: 'mesh', model: await bytes() });
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(/^[A-Z].{15,}\.$/) });
  });

  it.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ['an OBJ', () => toObj(shape), 'unsupported_media'],
    ['a GLB without a skeleton', () => glb(), 'unriggable'],
    [
      'a GLB whose skeleton has no joints',
      () => edited((json) => json.replace('"nodes":[{', '"skins":[{"joints":[]}],"nodes":[{"skin":0,')),
      'unriggable',
    ],
  ])('%s: keeps no weights', async (_, bytes, code) => {
    const refused = makeRig({ kind: 'weights', model: await bytes() });
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(/^[A-Z].{15,}\.$/) });
  });

  it('never crashes on a damaged file', async () => {
    const whole = Buffer.from(await glb());
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(damage, fc.boolean(), async (edits, early) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of edits) bytes[early ? at % 1200 : at] = value;
        const outcome = await readModel(bytes).catch((error: unknown) => error);
        expect(outcome instanceof AppError || 'pieces' in (outcome as object)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('accepts polygons, negative numbers and slashes', async () => {
    const { pieces, notes } = await readModel(
      text('mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nf -4/1 -3/1/2 -2//3 -1\n'),
    );
    expect([...pieces[0]!.indices]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(notes).toHaveLength(2);
    expect((await readModel(toObj(shape))).pieces[0]!.positions).toHaveLength(shape.positions.length);
  });

  it("accepts other programs' output: byte order marks, blanks, comments, continued lines, three kinds of line ends", async () => {
    const lines = ['v 0 0 0 # left', '  v 1 0 0', '\tv 0 1 0', 'constructor', 'f 1 \\', '2 3'];
    const header = `# ${'made somewhere '.repeat(400)}`;
    for (const end of ['\n', '\r\n', '\r']) {
      const { pieces, notes } = await readModel(text(`\uFEFF${[header, ...lines].join(end)}`));
      expect([...pieces[0]!.positions], JSON.stringify(end)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
      expect([...pieces[0]!.indices]).toEqual([0, 1, 2]);
      expect(notes).toEqual([]);
    }
    expect(
      (await readModel(text('\uFEFFv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3'))).pieces[0]!.indices,
    ).toHaveLength(3);
  });
});
