import { NodeIO } from '@gltf-transform/core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRig, type Rig } from '../../../../src/engine/index.js';
import { quick } from '../../../support/rig.js';
import { hound, person, type Tube, toObj, tubes, workshop } from '../input/model/figures.js';

const rig = (model: Uint8Array) => makeRig({ kind: 'mesh', model, ...quick });
const weigh = (model: Uint8Array) => makeRig({ kind: 'weights', model });
const open = async (glb: Uint8Array) => (await new NodeIO().readBinary(glb)).getRoot();
const placeOf = ({ report }: Rig, name: string) =>
  report.joints.find((joint) => joint.name === name)!.position;
const away = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);

async function weightsOf(glb: Uint8Array) {
  const root = await open(glb);
  const primitive = root.listMeshes()[0]!.listPrimitives()[0]!;
  const names = root
    .listSkins()[0]!
    .listJoints()
    .map((joint) => joint.getName());
  const [joints, weights] = [primitive.getAttribute('JOINTS_0')!, primitive.getAttribute('WEIGHTS_0')!];
  return (vertex: number): Record<string, number> => {
    const [j, w] = [joints.getElement(vertex, [0, 0, 0, 0]), weights.getElement(vertex, [0, 0, 0, 0])];
    return Object.fromEntries(w.flatMap((share, i) => (share > 0 ? [[names[j[i]!]!, share]] : [])));
  };
}

