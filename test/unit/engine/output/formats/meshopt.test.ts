import type { SkinnedMesh } from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { openInThree, skinnedIn } from '../../../../../bench/outputs/three.js';
import { makeRig } from '../../../../../src/engine/index.js';
import { convertRig } from '../../../../../src/engine/output/formats/convert.js';
import { readRig } from '../../../../../src/engine/output/formats/read.js';
import { inspectGlb } from '../../../../../src/engine/output/validate.js';
import { quick } from '../../../../support/rig.js';

const about = { name: 'Fox', author: 'Noor', license: 'owner' } as const;

describe('a GLB compressed by meshopt', () => {
  let original: Uint8Array;
  let compressed: Uint8Array;
  beforeAll(async () => {
    original = (await makeRig({ kind: 'text', prompt: 'a fox with a scarf', seed: 2, ...quick })).glb;
    compressed = (await convertRig(original, 'meshopt.glb', about))[0]!.bytes;
  });

  it('is smaller', () => {
    expect(compressed.length).toBeLessThan(original.length * 0.8);
  });

  it('has nothing the validator complains about, except that it does not know the extension', async () => {
    const { errors, messages } = await inspectGlb(compressed);
    expect(errors).toBe(0);
    expect(messages.filter((message) => !/^UNSUPPORTED_EXTENSION /.test(message))).toEqual([]);
  });

  it('opens in three.js with the same vertices, weights and clips, bit for bit', async () => {
    const [before, after] = [await openInThree(original), await openInThree(compressed, MeshoptDecoder)];
    const [mesh, decoded] = [skinnedIn(before.scene)[0]!, skinnedIn(after.scene)[0]!];
    expect(Object.keys(decoded.geometry.attributes)).toEqual(Object.keys(mesh.geometry.attributes));
    for (const name of Object.keys(mesh.geometry.attributes))
      expect(numbersOf(decoded, name), name).toEqual(numbersOf(mesh, name));
    expect(decoded.morphTargetDictionary).toEqual(mesh.morphTargetDictionary);
    expect(after.animations.map(({ name }) => name)).toEqual(before.animations.map(({ name }) => name));
    expect(after.animations[0]!.tracks.map(({ values }) => [...values])).toEqual(
      before.animations[0]!.tracks.map(({ values }) => [...values]),
    );
  });

  it('can be converted again', async () => {
    const [before, after] = [await readRig(original), await readRig(compressed)];
    expect(after.skeleton).toEqual(before.skeleton);
    expect(trianglesOf(after.parts[0]!.indices)).toEqual(trianglesOf(before.parts[0]!.indices));
  });
});

/** All components of an attribute, whatever its layout in memory. */
function numbersOf({ geometry }: SkinnedMesh, name: string): number[] {
  const attribute = geometry.getAttribute(name);
  return Array.from({ length: attribute.count * attribute.itemSize }, (_, i) =>
    attribute.getComponent(Math.floor(i / attribute.itemSize), i % attribute.itemSize),
  );
}

/** Triangles in their order, each from its lowest corner on: the encoding may begin with another corner. */
function trianglesOf(indices: Uint32Array): number[][] {
  return Array.from({ length: indices.length / 3 }, (_, t) => {
    const corners = [...indices.subarray(t * 3, t * 3 + 3)];
    const first = corners.indexOf(Math.min(...corners));
    return [...corners.slice(first), ...corners.slice(0, first)];
  });
}
