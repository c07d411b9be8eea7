import { type GLTF, NodeIO } from '@gltf-transform/core';
import { expect, it } from 'vitest';
import { type Clip, type Pose, turnBy } from '../../../../src/engine/clips/clip.js';
import { packGlb } from '../../../../src/engine/input/model/glb-pack.js';
import { withAnimations } from '../../../../src/engine/output/animations.js';
import { validateGlb } from '../../../../src/engine/output/validate.js';
import type { Skeleton } from '../../../../src/engine/skeleton/skeleton.js';

const skeleton: Skeleton = {
  kind: 'other',
  joints: [
    { name: 'hips', parent: null, position: [0, 1, 0], tail: [0, 2, 0] },
    { name: 'head', parent: 'hips', position: [0, 2, 0], tail: [0, 3, 0] },
  ],
};
const pose = (yaw: number): Pose => ({
  rotations: new Map([['head', turnBy(0, yaw)]]),
  rootOffset: [0, yaw, 0],
});
const clip = (name: string, yaw: number): Clip => ({
  name,
  seconds: 2,
  poses: [pose(0), pose(yaw), pose(0)],
});

/** The nodes are in another order than the joints, and the buffer ends between two words. */
const json: GLTF.IGLTF = {
  asset: { version: '2.0' },
  nodes: [{ name: 'head' }, { name: 'hips', children: [0] }],
  skins: [{ joints: [1, 0] }],
  scenes: [{ nodes: [1] }],
  bufferViews: [{ buffer: 0, byteLength: 3 }],
  buffers: [{ name: 'body', byteLength: 3 }],
};
const file = packGlb(
  withAnimations({ json, binary: Uint8Array.of(1, 2, 3) }, [clip('nod', 0.5), clip('same', 0.5)], skeleton),
);

it('writes clips that other tools read, behind what the buffer has', async () => {
  expect(await validateGlb(file)).toEqual({ errors: 0, warnings: 0 });
  const [nod] = (await new NodeIO().readBinary(file)).getRoot().listAnimations();
  const channels = nod!.listChannels().map((channel) => {
    const sampler = channel.getSampler()!;
    return {
      joint: channel.getTargetNode()!.getName(),
      path: channel.getTargetPath(),
      times: [...sampler.getInput()!.getArray()!],
      peak: sampler.getOutput()!.getElement(1, []),
    };
  });
  const [x, y, z, w] = turnBy(0, 0.5);
  expect(channels).toEqual([
    {
      joint: 'head',
      path: 'rotation',
      times: [0, 1, 2],
      peak: [x, y, z, w].map((value) => expect.closeTo(value, 4)),
    },
    { joint: 'hips', path: 'translation', times: [0, 1, 2], peak: [0, 1.5, 0] },
  ]);
});

it('keeps what the buffer is called', async () => {
  const [buffer] = (await new NodeIO().readBinary(file)).getRoot().listBuffers();
  expect(buffer?.getName()).toBe('body');
});

it('gives a joint that holds one rotation two keys, which clips of other lengths share', async () => {
  const held = (name: string, frames: number): Clip => ({
    name,
    seconds: frames,
    poses: Array.from({ length: frames }, (_, i) => ({ ...pose(0.4), rootOffset: [0, i / 10, 0] })),
  });
  const clips = [held('short', 3), held('long', 5)];
  const glb = packGlb(withAnimations({ json, binary: new Uint8Array(3) }, clips, skeleton));
  expect(await validateGlb(glb)).toEqual({ errors: 0, warnings: 0 });
  const animations = (await new NodeIO().readBinary(glb)).getRoot().listAnimations();
  const heads = animations.map(
    (animation) =>
      animation
        .listChannels()
        .find((one) => one.getTargetPath() === 'rotation')!
        .getSampler()!,
  );
  expect(heads.map((head) => [...head.getInput()!.getArray()!])).toEqual([
    [0, 3],
    [0, 5],
  ]);
  expect(heads[0]!.getOutput()).toBe(heads[1]!.getOutput());
  expect(heads[0]!.getOutput()!.getCount()).toBe(2);
});

it('stores equal tracks once', async () => {
  const root = (await new NodeIO().readBinary(file)).getRoot();
  expect(root.listAnimations()).toHaveLength(2);
  expect(root.listAccessors()).toHaveLength(3);
});
