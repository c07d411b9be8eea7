/**
 * Meshes like those of image-to-3D networks: one fused, noisy surface with holes and doubled triangles, in any unit and
 * direction. Half are cartoon people, half are characters of the text pipeline.
 */
import { MeshoptSimplifier } from 'meshoptimizer';
import { frameAround, piecesIn } from '../../src/engine/body/uploaded/frame.js';
import { fillRoughly, measureDepth } from '../../src/engine/geometry/volume/voxelise.js';
import type { Piece } from '../../src/engine/input/model/model.js';
import { smoothNormals } from '../../src/engine/input/model/normals.js';
import { createRandom } from '../../src/engine/random.js';
import { createShell } from '../../src/engine/skinning/shell.js';
import { alterations, type Creature, makeCreature, type Part } from './creature.js';
import { makeStylised } from './stylised.js';

const people = [
  'a girl in a long dress with pigtails',
  'a chibi knight with a cape and a sword',
  'a witch with a pointed hat and a cloak',
  'a boy with bunny ears and a backpack',
  'a princess in a gown with a crown',
  'a superhero with a cape',
  'a robot with antennae',
  'an elf with long hair and a bow',
  'a king with a beard, a cloak and a staff',
  'a cat girl in a skirt',
  'a ninja with a scarf and a katana',
  'a fairy with wings and a wand',
];
export const animals = [
  'fox',
  'horse',
  'owl',
  'shark',
  'snake',
  'dragon',
  'cow',
  'penguin',
  'lizard',
  'elephant',
  'spider',
  'rabbit',
];

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

/** Every fourth one of the even seeds is an animal, and of the odd ones; they share no sentence. */
export async function makeGenerated(seed: number): Promise<Creature> {
  const [nth, half] = [Math.floor(seed / 2), seed % 2];
  const turn = Math.floor(nth / 4);
  const sentence = 2 * turn + half;
  const source =
    nth % 4 === 3
      ? await makeCreature(`a ${pick(animals, sentence)}`)
      : nth % 4 === 1
        ? await makeCreature(pick(people, sentence), 'modelled', turn % 2 ? 'chibi' : 'natural')
        : makeStylised(seed + 1000);
  const fused = await fuse(source, seed);
  const way = pick(placements, Math.floor(createRandom(seed * 31 + 7)() * placements.length));
  return { ...(await alterations[way]!(fused)), name: `${source.name} (${way})` };
}

/** As given, in other units and off the origin, and seldom turned. */
export const placements = [
  'as made',
  'as made',
  'as made',
  'in centimetres, far off',
  'half a metre around the origin',
  'half a metre around the origin',
  'a quarter turn',
  'half a turn',
  'Z up',
];

/** One noisy surface, with holes, of all parts. */
export async function fuse(creature: Creature, seed: number): Promise<Creature> {
  await MeshoptSimplifier.ready;
  const random = createRandom(seed * 101 + 3);
  const pieces = creature.parts.map(
    ({ positions, indices }) => ({ positions, indices, normals: smoothNormals(positions, indices) }) as Piece,
  );
  const frame = frameAround(pieces);
  const rough = fillRoughly(piecesIn(frame, pieces), 120);
  const { mesh } = createShell(measureDepth(rough, rough.inside));
  const reach = 0.25 * rough.cell * random();
  const positions = mesh.positions.map(
    (value, i) => (value + (random() - 0.5) * reach) / frame.scale + frame.centre[i % 3]!,
  );
  const all = mesh.groups[0]!.indices;
  const wanted = Math.round((all.length * (0.15 + 0.6 * random())) / 3) * 3;
  const [indices] = MeshoptSimplifier.simplify(all, positions, 3, wanted, 1);
  return { ...creature, parts: [compact(positions, damaged(indices, random))] };
}

/** Without the vertices that no triangle uses. */
function compact(positions: Float32Array, indices: Uint32Array): Part {
  const kept = [...new Set(indices)];
  const names = new Map(kept.map((v, i) => [v, i]));
  return {
    positions: Float32Array.from(kept.flatMap((v) => [...positions.subarray(v * 3, v * 3 + 3)])),
    indices: indices.map((v) => names.get(v)!),
  };
}

/** Some triangles missing, some twice with the other side out. */
function damaged(indices: Uint32Array, random: () => number): Uint32Array {
  const made: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
    const luck = random();
    if (luck > 0.004) made.push(a, b, c);
    if (luck > 0.996) made.push(a, c, b);
  }
  return Uint32Array.from(made);
}
