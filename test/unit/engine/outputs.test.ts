import { Document, NodeIO } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../bench/outputs/check.js';
import { requestOf } from '../../../bench/outputs/requests.js';
import { makeRig } from '../../../src/engine/index.js';

/** One round of the four inputs; `npm run bench -- outputs` makes 500. */
describe('every output', () => {
  it.each([1, 2, 3, 5])('keeps its promises, also in three.js: number %i', async (seed) => {
    expect(await faultsOf((await makeRig(await requestOf(seed))).glb)).toEqual([]);
  });

  it('would be caught with weights that do not add up, or without a skin', async () => {
    const { glb } = await makeRig({ kind: 'text', prompt: 'a dog', seed: 1, parameters: { detail: 'low' } });
    const io = new NodeIO();
    const bent = await io.readBinary(glb);
    const weights = bent.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getAttribute('WEIGHTS_0')!;
    weights.setElement(0, [0.4, 0.4, 0, 0]);
    expect((await faultsOf(await io.writeBinary(bent))).join()).toMatch(/weights sum to 0\.8/);
    const [joint] = bent.getRoot().listSkins()[0]!.listJoints();
    joint!.setTranslation([0, 3, 0]);
    expect((await faultsOf(await io.writeBinary(bent))).join()).toMatch(/off rest/);
    const bare = new Document();
    bare.createScene();
    bare.createBuffer();
    expect((await faultsOf(await io.writeBinary(bare))).join()).toMatch(/no skinned mesh/);
  });
});
