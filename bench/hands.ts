/**
 * `npm run hands [-- --bodies N]`: learns from drawn people how likely a tip of a figure is a hand, and writes
 * `data/hands/network.json` (then `npm run format`). Only even seeds are drawn; `npm run eval` judges uploads with odd ones.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { afterTurns, toEngine, turnToFileVector } from '../src/engine/body/uploaded/frame.js';
import { shapeModel } from '../src/engine/body/uploaded/stand.js';
import { add, distance, dot, scale, sub } from '../src/engine/geometry/vec.js';
import type { Piece } from '../src/engine/input/model/model.js';
import { smoothNormals } from '../src/engine/input/model/normals.js';
import { measureTips } from '../src/engine/skeleton/solid/biped/hands.js';
import { trunkIn } from '../src/engine/skeleton/solid/biped/trunk.js';
import { createSights } from '../src/engine/skeleton/solid/sight.js';
import type { Creature } from './eval/creature.js';
import { fuse, makeGenerated } from './eval/generated.js';
import { makePosed, makeStylised } from './eval/stylised.js';
import { crossValidate, type Example, learn } from './hands/learn.js';

const { values } = parseArgs({ options: { bodies: { type: 'string', default: '120' } } });

const makers: readonly ((seed: number) => Creature | Promise<Creature>)[] = [
  makeStylised,
  makeGenerated,
  makePosed,
  async (seed) => fuse(makePosed(seed + 5000), seed),
];

/** In heights: how far a tip may be from a hand. */
const near = 0.09;

const examples: Example[] = [];
for (let body = 0; body < Number(values.bodies); body++)
  for (const make of makers) {
    const creature = await make(2 * body);
    if (creature.kind === 'biped') examples.push(...examplesOf(creature, body));
  }
console.log(`${examples.length} tips, ${examples.filter(({ holds }) => holds).length} of them hands`);
const { found, mistaken } = crossValidate(examples);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
console.log(
  `bodies left out: ${percent(found)} of the hands found, ${percent(mistaken)} of the others taken for one`,
);
await mkdir('data/hands', { recursive: true });
await writeFile('data/hands/network.json', `${JSON.stringify(learn(examples))}\n`);

function examplesOf({ parts, joints, front }: Creature, body: number): Example[] {
  const pieces = parts.map(
    ({ positions, indices }) => ({ positions, indices, normals: smoothNormals(positions, indices) }) as Piece,
  );
  const { upright, solid } = shapeModel(pieces);
  const ahead = [0, 1, 2, 3].find(
    (turns) => dot(turnToFileVector(afterTurns(upright, turns), [0, 0, 1]), front) > 0.9,
  );
  if (ahead === undefined) return [];
  const frame = afterTurns(upright, ahead);
  const { curve, profile, height, volume } = createSights(solid)(ahead);
  const { neck } = profile;
  const middle = (neck === null ? null : trunkIn(volume, neck))?.middle ?? curve.root[0];
  const hands = ['left', 'right'].flatMap((side) => {
    const wrist = toEngine(frame, joints.get(`${side}Hand`)!);
    const elbow = toEngine(frame, joints.get(`${side}LowerArm`)!);
    return [wrist, add(wrist, scale(sub(wrist, elbow), 0.45))];
  });
  return measureTips({ curve, neck, height, middle }).map(({ tip, measured }) => ({
    measured,
    holds: hands.some((hand) => distance(hand, tip.point) < near * height),
    body,
  }));
}
