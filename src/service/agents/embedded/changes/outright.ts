import { phraseOfMark } from '../../../../engine/input/text/mark-words.js';
import { writtenIn } from '../descriptions/written.js';
import type { Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';
import { become, type DraftChange } from './change.js';

/**
 * What the engine reads in a change whatever its other words mean: a height in figures, and what is written on clothes.
 * Figures and capitals are none of the words that rules and marks know.
 */

/** "Does it say NOPE?" asks; "can the hoodie say NOPE" wants it. */
const inquiring = /^\W*(?:what|how|why|when|where|who|which|does|do|did|is|are|was|has)\b/i;
const measured = /^(\d+(?:\.\d+)?) m$/;
// Escaped, because esbuild keeps such letters in patterns and the bundle has to be ASCII.
const quoted = /["“”„\u00ab\u00bb「『]/;
const figure = /\d|\btall\b|\bheight\b/i;

export function withOutright(line: string, wishes: readonly Wish[], draft: string): Wish[] {
  if (inquiring.test(line) || wishes.some(({ kind }) => kind === 'make')) return [...wishes];
  const height = heightIn(line);
  const texts = textsIn(line, draft);
  if (height.length + texts.length === 0) return [...wishes];
  const refined = wishes.find((wish) => wish.kind === 'refine');
  const isOther = (one: DraftChange) =>
    height.length === 0 || one.kind !== 'become' || one.part !== null || !figure.test(one.words);
  const others = refined?.changes.filter(isOther) ?? [];
  return [
    { kind: 'refine', changes: [...others, ...height, ...texts], ...(refined?.on && { on: refined.on }) },
  ];
}

function heightIn(line: string): DraftChange[] {
  const [, metres] =
    phraseOf(line)
      .understood.map((one) => measured.exec(one))
      .find(Boolean) ?? [];
  return metres ? [become([Math.round(Number(metres) * 100), 'cm', 'tall'].join(' '), null)] : [];
}

function textsIn(line: string, draft: string): DraftChange[] {
  const before = writtenIn(draft);
  const known = new Set(before.map(({ text }) => text));
  // "My editor says it's too much" writes nothing.
  const isShown = ({ text = '' }: { text?: string }) => line.includes(text) || quoted.test(line);
  const fresh = writtenIn(line).filter((mark) => !known.has(mark.text) && isShown(mark));
  const gone = fresh.length > 0 && before.length > 0 ? [{ kind: 'remove', what: 'writing' } as const] : [];
  return [...gone, ...fresh.map((mark): DraftChange => ({ kind: 'add', what: phraseOfMark(mark) }))];
}
