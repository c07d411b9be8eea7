/**
 * `npm run upright [-- --bodies N] [--measured FILE] [--known]`: learns from drawn and described bodies which way is up,
 * and writes `data/upright/network.json` (then `npm run format`). Making the bodies takes long: those in the file are not
 * made again, and with `--known` no others are. `npm run eval` judges uploads with odd seeds, which are not drawn here.
 */
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { unturned } from '../src/engine/body/uploaded/frame.js';
import { lookAt, risings } from '../src/engine/body/uploaded/upright.js';
import { uprightSigns } from '../src/engine/body/uploaded/upright-signs.js';
import { rotateBy } from '../src/engine/clips/clip.js';
import { dot } from '../src/engine/geometry/vec.js';
import type { Piece } from '../src/engine/input/model/model.js';
import { smoothNormals } from '../src/engine/input/model/normals.js';
import { figureOf } from '../src/engine/segmentation/model/figure.js';
import { withoutGround } from '../src/engine/segmentation/model/ground.js';
import { alterations, type Creature } from './eval/creature.js';
import { crossValidate, type Example, learn } from './hands/learn.js';
import { bodiesToLearn } from './upright/bodies.js';

const { values } = parseArgs({
  options: {
    bodies: { type: 'string', default: '120' },
    measured: { type: 'string', default: 'out/upright/measured.jsonl' },
    known: { type: 'boolean', default: false },
  },
});

/** Signs, and whether this way is up. */
type Sign = { signs: number[]; holds: boolean };
type Measured = { key: string; ways: Sign[] };

const text = await readFile(values.measured, 'utf8').catch(() => '');
const lines = text.split('\n').filter(Boolean);
const known = new Map(lines.map((line) => JSON.parse(line) as Measured).map((one) => [one.key, one]));
await mkdir(dirname(values.measured), { recursive: true });

const bodies: Measured[] = [];
for (const [nth, { key, make }] of bodiesToLearn(Number(values.bodies)).entries()) {
  const found = known.get(key);
  if (found) bodies.push(found);
  if (found || values.known) continue;
  const creature = await make();
  const measured = { key, ways: await waysIn(creature, nth) };
  await appendFile(values.measured, `${JSON.stringify(measured)}\n`);
  bodies.push(measured);
}
const examples = bodies.flatMap(({ ways }, body) =>
  ways.map(({ signs, holds }): Example => ({ measured: signs, holds, body })),
);
const { found, mistaken } = crossValidate(examples);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
console.log(
  `${examples.length} examples; of bodies left out ${percent(found)} found, ${percent(mistaken)} of the others mistaken`,
);
const folder = join('data', 'upright');
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'network.json'), `${JSON.stringify(learn(examples))}\n`);

function piecesOf({ parts }: Creature): Piece[] {
  return parts.map(
    ({ positions, indices }) => ({ positions, indices, normals: smoothNormals(positions, indices) }) as Piece,
  );
}

/** As placed, and most also lying on the face or the back. */
async function waysIn(creature: Creature, nth: number): Promise<Sign[]> {
  const lying = ['Z up', 'on its back', 'as made'][nth % 3]!;
  const signs: Sign[] = [];
  for (const way of new Set(['as made', lying])) {
    const placed = await alterations[way]!(creature);
    const figure = figureOf(withoutGround(piecesOf(placed)).standing);
    for (const rising of [unturned, ...risings.map(({ turn }) => turn)]) {
      const { turn, volume } = lookAt(figure, rising);
      signs.push({
        signs: uprightSigns(volume),
        holds: dot(rotateBy(turn, [0, 1, 0]), placed.up) > 0.9,
      });
    }
  }
  return signs;
}
