import { z } from 'zod';
import { findDataFile, readTable } from '../../../../base/data-file.js';
import type { Sum, TalkState } from '../wish.js';

/** Sums in other languages, by the words of data/talk/money.json; `N` there is a number. */

const says = z.string();
const pattern = says.transform((text) => new RegExp(text.replaceAll('N', '(\\d[\\d.,]*)'), 'iu'));
const patterns = z.strictObject({
  'how much': pattern,
  'how many': pattern,
  credits: pattern,
  characters: pattern,
  smallest: pattern,
  largest: pattern,
});
const shape = z.strictObject({
  /** The English question that means the same. */
  english: z.strictObject({ cost: says, money: says, reach: says }),
  languages: z.record(z.string(), patterns).transform((named) => new Map(Object.entries(named))),
});

type Table = z.infer<typeof shape>;
let table: Table | null = null;

const readOnce = (): Table =>
  (table ??= readTable(findDataFile(import.meta.dirname, 'talk', 'money.json'), shape));

const numberIn = (pattern: RegExp, line: string): string | null =>
  pattern.exec(line)?.slice(1).find(Boolean)?.replace(/[.,]/g, '') ?? null;

const inEnglish = (asks: keyof Table['english'], number: string): Sum => ({
  reckoning: { asks, lines: [readOnce().english[asks].replace('N', number)] },
});

/** "100积分多少钱", "combien pour 10 personnages", "wie viele Figuren kriege ich mit dem kleinsten Pack". */
export function sumAbroad(
  line: string,
  { language, pack }: Pick<TalkState, 'language' | 'pack'>,
): Sum | null {
  const patterns = language === null ? undefined : readOnce().languages.get(language);
  if (!patterns) return null;
  const isCounted = patterns['how many'].test(line);
  if (!isCounted && !patterns['how much'].test(line)) return null;
  const size = (['smallest', 'largest'] as const).find((one) => patterns[one].test(line));
  if (size) return { pack: size };
  const credits = numberIn(patterns.credits, line);
  if (credits !== null) return inEnglish(isCounted ? 'reach' : 'money', credits);
  const count = isCounted ? null : numberIn(patterns.characters, line);
  if (count !== null) return inEnglish('cost', count);
  return isCounted && pack !== null ? { pack } : null;
}
