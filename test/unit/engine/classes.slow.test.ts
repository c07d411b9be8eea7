/** Every body class, from a sentence to a file, and its mesh back to a skeleton of the same class. */
import { NodeIO } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { sculptCharacter } from '../../../src/engine/body/character.js';
import { extent, frameAround, mapPoints, toEngine } from '../../../src/engine/body/uploaded/frame.js';
import type { Pose } from '../../../src/engine/clips/clip.js';
import { poseSkeleton } from '../../../src/engine/clips/clip.js';
import { clipsOf } from '../../../src/engine/clips/clips.js';
import { distance } from '../../../src/engine/geometry/vec.js';
import { joinPieces } from '../../../src/engine/geometry/volume/bridge.js';
import { voxelise } from '../../../src/engine/geometry/volume/voxelise.js';
import { type SkeletonKind, skeletonKinds } from '../../../src/engine/index.js';
import type { Piece } from '../../../src/engine/input/model/model.js';
import { describePrompt as read } from '../../../src/engine/input/text/prompt.js';
import { species } from '../../../src/engine/input/text/vocabulary.js';
import { writeGlb } from '../../../src/engine/output/glb.js';
import { inspectGlb } from '../../../src/engine/output/validate.js';
import { makeCharacter } from '../../../src/engine/pipeline/build.js';
import { createProgress } from '../../../src/engine/pipeline/progress.js';
import { interpretText } from '../../../src/engine/pipeline/text.js';
import { jointOf } from '../../../src/engine/skeleton/skeleton.js';
import { fitSkeleton } from '../../../src/engine/skeleton/solid/fit.js';
import { deform } from '../../../src/engine/skinning/deform.js';
import { sliceOf } from '../../support/slice.js';

const parameters = { detail: 'low' } as const;
const freshly = (prompt: string, seed = 5) =>
  makeCharacter(interpretText({ kind: 'text', prompt, seed, parameters }), createProgress({}));

/** Each character is made once and shared by several tests. */
const made = new Map<string, ReturnType<typeof makeCharacter>>();
const characterOf = (prompt: string, seed = 5) => {
  const key = `${prompt} ${seed}`;
  const known = made.get(key) ?? freshly(prompt, seed);
  made.set(key, known);
  return known;
};

const fileOf = async (character: ReturnType<typeof makeCharacter>) =>
  writeGlb({ name: 'made', height: 1, ...(await character) });

const examples: readonly [prompt: string, kind: SkeletonKind, clips: string[], joints: string[]][] = [
  [
    'an eagle',
    'avian',
    ['idle', 'walk', 'flap', 'peck'],
    ['leftUpperWing', 'rightWingTip', 'leftFoot', 'tail1'],
  ],
  ['a shark', 'aquatic', ['idle', 'swim', 'bite'], ['tailFin', 'dorsalFin', 'leftPectoralFin', 'jaw']],
  ['a cobra', 'serpentine', ['idle', 'slither', 'strike'], ['head', 'neck', 'spine1', 'tail9']],
  [
    'a bee',
    'hexapod',
    ['idle', 'walk', 'run', 'attack', 'flap'],
    ['thorax', 'leftMiddleFoot', 'rightAntenna', 'leftForeWing'],
  ],
  ['a spider', 'octopod', ['idle', 'walk', 'run', 'attack'], ['leftMidBackLowerLeg', 'abdomen']],
  ['an octopus', 'octopod', ['idle', 'walk', 'run', 'attack'], ['rightBackArm4', 'mantle']],
];

/** To the precision of the file. */
function expectSame(one: Pose, other: Pose) {
  const pairs = [...one.rotations].map(([joint, turn]) => [turn, other.rotations.get(joint)!] as const);
  for (const [left, right] of [...pairs, [one.rootOffset, other.rootOffset] as const])
    for (const [at, value] of left.entries()) expect(value).toBeCloseTo(right[at]!, 4);
}

describe.each(examples)('%s', (prompt, kind, clips, joints) => {
  it('is a valid rig of its class with clips and joints by name', async () => {
    const glb = await fileOf(characterOf(prompt));
    expect(await inspectGlb(glb)).toMatchObject({ errors: 0, warnings: 0 });
    const { skeleton, clips: moves } = await characterOf(prompt);
    expect(skeleton.kind).toBe(kind);
    expect(moves.map(({ name }) => name)).toEqual(expect.arrayContaining(clips));
    expect(moves.length).toBeGreaterThanOrEqual(8);
    expect(skeleton.joints.map(({ name }) => name)).toEqual(expect.arrayContaining(joints));
    for (const mesh of (await new NodeIO().readBinary(glb)).getRoot().listMeshes())
      for (const primitive of mesh.listPrimitives()) {
        const weights = primitive.getAttribute('WEIGHTS_0')!.getArray()!;
        for (let v = 0; v < weights.length; v += 4)
          expect(weights[v]! + weights[v + 1]! + weights[v + 2]! + weights[v + 3]!).toBeCloseTo(1, 5);
      }
  });

  it('keeps its modelled shape when no joint is turned, and its clips close without tearing it', async () => {
    const { skeleton, surfaces, clips: moves } = await characterOf(prompt);
    for (const surface of surfaces) {
      const still = deform(surface, skeleton, { rotations: new Map(), rootOffset: [0, 0, 0] });
      const moved = still.positions.map((value, i) => Math.abs(value - surface.positions[i]!));
      expect(Math.max(...moved)).toBeLessThan(1e-5);
      for (const { poses, once } of moves) {
        if (!once) expectSame(poses.at(-1)!, poses[0]!);
        for (const pose of poses.filter((_, i) => i % 5 === 2))
          expect(deform(surface, skeleton, pose).positions.every(Number.isFinite)).toBe(true);
      }
    }
  });
});

