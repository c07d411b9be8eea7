import { AnimationMixer, Vector3 } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { poseSkeleton } from '../../../../../src/engine/clips/clip.js';
import { convertRig, makeRig } from '../../../../../src/engine/index.js';
import { type RigFile, readRig } from '../../../../../src/engine/output/formats/read.js';
import { quick } from '../../../../support/rig.js';

const about = { name: 'fox', author: 'Noor', license: 'owner' } as const;
let glb: Uint8Array;
let rig: RigFile;
let triangles: number;

beforeAll(async () => {
  const made = await makeRig({ kind: 'text', prompt: 'a red fox with a blue scarf', seed: 2, ...quick });
  glb = made.glb;
  triangles = made.report.mesh.triangles;
  rig = await readRig(glb);
});

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const numbersIn = (line: string) => line.split(/\s+/).slice(1).map(Number);

describe('a rig as OBJ', () => {
  it('has every triangle, and the colors of the fox and its scarf', async () => {
    const [file] = await convertRig(glb, 'obj', about);
    const lines = textOf(file!.bytes).split('\n');
    const vertices = lines.filter((line) => line.startsWith('v ')).map(numbersIn);
    const faces = lines.filter((line) => line.startsWith('f '));
    expect(faces).toHaveLength(triangles);
    const corners = faces.flatMap((line) =>
      line
        .slice(2)
        .split(' ')
        .map((one) => Number.parseInt(one, 10)),
    );
    expect([Math.min(...corners), corners.reduce((a, b) => Math.max(a, b))]).toEqual([1, vertices.length]);
    expect(vertices.some(([, , , r = 0, g = 0, b = 0]) => r > 1.5 * g && r > 1.5 * b)).toBe(true);
    expect(vertices.some(([, , , r = 0, g = 0, b = 0]) => b > 1.3 * r && b > 1.1 * g)).toBe(true);
  });

  it('shows the clip that is asked for, and names the others when there is none', async () => {
    const [idle, walk] = await Promise.all(
      ['idle', 'walk'].map((clip) => convertRig(glb, 'obj', { ...about, clip })),
    );
    expect(textOf(idle![0]!.bytes)).not.toBe(textOf(walk![0]!.bytes));
    await expect(convertRig(glb, 'obj', { ...about, clip: 'dive' })).rejects.toThrow(/“dive”.*idle, walk/);
  });
});

describe('a rig as PLY', () => {
  it('has the announced number of bytes', async () => {
    const [file] = await convertRig(glb, 'ply', about);
    const head = textOf(file!.bytes.subarray(0, 1000)).split('end_header\n')[0]!;
    const [vertices, faces] = [/vertex (\d+)/, /face (\d+)/].map((is) => Number(is.exec(head)![1]));
    expect(faces).toBe(triangles);
    const body = file!.bytes.length - head.length - 'end_header\n'.length;
    expect(body).toBe(vertices! * (6 * 4 + 3) + faces! * 13);
  });
});

describe('a rig as STL', () => {
  it('stands 100 mm high on the plate', async () => {
    const [file] = await convertRig(glb, 'stl', about);
    const view = new DataView(file!.bytes.buffer, file!.bytes.byteOffset);
    expect(view.getUint32(80, true)).toBe(triangles);
    expect(file!.bytes.length).toBe(84 + triangles * 50);
    const heights = Array.from({ length: triangles * 3 }, (_, i) =>
      view.getFloat32(84 + Math.floor(i / 3) * 50 + 12 + (i % 3) * 12 + 8, true),
    );
    expect(heights.reduce((a, b) => Math.min(a, b))).toBeCloseTo(0, 3);
    expect(heights.reduce((a, b) => Math.max(a, b))).toBeCloseTo(100, 3);
  });
});

