/**
 * `npm run kinds -- --data DIR`: learns the class of body (`data/subjects/kinds.json`) from the pictures in
 * DIR/KIND/SOURCE. Sources that share an artist belong in one `--group a,b`. How often the class is right is reported
 * for each group (or each `--judge`) by a model that was learnt from the others.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createMoveNet } from '../src/engine/index.js';
import {
  type KindModel,
  kindChances,
  type PictureKind,
  pictureKinds,
} from '../src/engine/segmentation/subject/kinds.js';
import { picturesShown, type Shown } from './kinds/pictures.js';
import { learn } from './kinds/regression.js';
import { grow } from './subjects/grow.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    group: { type: 'string', multiple: true, default: [] },
    judge: { type: 'string', multiple: true, default: [] },
    cache: { type: 'string', default: 'out/kinds/pictures.jsonl' },
    out: { type: 'string', default: 'data/subjects/kinds.json' },
  },
});
if (!values.data) {
  console.error('The data folder is missing: npm run kinds -- --data DIR [--group SOURCE,SOURCE]...');
  process.exit(2);
}
const network = await createMoveNet();
if (!network) {
  console.error('The pose network is not installed: npm i @vladmandic/human');
  process.exit(2);
}

/** Trees of each class. */
const trees = 60;
/** How much the network counts beside the trees. */
const share = 0.5;
/** Colours of the pictures at hand say nothing about bodies. */
const ignored = new Set(['saturation', 'light']);

const groups = values.group.map((names) => names.split(','));
const groupOf = (source: string) => groups.find((names) => names.includes(source))?.join(',') ?? source;
const shown = await picturesShown(values.data, network, values.cache);
const features = Object.keys(shown[0]!.features).filter((name) => !ignored.has(name));

const byKind = <T>(of: (kind: PictureKind, k: number) => T) =>
  Object.fromEntries(pictureKinds.map((kind, k) => [kind, of(kind, k)])) as Record<PictureKind, T>;

function modelFrom(pictures: readonly Shown[]): KindModel {
  const { offsets, weights } = learn(
    pictures.map(({ kind, seen }) => ({ kind: pictureKinds.indexOf(kind), features: seen })),
    pictureKinds.length,
  );
  const most = Math.max(...weights.map((row) => row.reduce((max, one) => Math.max(max, Math.abs(one)), 0)));
  const step = most / 500;
  return {
    features,
    trees: byKind((kind) => {
      const examples = pictures.map((one) => ({
        isPositive: one.kind === kind,
        weight: 1,
        group: 0,
        subject: one.name,
        features: one.features,
      }));
      return grow(examples, features, trees).trees;
    }),
    network: {
      offsets: byKind((_, k) => Number((offsets[k]! * share).toFixed(3))),
      step: Number((step * share).toPrecision(4)),
      weights: byKind((_, k) => [...weights[k]!].map((one) => Math.round(one / step))),
    },
  };
}

const judged = values.judge.length > 0 ? values.judge : shown.map(({ source }) => groupOf(source));
for (const group of new Set(judged)) {
  const isOwn = ({ source }: Shown) => groupOf(source) === group;
  const own = shown.filter(isOwn);
  const model = modelFrom(shown.filter((one) => !isOwn(one)));
  const right = (rank: number, sees: boolean) => {
    const hits = own.filter(({ kind, features: measured, seen }) => {
      const chances = kindChances(measured, sees ? seen : null, model);
      return pictureKinds.filter((other) => chances[other] > chances[kind]).length <= rank;
    });
    return (hits.length / own.length).toFixed(3);
  };
  console.log(
    `${group} (${own.length}): right ${right(0, true)}, right or second ${right(1, true)}; without a network ${right(0, false)}`,
  );
}
await writeFile(values.out, `${JSON.stringify(modelFrom(shown))}\n`);
