/** Files that other programs write in their own way show the same figure, or are refused with a sentence. */
import { type Document, type GLTF, type Node, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS, EXTMeshGPUInstancing, KHRTextureBasisu } from '@gltf-transform/extensions';
import { describe, expect, it } from 'vitest';
import { readModel } from '../../../../../src/engine/input/model/read.js';
import { accessorOf } from '../../../../../src/engine/output/accessors.js';
import { fileKindOf } from '../../../../../src/service/rig/sniff.js';
import { person, type Shape, type Tube, tubes, workshop } from './figures.js';

const io = () => new NodeIO().registerExtensions(ALL_EXTENSIONS);

/** The bounds and the enclosed volume of all surfaces: negative where they face inwards. */
async function measured(bytes: Uint8Array) {
  const { pieces, notes } = await readModel(bytes);
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  let volume = 0;
  for (const { positions: p, indices } of pieces)
    for (let t = 0; t < indices.length; t += 3) {
      const corners = [0, 1, 2].map((k) => [...p.subarray(indices[t + k]! * 3, indices[t + k]! * 3 + 3)]);
      const [a, b, c] = corners as [number[], number[], number[]];
      for (const corner of corners)
        corner.forEach((value, axis) => {
          low[axis] = Math.min(low[axis]!, value);
          high[axis] = Math.max(high[axis]!, value);
        });
      volume +=
        (a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) -
          a[1]! * (b[0]! * c[2]! - b[2]! * c[0]!) +
          a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)) /
        6;
    }
  const triangles = pieces.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  return { low, high, volume, triangles, notes };
}

/** A document with one mesh for each group of tubes; `place` puts them into its scene. */
function figure(groups: readonly (readonly Tube[])[], place: (nodes: Node[], document: Document) => Node[]) {
  const { document, buffer, scene, primitive } = workshop();
  const nodes = groups.map((parts) =>
    document.createNode().setMesh(document.createMesh().addPrimitive(primitive(tubes(parts)))),
  );
  for (const node of place(nodes, document)) scene.addChild(node);
  for (const accessor of document.getRoot().listAccessors()) accessor.setBuffer(buffer);
  return document;
}

const isMiddle = ([from]: Tube) => from[0] === 0;
const isLeft = ([from]: Tube) => from[0] > 0;
const [middle, left, right] = [
  person.filter(isMiddle),
  person.filter(isLeft),
  person.filter(([from]) => from[0] < 0),
];

const plain = () => io().writeBinary(figure([middle, left, right], (nodes) => nodes));

/** Blender leaves scales unapplied, and parents objects to empties. */
const empties = () =>
  figure([middle, left, right], (nodes, document) =>
    nodes.map((node, i) => {
      const turn = Math.sin(Math.PI / 4);
      const shift = document.createNode().setTranslation([i, -2 * i, 3]);
      const inner = document.createNode().setScale([0.01, 0.01, 0.01]).setRotation([turn, 0, 0, turn]);
      // The inverse of what is above it.
      const undo = document.createNode().setScale([100, 100, 100]).setRotation([-turn, 0, 0, turn]);
      const back = document.createNode().setTranslation([-i, 2 * i, -3]);
      return shift.addChild(inner.addChild(undo.addChild(back.addChild(node))));
    }),
  );

const mirrored = () =>
  figure([middle, left], ([trunk, limbs], document) => [
    trunk!,
    limbs!,
    document.createNode().setScale([-1, 1, 1]).setMesh(limbs!.getMesh()),
  ]);

/** Both sides are instances of one, as `gltf-transform instance` writes them. */
const instanced = () =>
  figure([middle, left], ([trunk, limbs], document) => {
    const turned = Float32Array.from([0, 0, 0, 1, 0, 1, 0, 0]);
    const rows = document
      .createExtension(EXTMeshGPUInstancing)
      .setRequired(true)
      .createInstancedMesh()
      .setAttribute('TRANSLATION', accessorOf(document, 'VEC3', new Float32Array(6)))
      .setAttribute('ROTATION', accessorOf(document, 'VEC4', turned))
      .setAttribute('SCALE', accessorOf(document, 'VEC3', new Float32Array(6).fill(1)));
    return [trunk!, limbs!.setExtension('EXT_mesh_gpu_instancing', rows)];
  });