describe('a rig for an uploaded mesh', () => {
  const shape = tubes(person);
  let figure: Rig;
  beforeAll(async () => {
    figure = await rig(toObj(shape));
  });

  it('finds the joints of an open figure in many pieces, and keeps its vertices in order', async () => {
    const made = figure;
    expect(made.report).toMatchObject({
      skeleton: 'biped',
      input: 'mesh',
      validation: { errors: 0, warnings: 0 },
    });
    expect(made.report.animations.length).toBeGreaterThanOrEqual(3);
    expect(away(placeOf(made, 'leftLowerArm'), [0.45, 1.2, 0])).toBeLessThan(0.14);
    expect(away(placeOf(made, 'rightUpperArm'), [-0.18, 1.36, 0])).toBeLessThan(0.14);
    expect(away(placeOf(made, 'leftLowerLeg'), [0.12, 0.45, 0])).toBeLessThan(0.09);
    expect(away(placeOf(made, 'rightFoot'), [-0.13, 0.06, 0])).toBeLessThan(0.09);
    const position = (await open(made.glb)).listMeshes()[0]!.listPrimitives()[0]!.getAttribute('POSITION')!;
    expect([...position.getArray()!]).toEqual([...new Float32Array(shape.positions)]);
    const weights = await weightsOf(made.glb);
    for (let v = 0; v < position.getCount(); v++) {
      const row = Object.values(weights(v));
      expect(row.length).toBeLessThanOrEqual(4);
      expect(Math.abs(row.reduce((sum, one) => sum + one, 0) - 1)).toBeLessThan(1e-5);
      const [x = 0, y = 0] = position.getElement(v, [0, 0, 0]);
      if (x > 0.25 && y > 1)
        expect(Object.keys(weights(v)).filter((name) => name.startsWith('right'))).toEqual([]);
    }
  });

  it('recognizes four legs, and their direction', async () => {
    const made = await rig(toObj(tubes(hound)));
    expect(made.report.skeleton).toBe('quadruped');
    // The file faces +X, the finished one +Z, and its longest side is 1.7 m.
    expect(placeOf(made, 'head')[2]).toBeGreaterThan(0.4);
    expect(placeOf(made, 'tail3')[2]).toBeLessThan(-0.5);
    expect(placeOf(made, 'leftFrontFoot')[2]).toBeGreaterThan(0.2);
    expect(placeOf(made, 'leftFrontFoot')[0]).toBeGreaterThan(0);
    expect(placeOf(made, 'rightBackFoot')[2]).toBeLessThan(-0.2);
  });

  it('has a skeleton for a shape without a class', async () => {
    const star = [0, 1, 2].map((i): Tube => {
      const a = (i * 2 * Math.PI) / 3;
      return [[0, 0.1, 0], [Math.sin(a), 0.1, Math.cos(a)], 0.08];
    });
    const made = await rig(toObj(tubes(star)));
    expect(made.report.skeleton).toBe('other');
    expect(made.report.joints.length).toBeGreaterThan(4);
    expect(made.report.animations.length).toBeGreaterThanOrEqual(3);
  });

  it('keeps materials and textures, applies node transforms, and lists what it dropped', async () => {
    const { document, buffer, scene, primitive, write } = workshop();
    const image = new Uint8Array(
      await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c33' } })
        .png()
        .toBuffer(),
    );
    const skinMaterial = document
      .createMaterial('skin')
      .setBaseColorTexture(document.createTexture('face').setMimeType('image/png').setImage(image));
    const uv = document
      .createAccessor()
      .setType('VEC2')
      .setArray(new Float32Array((shape.positions.length / 3) * 2))
      .setBuffer(buffer);
    const body = document
      .createMesh()
      .addPrimitive(primitive(shape).setMaterial(skinMaterial).setAttribute('TEXCOORD_0', uv));
    const hat = document
      .createMesh()
      .addPrimitive(
        primitive(tubes([[[0, 0, 0], [0, 0.1, 0], 0.08]])).setMaterial(document.createMaterial('felt')),
      );
    const hatNode = document.createNode('hat').setMesh(hat).setTranslation([0, 1.75, 0]).setScale([1, -1, 1]);
    const node = document
      .createNode('all')
      .setScale([100, 100, 100])
      .addChild(document.createNode('body').setMesh(body))
      .addChild(hatNode);
    scene.addChild(node);
    const times = document
      .createAccessor()
      .setType('SCALAR')
      .setArray(new Float32Array([0, 1]))
      .setBuffer(buffer);
    const turns = document
      .createAccessor()
      .setType('VEC3')
      .setArray(new Float32Array([0, 0, 0, 1, 0, 0]))
      .setBuffer(buffer);
    const sampler = document.createAnimationSampler().setInput(times).setOutput(turns);
    const channel = document
      .createAnimationChannel()
      .setTargetNode(node)
      .setTargetPath('translation')
      .setSampler(sampler);
    document.createAnimation('slide').addSampler(sampler).addChannel(channel);
    const made = await rig(await write());
    expect(made.report.notes).toEqual([
      expect.stringMatching(/animations .* left out/),
      expect.stringMatching(/scaled to a height of 1.7 m/),
    ]);
    expect(made.report.height).toBeCloseTo(1.7, 3);
    const root = await open(made.glb);
    expect(root.listMaterials().map((one) => one.getName())).toEqual(['skin', 'felt']);
    expect(Buffer.compare(root.listTextures()[0]!.getImage()!, image)).toBe(0);
    const felt = root.listMeshes()[0]!.listPrimitives()[1]!;
    expect(felt.getAttribute('POSITION')!.getMax([0, 0, 0])[1]).toBeGreaterThan(1.6);
    expect(root.listAnimations().map((one) => one.getName())).not.toContain('slide');
  });

  it('recomputes the weights of an existing skeleton and keeps its joints', async () => {
    const first = figure;
    const { glb, preview, report } = await weigh(first.glb);
    const { joints, mesh, animations, skeleton, height } = first.report;
    expect(report).toMatchObject({ input: 'weights', skeleton, joints: expect.any(Array), mesh, animations });
    expect(report.validation).toEqual({ errors: 0, warnings: 0 });
    expect(report.height).toBeCloseTo(height, 5);
    expect(report.joints.map(({ name, parent }) => [name, parent])).toEqual(
      joints.map(({ name, parent }) => [name, parent]),
    );
    expect(await sharp(preview).metadata()).toMatchObject({ format: 'png', width: 640, height: 640 });
    const places = async (bytes: Uint8Array) =>
      (await open(bytes))
        .listSkins()[0]!
        .listJoints()
        .map((one) => [one.getName(), ...one.getWorldTranslation()]);
    expect(await places(glb)).toEqual(await places(first.glb));
    const weights = await weightsOf(glb);
    const hand = shape.positions.findIndex((x, i) => i % 3 === 0 && x > 0.8) / 3; // the first vertex at the tip of the left hand
    expect(weights(hand).leftHand).toBeGreaterThan(0.8);
    await expect(weigh(await workshop().write())).rejects.toMatchObject({ code: 'unriggable' });
  });

  it('lets a sword in a hand follow that hand alone, without stretching', async () => {
    const sword = tubes([[[0.8, 0.95, 0], [0.8, 0.95, 0.9], 0.02]]);
    const first = shape.positions.length / 3;
    const armed = {
      positions: [...shape.positions, ...sword.positions],
      indices: [...shape.indices, ...sword.indices.map((v) => v + first)],
    };
    const made = await rig(toObj(armed));
    expect(made.report.skeleton).toBe('biped');
    const weights = await weightsOf(made.glb);
    const rows = sword.positions.filter((_, i) => i % 3 === 0).map((_, v) => weights(first + v));
    const [row, ...others] = [...new Set(rows.map((one) => JSON.stringify(one)))];
    expect(row).toMatch(/^{"leftHand":1}$/);
    expect(others).toEqual([]);
  });

  it('stops between stages when cancelled', async () => {
    const stop = new AbortController();
    const hooks = { signal: stop.signal, onStage: () => stop.abort(new Error('enough')) };
    await expect(makeRig({ kind: 'mesh', model: toObj(shape) }, hooks)).rejects.toThrow('enough');
  });
});
