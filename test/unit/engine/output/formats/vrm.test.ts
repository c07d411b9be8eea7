import { type VRM, VRMLoaderPlugin } from '@pixiv/three-vrm';
import sharp from 'sharp';
import { Box3, type SkinnedMesh, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  invert,
  multiply,
  type PosedJoint,
  poseSkeleton,
  type Quaternion,
} from '../../../../../src/engine/clips/clip.js';
import { makeRig } from '../../../../../src/engine/index.js';
import { readRig } from '../../../../../src/engine/output/formats/read.js';
import { tPose } from '../../../../../src/engine/output/formats/vrm/t-pose.js';
import { writeVrm } from '../../../../../src/engine/output/formats/vrm/vrm.js';
import { inspectGlb } from '../../../../../src/engine/output/validate.js';
import type { Skeleton } from '../../../../../src/engine/skeleton/skeleton.js';
import { quick } from '../../../../support/rig.js';

const rigOf = async (prompt: string) => (await makeRig({ kind: 'text', prompt, seed: 2, ...quick })).glb;
type Bone = Parameters<VRM['humanoid']['getRawBoneNode']>[0];
const meta = { name: 'Vixen', author: 'Noor', license: 'owner' } as const;

/** Decodes the images of a file as a browser does. */
const createImageBitmap = async (blob: Blob) => {
  const { width, height } = await sharp(Buffer.from(await blob.arrayBuffer())).metadata();
  return { width, height, close: () => {} };
};

/** As a program for avatars opens it. */
async function open(bytes: Uint8Array): Promise<VRM> {
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('createImageBitmap', createImageBitmap);
  const loader = new GLTFLoader().register((parser) => new VRMLoaderPlugin(parser));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { userData } = await loader.parseAsync(file as ArrayBuffer, '');
  return userData.vrm as VRM;
}

