import { backIn, returnedIn } from '../changes/back.js';
import type { DraftChange } from '../changes/change.js';
import { readCharacter, traitWith } from '../changes/character.js';
import { refine } from '../changes/draft.js';
import { headOf, isInHead, thingNamed } from '../changes/planned.js';
import type { TalkState } from '../wish.js';
import { tokensOf } from '../words/tokens.js';
import type { Span } from './marks.js';
import { certaintyOfMarks, spansIn } from './tagger.js';

/** What a message wants as it was before, by its marked words and the plainest orders. */

/** Of marked words, from which they alone say so. */
const leastCertainty = 0.5;

/** What is to be as it was. What stays of a character that is not in the plan any more is so too. */
export function earlierOf(spans: readonly Span[], { draft, past, undone, focus }: TalkState): DraftChange[] {
  const versions = [...past, ...undone];
  const changes: DraftChange[] = [];
  for (const { kind, text } of spans) {
    const isBack = kind === 'back' || (kind === 'keep' && !thingNamed(draft!, headOf(text)));
    const now = changes.reduce(refine, draft!);
    changes.push(...((isBack && backIn(text, now, versions, focus?.thing ?? null)) || []));
  }
  return changes;
}

/** The marked words, with what the plainest orders want back. "The broom one" is another character. */
export function withReturned(line: string, spans: readonly Span[], { language }: TalkState): readonly Span[] {
  const own = spans.filter(
    ({ kind, end }) => kind !== 'back' || !/^ (?:one|version|guy)\b/i.test(line.slice(end)),
  );
  const text = language === null && !own.some(({ kind }) => kind === 'back') ? returnedIn(line) : null;
  if (text === null || /\b(?:one|version|guy|before|it|that)$/i.test(text)) return own;
  const start = line.indexOf(text);
  const end = start + text.length;
  return [{ kind: 'back', text, start, end }, ...own.filter((one) => one.end <= start || one.start >= end)];
}

/** "I miss the coat, put it back but shorter": what was taken away before. */
export function asBefore(line: string, change: DraftChange, { past, draft }: TalkState): DraftChange[] {
  if (!again.test(line)) return [change];
  const noun = change.kind === 'become' ? change.part : null;
  const found = noun === null ? undefined : past.findLast((one) => thingNamed(one, noun));
  const text = found && traitWith(readCharacter(found), noun!)?.text;
  if (!text) return [change];
  return thingNamed(draft!, noun!) ? [change] : [{ kind: 'add', what: text }, change];
}
const again = /\b(?:both|back|again|after all)\b/i;

/** "Back to the pirate", of a ninja: another character, which the rules look up. */
const isOther = (text: string, draft: string): boolean =>
  tokensOf(text).some(({ word, isWho, isThing }) => isWho && !isThing && !isInHead(draft, word));

/** Whether a message surely speaks of what was before. */
export function isBack(line: string, talk: TalkState): boolean {
  const { draft, language } = talk;
  if (draft === null) return false;
  const marked = spansIn('wishes', line, draft, language);
  const isMarked =
    certaintyOfMarks(line, draft, language) >= leastCertainty ||
    (language === null && returnedIn(line) !== null);
  return withReturned(line, marked, talk).some(
    (one) =>
      (one.kind === 'back' && isMarked && !isOther(one.text, draft)) ||
      (one.kind === 'keep' && isMarked && language === null && !thingNamed(draft, headOf(one.text))),
  );
}
