import { type Document, NodeIO } from '@gltf-transform/core';
import {
  ALL_EXTENSIONS,
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRLightsPunctual,
  KHRMaterialsClearcoat,
  KHRMeshQuantization,
  KHRTextureTransform,
} from '@gltf-transform/extensions';
import draco from 'draco3d';
import { MeshoptEncoder } from 'meshoptimizer';
import { describe, expect, it } from 'vitest';
import { makeRig } from '../../../../../src/engine/index.js';
import { readModel } from '../../../../../src/engine/input/model/read.js';
import { createRandom } from '../../../../../src/engine/random.js';
import { quick } from '../../../../support/rig.js';
import { person, type Shape, toObj, tubes, workshop } from '../../input/model/figures.js';

const shape = tubes(person);
const rig = (model: Uint8Array) => makeRig({ kind: 'mesh', model, ...quick });
const read = async (bytes: Uint8Array) =>
  (await new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(bytes)).getRoot();
const places = async (bytes: Uint8Array) => (await readModel(bytes)).pieces[0]!.positions;

/** A person in one primitive; `change` adds the feature under test. */
function figure(
  change: (made: ReturnType<typeof workshop> & { body: ReturnType<Document['createPrimitive']> }) => void,
  of: Shape = shape,
) {
  const made = workshop();
  const body = made.primitive(of);
  made.scene.addChild(made.document.createNode().setMesh(made.document.createMesh().addPrimitive(body)));
  change({ ...made, body });
  return made.document;
}

async function packed(document: Document): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.encoder': await draco.createEncoderModule(),
    'meshopt.encoder': MeshoptEncoder,
  });
  return io.writeBinary(document);
}

describe('reading a GLB', () => {
  it('supports meshes compressed by Draco', async () => {
    const document = figure(({ document: d }) => {
      d.createExtension(KHRDracoMeshCompression).setRequired(true);
    });
    const made = await rig(await packed(document));
    expect(made.report).toMatchObject({ skeleton: 'biped', validation: { errors: 0, warnings: 0 } });
    expect((await read(made.glb)).listExtensionsUsed()).toEqual([]);
  });

  it('supports meshes compressed by meshopt, and quantized positions', async () => {
    const document = figure(({ document: d, body }) => {
      d.createExtension(EXTMeshoptCompression).setRequired(true);
      d.createExtension(KHRMeshQuantization).setRequired(true);
      const whole = Int16Array.from(shape.positions, (value) => Math.round(value * 1000));
      body.getAttribute('POSITION')!.setArray(whole);
      d.getRoot().listNodes()[0]!.setScale([0.001, 0.001, 0.001]);
    });
    const positions = await places(await packed(document));
    shape.positions.forEach((value, i) => {
      expect(Math.abs(positions[i]! - value)).toBeLessThan(0.001);
    });
  });

  it('works at any offset in memory', async () => {
    const bytes = await new NodeIO().writeBinary(figure(() => undefined));
    const inside = new Uint8Array(bytes.length + 3);
    inside.set(bytes, 3);
    expect(await places(inside.subarray(3))).toEqual(await places(bytes));
  });

  it('supports sparse accessors', async () => {
    const bytes = await new NodeIO().writeBinary(
      figure(({ body }) => {
        body.getAttribute('POSITION')!.setSparse(true);
      }),
    );
    expect([...(await places(bytes))]).toEqual([...new Float32Array(shape.positions)]);
  });

  it('keeps the extensions of materials and textures, and lists the extensions it dropped', async () => {
    const document = figure(({ document: d, body, buffer }) => {
      const clearcoat = d.createExtension(KHRMaterialsClearcoat).createClearcoat().setClearcoatFactor(0.7);
      const moved = d.createExtension(KHRTextureTransform).createTransform().setScale([2, 2]);
      const pixel = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      );
      const material = d
        .createMaterial('paint')
        .setExtension('KHR_materials_clearcoat', clearcoat)
        .setBaseColorTexture(d.createTexture('dot').setMimeType('image/png').setImage(pixel));
      material.getBaseColorTextureInfo()!.setExtension('KHR_texture_transform', moved);
      const count = shape.positions.length / 3;
      const uv = d
        .createAccessor()
        .setType('VEC2')
        .setArray(new Uint16Array(count * 2).fill(9000))
        .setNormalized(true);
      const colour = d
        .createAccessor()
        .setType('VEC4')
        .setArray(new Uint8Array(count * 4).fill(200))
        .setNormalized(true);
      body.setMaterial(material);
      body.setAttribute('TEXCOORD_0', uv.setBuffer(buffer)).setAttribute('COLOR_0', colour.setBuffer(buffer));
      const light = d.createExtension(KHRLightsPunctual).createLight().setType('point');
      d.getRoot().listNodes()[0]!.setExtension('KHR_lights_punctual', light);
    });
    const made = await rig(await packed(document));
    expect(made.report.notes).toEqual(["The model's lights were left out."]);
    expect(made.report.validation).toEqual({ errors: 0, warnings: 0 });
    const root = await read(made.glb);
    expect(
      root
        .listExtensionsUsed()
        .map(({ extensionName }) => extensionName)
        .sort(),
    ).toEqual(['KHR_materials_clearcoat', 'KHR_texture_transform']);
    const primitive = root.listMeshes()[0]!.listPrimitives()[0]!;
    expect(primitive.getAttribute('COLOR_0')!.getElement(0, [])[0]).toBeCloseTo(200 / 255, 5);
    expect(primitive.getAttribute('TEXCOORD_0')!.getElement(0, [])[0]).toBeCloseTo(9000 / 65_535, 5);
  });

  it('takes the scene that shows something', async () => {
    const document = figure(({ document: d }) => {
      d.getRoot().setDefaultScene(d.createScene('empty'));
    });
    const { pieces, notes } = await readModel(await packed(document));
    expect(pieces).toHaveLength(1);
    expect(notes).toEqual(['The file has several scenes; only one was used.']);
  });

  it('refuses two million triangles before it reads them', async () => {
    const many = { positions: shape.positions, indices: new Array<number>(6_000_000).fill(0) };
    const bytes = await new NodeIO().writeBinary(figure(() => undefined, many));
    const before = process.cpuUsage();
    await expect(readModel(bytes)).rejects.toMatchObject({ code: 'too_large' });
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
  });
});

