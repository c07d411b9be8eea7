import { dictionaryFor } from '../../../../engine/input/text/languages/sayings.js';
import { translateFrom } from '../../../../engine/input/text/languages/translate.js';
import { thingOf } from '../changes/change.js';
import { isOnTopic } from '../topics/subject.js';
import { isMeant, topicsIn, wishOn } from '../topics/topics.js';
import { understand } from '../understanding.js';
import { asides, isVague, type TalkState, type Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';
import { speltRight } from '../words/spelling.js';
import { type Act, isAsking, isQuestionAct, isTalking, isWishing } from './act-examples.js';
import { actsIn, type Likely, shareOf } from './acts.js';
import type { Question } from './corpus.js';
import type { Span } from './marks.js';
import { isReadable } from './message-words.js';
import { isPlain, leastWished, lengthOf } from './plain.js';
import { questionWish } from './plan-questions.js';
import { changesOfSpans } from './tagged-changes.js';
import { charactersOfSpans } from './tagged-characters.js';
import { spansIn } from './tagger.js';

/**
 * What a message means by its likeliest act and its marked words. The rules are right where they understand
 * an order or a question about Rigsmith; what they take for a character or a change may be anything.
 */

/** From these shares on, an act counts more than the wish of the rules. */
const least = {
  change: 0.5,
  changeAbroad: 0.65,
  make: 0.5,
  makeBesidePlan: 0.75,
  /** The same in other languages, of which there are fewer examples. */
  makeAbroad: 0.85,
  ask: 0.5,
  /** More than an answer of the rules. */
  certainly: 0.9,
  surely: 0.75,
  chat: 0.55,
  guide: 0.5,
  /** Of a page of the guide, which then counts more than a change. */
  page: 0.6,
  other: 0.7,
};

/** Wishes that may be something else. */
const doubtful: ReadonlySet<Wish['kind']> = new Set([
  'make',
  'refine',
  'unknown',
  'question',
  'figure',
  'describe',
  'unchanged',
  'refused',
  'ideas',
  'elsewhere',
  'remark',
  'recall',
  'kept',
  'has',
  'body',
  'wrong',
  'abilities',
] as const);
const makes: ReadonlySet<Wish['kind']> = new Set(['make', 'refine'] as const);

const ends = /(?<=[.!?…])\s+|\n+/;
const mostParts = 6;
/** A sentence of fewer words asks nothing beside a change. */
const fewest = 3;

export function learnedWishes(line: string, wishes: readonly Wish[], talk: TalkState): Wish[] {
  if (talk.isFromFiles || talk.waiting !== null || !isReadable(talk.language)) return [...wishes];
  const acts = actsIn(line, talk.draft, talk.language);
  const isLong = talk.language === null || lengthOf(line) > mostAside;
  const isDoubtful = ({ kind }: Wish) => doubtful.has(kind) || (isLong && asides.has(kind));
  const isAnswered =
    (talk.draft === null || talk.language !== null) && wishes.some((wish) => isOnTopic(wish, line));
  const [likeliest] = acts;
  const isBought = wishes.every(({ kind }) => kind === 'payment');
  const isChanged = isBought && likeliest!.act === 'change' && likeliest!.share >= least.certainly; // "no top"
  const isSure = isAnswered || (!isChanged && wishes.some((wish) => !isDoubtful(wish) && !isVague(wish)));
  if (isSure || isPlain(line, wishes, talk, acts)) return [...wishes];
  const several = talk.language === null ? besideQuestions(line, talk) : null;
  return several ?? learned(line, wishes, talk, acts);
}

/** In other languages, small talk of so few words is nothing else. */
const mostAside = 5;

/** From this share of wishes on, a character that the rules found is not given up for a page of the guide. */
const maybeWished = 0.1;

/** A character or a change, and questions in other sentences: "make it blue. how much is it?" */
function besideQuestions(line: string, talk: TalkState): Wish[] | null {
  const parts = line.split(ends).filter((part) => /\p{L}/u.test(part));
  if (parts.length < 2 || parts.length > mostParts) return null;
  const isAsked = parts.map(
    (part) =>
      part.includes('?') &&
      part.split(' ').length >= fewest &&
      shareOf(actsIn(part, talk.draft, talk.language), isAsking) >= least.surely,
  );
  if (!isAsked.some(Boolean) || isAsked.every(Boolean)) return null;
  const rest = parts.filter((_, at) => !isAsked[at]).join(' ');
  const [main] = learned(rest, [understand(rest, talk)], talk);
  if (main?.kind !== 'make' && main?.kind !== 'refine') return null;
  const beside = main.kind === 'make' ? { ...talk, draft: main.prompt } : talk;
  const others = parts.filter((_, at) => isAsked[at]);
  return [main, ...others.flatMap((part) => learned(part, [understand(part, beside)], beside))];
}

/** Without a plan only English remarks are told from gibberish. */
const leastChat = ({ draft, language }: TalkState): number =>
  draft !== null ? least.chat : language === null ? least.surely : Number.POSITIVE_INFINITY;

const guess = 0.2;
const isLost = (wish: Wish): boolean => (isVague(wish) && !('perhaps' in wish)) || wish.kind === 'unchanged';

/** @param acts of the line, where they are known */
function learned(
  line: string,
  wishes: readonly Wish[],
  talk: TalkState,
  acts = actsIn(line, talk.draft, talk.language),
): Wish[] {
  const [{ act, share }] = acts as [Likely];
  const isTold = wishes.some((wish) => wish.kind === 'body' && wish.ask.about !== 'open');
  const isPage = wishes.some((wish) => isOnTopic(wish, line)) && !isQuestionAct(act);
  if (isPage && (topicsIn(line, 1, talk.topic)[0]?.confidence ?? 0) >= least.page) return [...wishes];
  const isRemark = wishes.some(({ kind }) => kind === 'remark') && share < least.certainly;
  const isAnswered =
    isTold ||
    isRemark ||
    (wishes.some(({ kind }) => kind === 'has') && !(isQuestionAct(act) && share >= least.certainly));
  if (isAnswered) return [...wishes];
  // Where the rules understood nothing, the likeliest act is the best guess.
  const certainty =
    talk.draft !== null && talk.language === null && wishes.every(isLost) ? share + guess : share;
  const found = isWishing(act)
    ? wished(act, certainty, line, wishes, talk)
    : isQuestionAct(act)
      ? asked(act, certainty, line, talk)
      : act === 'guide'
        ? guided(certainty, acts, line, wishes, talk)
        : act === 'chat' && certainty >= leastChat(talk) && !isMeant(topicsIn(line, 2, talk.topic))
          ? wishOn('remark')
          : null;
  if (found) return [found];
  const isOther = shareOf(acts, isWishing) < leastWished && shareOf(acts, isAsking, isTalking) >= least.other;
  return wishes.map((wish) =>
    isOther && makes.has(wish.kind) ? { kind: 'question', query: line.slice(0, 300) } : wish,
  );
}

/** The marked words of a message, in English as far as the dictionary of its language has them. */
function englishSpans(
  of: 'wishes' | 'questions',
  line: string,
  draft: string | null,
  language: string | null,
): Span[] {
  const dictionary = language && dictionaryFor(language);
  const spans = spansIn(of, line, draft, language);
  if (!dictionary) return spans;
  return spans.map((one) => ({ ...one, text: translateFrom(dictionary, one.text).text || one.text }));
}

/** Beside a plan this begins something for its character. */
const partial = /^(?:on|in|with|without|wearing|holding|carrying|riding)\b/i;

/** Whether the rules read more of a description. */
const says = (wish: Wish, most: number): boolean =>
  wish.kind === 'make' && phraseOf(wish.prompt).understood.length > most;

const leastToMake = ({ draft, language }: TalkState): number =>
  draft === null ? least.make : language === null ? least.makeBesidePlan : least.makeAbroad;

const charactersIn = (line: string, language: string | null): string[] =>
  charactersOfSpans(line, englishSpans('wishes', line, null, language), language === null);

const strangersIn = (prompts: readonly string[]): number =>
  prompts.length === 0 ? Number.POSITIVE_INFINITY : phraseOf(prompts.join(', ')).unknown.length;

function wished(
  act: Act,
  share: number,
  line: string,
  wishes: readonly Wish[],
  talk: TalkState,
): Wish | null {
  const { draft, language } = talk;
  if (act === 'make' && share >= leastToMake(talk) && !(draft && partial.test(line))) {
    const exact = charactersIn(line, language);
    const spelt = language === null ? speltRight(line) : { text: line, corrections: [] };
    const mended = spelt.corrections.length > 0 ? charactersIn(spelt.text, null) : exact;
    const isMended = strangersIn(mended) < strangersIn(exact);
    const [prompt, ...others] = isMended ? mended : exact;
    const { understood, isCharacter } = phraseOf(prompt ?? '');
    if (!prompt || understood.length === 0) return null;
    if (language !== null && wishes.some((wish) => says(wish, understood.length))) return null;
    if (draft !== null && !isCharacter) return changed(1, line, talk);
    const corrections = language ? [{ from: line, to: prompt }] : isMended ? spelt.corrections : [];
    const read = corrections.filter(({ to }) => prompt.includes(to));
    return {
      kind: 'make',
      prompt,
      left: [],
      ...(others.length > 0 && { others }),
      ...(read.length > 0 && { read }),
    };
  }
  return act === 'change' ? changed(share, line, talk) : null;
}

function changed(share: number, line: string, { draft, language, changed }: TalkState): Wish | null {
  if (draft === null || share < (language === null ? least.change : least.changeAbroad)) return null;
  const last = changed?.changes.at(-1);
  const spans = englishSpans('wishes', line, draft, language);
  const changes = changesOfSpans(line, spans, draft, last ? thingOf(last) : null, language === null);
  return changes.length > 0 ? { kind: 'refine', changes } : null;
}

function asked(act: Question, share: number, line: string, talk: TalkState): Wish | null {
  if (talk.draft === null || share < least.ask) return null;
  return questionWish(act, line, englishSpans('questions', line, talk.draft, talk.language), talk);
}

/** A page of the guide, where the rules found none. */
function guided(
  share: number,
  acts: readonly Likely[],
  line: string,
  wishes: readonly Wish[],
  talk: TalkState,
): Wish | null {
  const isMade = wishes.some(({ kind }) => kind === 'make') && shareOf(acts, isWishing) >= maybeWished;
  const isOpen = wishes.every((wish) => isVague(wish) || makes.has(wish.kind) || wish.kind === 'body');
  if (isMade || !isOpen || share < least.guide || talk.language !== null) return null;
  const [topic] = topicsIn(line, 1, talk.topic);
  return topic && topic.confidence >= leastTopic ? topic.wish : null;
}
/** Where a message asks about Rigsmith for sure, a page is what it asks for from this confidence on. */
const leastTopic = 0.3;
