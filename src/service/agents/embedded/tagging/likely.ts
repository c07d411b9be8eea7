import { asking, making } from '../descriptions/naming.js';
import { isOnTopic } from '../topics/about.js';
import { topicsIn } from '../topics/topics.js';
import type { TalkState, Wish } from '../wish.js';
import {
  actsIn,
  isAsking,
  isOrder,
  isQuestionAct,
  isTalking,
  isWishing,
  type Likely,
  shareOf,
} from './acts.js';
import { isChange, isMarkedChange } from './changed.js';
import { orderWish } from './orders.js';
import { leastWished } from './plain.js';
import { isLost, questionOf } from './plan-asked.js';
import { spansIn } from './tagger.js';
import { chatted, guided, isOpen } from './talked.js';
import { wished } from './wished.js';

/** What the likeliest act of a message means, where it is surer than what the rules read. */

/** A message, what the rules read in it, and its acts, the likeliest first. */
export type Heard = { line: string; wishes: readonly Wish[]; talk: TalkState; acts: readonly Likely[] };

export const heard = (line: string, wishes: readonly Wish[], talk: TalkState): Heard => ({
  line,
  wishes,
  talk,
  acts: actsIn(line, talk.draft, talk.language),
});

/** From these shares on, an act counts more than the wish of the rules. */
export const least = {
  ask: 0.5,
  /** More than an answer of the rules. */
  certainly: 0.9,
  surely: 0.75,
  chat: 0.55,
  /** The same without a plan, and in other languages. */
  chatAlone: 0.6,
  /** Of a page of the guide, which then counts more than a change. */
  page: 0.6,
  other: 0.7,
  order: 0.5,
  /** Where the likeliest act is a change of nothing. */
  undo: 0.05,
};
/** From this share of wishes on, a character that the rules found is not given up for a page of the guide. */
const maybeWished = 0.05;
/** Where the rules understood nothing, the likeliest act is the best guess. */
const guess = 0.2;

/** A character that is described where there is no plan. */
export const isSurelyMade = ({ talk, acts: [likeliest] }: Heard): boolean =>
  talk.draft === null && likeliest!.act === 'make' && likeliest!.share >= least.certainly;

export function likelyWishes(one: Heard): Wish[] {
  const { line, wishes, talk, acts } = one;
  if (isPaged(one) || isAnswered(one)) return [...wishes];
  // A page such as "Can you make my dog?" is not what a described dog asks for.
  const isMade = wishes.some(({ kind }) => kind === 'make') && shareOf(acts, isWishing) >= maybeWished;
  const isDescribed = acts[0]!.act === 'guide' && isMade;
  const found = isDescribed ? wished('make', 1, line, wishes, talk) : (ofAct(one) ?? ofNextAct(one));
  if (found || isDescribed) return found ? [found] : [...wishes];
  return withoutWishes(one);
}

/** Whether a page of the guide is nearer than the likeliest act is sure. */
function isPaged(one: Heard): boolean {
  const { line, wishes, talk, acts } = one;
  const [{ act, share }] = acts as [Likely];
  const paged = wishes.some(isOnTopic) ? (topicsIn(line, 1, talk.topic)[0]?.confidence ?? 0) : 0;
  const isOfPlan = talk.draft !== null && isQuestionAct(act) && share >= least.ask;
  if (isOfPlan || isMarkedChange(line, talk, acts)) return false;
  const isClear = isQuestionAct(act) || isChange(acts, talk) || isSurelyMade(one);
  return paged >= (isClear ? least.certainly : least.page);
}

/** Whether the rules found an answer about the plan or small talk that the likeliest act is not sure enough to doubt. */
function isAnswered({ line, wishes, talk, acts }: Heard): boolean {
  const [{ act, share }] = acts as [Likely];
  const isCertain = share >= least.certainly;
  const isGuided = talk.language !== null && act === 'guide' && isCertain;
  const isKept = ({ kind }: Wish): boolean =>
    (kind === 'body' && !isGuided) ||
    ((kind === 'remark' || kind === 'small') && !isCertain) ||
    (kind === 'has' && !(isQuestionAct(act) && isCertain));
  return wishes.some(isKept) && (!isChange(acts, talk) || asking.test(line));
}

/** "Could it hold a balloon?" */
const polite = /\b(?:can|could|may|might|would) (?:it|he|she|they|we|you|i|(?:the|his|her|its) \w+)\b/i;

/** What the likeliest act and the marked words of a message mean, if they are sure enough. */
function ofAct({ line, wishes, talk, acts }: Heard): Wish | null {
  const { draft, language } = talk;
  const [{ act, share }] = acts as [Likely];
  const isGuess = draft !== null && language === null && wishes.every(isLost);
  const certainty = isGuess ? share + guess : share;
  const isRefined = ({ kind }: Wish): boolean => kind === 'refine';
  if (act === 'change' && share < least.surely && asking.test(line) && !polite.test(line)) return null;
  if (isWishing(act)) return wished(act, certainty, line, wishes, talk);
  if (isOrder(act)) {
    const isRead = wishes.some(isRefined) && spansIn('wishes', line, draft, language).length > 0; // "get rid of it", of the quiver
    const isOf = draft !== null && wishes.every(isOpen) && !isRead;
    return share >= least.order && isOf ? orderWish(act, line) : null;
  }
  if (isQuestionAct(act)) {
    const isOrdered = wishes.every(isRefined) && !/[?？]/.test(line) && !asking.test(line);
    return certainty >= least.ask && !isOrdered ? questionOf(act, line, talk) : null;
  }
  if (act === 'guide') return guided(certainty, line, wishes, talk);
  const talking = shareOf(acts, isTalking);
  const leastChat = language !== null || draft === null ? least.chatAlone : least.chat;
  return Math.max(certainty, talking) >= leastChat ? chatted(talking, line, wishes, talk) : null;
}

/** "Go back, that looks like a dress" is likeliest a change, but changes nothing that it names. */
function ofNextAct({ line, wishes, acts: [likeliest, next] }: Heard): Wish | null {
  const isNothing = likeliest!.act === 'change' && wishes.every(isLost);
  return isNothing && next?.act === 'undo' && next.share >= least.undo ? orderWish('undo', line) : null;
}

const makes: ReadonlySet<Wish['kind']> = new Set(['make', 'refine'] as const);

/** A message that surely asks or talks wishes for nothing, unless the rules have a place for each of its words. */
function withoutWishes({ line, wishes, acts }: Heard): Wish[] {
  const isOther =
    shareOf(acts, isWishing) < leastWished &&
    shareOf(acts, isAsking, isTalking) >= least.other &&
    !making.test(line);
  const isWhole = (wish: Wish) => wish.kind === 'refine' && !wish.left?.length && !asking.test(line);
  return wishes.map((wish) =>
    isOther && makes.has(wish.kind) && !isWhole(wish)
      ? { kind: 'question', query: line.slice(0, 300) }
      : wish,
  );
}