describe('an untidy mesh', () => {
  it.each<[string, () => Shape]>([
    ['without an index', () => soup(shape)],
    [
      'with degenerate triangles, edges of three triangles and unused vertices',
      () => untidy({ ...shape, indices: [...shape.indices, 0, 1, 40, 0, 1, 55] }),
    ],
  ])('%s gets its joints and keeps its vertices', async (_, make) => {
    const given = make();
    const { glb, report } = await rig(toObj(given));
    expect(report).toMatchObject({ skeleton: 'biped', validation: { errors: 0, warnings: 0 } });
    const [primitive] = (await read(glb)).listMeshes()[0]!.listPrimitives();
    expect(primitive!.getAttribute('POSITION')!.getCount()).toBe(given.positions.length / 3);
  });

  it('of loose triangles, where most see no bone, still gets a rig', async () => {
    const { report } = await rig(toObj(crumbs(80)));
    expect(report.validation).toEqual({ errors: 0, warnings: 0 });
    expect(report.maxInfluences).toBeLessThanOrEqual(4);
  });
});

/** Small triangles spread over a box. */
const crumbs = (count: number): Shape => {
  const random = createRandom(7);
  const positions = Array.from({ length: count }, () => {
    const [x, y, z] = [random(), random() * 1.8, random() * 0.4];
    return [0, 1, 2].flatMap(() => [x + random() * 0.05, y + random() * 0.05, z + random() * 0.05]);
  }).flat();
  return { positions, indices: Array.from({ length: count * 3 }, (_, i) => i) };
};

const soup = ({ positions, indices }: Shape): Shape => ({
  positions: indices.flatMap((v) => positions.slice(v * 3, v * 3 + 3)),
  indices: indices.map((_, i) => i),
});

const untidy = ({ positions, indices }: Shape): Shape => ({
  positions: [...positions, 0, 1, 0, 0.01, 1, 0],
  indices: [...indices, 0, 0, 1, 5, 5, 5],
});
