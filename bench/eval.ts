/**
 * `npm run eval -- [--data DIR]`: the engine's results on bodies, characters and drawings with known ground truth (DIR, or
 * `RIG_DATA`), and on the held-out half of the uploads that it draws from seeds (see `eval/uploads.ts`).
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createMoveNet } from '../src/engine/index.js';
import { type Alone, rigAlone } from './eval/alone.js';
import { findBlender } from './eval/blender.js';
import { type Body, readBody } from './eval/body.js';
import { type DrawingOutcome, readDrawings } from './eval/drawings.js';
import { gameCharacters } from './eval/game.js';
import { hullOverlap } from './eval/hull.js';
import { type Outcome, rigBody, rigCharacter } from './eval/joints.js';
import { poseBody, roughen } from './eval/pose.js';
import { readSkinned } from './eval/skinned.js';
import { judgeSubjects, subjectRows } from './eval/subjects.js';
import { atLeast, atMost, geometricMean, mean, printTable, type Row, told } from './eval/table.js';
import { judgeUploads, uploadRows, uploadSets } from './eval/uploads.js';
import { compareWeights, ours, type Weigher, type WeightOutcome } from './eval/weights.js';
import { median, percentile } from './figure.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    poses: { type: 'string', default: '4' },
    subjects: { type: 'string', default: '20' },
    uploads: { type: 'string', default: '20' },
    games: { type: 'string', default: '10' },
  },
});
const dataFolder = values.data ?? process.env.RIG_DATA ?? 'no-data';

/** Paths in a folder by file extension, sorted; empty without the folder. */
async function filesIn(folder: string, ending: string): Promise<string[]> {
  const files = await readdir(folder).catch((): string[] => []);
  return files
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => join(folder, file));
}

async function bodiesIn(folder: string): Promise<Body[]> {
  const truths = await filesIn(folder, '.json');
  return Promise.all(
    truths.map((json) => readBody(basename(json, '.json'), json.replace(/json$/, 'obj'), json)),
  );
}

async function oneByOne<A, B>(list: readonly A[], of: (one: A) => Promise<B>): Promise<B[]> {
  const made: B[] = [];
  for (const one of list) made.push(await of(one));
  return made;
}

/** The weights of each body by one tool, and the bodies on which it failed. */
type Weighed = { outcomes: WeightOutcome[]; failed: string[] };

async function weighAll(bodies: readonly Body[], weigher: Weigher): Promise<Weighed> {
  const made = await oneByOne(bodies, (body) => compareWeights(body, weigher));
  return {
    outcomes: made.filter((one) => one !== null),
    failed: bodies.flatMap(({ name }, i) => (made[i] ? [] : [name])),
  };
}

async function measure(data: string) {
  const bodies = await bodiesIn(join(data, 'makehuman'));
  const files = [
    ...(await filesIn(join(data, 'kaykit'), '.glb')),
    ...(await filesIn(join(data, 'boxman'), '.glb')),
  ];
  const seeds = Array.from({ length: Number(values.poses) }, (_, i) => i + 1);
  const variants = bodies.flatMap((body) => [
    ...seeds.map((seed) => poseBody(body, seed)),
    roughen(body, 1, 0.004),
  ]);
  const read = await oneByOne(files, async (file) =>
    readSkinned(basename(file, '.glb'), await readFile(file)),
  );
  const skinned = read.filter((body) => body !== null);
  const games = gameCharacters({ heldOut: true, most: Number(values.games) });
  const pose = await createMoveNet();
  const blender = await findBlender();
  const paths = [...(await filesIn(join(data, 'makehuman'), '.obj')), ...files];
  return {
    asGiven: await oneByOne(bodies, (body) => rigBody(body, pose)),
    altered: await oneByOne(variants, (body) => rigBody(body, pose)),
    characters: await oneByOne(files, async (file) =>
      rigCharacter(basename(file, '.glb'), await readFile(file), pose),
    ),
    weights: await weighAll(bodies, ours),
    blender: blender && (await weighAll(bodies, blender)),
    characterWeights: await weighAll(skinned, ours),
    characterBlender: blender && (await weighAll(skinned, blender)),
    gameWeights: await weighAll(games, ours),
    gameBlender: blender && (await weighAll(games, blender)),
    uploads: await oneByOne(uploadSets, async (set) => ({
      set,
      met: await judgeUploads(set, { heldOut: true, most: Number(values.uploads) }),
    })),
    hulls: await oneByOne(bodies, hullOverlap),
    drawings: await readDrawings(join(data, 'drawings')),
    subjects: await judgeSubjects(join(data, 'subjects'), Number(values.subjects), pose),
    alone: await oneByOne(paths, (path) => rigAlone(basename(path), path)),
  };
}

type Measured = Awaited<ReturnType<typeof measure>>;

function jointRows(name: string, outcomes: readonly Outcome[], most: number, worst: number): Row[] {
  if (outcomes.length === 0) return [];
  const errors = outcomes.flatMap((outcome) => outcome.errors);
  return [
    atMost(`${name}: joint error, mean, % of height`, mean(errors), most, ' %'),
    atMost(`${name}: joint error, p95, % of height`, percentile(errors, 0.95), worst, ' %'),
  ];
}

