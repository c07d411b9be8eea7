import type { Document, Node, Skin } from '@gltf-transform/core';
import { expect, it } from 'vitest';
import { makeRig } from '../../../../../src/engine/index.js';
import { openGlb } from '../../../../../src/engine/input/model/glb.js';
import { accessorOf } from '../../../../../src/engine/output/accessors.js';
import { writeCompact } from '../../../../../src/engine/output/model/attach.js';
import { inspectGlb } from '../../../../../src/engine/output/validate.js';
import { person, tubes, workshop } from './figures.js';

type Rigged = { document: Document; skin: Skin; hips: Node; leg: Node; lamp: Node };

/** A person that hangs on two joints, next to a lamp. */
async function glb(change: (rigged: Rigged) => void): Promise<Uint8Array> {
  const { document, buffer, scene, primitive, write } = workshop();
  const shape = tubes(person);
  const count = shape.positions.length / 3;
  const weights = new Float32Array(count * 4).map((_, i) => (i % 4 === 0 ? 1 : 0));
  const body = primitive(shape)
    .setAttribute('JOINTS_0', accessorOf(document, 'VEC4', new Uint8Array(count * 4)))
    .setAttribute('WEIGHTS_0', accessorOf(document, 'VEC4', weights));
  const leg = document.createNode('leg').setTranslation([0.1, -0.05, 0]);
  const hips = document.createNode('hips').setTranslation([0, 0.9, 0]).addChild(leg);
  const lamp = document.createNode('lamp');
  const skin = document.createSkin().addJoint(hips).addJoint(leg);
  const node = document.createNode('body').setMesh(document.createMesh().addPrimitive(body)).setSkin(skin);
  for (const one of [hips, lamp, node]) scene.addChild(one);
  change({ document, skin, hips, leg, lamp });
  for (const accessor of document.getRoot().listAccessors()) accessor.setBuffer(buffer);
  return write();
}

const apart = ({ document, hips, leg }: Rigged) => {
  hips.removeChild(leg);
  document
    .getRoot()
    .listScenes()[0]!
    .addChild(leg.setTranslation([0.1, 0.85, 0]));
};

it.each<[string, (rigged: Rigged) => void, RegExp]>([
  ['names a node beside its joints', ({ skin, lamp }) => skin.setSkeleton(lamp), /root .* removed/],
  ['names one of its lower joints', ({ skin, leg }) => skin.setSkeleton(leg), /root .* removed/],
  ['has joints without a common root', apart, /common root, so one was added/],
])('a skeleton that %s is repaired, with a sentence', async (_, change, note) => {
  const broken = await glb(change);
  expect(await inspectGlb(broken)).not.toMatchObject({ errors: 0 });
  const { document, notes } = await openGlb(broken);
  expect(notes).toEqual([expect.stringMatching(note)]);
  expect(await inspectGlb(await writeCompact(document))).toMatchObject({ errors: 0 });
});

it('a model whose skeleton was repaired gets new weights, and its report has the sentence', async () => {
  const model = await glb(({ skin, lamp }) => skin.setSkeleton(lamp));
  const { report } = await makeRig({ kind: 'weights', model, previewSize: 64 });
  expect(report).toMatchObject({
    validation: { errors: 0 },
    notes: [expect.stringMatching(/skeleton root/)],
  });
  expect(report.joints.map(({ name }) => name)).toEqual(['hips', 'leg']);
});

it('a skeleton with a right root, or none, stays as it is', async () => {
  for (const change of [({ skin, hips }: Rigged) => skin.setSkeleton(hips), () => undefined]) {
    const { document, notes } = await openGlb(await glb(change));
    expect(notes).toEqual([]);
    expect(document.getRoot().listScenes()[0]!.listChildren()).toHaveLength(3);
  }
});
