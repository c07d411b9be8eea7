/** People in files with Z up whose feet do not show that they stand, and animals that are lower than long. */
import { expect, it } from 'vitest';
import { alterations, type Creature, makeCreature } from '../../../../../bench/eval/creature.js';
import { makeStylised } from '../../../../../bench/eval/stylised.js';
import { uprightTurn } from '../../../../../src/engine/body/uploaded/upright.js';
import { rotateBy } from '../../../../../src/engine/clips/clip.js';
import { dot } from '../../../../../src/engine/geometry/vec.js';
import type { Piece } from '../../../../../src/engine/input/model/model.js';
import { smoothNormals } from '../../../../../src/engine/input/model/normals.js';
import { eachOf } from '../../../../support/slice.js';

/** Cosine between the true and the found upright. */
function uprightOf({ parts, up }: Creature): number {
  const pieces = parts.map(
    ({ positions, indices }) => ({ positions, indices, normals: smoothNormals(positions, indices) }) as Piece,
  );
  return dot(rotateBy(uprightTurn(pieces), [0, 1, 0]), up);
}

eachOf(2, [2, 4, 8, 12, 20, 28, 60])('stylised person %i is stood up', async (seed) => {
  const turned = await alterations['Z up']!(makeStylised(seed));
  expect(uprightOf(turned)).toBeGreaterThan(0.9);
});

eachOf(1, [2, 10, 18])('stylised person %i who lies on the back is stood on the feet', async (seed) => {
  const turned = await alterations['on its back']!(makeStylised(seed));
  expect(uprightOf(turned)).toBeGreaterThan(0.9);
});

it.each(['snake', 'dachshund', 'shark'])('a %s stays level', async (name) => {
  expect(uprightOf(await makeCreature(`a ${name}`))).toBeGreaterThan(0.9);
});

it.each(['goldfish', 'betta'])('a %s that faces backward stays level', async (name) => {
  const turned = await alterations['half a turn']!(await makeCreature(`a ${name}`));
  expect(uprightOf(turned)).toBeGreaterThan(0.9);
});