/** glTF in one text file, its members in the order of `first`. */
async function embedded(document: Document, first: (keyof GLTF.IGLTF)[] = ['asset']): Promise<Uint8Array> {
  const { json, resources } = await io().writeJSON(document);
  for (const buffer of json.buffers ?? []) {
    const bytes = resources[buffer.uri!]!;
    buffer.uri = `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
  }
  const ordered = Object.fromEntries(first.map((member) => [member, json[member]]));
  return Buffer.from(JSON.stringify({ ...ordered, ...json }));
}

const loose = () => {
  const { positions, indices } = tubes(person);
  const soup: Shape = {
    positions: indices.flatMap((v) => positions.slice(v * 3, v * 3 + 3)),
    indices: [],
  };
  const { document, scene, primitive } = workshop();
  const body = primitive(soup).setIndices(null);
  scene.addChild(document.createNode().setMesh(document.createMesh().addPrimitive(body)));
  return document;
};

describe("another program's file", () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['with parts below scaled and turned empties', () => io().writeBinary(empties())],
    ['with one half mirrored by a negative scale', () => io().writeBinary(mirrored())],
    ['of triangles that share no vertex', () => io().writeBinary(loose())],
    ['as text with everything in it', () => embedded(empties())],
    ['as text that starts with its nodes', () => embedded(mirrored(), ['nodes', 'meshes'])],
    ['as text with a byte order mark', async () => Buffer.from(`\uFEFF${await embedded(loose())}`)],
  ])('%s shows the same figure', async (_, make) => {
    const [wanted, got] = [await measured(await plain()), await measured(await make())];
    expect(got.triangles).toBe(wanted.triangles);
    expect(got.volume).toBeCloseTo(wanted.volume, 4);
    [...got.low, ...got.high].forEach((value, i) => {
      expect(value).toBeCloseTo([...wanted.low, ...wanted.high][i]!, 4);
    });
    expect(got.notes).toEqual([]);
  });

  it('with instances of a mesh shows all of them', async () => {
    const { document, notes } = await readModel(await io().writeBinary(instanced()));
    expect(notes).toEqual([]);
    expect(document.getRoot().listNodes()).toHaveLength(4);
    const [wanted, got] = [
      await measured(await plain()),
      await measured(await io().writeBinary(instanced())),
    ];
    expect(got.triangles).toBe(wanted.triangles);
    expect(got.low[0]).toBeCloseTo(wanted.low[0]!, 4);
  });

  it('with more instances than a model may have is refused', async () => {
    const document = figure([middle], ([trunk], made) => {
      const rows = made
        .createExtension(EXTMeshGPUInstancing)
        .createInstancedMesh()
        .setAttribute('TRANSLATION', accessorOf(made, 'VEC3', new Float32Array(3 * 5000)));
      return [trunk!.setExtension('EXT_mesh_gpu_instancing', rows)];
    });
    await expect(readModel(await io().writeBinary(document))).rejects.toMatchObject({ code: 'too_large' });
  });

  it('with nodes that share instances of nothing is refused before they are made', async () => {
    const document = figure([middle], (_, made) => {
      const rows = made
        .createExtension(EXTMeshGPUInstancing)
        .createInstancedMesh()
        .setAttribute('TRANSLATION', accessorOf(made, 'VEC3', new Float32Array(3 * 5000)));
      const nothing = made.createMesh();
      return Array.from({ length: 5 }, () =>
        made.createNode().setMesh(nothing).setExtension('EXT_mesh_gpu_instancing', rows),
      );
    });
    await expect(readModel(await io().writeBinary(document))).rejects.toMatchObject({ code: 'too_large' });
  });

  it('as text is a model to the service, which other text is not', async () => {
    expect(fileKindOf(await embedded(empties()))).toBe('model');
    expect(fileKindOf(await embedded(empties(), ['meshes']))).toBe('model');
    expect(fileKindOf(Buffer.from('{ "extensionsRequired": [], "asset": {} }'))).toBe('model');
    expect(fileKindOf(Buffer.from('{ "name": "a JSON file" }'))).toBeUndefined();
  });
});

describe('a file that is refused by what it is', () => {
  const firstGlb = () => {
    const bytes = Buffer.alloc(64);
    bytes.write('glTF');
    bytes.writeUInt32LE(1, 4);
    return bytes;
  };
  const inParts = async () => {
    const { json } = await io().writeJSON(empties(), { basename: 'body' });
    return Buffer.from(JSON.stringify(json));
  };
  const compressedTextures = () => {
    const document = empties();
    document.createExtension(KHRTextureBasisu).setRequired(true);
    const texture = document.createTexture().setMimeType('image/ktx2').setImage(new Uint8Array(80));
    const material = document.createMaterial().setBaseColorTexture(texture);
    document.getRoot().listMeshes()[0]!.listPrimitives()[0]!.setMaterial(material);
    return io().writeBinary(document);
  };

  it.each<[string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
    ['a binary glTF 1.0', firstGlb, /glTF 1\.0.*glTF 2\.0/],
    [
      'a glTF 1.0 as text',
      () => Buffer.from('{"accessors": {}, "asset": {"version": "1.0"}}'),
      /glTF 1\.0.*glTF 2\.0/,
    ],
    ['a glTF in parts', inParts, /needs other files.*\.glb/],
    ['broken glTF as text', () => Buffer.from('{"asset": {"version": "2.0"}, "nodes": ['), /damaged/],
    [
      'glTF as text whose lists have holes',
      () => Buffer.from('{"asset": {"version": "2.0"}, "buffers": [null]}'),
      /damaged/,
    ],
    ['a GLB with KTX2 textures', compressedTextures, /KTX2.*PNG or JPEG/],
  ])('%s', async (_, make, sentence) => {
    const refused = expect(readModel(await make())).rejects;
    await refused.toMatchObject({ code: 'unsupported_media', message: expect.stringMatching(sentence) });
  });
});
