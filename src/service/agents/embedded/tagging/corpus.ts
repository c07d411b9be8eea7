import { readFileSync } from 'node:fs';
import { findDataFile } from '../../../../base/data-file.js';
import { readMarked, type Span } from './marks.js';

/** Messages with what they do and their marked words: data/talk/marked. */

/** What a message about a character asks: the lines of questions.txt begin with one of them. */
export const questions = [
  'has',
  'colour',
  'look',
  'where',
  'hands',
  'worn',
  'at',
  'count',
  'kind',
  'size',
  'style',
  'recap',
  'changes',
  'missing',
  'moves',
  'move',
  'body',
  'detail',
  'could',
  'opinion',
  'why',
] as const;
export type Question = (typeof questions)[number];
/** What is to be done with the plan as a whole: the lines of orders.txt begin with one of them. */
export const orders = [
  'undo',
  'confirm',
  'forget',
  'remind',
  'variant',
  'price',
  'time',
  'download',
  'several',
] as const;
export type Order = (typeof orders)[number];
export type Marked = {
  act: 'make' | 'change' | 'chat' | Question | Order;
  text: string;
  spans: readonly Span[];
  /** The character that is under discussion. */
  draft: string | null;
  /** Null for English. */
  language: string | null;
};

export const markedFiles = [
  'making.txt',
  'changes.txt',
  'questions.txt',
  'orders.txt',
  'abroad.txt',
] as const;
const parts: Readonly<Record<string, Marked['act']>> = {
  making: 'make',
  changes: 'change',
  questions: 'chat',
  chat: 'chat',
};

let corpus: readonly Marked[] | null = null;
/** Read when it is first needed. */
export const markedMessages = (): readonly Marked[] =>
  (corpus ??= markedFiles.flatMap((name) =>
    readCorpus(findDataFile(import.meta.dirname, 'talk', 'marked', name), parts[name.replace('.txt', '')]),
  ));

/**
 * One message a line, those after `# plan: …` about this plan. `@ de` begins a language, `## making` a part, and `has | …`
 * says what a message asks or orders.
 */
function readCorpus(file: string, only: Marked['act'] | undefined): Marked[] {
  const found: Marked[] = [];
  let [draft, language, usual]: [string | null, string | null, Marked['act']] = [null, null, only ?? 'make'];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, sign, value = ''] = /^(@(?= \w\w$)|##|# plan:) ?(.*)$/.exec(line) ?? [];
    if (sign === '@') language = value;
    else if (sign === '##') [usual, draft] = [parts[value] ?? usual, parts[value] === 'make' ? null : draft];
    else if (sign) draft = value;
    else if (line !== '') {
      const [, said, rest = line] = /^(\w+) \| (.+)$/.exec(line) ?? [];
      const act = [...questions, ...orders].find((one) => one === said) ?? usual;
      found.push({ act, ...readMarked(rest), draft, language });
    }
  }
  return found;
}
