import { type Back, backIn, returnedIn } from '../changes/back.js';
import type { DraftChange } from '../changes/change.js';
import { readCharacter, traitWith } from '../changes/character.js';
import { refine } from '../changes/draft.js';
import { headOf, thingNamed } from '../changes/planned.js';
import type { TalkState } from '../wish.js';
import type { Span } from './marks.js';
import { certaintyOfMarks, spansIn } from './tagger.js';

/** What a message wants as it was before, by its marked words and the plainest orders. */

/** Of marked words, from which they alone say so. */
const leastCertainty = 0.5;

/** What is to be as it was. What stays of a character that is not in the plan any more, or is left for another one, is so too. */
export function earlierOf(
  line: string,
  spans: readonly Span[],
  { draft, past, undone, focus }: TalkState,
): Back {
  const versions = [...past, ...undone];
  const found: Back = { changes: [] };
  const isOneMore = /\b(?:both|as well|too)\b/i.test(line); // "I want both", "the cape back too"
  for (const { kind, text } of spans) {
    const isBack = kind === 'back' || (kind === 'keep' && !thingNamed(draft!, headOf(text)));
    const now = found.changes.reduce(refine, found.on ?? draft!);
    const back = isBack ? backIn(text, now, versions, focus?.thing ?? null) : null;
    found.changes.push(...(back?.changes ?? []).filter(({ kind }) => !isOneMore || kind !== 'remove'));
    if (back?.on !== undefined) found.on = back.on;
  }
  const kept = spans.flatMap((one) =>
    found.on && one.kind === 'keep' ? (backIn(one.text, found.on, [draft!], null)?.changes ?? []) : [],
  );
  return { ...found, changes: [...found.changes, ...kept] };
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

/** "Actually keep both, hoodie over it", "I miss the coat, put it back but shorter": what was taken away before. */
export function asBefore(line: string, change: DraftChange, { past, draft }: TalkState): DraftChange[] {
  if (!again.test(line)) return [change];
  const noun = change.kind === 'add' ? headOf(change.what) : change.kind === 'become' ? change.part : null;
  const found = noun === null ? undefined : past.findLast((one) => thingNamed(one, noun));
  const text = found && traitWith(readCharacter(found), noun!)?.text;
  if (!text) return [change];
  if (change.kind === 'become')
    return thingNamed(draft!, noun!) ? [change] : [{ kind: 'add', what: text }, change];
  const isBare =
    'what' in change && change.what.replace(/^(?:an?|the|some) /i, '').toLowerCase() === noun!.toLowerCase();
  return [isBare ? { kind: 'add', what: text } : change];
}
const again = /\b(?:both|back|again|after all)\b/i;

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
      (one.kind === 'back' && (isMarked || !marked.includes(one))) ||
      (one.kind === 'keep' && isMarked && language === null && !thingNamed(draft, headOf(one.text))),
  );
}

const retracting =
  /^\W*(?:(?:oh|hm+|ok|actually|lol)\W+)*(?:no+|nah|nope|wait|hang on|hold on|sorry|oops)\b/i;

/** "No wait, chrome", after "make it red": the character before that change. */
export function retractedIn(
  line: string,
  [next, ...others]: readonly DraftChange[],
  { changed, draft }: TalkState,
): string | undefined {
  const [last, ...more] = changed?.changes ?? [];
  const isLook = next?.kind === 'become' && last?.kind === 'become' && next.part === last.part;
  const isLast = changed && changed.changes.reduce(refine, changed.on) === draft;
  const isOne = others.length === 0 && more.length === 0 && !compared.test(line);
  return isLook && isLast && isOne && retracting.test(line) ? changed.on : undefined;
}
const compared = /\b(?:\w{3,}er|more|less|even|too|also|than|and|not)\b/i;
