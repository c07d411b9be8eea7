import { Document, NodeIO } from '@gltf-transform/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { turnBy } from '../../../../src/engine/clips/clip.js';
import { makeRig, type Rig, type RigReport } from '../../../../src/engine/index.js';
import { tubes } from '../input/model/figures.js';

let made: Rig;
beforeAll(async () => {
  made = await makeRig({ kind: 'text', prompt: 'a knight', parameters: { detail: 'low' }, clips: ['idle'] });
});

/** The rig lying on its side and twice as large, as other tools name its joints, or with joints without names. */
async function uploaded(nameOf: (name: string, i: number) => string): Promise<RigReport> {
  const io = new NodeIO();
  const document = await io.readBinary(new Uint8Array(made.glb));
  const root = document.getRoot();
  root
    .listSkins()
    .flatMap((skin) => skin.listJoints())
    .forEach((joint, i) => {
      joint.setName(nameOf(joint.getName(), i));
    });
  for (const clip of root.listAnimations()) clip.dispose();
  const turned = document
    .createNode('turned')
    .setRotation([...turnBy(0, 0, Math.PI / 2)])
    .setScale([2, 2, 2]);
  const scene = root.getDefaultScene()!;
  for (const node of scene.listChildren()) turned.addChild(node);
  scene.addChild(turned);
  const model = await io.writeBinary(document);
  return (await makeRig({ kind: 'mesh', model, clips: ['idle'] })).report;
}

const limbs = /^(left|right)(Upper|Lower)(Arm|Leg)$|^(left|right)(Hand|Foot)$|^(neck|head|hips)$/;

/** In % of the height. */
function farthest(report: RigReport): number {
  const scale = report.height / made.report.height;
  return Math.max(
    ...made.report.joints
      .filter(({ name }) => limbs.test(name))
      .map(({ name, position }) => {
        const found = report.joints.find((joint) => joint.name === name)!;
        return (100 * Math.hypot(...position.map((x, i) => found.position[i]! - x * scale))) / report.height;
      }),
  );
}

describe('a model with a skeleton of its own', () => {
  it('stands upright with its joints where they were, by their names', async () => {
    const blender = (name: string) =>
      name.replace(
        /^(left|right)(.*)$/,
        (_, side: string, part: string) => `${part}.${side[0]!.toUpperCase()}`,
      );
    const report = await uploaded(blender);
    expect(report.skeleton).toBe('biped');
    expect(report.validation).toEqual({ errors: 0, warnings: 0 });
    expect(report.alternative).toBeUndefined();
    expect(report.notes?.filter((note) => note.includes('skeleton'))).toEqual([
      "The model's own skeleton was replaced by a new one, with the main joints in the same places.",
    ]);
    expect(farthest(report)).toBeLessThan(1);
  });

  it('is read by its shape where the names say nothing', async () => {
    const report = await uploaded((_, i) => `joint ${i}`);
    expect(report.notes?.filter((note) => note.includes('skeleton'))).toEqual([
      "The model's own skeleton was replaced by a new one.",
    ]);
  });
});

/** A body without limbs, skinned to joints along it. */
async function rigTube(names: readonly string[]): Promise<RigReport> {
  const document = new Document();
  const buffer = document.createBuffer();
  const { positions, indices } = tubes([[[0, 0.5, -0.2], [0, 0.5, 0.2], 0.45]]);
  const array = (
    type: 'SCALAR' | 'VEC3' | 'VEC4',
    values: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(values).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', array('VEC3', Float32Array.from(positions)))
    .setIndices(array('SCALAR', Uint32Array.from(indices)));
  const scene = document.createScene();
  const nodes = names.map((name, i) => document.createNode(name).setTranslation([0, 0.5, 0.4 - 0.2 * i]));
  const body = document.createNode('body').setMesh(document.createMesh().addPrimitive(primitive));
  if (nodes.length > 0) {
    const count = positions.length / 3;
    const weights = Float32Array.from({ length: count * 4 }, (_, i) => (i % 4 === 0 ? 1 : 0));
    const bound = document
      .createAccessor()
      .setType('VEC4')
      .setArray(new Uint8Array(count * 4))
      .setBuffer(buffer);
    primitive.setAttribute('WEIGHTS_0', array('VEC4', weights)).setAttribute('JOINTS_0', bound);
    const skin = document.createSkin();
    for (const node of nodes) {
      scene.addChild(node);
      skin.addJoint(node);
    }
    body.setSkin(skin);
  }
  scene.addChild(body);
  const model = await new NodeIO().writeBinary(document);
  return (await makeRig({ kind: 'mesh', model, clips: ['idle'] })).report;
}

it('a plain shape is refused, unless its joints are those of a fish', async () => {
  await expect(rigTube([])).rejects.toMatchObject({ code: 'no_body' });
  expect((await rigTube(['Main1', 'Main2', 'Main3', 'Main4', 'Main5'])).skeleton).toBe('aquatic');
});