/** Blender 3.4 on the four bodies of the development data, 35 bones, measured elsewhere: .443 .370 .348 .368. */
const blendersL1 = 0.381;

/** Means are over the bodies on which neither tool failed; failures are listed separately. */
function weightRows(weights: Weighed, blender: Weighed | null, what = 'bodies'): Row[] {
  const all = [weights, ...(blender ? [blender] : [])];
  if (all.every(({ outcomes, failed }) => outcomes.length + failed.length === 0)) return [];
  const failed = new Set(all.flatMap((one) => one.failed));
  const shared = (of: Weighed) => of.outcomes.filter(({ name }) => !failed.has(name));
  const l1 = (of: Weighed) => geometricMean(shared(of).map((one) => one.l1));
  const bend = (of: Weighed) => mean(shared(of).map(({ deformation }) => deformation));
  return [
    ...all
      .flatMap(({ outcomes }) => outcomes)
      .flatMap(({ name, by, l1: own, deformation, bare }) => [
        told(`${name}, ${by}: weights, L1`, own),
        told(`${name}, ${by}: deformation error, % of height`, deformation),
        ...(bare > 0 ? [told(`${name}, ${by}: vertices left bare`, bare)] : []),
      ]),
    atMost(`${what}, weights: given up on`, weights.failed.length, 0),
    ...(blender ? [told(`${what}, Blender: given up on`, blender.failed.length)] : []),
    atMost(`${what}, weights, L1, geometric mean`, l1(weights), blender ? l1(blender) : blendersL1),
    ...(blender
      ? [atMost(`${what}, deformation error, mean, % of height`, bend(weights), bend(blender))]
      : []),
  ];
}

const drawingRows = (drawings: readonly DrawingOutcome[]): Row[] =>
  drawings.flatMap(({ name, mask, silhouette, near }) => [
    atLeast(`drawing ${name}: mask, IoU`, mask, 0.9),
    atLeast(`drawing ${name}: silhouette re-rendered, IoU`, silhouette, 0.97),
    atLeast(`drawing ${name}: joints within 10 % of height`, near, 0.8),
  ]);

function costRows(
  alone: readonly Alone[],
  drawings: readonly DrawingOutcome[],
  hulls: Measured['hulls'],
): Row[] {
  const seconds = (list: readonly { milliseconds: number }[]) => list.map((one) => one.milliseconds / 1000);
  const rows = (what: string, times: readonly number[], goal: number) =>
    times.length === 0
      ? []
      : [
          told(`${what}: CPU time, median, s`, median([...times])),
          atMost(`${what}: CPU time, p95, s`, percentile([...times], 0.95), goal, ' s'),
        ];
  const largest = alone.map(({ megabytes }) => megabytes);
  return [
    ...rows('mesh, in its own process', seconds(alone), 3),
    ...rows('picture', seconds(drawings), 2),
    ...rows('three views', seconds(hulls), 2.5),
    ...(largest.length > 0
      ? [atMost('mesh: peak memory of its process, MB', Math.max(...largest), 400, ' MB')]
      : []),
  ];
}

function rowsOf({
  asGiven,
  altered,
  characters,
  weights,
  blender,
  characterWeights,
  characterBlender,
  gameWeights,
  gameBlender,
  uploads,
  hulls,
  drawings,
  subjects,
  alone,
}: Measured): Row[] {
  const all = [...asGiven, ...altered, ...characters];
  const issues = all.reduce((sum, one) => sum + one.issues, 0);
  return [
    ...jointRows(`${asGiven.length} bodies`, asGiven, 1.8, 3),
    ...jointRows(`${altered.length} bodies posed or with noise`, altered, 1.8, 3),
    ...jointRows(`${characters.length} characters`, characters, 5, 5),
    ...characters.map(
      ({ name, skeleton }): Row => ({
        metric: `${name}: class`,
        value: skeleton,
        goal: 'biped',
        met: skeleton === 'biped',
      }),
    ),
    ...weightRows(weights, blender),
    ...weightRows(characterWeights, characterBlender, 'game characters'),
    ...weightRows(gameWeights, gameBlender, 'game characters drawn from seeds'),
    ...uploads.flatMap(({ set, met }) => uploadRows(set, met)),
    ...drawingRows(drawings),
    ...subjectRows(subjects),
    ...hulls.map(({ name, iou }) => atLeast(`${name}: hull of three views, volume IoU`, iou, 0.8)),
    ...(all.length > 0 ? [atMost('validator errors and warnings', issues, 0)] : []),
    ...costRows(alone, drawings, hulls),
  ];
}

const measured = await measure(dataFolder);
const rows = rowsOf(measured);
printTable(rows);
const missing = [
  measured.asGiven.length === 0 && 'No bodies with joints and weights found: their rows are skipped.',
  measured.characters.length === 0 && 'No characters with skeletons found: their rows are skipped.',
  measured.drawings.length === 0 && 'No drawings with masks found: their rows are skipped.',
  measured.subjects.length === 0 && 'No pictures of characters and objects found: their rows are skipped.',
  !measured.blender &&
    'Blender is not installed: weights are compared with its figures measured elsewhere, deformation is not compared.',
];
for (const line of missing) if (line) console.log(line);
await mkdir('out/eval', { recursive: true });
await writeFile('out/eval/results.json', `${JSON.stringify({ rows, ...measured }, null, 2)}\n`);
