/**
 * `npm run certainty -- --data DIR`: how often the class of body is right in labelled pictures DIR/KIND/SOURCE/NAME, by how
 * likely it seemed, to choose `certain` and `guess` of `judgeThresholds`. Each source is also judged at the threshold
 * that the other sources suggest.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isAppError } from '../src/base/errors.js';
import { createMoveNet } from '../src/engine/index.js';
import { isSurely, lookAtPicture } from '../src/engine/pipeline/pictures/looking.js';
import { pictureKinds } from '../src/engine/segmentation/subject/kinds.js';

const { values } = parseArgs({
  options: { data: { type: 'string' }, out: { type: 'string' } },
});
if (!values.data) {
  console.error('The data folder is missing: npm run certainty -- --data DIR [--out FILE]');
  process.exit(2);
}
/** Among pictures that are called certain. */
const mostWrong = 0.1;

type Judgement = { source: string; isRight: boolean; confidence: number; isPerson: boolean };

const network = await createMoveNet();
const folders = async (path: string) => (await readdir(path).catch((): string[] => [])).sort();
const judgements: Judgement[] = [];
const rows: string[] = [];
for (const shown of pictureKinds)
  for (const source of await folders(join(values.data, shown)))
    for (const name of await folders(join(values.data, shown, source))) {
      const path = join(values.data, shown, source, name);
      const judged = await lookAtPicture({ kind: 'image', image: await readFile(path) }, network).catch(
        refused,
      );
      const truth = shown === 'bust' ? 'biped' : shown;
      if (judged) {
        const { kind, confidence, alternative } = judged.judged;
        const isPerson = isSurely(judged.person);
        judgements.push({ source, isRight: kind === truth, confidence, isPerson });
        rows.push(
          JSON.stringify({
            path,
            truth,
            kind,
            confidence,
            alternative,
            isPerson,
            score: judged.person?.score,
          }),
        );
      }
    }

function refused(error: unknown): null {
  if (isAppError(error)) return null;
  throw error;
}

const share = (list: readonly Judgement[]) =>
  `${list.filter(({ isRight }) => isRight).length} of ${list.length}`;
const above = (list: readonly Judgement[], least: number) =>
  list.filter(({ confidence }) => confidence >= least);

/** The lowest threshold above which at most every tenth is wrong. */
function thresholdFor(list: readonly Judgement[]): number {
  for (let least = 0.3; least < 1; least += 0.01) {
    const own = above(list, least);
    if (own.filter(({ isRight }) => !isRight).length <= mostWrong * own.length) return least;
  }
  return 1;
}

console.log(
  `right: ${share(judgements)}; recognised as people: ${share(judgements.filter((one) => one.isPerson))}`,
);
for (const least of [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95])
  console.log(`  at ${least} and above: ${share(above(judgements, least))}`);
const held = [...new Set(judgements.map(({ source }) => source))].flatMap((source) => {
  const least = thresholdFor(judgements.filter((one) => one.source !== source));
  return above(
    judgements.filter((one) => one.source === source),
    least,
  );
});
console.log(
  `threshold ${thresholdFor(judgements).toFixed(2)}; by the other sources' thresholds: ${share(held)}`,
);
if (values.out) await writeFile(values.out, `${rows.join('\n')}\n`);
