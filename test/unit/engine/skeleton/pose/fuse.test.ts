import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../../../src/engine/geometry/vec.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import { fitOutlineBiped } from '../../../../../src/engine/skeleton/outline/biped.js';
import { fuseSkeleton } from '../../../../../src/engine/skeleton/pose/fuse.js';
import { type KeyPoint, limbs, type PoseNetwork } from '../../../../../src/engine/skeleton/pose/network.js';
import { lookAt, seenOfFigure } from '../../../../../src/engine/skeleton/pose/outline.js';
import { seenIn, sightOf } from '../../../../../src/engine/skeleton/pose/sighting.js';
import { jointOf, type Skeleton } from '../../../../../src/engine/skeleton/skeleton.js';

const side = 200;
/** A figure with its arms out, in pixels of a picture. */
const isFigure = (x: number, y: number) =>
  Math.hypot(x - 100, y - 40) < 14 ||
  (Math.abs(x - 100) < 18 && y > 50 && y < 115) ||
  (Math.abs(y - 66) < 6 && Math.abs(x - 100) < 60) ||
  (Math.abs(Math.abs(x - 100) - 11) < 6 && y >= 115 && y < 180);
const box = { left: 40, top: 26, width: 120, height: 154 };
const rgba = new Uint8Array(side * side * 4).fill(255);
const picture = { pixels: new Uint8Array(side * side * 3).fill(200), width: side, height: side };
const silhouette = silhouetteOf(
  {
    width: side,
    height: side,
    inside: Uint8Array.from({ length: side * side }, (_, i) =>
      isFigure(i % side, Math.floor(i / side)) ? 1 : 0,
    ),
  },
  1.6,
  150,
);

type Places = Record<string, readonly [x: number, y: number]>;
const arms: Places = { UpperArm: [18, 64], LowerArm: [38, 66], Hand: [54, 66] };
const legs: Places = { UpperLeg: [10, 112], LowerLeg: [11, 145], Foot: [11, 174] };
const both = (of: Places): Places =>
  Object.fromEntries(
    Object.entries(of).flatMap(([name, [x, y]]) => [
      [`left${name}`, [100 + x, y] as const],
      [`right${name}`, [100 - x, y] as const],
    ]),
  );
const standing = both({ Ear: [9, 40], ...arms, ...legs });

/** A fake network that returns the given joints, in pixels of the picture, without state. */
const networkSeeing = (places: Places, score = 0.8): PoseNetwork => ({
  name: 'told',
  async look({ width }) {
    const [left, top] = [box.left + box.width / 2 - width / 2, box.top + box.height / 2 - width / 2].map(
      Math.round,
    );
    const points = Object.entries(places).map(([name, [x, y]]): [string, KeyPoint] => [
      name,
      { x: x - left!, y: y - top!, score },
    ]);
    return { points: new Map(points) };
  },
});

describe('the joints found by a pose network', () => {
  it('are returned in pixels of the whole picture', async () => {
    const sighting = await sightOf(networkSeeing(standing), picture, box);
    expect(sighting?.score).toBeCloseTo(0.8);
    expect(sighting?.places.get('leftHand')).toEqual([154, 66]);
  });

  it('are used only when the network is confident', async () => {
    expect(await sightOf(networkSeeing(standing, 0.45), picture, box)).toBeNull();
  });

  it('are ignored for a person beside the figure', async () => {
    const beside = Object.fromEntries(
      Object.entries(standing).map(([name, [x, y]]) => [name, [x + 70, y] as const]),
    );
    expect(await sightOf(networkSeeing(beside), picture, box)).toBeNull();
  });

  it('leave out uncertain legs that go on below the picture, and keep the arms', async () => {
    const below = { ...standing, ...both({ LowerLeg: [11, 190], Foot: [11, 230] }) };
    const { look, name } = networkSeeing(below);
    const unsure: PoseNetwork = {
      name,
      async look(seen) {
        const { points } = await look(seen);
        return {
          points: new Map(
            [...points].map(([joint, point]) => [
              joint,
              /LowerLeg|Foot/.test(joint) ? { ...point, score: 0.2 } : point,
            ]),
          ),
        };
      },
    };
    const sighting = await sightOf(unsure, picture, box);
    expect([...(sighting?.places.keys() ?? [])].filter((joint) => /Leg|Foot/.test(joint))).toEqual([]);
    expect(sighting?.places.get('leftHand')).toEqual([154, 66]);
    expect(await sightOf(networkSeeing(below), picture, box)).toBeNull();
  });

  it('are ignored when the outline is elsewhere', async () => {
    const up = both({
      Ear: [9, 40],
      UpperArm: [18, 64],
      LowerArm: [45, 45],
      Hand: [50, 30],
      UpperLeg: [25, 112],
      LowerLeg: [40, 145],
      Foot: [50, 174],
    });
    const shot = { picture: { width: side, height: side, rgba }, silhouette };
    const personSeenBy = async (network: PoseNetwork | null) => (await seenOfFigure(network, shot)).sighting;
    expect(await personSeenBy(networkSeeing(up))).toBeNull();
    expect(await personSeenBy(networkSeeing(standing))).not.toBeNull();
    expect(await personSeenBy(null)).toBeNull();
  });

  it('are looked for once in the same part of a picture, and again in another part', async () => {
    const shown = { width: side, height: side, rgba };
    let looks = 0;
    const network: PoseNetwork = {
      name: 'counting',
      look(square) {
        looks++;
        return networkSeeing(standing).look(square);
      },
    };
    const first = await lookAt(network, shown, box);
    expect(await lookAt(network, shown, { ...box })).toEqual(first);
    expect(looks).toBe(1);
    await lookAt(network, shown, { ...box, left: box.left + 1 });
    await lookAt(network, { ...shown }, { ...box, left: box.left + 1 });
    expect(looks).toBe(3);
  });

  it('are used from an unsure network when the mirror image gives the same, limb by limb', async () => {
    const half = picture.pixels.map((_, i) => ((i / 3) % side < side / 2 ? 40 : 200));
    const other = (name: string) =>
      name.startsWith('left') ? `right${name.slice(4)}` : `left${name.slice(5)}`;
    const twoLooks = (arms: number, legs: number): PoseNetwork => ({
      name: 'unsure',
      async look(square) {
        const seen = await networkSeeing(standing, 0.42).look(square);
        const mirrored = square.pixels[square.width * 3 * 60 + 3 * 60]! > 100;
        if (!mirrored) return seen;
        const points = [...seen.points].map(([name, { x, y, score }]): [string, KeyPoint] => [
          other(name),
          { x: square.width - x, y: y + (/Arm|Hand/.test(name) ? arms : legs), score },
        ]);
        return { points: new Map(points) };
      },
    });
    const look = async (network: PoseNetwork) =>
      (await seenIn(network, { ...picture, pixels: half }, box, true)).sighting;
    expect((await look(twoLooks(2, 2)))?.places.size).toBe(14);
    expect((await look(twoLooks(2, 2)))?.places.get('leftHand')).toEqual([154, 67]);
    const legless = await look(twoLooks(2, 30));
    expect([...legless!.places.keys()].filter((name) => /Leg|Foot/.test(name))).toEqual([]);
    expect(legless!.places.has('rightHand')).toBe(true);
    expect(await look(twoLooks(30, 30))).toBeNull();
  });

  it('name sides by their places when the figure is seen from behind', async () => {
    const behind = Object.fromEntries(
      Object.entries(standing).map(([name, [x, y]]) => [name, [200 - x, y] as const]),
    );
    const sighting = await sightOf(networkSeeing(behind), picture, box);
    expect(sighting?.places.get('leftHand')).toEqual([154, 66]);
  });
});

