/** Which pictures of characters and of objects are refused: DIR/subjects/{characters,objects,...}/SOURCE/*.png. */
import { readFile } from 'node:fs/promises';
import { isAppError } from '../../src/base/errors.js';
import type { PoseNetwork } from '../../src/engine/index.js';
import { interpretImage } from '../../src/engine/pipeline/pictures.js';
import { type Kind, picturesIn } from '../subjects/pictures.js';
import { processorTime } from './processor.js';
import { atLeast, atMost, type Row, told } from './table.js';

/** `code` is null for a picture that gets its rig without a question. */
export type SubjectOutcome = {
  kind: Kind;
  source: string;
  name: string;
  code: string | null;
  milliseconds: number;
};

/** @param most pictures of each source */
export async function judgeSubjects(
  folder: string,
  most: number,
  pose: PoseNetwork | null,
): Promise<SubjectOutcome[]> {
  const outcomes: SubjectOutcome[] = [];
  for (const { kind, source, name, path } of await picturesIn(folder, kinds, most)) {
    const image = await readFile(path);
    const before = process.cpuUsage();
    const code = await interpretImage({ kind: 'image', image, uncertain: 'ask' }, pose).then(
      () => null,
      (error: unknown) => (isAppError(error) ? error.code : 'internal'),
    );
    outcomes.push({ kind, source, name, code, milliseconds: processorTime(before) });
  }
  return outcomes;
}

const kinds: readonly Kind[] = ['characters', 'objects', 'food', 'busts'];
const isRefused = ({ code }: SubjectOutcome) => code !== null && code !== 'ambiguous_body';

/** Refusals, by kind and by source; a question is not a refusal. */
export function subjectRows(outcomes: readonly SubjectOutcome[]): Row[] {
  const share = (list: readonly SubjectOutcome[], holds: (one: SubjectOutcome) => boolean) =>
    (100 * list.filter(holds).length) / list.length;
  return kinds.flatMap((kind) => {
    const own = outcomes.filter((one) => one.kind === kind);
    if (own.length === 0) return [];
    const refused = share(own, isRefused);
    const metric = `${own.length} ${kind} refused, %`;
    const sources = [...new Set(own.map(({ source }) => source))];
    return [
      kind === 'characters'
        ? atMost(metric, refused, 2, ' %')
        : kind === 'objects'
          ? atLeast(metric, refused, 70)
          : told(metric, refused),
      told(
        `${kind}: with no_body, %`,
        share(own, ({ code }) => code === 'no_body'),
      ),
      told(
        `${kind}: asked which body, %`,
        share(own, ({ code }) => code === 'ambiguous_body'),
      ),
      ...sources.map((source) => {
        const some = own.filter((one) => one.source === source);
        return told(`${kind}, ${source} (${some.length}): refused, %`, share(some, isRefused));
      }),
    ];
  });
}