describe('a VRM of a biped', () => {
  let rig: Uint8Array;
  let file: Uint8Array;
  let vrm: VRM;
  beforeAll(async () => {
    rig = await rigOf('a girl with a fox tail and a red dress');
    file = await writeVrm(rig, meta);
    vrm = await open(file);
  });

  const place = (name: Bone) => vrm.humanoid.getRawBoneNode(name)!.getWorldPosition(new Vector3());

  it('has no errors and no warnings', async () => {
    expect(await inspectGlb(file)).toMatchObject({ errors: 0, warnings: 0 });
  });

  it('has all bones that VRM requires', () => {
    const required = ['hips', 'spine', 'head', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot'] as const;
    expect(required.filter((name) => !vrm.humanoid.getRawBoneNode(name))).toEqual([]);
  });

  it('stands in a T-pose, facing +Z on the ground', () => {
    for (const [side, sign] of [
      ['left', 1],
      ['right', -1],
    ] as const) {
      const arm = place(`${side}Hand`)
        .sub(place(`${side}UpperArm`))
        .normalize();
      expect(arm.x * sign).toBeGreaterThan(0.999);
      const leg = place(`${side}Foot`)
        .sub(place(`${side}UpperLeg`))
        .normalize();
      expect(leg.y).toBeLessThan(-0.9);
    }
    expect(place('leftToes').z).toBeGreaterThan(place('leftFoot').z);
    expect(new Box3().setFromObject(vrm.scene).min.y).toBeCloseTo(0, 1);
  });

  it('names the author and what others may do', () => {
    expect(vrm.meta).toMatchObject({
      metaVersion: '1',
      name: 'Vixen',
      authors: ['Noor'],
      avatarPermission: 'onlyAuthor',
      commercialUsage: 'personalNonProfit',
    });
  });

  it('lets tail, hair and the ears of a fox swing', () => {
    const swinging = [...vrm.springBoneManager!.joints].map(({ bone }) => bone.name);
    expect(swinging).toEqual(['tail1', 'tail2', 'tail3', 'leftEar', 'rightEar', 'hair1', 'hair2']);
  });

  it('closes the eyes and opens the mouth', () => {
    const mesh = [...vrm.scene.children].find((child) => (child as SkinnedMesh).isSkinnedMesh) as SkinnedMesh;
    const movedBy = (expression: string) => {
      vrm.expressionManager!.resetValues();
      vrm.expressionManager!.update();
      const rest = heightsOf(mesh);
      vrm.expressionManager!.setValue(expression, 1);
      vrm.expressionManager!.update();
      const now = heightsOf(mesh);
      const moved = now.flatMap((y, v) => (Math.abs(y - rest[v]!) > 1e-5 ? [v] : []));
      const span = (heights: readonly number[]) => {
        const own = moved.map((v) => heights[v]!);
        return Math.max(...own) - Math.min(...own);
      };
      return { height: span(now) / span(rest), sides: new Set(moved.map((v) => Math.sign(xOf(mesh, v)))) };
    };
    expect(movedBy('blink').height).toBeLessThan(0.2);
    expect(movedBy('blinkLeft').sides).toEqual(new Set([1]));
    expect(movedBy('aa').height).toBeGreaterThan(2);
    for (const mood of ['happy', 'angry', 'sad', 'surprised', 'relaxed', 'ih', 'ou', 'ee', 'oh'])
      expect(movedBy(mood).sides.size).toBeGreaterThan(1);
  });

  it('has five fingers a hand, an upper chest, a jaw and eyes', () => {
    const fingers = ['Index', 'Middle', 'Ring', 'Little'].flatMap((finger) =>
      ['Proximal', 'Intermediate', 'Distal'].map((bone) => finger + bone),
    );
    const thumb = ['ThumbMetacarpal', 'ThumbProximal', 'ThumbDistal'];
    const hands = ['left', 'right'].flatMap((side) => [...fingers, ...thumb].map((bone) => side + bone));
    for (const bone of [...hands, 'upperChest', 'jaw', 'leftEye', 'rightEye'])
      expect(vrm.humanoid.getRawBoneNode(bone as Bone), bone).not.toBeNull();
  });

  it('holds its palms down, and lays them on the thighs when the arms hang', () => {
    for (const [side, sign] of [
      ['left', 1],
      ['right', -1],
    ] as const) {
      const across = () =>
        place(`${side}IndexProximal`)
          .sub(place(`${side}LittleProximal`))
          .normalize();
      expect(across().z).toBeGreaterThan(0.8);
      const upper = vrm.humanoid.getNormalizedBoneNode(`${side}UpperArm`)!;
      const curl = vrm.humanoid.getNormalizedBoneNode(`${side}MiddleProximal`)!;
      const tip = () => place(`${side}MiddleDistal`);
      const straight = tip();
      curl.rotation.z = -sign * 1.2;
      vrm.update(0);
      expect(tip().y).toBeLessThan(straight.y - 0.005);
      upper.rotation.z = -sign * 1.4;
      vrm.update(0);
      const hand = place(`${side}Hand`);
      expect(hand.y).toBeLessThan(place(`${side}UpperArm`).y - 0.1);
      expect(across().z).toBeGreaterThan(0.8);
      expect((tip().x - hand.x) * sign).toBeLessThan(0);
      vrm.humanoid.resetNormalizedPose();
      vrm.update(0);
    }
  });

  it('plays a clip of the rig that is retargeted to it', async () => {
    const { skeleton, clips } = await readRig(rig);
    const walk = clips.find(({ name }) => name === 'walk')!;
    const rest = poseSkeleton(skeleton, tPose(skeleton));
    for (const frame of [0, 5, 11]) {
      const posed = poseSkeleton(skeleton, walk.poses[frame]!);
      retarget(vrm, skeleton, rest, posed);
      for (const [i, { name }] of skeleton.joints.entries()) {
        if (!vrm.humanoid.getRawBoneNode(name as Bone)) continue;
        expect(place(name as Bone).distanceTo(new Vector3(...posed[i]!.position)), name).toBeLessThan(0.002);
      }
    }
    vrm.humanoid.resetNormalizedPose();
    vrm.update(0);
  });

  it('bends the arm where the mesh has it', () => {
    vrm.humanoid.getNormalizedBoneNode('leftLowerArm')!.rotation.y = -Math.PI / 2;
    vrm.update(0);
    const forearm = place('leftHand').sub(place('leftLowerArm')).normalize();
    expect(forearm.z).toBeGreaterThan(0.99);
  });
});

/** Turns the normalized bones from the T-pose `rest` to `posed`, as players of VRM animations do. */
function retarget(vrm: VRM, { joints }: Skeleton, rest: readonly PosedJoint[], posed: readonly PosedJoint[]) {
  const turns = new Map<string, Quaternion>();
  for (const [i, { name, parent }] of joints.entries()) {
    const turn = multiply(posed[i]!.rotation, invert(rest[i]!.rotation));
    turns.set(name, turn);
    const bone = vrm.humanoid.getNormalizedBoneNode(name as Bone);
    bone?.quaternion.set(...(parent ? multiply(invert(turns.get(parent)!), turn) : turn));
    if (!parent) bone?.position.set(...posed[i]!.position);
  }
  vrm.update(0);
}

const pointOf = (mesh: SkinnedMesh, v: number) => mesh.getVertexPosition(v, new Vector3());
const xOf = (mesh: SkinnedMesh, v: number) => pointOf(mesh, v).x;
const heightsOf = (mesh: SkinnedMesh) =>
  Array.from({ length: mesh.geometry.getAttribute('position').count }, (_, v) => pointOf(mesh, v).y);

describe('a VRM of another body', () => {
  it('is refused for four legs', async () => {
    await expect(writeVrm(await rigOf('a fox'), meta)).rejects.toMatchObject({ code: 'unriggable' });
  });
});