describe('a skeleton adjusted to found joints', () => {
  const fitted = fitOutlineBiped(silhouette);
  const height = silhouette.height;
  const place = (skeleton: Skeleton, name: string) => jointOf(skeleton, name).position;
  const shifted = (names: readonly string[], by: Vec3) =>
    new Map(
      names.map((name) => [name, place(fitted, name).map((value, a) => value + by[a]!) as unknown as Vec3]),
    );
  const [leftArm] = limbs;

  it('is unchanged without any', () => {
    const fused = fuseSkeleton(fitted, new Map(), height);
    expect(fused.joints.map(({ name }) => name)).toEqual(fitted.joints.map(({ name }) => name));
    for (const { name, position } of fitted.joints)
      expect(Math.hypot(...place(fused, name).map((value, a) => value - position[a]!))).toBeLessThan(1e-6);
  });

  it('moves partly towards a limb that both found', () => {
    const fused = fuseSkeleton(fitted, shifted(leftArm!, [0, 0.02 * height, 0]), height);
    const moved = place(fused, 'leftHand')[1] - place(fitted, 'leftHand')[1];
    expect(moved).toBeGreaterThan(0.001 * height);
    expect(moved).toBeLessThan(0.01 * height);
  });

  it('takes over a limb it did not find, and keeps the others', () => {
    const seen = new Map<string, Vec3>([
      ['leftUpperArm', [0.2, 1.2, 0]],
      ['leftLowerArm', [0.35, 0.95, 0]],
      ['leftHand', [0.1, 0.9, 0.1]],
    ]);
    const fused = fuseSkeleton(fitted, seen, height);
    for (const [name, at] of seen) expect(place(fused, name)).toEqual(at);
    expect(jointOf(fused, 'leftLowerArm').tail).toEqual(seen.get('leftHand'));
    expect(jointOf(fused, 'leftHand').tail[0]).toBeLessThan(0.1);
    expect(place(fused, 'rightHand')).toEqual(place(fitted, 'rightHand'));
    expect(place(fused, 'neck')).toEqual(place(fitted, 'neck'));
  });

  it('raises a neck that lies below the shoulders between them and the ears', () => {
    const seen = new Map<string, Vec3>([
      ...[1, -1].map((x): [string, Vec3] => [x > 0 ? 'leftEar' : 'rightEar', [x * 0.1, 1.45, 0]]),
      ...limbs.flat().map((name): [string, Vec3] => {
        const [x, y, z] = place(fitted, name);
        return [name, [x, name.includes('Arm') || name.includes('Hand') ? y - 0.02 : y, z]];
      }),
    ]);
    const low: Skeleton = {
      kind: 'biped',
      joints: fitted.joints.map((joint) =>
        joint.name === 'neck' ? { ...joint, position: [0, 0.7, 0] } : joint,
      ),
    };
    const shoulder = place(fuseSkeleton(low, seen, height), 'leftUpperArm')[1];
    const neck = place(fuseSkeleton(low, seen, height), 'neck')[1];
    expect(neck).toBeGreaterThan(shoulder);
    expect(neck).toBeLessThan(1.45);
  });

  it('keeps the toes above the ground below given ankles at the sole', () => {
    const seen = new Map<string, Vec3>(
      limbs.flat().map((name) => {
        const [x, y, z] = place(fitted, name);
        return [name, name.endsWith('Foot') ? [x + 0.02, y - 0.05, z] : [x, y, z]];
      }),
    );
    const toes = jointOf(fuseSkeleton(fitted, seen, height, true), 'leftToes');
    const before = jointOf(fitted, 'leftToes');
    expect([toes.position[1], toes.tail[1]]).toEqual([before.position[1], before.tail[1]]);
    expect(toes.position[0]).toBeCloseTo(before.position[0] + 0.02);
  });
});
