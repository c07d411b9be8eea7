import sharp from 'sharp';
import { expect, it } from 'vitest';
import { makeRig } from '../../../../../src/engine/index.js';
import { accessorOf } from '../../../../../src/engine/output/accessors.js';
import { quick } from '../../../../support/rig.js';
import { person, tubes, workshop } from '../../input/model/figures.js';

/** A person whose only colours are those of its vertices. */
async function painted(color: readonly [number, number, number]): Promise<Uint8Array> {
  const { document, buffer, scene, primitive, write } = workshop();
  const shape = tubes(person);
  const colors = Float32Array.from(shape.positions, (_, i) => color[i % 3]!);
  const body = primitive(shape).setAttribute('COLOR_0', accessorOf(document, 'VEC3', colors));
  scene.addChild(document.createNode().setMesh(document.createMesh().addPrimitive(body)));
  for (const accessor of document.getRoot().listAccessors()) accessor.setBuffer(buffer);
  return write();
}

it.each<[string, readonly [number, number, number]]>([
  ['red', [1, 0.02, 0.02]],
  ['green', [0.02, 1, 0.02]],
])('the picture of a model with %s vertices shows them', async (_, color) => {
  const model = await painted(color);
  const { preview } = await makeRig({ kind: 'mesh', model, clips: ['idle'], ...quick });
  const pixels = await sharp(preview).removeAlpha().raw().toBuffer();
  let [like, unlike] = [0, 0];
  for (let at = 0; at < pixels.length; at += 3) {
    const more = (pixels[at]! - pixels[at + 1]!) * (color[0] > color[1] ? 1 : -1);
    if (more > 60) like++;
    if (more < -60) unlike++;
  }
  expect(like).toBeGreaterThan(100);
  expect(unlike).toBeLessThan(like / 20);
});
