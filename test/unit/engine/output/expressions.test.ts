import { expect, it } from 'vitest';
import { makeRig } from '../../../../src/engine/index.js';
import { readRig } from '../../../../src/engine/output/formats/read.js';
import { quick } from '../../../support/rig.js';

it('a mouth opens on the face: a long muzzle’s line does not fly off it', async () => {
  const { glb } = await makeRig({ kind: 'text', prompt: 'a dragon', seed: 1, clips: ['idle'], ...quick });
  const { parts, skeleton } = await readRig(glb);
  const { positions, primitive } = parts[0]!;
  const head = skeleton.joints.find(({ name }) => name === 'head')!;
  const size = Math.hypot(...head.tail.map((value, axis) => value - head.position[axis]!));
  const open = primitive.listTargets().find((target) => target.getName() === 'aa')!;
  const moves = open.getAttribute('POSITION')!.getArray()!;
  const furthest = positions.reduce((most, _, i) => Math.max(most, Math.abs(moves[i]!)), 0);
  expect(furthest).toBeGreaterThan(0);
  expect(furthest).toBeLessThan(0.12 * size);
});
