import { Document, NodeIO } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { check } from '../../../bench/outputs/check.js';
import { requestOf } from '../../../bench/outputs/requests.js';
import { estrange } from '../../../bench/outputs/strange.js';
import { makeRig } from '../../../src/engine/index.js';
import { quick } from '../../support/rig.js';

/** One round of the four inputs; `npm run bench -- outputs` makes 500. */
const faultsOf = async (glb: Uint8Array) => (await check(glb)).faults;

describe('every output', () => {
  it.each([1, 2, 3, 5])('is valid, also in three.js: number %i', async (seed) => {
    expect(await faultsOf((await makeRig({ ...(await requestOf(seed)), previewSize: 64 })).glb)).toEqual([]);
  });

  it('is rejected with weights that do not add up, or without a skin', async () => {
    const { glb } = await makeRig({ kind: 'text', prompt: 'a dog', seed: 1, ...quick });
    const io = new NodeIO();
    const bent = await io.readBinary(glb);
    const weights = bent.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getAttribute('WEIGHTS_0')!;
    weights.setElement(0, [0.4, 0.4, 0, 0]);
    expect((await faultsOf(await io.writeBinary(bent))).join()).toMatch(/weights sum to 0\.8/);
    weights.setElement(0, [Number.NaN, 0, 0, 0]);
    expect((await faultsOf(await io.writeBinary(bent))).join()).toMatch(/weights sum to NaN/);
    const [joint] = bent.getRoot().listSkins()[0]!.listJoints();
    joint!.setTranslation([0, 3, 0]);
    expect((await faultsOf(await io.writeBinary(bent))).join()).toMatch(/off rest/);
    const keys = bent.getRoot().listAnimations()[0]!.listSamplers()[0]!.getOutput()!;
    keys.setElement(keys.getCount() - 1, [0.6, 0, 0, 0.8]);
    expect((await faultsOf(await io.writeBinary(bent))).join()).toMatch(/the loop of idle is open/);
    const bare = new Document();
    bare.createScene();
    bare.createBuffer();
    expect((await faultsOf(await io.writeBinary(bare))).join()).toMatch(/no skinned mesh/);
  });

  it('is checked for edges that its clips tear', async () => {
    const { glb } = await makeRig({ kind: 'text', prompt: 'a man', seed: 1, ...quick });
    const whole = (await check(glb)).motion!;
    expect(whole.torn).toBeLessThan(0.004);
    const io = new NodeIO();
    const torn = await io.readBinary(glb);
    const names = torn
      .getRoot()
      .listSkins()[0]!
      .listJoints()
      .map((joint) => joint.getName());
    for (const primitive of torn.getRoot().listMeshes()[0]!.listPrimitives()) {
      const joints = primitive.getAttribute('JOINTS_0')!;
      for (let v = 0; v < joints.getCount(); v += 2)
        joints.setElement(v, [names.indexOf('leftFoot'), 0, 0, 0]);
    }
    const bad = (await check(await io.writeBinary(torn))).motion!;
    expect(bad.torn).toBeGreaterThan(0.008);
    expect(bad.stretch).toBeGreaterThan(2 * whole.stretch);
  });
});

describe('strange meshes', () => {
  const square = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], indices: [0, 1, 2, 2, 1, 3] };

  it('are the same for the same seed, and contain what their name says', () => {
    const count = (kind: Parameters<typeof estrange>[1]) => estrange(square, kind, 3);
    expect(count('scaled')).toEqual(count('scaled'));
    expect(count('pieces').positions.length).toBeGreaterThan(square.positions.length);
    const [, , up] = count('turned').positions.slice(6);
    expect(up).toBeCloseTo(1);
    const many = { ...square, indices: Array.from({ length: 100 }, () => square.indices).flat() };
    expect(estrange(many, 'open', 1).indices.length).toBeLessThan(many.indices.length);
    expect(estrange(many, 'doubled', 1).indices.length).toBeGreaterThan(many.indices.length);
  });
});
