import { type DraftChange, thingOf } from '../changes/change.js';
import { names } from '../changes/character.js';
import { refine } from '../changes/draft.js';
import { editsIn } from '../changes/edits.js';
import { mayBeOfThing } from '../changes/focus.js';
import { headOf, thingNamed } from '../changes/planned.js';
import { unwanted } from '../descriptions/naming.js';
import { withWriting } from '../descriptions/written.js';
import { isVague, type TalkState, type Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';
import { speltRight } from '../words/spelling.js';
import { stem, tokensOf } from '../words/tokens.js';
import type { Act } from './acts.js';
import { changesBeside } from './beside.js';
import { englishSpans, translated } from './english-spans.js';
import { isMarked, type Span } from './marks.js';
import { lengthOf } from './plain.js';
import { asBefore, earlierOf, isBack, withReturned } from './returned.js';
import { changesOfSpans } from './tagged-changes.js';
import { charactersOfSpans } from './tagged-characters.js';
import { certaintyOfMarks } from './tagger.js';
import { missedIn, withUnread } from './unread.js';

/** A new character or a change, by the marked words of a message. */

/** From these shares on, an act counts more than the wish of the rules. */
const least = {
  change: 0.5,
  changeAbroad: 0.5,
  make: 0.5,
  makeBesidePlan: 0.75,
  /** The same in other languages, of which there are fewer examples. */
  makeAbroad: 0.9,
  guess: 0.5,
  surely: 0.9,
  /** Of the marked words of a change, below which the rules count. */
  marked: 0.1,
  /** The same where the rules have a place for every word. */
  known: 0.5,
};

/** Whether the rules read more of a description. */
export const says = (wish: Wish, most: number): boolean =>
  wish.kind === 'make' && phraseOf(wish.prompt).understood.length > most;

const leastToMake = ({ draft, language }: TalkState): number =>
  draft === null ? least.make : language === null ? least.makeBesidePlan : least.makeAbroad;

const charactersIn = (line: string, language: string | null): string[] =>
  charactersOfSpans(line, spansOf(line, language), language);
const spansOf = (line: string, language: string | null): readonly Span[] => {
  const spans = englishSpans('wishes', line, null, language);
  const wanted = spans.filter((one) => !isRetracted(line, one));
  return language === null ? withUnread(line, wanted) : wanted;
};

/** "A big beard, no wait, not the beard". */
const isRetracted = (line: string, { kind, text, end }: Span): boolean =>
  kind === 'add' &&
  [...line.slice(end).matchAll(retracting)].some(([, noun = '']) => names(noun, headOf(text)));
const retracting =
  /\b(?:no|wait|actually|sorry|oops|hm+|scratch that)\W+(?:not|no|without|skip|forget|scrap|lose) (?:(?:the|that|a|an) )?([\w-]+)/gi;

/** Of a short message the rules may read more, or the same with fewer unknown words. */
function isBetter(wish: Wish, prompt: string, line: string, isUnsure: boolean): boolean {
  if (wish.kind !== 'make' || lengthOf(line) > mostRead || /[.?!] /.test(wish.prompt)) return false;
  const [own, other] = [phraseOf(wish.prompt), phraseOf(prompt)];
  const more = own.understood.length - other.understood.length;
  if (isUnsure && !wish.left?.length && own.unknown.length <= mostStrange) return more >= 0;
  return more > 0
    ? own.unknown.length <= mostStrange
    : more === 0 && own.unknown.length < other.unknown.length;
}
const mostStrange = 1;
const mostRead = 12;

const strangersIn = (prompts: readonly string[]): number =>
  prompts.length === 0 ? Number.POSITIVE_INFINITY : phraseOf(prompts.join(', ')).unknown.length;

export function wished(
  act: Act,
  share: number,
  line: string,
  wishes: readonly Wish[],
  talk: TalkState,
): Wish | null {
  const { language } = talk;
  if (act === 'make' && /^\W*(?:what|why|how|when|where|who|which)\b.*\?\s*$/i.test(line)) return null;
  if (act === 'make' && share >= leastToMake(talk)) {
    const exact = charactersIn(line, language);
    const spelt = language === null ? speltRight(line) : { text: line, corrections: [] };
    const mended = spelt.corrections.length > 0 ? charactersIn(spelt.text, null) : exact;
    const isMended = strangersIn(mended) < strangersIn(exact);
    const [prompt, ...others] = isMended ? mended : exact;
    const { understood, isCharacter, hasThings } = phraseOf(prompt ?? '');
    if (!prompt || understood.length === 0) return null;
    if (wishes.every(({ kind }) => kind === 'describe') && unwanted.test(line)) return null;
    if (wishes.some(({ kind }) => kind === 'figure') && !hasThings) return null;
    const certainty = language === null ? certaintyOfMarks(line, null) : 1;
    const isFuller = (wish: Wish) =>
      language === null
        ? isBetter(wish, prompt, line, certainty < least.guess)
        : !isCharacter && says(wish, understood.length);
    if (wishes.some(isFuller)) return null;
    const corrections = language ? [{ from: line, to: prompt }] : isMended ? spelt.corrections : [];
    const read = corrections.filter(({ to }) => prompt.includes(to));
    const said = isMended ? spelt.text : line;
    return {
      kind: 'make',
      prompt: others.length > 0 ? prompt : withWriting(prompt, said),
      left:
        language === null
          ? missedIn(said, spansOf(said, null), [prompt, ...others].join(', '))
          : translated('wishes', line, null, language).left,
      ...(others.length > 0 && { others }),
      ...(read.length > 0 && { read }),
    };
  }
  return act === 'change' ? changed(share, line, wishes, talk) : null;
}

export function changed(share: number, line: string, wishes: readonly Wish[], talk: TalkState): Wish | null {
  const { draft, language } = talk;
  if (draft === null || share < (language === null ? least.change : least.changeAbroad)) return null;
  const certainty = certaintyOfMarks(line, draft, language);
  const isLost = (wish: Wish) => isVague(wish) || wish.kind === 'refused';
  const isUnsure = language === null && certainty < least.marked && !wishes.every(isLost);
  if (isUnsure && !isBack(line, talk)) return null;
  const [rules] = wishes;
  const isOnly =
    rules?.kind === 'refine' && rules.changes.some(({ kind }) => kind === 'only' || kind === 'bare');
  if (isOnly) return null; // "remove everything except the hat": what goes is not named
  const { spans, left } = translated('wishes', line, draft, language);
  const isAnother = ({ kind, text }: Span) =>
    (kind === 'look' || kind === 'kind') && phraseOf(text).isCharacter;
  if (rules?.kind === 'make' && spans.some(isAnother)) return null; // "make a yellow duck"
  const returned = withReturned(line, spans, talk);
  const back = earlierOf(returned, talk);
  const others = back.length > 0 ? returned : returned.map((one) => asNow(one, draft));
  const marked = changesOfSpans(line, others, draft, talk.focus, language === null);
  const meant = [...withSame(back, marked), ...changesBeside(line, spans, talk)];
  const changes = [...back, ...meant.flatMap((one) => asBefore(line, one, talk))];
  const isWhole =
    rules?.kind === 'refine' && language === null && editsIn(line, draft, talk.focus).length > 0;
  if (isWhole && certainty < (isCovered(line, spans) ? least.known : least.surely)) return null;
  const prompt = changes.reduce(refine, draft);
  if (prompt === draft) return null;
  const told = [draft, prompt, ...spans.map(({ text }) => text)].join(', ');
  const missed = language === null ? missedIn(line, returned, told) : left;
  return { kind: 'refine', changes, ...(missed.length > 0 && { left: missed }) };
}

/** "The red one again, but shorter": a look that follows is of the same thing. */
function withSame(back: readonly DraftChange[], changes: readonly DraftChange[]): readonly DraftChange[] {
  const last = back.at(-1);
  const thing = last?.kind === 'become' || last?.kind === 'add' ? thingOf(last) : null;
  return changes.map((one) =>
    one.kind === 'become' && one.part === null && thing !== null && mayBeOfThing([one.words])
      ? { ...one, part: thing }
      : one,
  );
}

/** "I liked chubby more", who never was, and "the hat make it red", which is there. */
function asNow(span: Span, draft: string): Span {
  if (span.kind !== 'back') return span;
  if (tokensOf(span.text).every(({ look }) => look)) return { ...span, kind: 'look' };
  return thingNamed(draft, headOf(span.text)) ? { ...span, kind: 'part' } : span;
}

/** Whether all things and looks that a message names are marked, there or elsewhere in it. */
function isCovered(line: string, spans: readonly Span[]): boolean {
  const tokens = tokensOf(line);
  const marked = new Set(tokens.filter((one) => isMarked(spans, one)).map(({ word }) => stem(word)));
  return tokens.every(
    ({ look, isThing, parts, word }) => !(isThing || look) || parts.size > 0 || marked.has(stem(word)),
  );
}