describe('a rig as BVH', () => {
  it('is one file for each clip, or for the one that is asked for', async () => {
    const all = await convertRig(glb, 'bvh', about);
    expect(all.map(({ label }) => label)).toEqual(rig.clips.map(({ name }) => name));
    const [walk] = await convertRig(glb, 'bvh', { ...about, clip: 'walk' });
    expect(walk).toEqual({ label: '', bytes: all.find(({ label }) => label === 'walk')!.bytes });
  });

  it.each(['walk', 'sit'])('plays in three.js as the clip %s does', async (name) => {
    const clip = rig.clips.find((one) => one.name === name)!;
    const [file] = await convertRig(glb, 'bvh', { ...about, clip: name });
    const { skeleton, clip: played } = new BVHLoader().parse(textOf(file!.bytes));
    expect(played.duration).toBeCloseTo(clip.seconds, 3);
    const [root] = skeleton.bones;
    const mixer = new AnimationMixer(root!);
    mixer.clipAction(played).play();
    for (const frame of [0, 4, clip.poses.length - 2]) {
      mixer.setTime((clip.seconds * frame) / (clip.poses.length - 1));
      root!.updateMatrixWorld(true);
      const posed = poseSkeleton(rig.skeleton, clip.poses[frame]!);
      for (const [i, joint] of rig.skeleton.joints.entries()) {
        const place = skeleton.getBoneByName(joint.name)!.getWorldPosition(new Vector3()).divideScalar(100);
        expect(place.distanceTo(new Vector3(...posed[i]!.position))).toBeLessThan(0.001);
      }
    }
  });

  it('moves every joint to where the clip has it', async () => {
    const clip = rig.clips.find(({ name }) => name === 'walk')!;
    const [file] = await convertRig(glb, 'bvh', { ...about, clip: 'walk' });
    const { places, frames } = playBvh(textOf(file!.bytes));
    expect(frames).toHaveLength(clip.poses.length);
    for (const frame of [0, 3, clip.poses.length - 2]) {
      const posed = poseSkeleton(rig.skeleton, clip.poses[frame]!);
      const moved = places(frames[frame]!);
      for (const [i, { name }] of rig.skeleton.joints.entries())
        expect(Math.hypot(...posed[i]!.position.map((x, k) => x * 100 - moved.get(name)![k]!))).toBeLessThan(
          0.01,
        );
    }
  });
});

type Matrix = readonly (readonly number[])[];
const times = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => [0, 1, 2].map((c) => row.reduce((sum, x, k) => sum + x * b[k]![c]!, 0)));

function about3(axis: string, degrees: number): Matrix {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  if (axis === 'X')
    return [
      [1, 0, 0],
      [0, c, -s],
      [0, s, c],
    ];
  if (axis === 'Y')
    return [
      [c, 0, s],
      [0, 1, 0],
      [-s, 0, c],
    ];
  return [
    [c, -s, 0],
    [s, c, 0],
    [0, 0, 1],
  ];
}

/** Reads a BVH as its specification says: rotations apply in the order of the channels. */
function playBvh(text: string) {
  const [hierarchy, motion] = text.split('MOTION\n') as [string, string];
  type Bone = { name: string; parent: string | null; offset: number[]; channels: string[] };
  const bones: Bone[] = [];
  const open: (Bone | null)[] = [];
  for (const line of hierarchy.split('\n').map((one) => one.trim().split(' '))) {
    if (line[0] === 'ROOT' || line[0] === 'JOINT') {
      bones.push({ name: line[1]!, parent: open.at(-1)?.name ?? null, offset: [], channels: [] });
      open.push(bones.at(-1)!);
    } else if (line[0] === 'End') open.push(null);
    else if (line[0] === '}') open.pop();
    else if (line[0] === 'OFFSET') open.at(-1)?.offset.push(...line.slice(1).map(Number));
    else if (line[0] === 'CHANNELS') open.at(-1)!.channels = line.slice(2);
  }
  const frames = motion
    .split('\n')
    .slice(2)
    .filter(Boolean)
    .map((line) => line.split(' ').map(Number));
  const places = (values: readonly number[]) => {
    const placed = new Map<string, { at: number[]; turn: Matrix }>();
    let next = 0;
    for (const { name, parent, offset, channels } of bones) {
      const moved = [...offset];
      let turn: Matrix = about3('X', 0);
      for (const channel of channels) {
        const value = values[next++]!;
        if (channel.endsWith('position')) moved['XYZ'.indexOf(channel[0]!)] = value;
        else turn = times(turn, about3(channel[0]!, value));
      }
      const up = parent ? placed.get(parent)! : { at: [0, 0, 0], turn: about3('X', 0) };
      const at = up.at.map((x, r) => x + up.turn[r]!.reduce((sum, y, k) => sum + y * moved[k]!, 0));
      placed.set(name, { at, turn: times(up.turn, turn) });
    }
    return new Map([...placed].map(([name, { at }]) => [name, at]));
  };
  return { frames, places };
}
