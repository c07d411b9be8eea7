import { type Marked, type Order, orders, type Question, questions } from './corpus.js';
import { readingOf } from './reading.js';

/** What a message does: describes or changes a character, asks about it, asks about Rigsmith, or just talks. */

/** `guide`: a topic of data/talk/topics, other than small talk. */
export type Act = Marked['act'] | 'guide';
export type Likely = { act: Act; share: number };

/**
 * The acts of a message, the likeliest first. Beside a plan, a wish that names no character changes it.
 * @param draft the character under discussion
 * @param language null for English
 */
export function actsIn(line: string, draft: string | null, language: string | null = null): Likely[] {
  const { shares, labeled } = readingOf(line, draft, language);
  const isNamed = draft === null || labeled('wishes').labels.some((one) => /^B-(?:kind|also)$/.test(one));
  const made = isNamed ? 0 : (shares.get('make') ?? 0);
  return [...shares]
    .map(
      ([act, share]): Likely => ({
        act: act as Act,
        share: act === 'make' ? share - made : act === 'change' ? share + made : share,
      }),
    )
    .sort((a, b) => b.share - a.share);
}

/** How likely a message does one of the wanted things. */
export const shareOf = (acts: readonly Likely[], ...wanted: readonly ((act: Act) => boolean)[]): number =>
  acts.filter(({ act }) => wanted.some((one) => one(act))).reduce((sum, { share }) => sum + share, 0);

export const isQuestionAct = (act: Act): act is Question => (questions as readonly string[]).includes(act);
export const isOrder = (act: Act): act is Order => (orders as readonly string[]).includes(act);
export const isAsking = (act: Act): boolean => act === 'guide' || isQuestionAct(act);
export const isTalking = (act: Act): boolean => act === 'chat';
export const isWishing = (act: Act): boolean => act === 'make' || act === 'change';