it('makes the same bytes twice', async () => {
  const [one, two] = [await fileOf(characterOf('a bee')), await fileOf(freshly('a bee'))];
  expect(Buffer.compare(Buffer.from(one), Buffer.from(two))).toBe(0);
});

describe('the solid of an uploaded mesh', () => {
  /** Placed on the ground at the engine's own size, as uploads are. */
  const solidOf = async (prompt: string, { seed = 5, resolution = 80 } = {}) => {
    const { surfaces, skeleton } = await characterOf(prompt, seed);
    const pieces = surfaces.map(
      ({ positions, normals, indices }) => ({ positions, normals, indices }) as Piece,
    );
    const frame = frameAround(pieces);
    const placed = pieces.map((piece) => ({
      ...piece,
      positions: mapPoints(piece.positions, (p) => toEngine(frame, p)),
    }));
    return {
      solid: joinPieces(voxelise(placed, resolution)),
      truth: (name: string) => toEngine(frame, jointOf(skeleton, name).position),
    };
  };

  it.each([
    ['an eagle', 'avian', ['leftUpperWing', 'rightUpperWing', 'leftFoot', 'chest']],
    ['a shark', 'aquatic', ['spine', 'tail2', 'tailFin', 'head']],
    ['a cobra', 'serpentine', ['spine1', 'tail4', 'tail8', 'head']],
    ['a bee', 'hexapod', ['leftFrontFoot', 'rightMiddleLowerLeg', 'leftBackFoot', 'thorax']],
    ['a spider', 'octopod', ['leftFrontFoot', 'rightMidFrontFoot', 'leftBackLowerLeg', 'thorax']],
  ] as const)('of %s is classified as %s, its joints near the originals', async (prompt, kind, names) => {
    const { solid, truth } = await solidOf(prompt);
    const { skeleton } = fitSkeleton(solid);
    expect(skeleton.kind).toBe(kind);
    expect(clipsOf(skeleton).length).toBeGreaterThanOrEqual(3);
    // The longest side of an upload is 1.7.
    for (const name of names)
      expect(distance(jointOf(skeleton, name).position, truth(name)), name).toBeLessThan(0.1 * extent);
  });

  it.each(
    sliceOf(
      [1, 3, 7, 101].flatMap((seed) =>
        (
          [
            ['a cobra', 'serpentine'],
            ['a shark', 'aquatic'],
          ] as const
        ).map((row) => [...row, seed] as const),
      ),
      0,
      3,
    ),
  )('of %s is classified as %s whatever its proportions (seed %i)', async (prompt, kind, seed) => {
    expect(fitSkeleton((await solidOf(prompt, { seed })).solid).skeleton.kind).toBe(kind);
  });

  it('accepts any requested class, or none', async () => {
    const { solid } = await solidOf('a cat', { resolution: 44 });
    for (const wanted of skeletonKinds) {
      const { skeleton } = fitSkeleton(solid, wanted);
      expect([wanted, 'other']).toContain(skeleton.kind);
      for (const { poses } of clipsOf(skeleton))
        for (const { position } of poseSkeleton(skeleton, poses[1]!))
          expect(position.every(Number.isFinite)).toBe(true);
    }
  });
});

describe('prompts and classes', () => {
  it('allow every creature in every class', () => {
    for (const skeleton of skeletonKinds)
      for (const name of ['fox', 'owl', 'shark', 'snake', 'ant', 'crab', 'octopus', 'human']) {
        if (skeleton === 'other') continue;
        expect(sculptCharacter(read(name, skeleton), 1, parameters).skeleton.kind).toBe(skeleton);
      }
  });

  it('dress each class in items it has a place for, and report the rest', () => {
    const penguin = read('a penguin with a scarf');
    expect(penguin.kind).toBe('avian');
    expect(sculptCharacter(penguin, 1, {}).solids.map(({ name }) => name)).toContain('scarf');
    const pirate = sculptCharacter(read('a parrot pirate with a hat'), 1, {});
    expect(pirate.solids.some(({ name }) => name.endsWith('hat'))).toBe(true);
    const snake = read('a snake with a crown and boots');
    expect(snake.items.has('crown')).toBe(true);
    expect(snake.items.has('boots')).toBe(false);
    expect(snake.notes).toEqual([expect.stringContaining('boots')]);
    const shark = read('a shark with a crown and boots');
    expect([shark.kind, shark.items.has('crown'), shark.items.has('boots')]).toEqual(['biped', true, true]);
    expect(read('an octopus chef').kind).toBe('octopod');
    expect(read('an owl wizard').kind).toBe('biped');
  });

  it('know several creatures of every class', () => {
    const kinds = Object.values(species).map(({ kind }) => kind);
    for (const kind of ['avian', 'aquatic', 'serpentine', 'hexapod', 'octopod'] as const)
      expect(kinds.filter((one) => one === kind).length).toBeGreaterThanOrEqual(6);
  });
});
