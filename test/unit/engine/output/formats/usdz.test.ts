import { crc32 } from 'node:zlib';
import { AnimationMixer, type Bone, ImageLoader, type Object3D, SkinnedMesh, Vector3 } from 'three';
import { USDLoader } from 'three/addons/loaders/USDLoader.js';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { poseSkeleton } from '../../../../../src/engine/clips/clip.js';
import { convertRig, makeRig } from '../../../../../src/engine/index.js';
import { type RigFile, readRig } from '../../../../../src/engine/output/formats/read.js';
import { packUsdz } from '../../../../../src/engine/output/formats/usdz/archive.js';
import { quick } from '../../../../support/rig.js';

const about = { name: 'fox', author: 'Noor', license: 'owner' } as const;
let glb: Uint8Array;
let rig: RigFile;
beforeAll(async () => {
  const prompt = 'a red fox with a blue scarf';
  ({ glb } = await makeRig({ kind: 'text', prompt, seed: 2, ...quick, clips: ['idle', 'walk'] }));
  rig = await readRig(glb);
});

type Entry = { name: string; method: number; start: number; bytes: Uint8Array; sum: number };

/** The files of a ZIP by its directory, as readers find them. */
function entriesOf(zip: Uint8Array): Entry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < view.getUint16(end + 10, true); i++) {
    const [nameLength, place] = [view.getUint16(at + 28, true), view.getUint32(at + 42, true)];
    const start = place + 30 + view.getUint16(place + 26, true) + view.getUint16(place + 28, true);
    expect(view.getUint32(place, true)).toBe(0x04034b50);
    entries.push({
      name: new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      start,
      bytes: zip.subarray(start, start + view.getUint32(at + 24, true)),
      sum: view.getUint32(at + 16, true),
    });
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return entries;
}

describe('the archive of a USDZ', () => {
  it.each([0, 1, 28, 29, 30, 31, 33, 34, 35, 63, 64])(
    'stores files at multiples of 64 bytes after one of %d',
    (size) => {
      const files = ['a.usda', 'textures/0.png', 'textures/1.png'].map((name, i) => ({
        name,
        bytes: new Uint8Array(size + i).fill(i + 1),
      }));
      const entries = entriesOf(packUsdz(files));
      expect(entries.map(({ name, bytes }) => ({ name, bytes }))).toEqual(files);
      for (const { method, start, sum, bytes } of entries)
        expect([method, start % 64, sum]).toEqual([0, 0, crc32(bytes)]);
    },
  );

  it('begins with the layer, and has only PNG and JPEG beside it', async () => {
    const [file] = await convertRig(glb, 'usdz', about);
    const [layer, ...textures] = entriesOf(file!.bytes);
    expect(layer?.name).toBe('character.usda');
    expect(textures.length).toBeGreaterThan(0);
    const text = new TextDecoder().decode(layer?.bytes);
    for (const { name } of textures) {
      expect(name).toMatch(/^textures\/\d+\.(png|jpg)$/);
      expect(text).toContain(`@${name}@`);
    }
    expect(text).toMatch(/^#usda 1\.0\n/);
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('a rig as USDZ', () => {
  beforeEach(() => {
    // Node draws no pictures; the archive's are checked above.
    vi.spyOn(ImageLoader.prototype, 'load').mockImplementation(() => undefined as never);
  });

  afterEach(() => void vi.restoreAllMocks());

  const open = async (clip?: string) => {
    const [file] = await convertRig(glb, 'usdz', { ...about, ...(clip && { clip }) });
    const scene = new USDLoader().parse(Uint8Array.from(file!.bytes).buffer);
    const skins: SkinnedMesh[] = [];
    scene.traverse((object: Object3D) => {
      if (object instanceof SkinnedMesh) skins.push(object);
    });
    return { scene, skins };
  };

  it('has the triangles and the joints of the model', async () => {
    const { skins } = await open();
    const indices = rig.parts.reduce((sum, part) => sum + part.indices.length, 0);
    expect(skins.reduce((sum, { geometry }) => sum + geometry.getAttribute('position').count, 0)).toBe(
      indices,
    );
    expect(skins[0]?.skeleton.bones.map(({ name }) => name)).toHaveLength(rig.skeleton.joints.length);
  });

  it.each([undefined, 'walk'])('moves every joint to where the clip has it (%s)', async (name) => {
    const clip = rig.clips.find((one) => one.name === (name ?? rig.clips[0]!.name))!;
    const { scene, skins } = await open(name);
    const [motion] = scene.animations;
    expect(motion?.duration).toBeCloseTo(clip.seconds, 3);
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(motion!).play();
    const bones: Bone[] = skins[0]!.skeleton.bones;
    for (const frame of [0, 3, clip.poses.length - 2]) {
      mixer.setTime((frame * clip.seconds) / (clip.poses.length - 1));
      scene.updateMatrixWorld(true);
      const posed = poseSkeleton(rig.skeleton, clip.poses[frame]!);
      for (const [i, bone] of bones.entries())
        expect(
          bone.getWorldPosition(new Vector3()).distanceTo(new Vector3(...posed[i]!.position)),
        ).toBeLessThan(0.002);
    }
  });

  it('refuses a clip that it does not have', async () => {
    await expect(convertRig(glb, 'usdz', { ...about, clip: 'dive' })).rejects.toThrow(/“dive”.*idle, walk/);
  });
});
