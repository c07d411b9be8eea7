/**
 * `npm run people [-- --bodies N] [--measured FILE] [--known]`: learns from drawn and described bodies which way is up and
 * which side is the front of a person, and writes `data/upright/network.json` and `data/people/network.json` (then
 * `npm run format`). Making the bodies takes long: those in the file are not made again, and with `--known` no others
 * are. `npm run eval` judges uploads with odd seeds, which are not drawn here.
 */
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { afterTurns, turnToFileVector, unturned } from '../src/engine/body/uploaded/frame.js';
import { shapeModel } from '../src/engine/body/uploaded/stand.js';
import { lookAt, risings } from '../src/engine/body/uploaded/upright.js';
import { uprightSigns } from '../src/engine/body/uploaded/upright-signs.js';
import { rotateBy } from '../src/engine/clips/clip.js';
import { dot } from '../src/engine/geometry/vec.js';
import type { Piece } from '../src/engine/input/model/model.js';
import { smoothNormals } from '../src/engine/input/model/normals.js';
import { figureOf } from '../src/engine/segmentation/model/figure.js';
import { withoutGround } from '../src/engine/segmentation/model/ground.js';
import { bareSolid, sidesOf } from '../src/engine/skeleton/solid/person.js';
import { mayBePerson, personSigns } from '../src/engine/skeleton/solid/person-signs.js';
import { createSights } from '../src/engine/skeleton/solid/sight.js';
import { alterations, type Creature } from './eval/creature.js';
import { crossValidate, type Example, learn } from './hands/learn.js';
import { bodiesToLearn } from './people/bodies.js';

const { values } = parseArgs({
  options: {
    bodies: { type: 'string', default: '120' },
    measured: { type: 'string', default: 'out/people/measured.jsonl' },
    known: { type: 'boolean', default: false },
  },
});

/** Signs, and whether this side is the front of a person, or this way up. */
type Sign = { signs: number[]; holds: boolean };
type Measured = { key: string; sides: Sign[]; ways: Sign[] };

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
  const measured = { key, sides: sidesIn(creature), ways: await waysIn(creature, nth) };
  await appendFile(values.measured, `${JSON.stringify(measured)}\n`);
  bodies.push(measured);
}
await learnFrom('people', ({ sides }) => sides);
await learnFrom('upright', ({ ways }) => ways);

async function learnFrom(folder: string, of: (body: Measured) => Sign[]): Promise<void> {
  const examples = bodies.flatMap((one, body) =>
    of(one).map(({ signs, holds }): Example => ({ measured: signs, holds, body })),
  );
  const { found, mistaken } = crossValidate(examples);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(
    `${folder}: ${examples.length} examples; of bodies left out ${percent(found)} found, ${percent(mistaken)} of the others mistaken`,
  );
  await mkdir(join('data', folder), { recursive: true });
  await writeFile(join('data', folder, 'network.json'), `${JSON.stringify(learn(examples))}\n`);
}

function piecesOf({ parts }: Creature): Piece[] {
  return parts.map(
    ({ positions, indices }) => ({ positions, indices, normals: smoothNormals(positions, indices) }) as Piece,
  );
}

/** With the sheets of a body and without them; nothing of one that does not stand upright. */
function sidesIn(creature: Creature): Sign[] {
  const { upright, solid } = shapeModel(piecesOf(creature));
  const ahead = [0, 1, 2, 3].find(
    (turns) => dot(turnToFileVector(afterTurns(upright, turns), [0, 0, 1]), creature.front) > 0.9,
  );
  if (ahead === undefined) return [];
  const look = createSights(solid);
  const bare = bareSolid(solid, look(0));
  return [look, ...(bare ? [createSights(bare)] : [])].flatMap((one) => {
    const sides = sidesOf(one);
    const isPerson = creature.kind === 'biped';
    return sides.flatMap((side, turns) =>
      mayBePerson(side, sides[1 - turns]!)
        ? [{ signs: personSigns(side, sides[1 - turns]!), holds: isPerson && ahead % 2 === turns }]
        : [],
    );
  });
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
