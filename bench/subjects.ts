/**
 * `npm run subjects -- --data DIR`: grows the trees of `data/subjects` from DIR/{characters,objects,food}/SOURCE/*.png.
 * Sources that share an artist belong in one `--group a,b`. Trees are also grown without each group in turn, and the
 * threshold is set on the groups left out, because members draw in styles that were not seen here.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sumOf } from '../src/engine/segmentation/subject/trees.js';
import { type Example, grow } from './subjects/grow.js';
import { measureAll, picturesIn } from './subjects/pictures.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    group: { type: 'string', multiple: true, default: [] },
    refused: { type: 'string', default: '0.01' },
    cache: { type: 'string', default: 'out/subjects/features.jsonl' },
    out: { type: 'string', default: 'data/subjects' },
  },
});
if (!values.data) {
  console.error('The data folder is missing: npm run subjects -- --data DIR [--group SOURCE,SOURCE]...');
  process.exit(2);
}

/** Only the drawing inside an outline has these. */
const surface = new Set([
  'colours',
  'mainColour',
  'contrast',
  'lines',
  'ruled',
  'edges',
  'spots',
  'upperSpots',
  'pair',
]);
/** Colours of the pictures at hand say nothing about bodies. */
const ignored = new Set(['saturation', 'light']);

const groups = values.group.map((names) => names.split(','));
const groupOf = (source: string) => groups.findIndex((names) => names.includes(source));
const measured = await measureAll(
  await picturesIn(values.data, ['characters', 'objects', 'food']),
  values.cache,
);
const examples = measured.map(({ kind, source, name, turn, features }): Example & { turn: number } => ({
  isPositive: kind !== 'characters',
  weight: kind === 'food' ? 0.3 : 1,
  group: groupOf(source),
  subject: name,
  turn,
  features,
}));
const features = Object.keys(examples[0]!.features).filter((name) => !ignored.has(name));

const outline = features.filter((feature) => !surface.has(feature));

/** The score of each picture from the trees of the other groups: for its outline, and the mean with what is drawn inside. */
const judged = [...new Set(examples.map(({ group }) => group))].flatMap((group) => {
  const others = examples.filter((one) => one.group !== group);
  const [inside, outside] = [grow(others, features), grow(others, outline)];
  const own = examples.filter((one) => one.group === group && one.turn === 0);
  return own.map(({ isPositive: isObject, features: measured }) => {
    const sum = sumOf(outside, measured);
    return { isObject, outline: sum, picture: (sum + sumOf(inside, measured)) / 2 };
  });
});

await mkdir(values.out, { recursive: true });
for (const [name, used] of [
  ['picture', features],
  ['outline', outline],
] as const) {
  const sums = (isObject: boolean) =>
    judged.flatMap((one) => (one.isObject === isObject ? [one[name]] : [])).sort((a, b) => b - a);
  const [bodies, objects] = [sums(false), sums(true)];
  const threshold = Number(bodies[Math.floor(bodies.length * Number(values.refused))]!.toFixed(2));
  const caught = objects.filter((sum) => sum > threshold).length / objects.length;
  const forest = { features: used, threshold, trees: grow(examples, used).trees };
  await writeFile(join(values.out, `${name}.json`), `${JSON.stringify(forest)}\n`);
  console.log(
    `${name}: threshold ${threshold} refuses ${values.refused} of ${bodies.length} characters and ${caught.toFixed(3)} of ${objects.length} objects of the groups left out`,
  );
}
