import { turnedRound } from '../changes/sides.js';
import { asking, making } from '../descriptions/naming.js';
import { wondering } from '../small-talk.js';
import { isOnTopic } from '../topics/about.js';
import { isNews } from '../topics/moods.js';
import { topicsIn, wishOn } from '../topics/topics.js';
import { understand } from '../understanding.js';
import { asides, isVague, type TalkState, type Wish } from '../wish.js';
import { withoutInsult } from '../words/words.js';
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
import { otherIn } from './addressed.js';
import { byChance, isBareLook, isChange, isChangedAbroad, isMarkedChange } from './changed.js';
import { isReadable } from './message-words.js';
import { orderedOfPlan, orderWish } from './orders.js';
import { isPlain, leastWished, lengthOf } from './plain.js';
import { askedOfPlan, doubtful, isLost, questionOf } from './plan-asked.js';
import { isBack } from './returned.js';
import { spansIn } from './tagger.js';
import { chatted, guided, isOpen } from './talked.js';
import { changed, wished } from './wished.js';

/**
 * What a message means by its likeliest act and its marked words. The rules are right where they understand
 * an order or a question about Rigsmith; what they take for a character or a change may be anything.
 */

/** From these shares on, an act counts more than the wish of the rules. */
const least = {
  ask: 0.5,
  /** Of a kind of question, where a message surely asks something. */
  act: 0.25,
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
};

const makes: ReadonlySet<Wish['kind']> = new Set(['make', 'refine'] as const);

const ends = /(?<=[.!?…])\s+|\n+/;
const mostParts = 6;
/** A sentence of fewer words asks nothing beside a change. */
const fewest = 3;

export function learnedWishes(said: string, wishes: readonly Wish[], talk: TalkState): Wish[] {
  const line = withoutInsult(said);
  if (talk.isFromFiles || talk.waiting !== null || !isReadable(talk.language)) return [...wishes];
  const isBeside = talk.draft !== null && talk.language === null;
  const other = isBeside ? (otherIn(line, talk, readAlone) ?? turnedRound(line, talk)) : null;
  if (other) return other;
  if (wishes.every((wish) => isEarlier(wish, talk))) return [...wishes];
  const acts = actsIn(line, talk.draft, talk.language);
  const isAsked = shareOf(acts, isAsking) >= least.ask;
  const isClear = isBareLook(line, talk, acts) || (!isAsked && isBack(line, talk));
  const back = isClear ? changed(1, line, [], talk) : null;
  if (back) return [back];
  const asked = orderedOfPlan(line, wishes, talk, acts) ?? askedOfPlan(line, wishes, talk, acts);
  if (asked) return [asked];
  const isLong = talk.language === null || lengthOf(line) > mostAside;
  const isDoubtful = ({ kind }: Wish) => doubtful.has(kind) || (isLong && asides.has(kind));
  const isMade = acts[0]!.act === 'make' && acts[0]!.share >= least.certainly;
  const isDescribed = talk.draft === null && isMade;
  const isAnswered =
    !isDescribed &&
    (talk.draft === null || talk.language !== null) &&
    wishes.some(isOnTopic) &&
    !isChangedAbroad(line, talk, acts);
  const isTold = isBeside && acts[0]!.share < least.certainly;
  if (isTold && wishes.every(isOpen) && !wondering.test(line) && isNews(line)) return [wishOn('remark')];
  const isChanged = isChange(acts, talk) && wishes.every(({ kind }) => byChance.has(kind));
  const isSure = isAnswered || (!isDescribed && wishes.some((wish) => !isDoubtful(wish) && !isVague(wish)));
  if ((isSure && !isChanged) || isPlain(line, wishes, talk, acts)) return [...wishes];
  const several = talk.language === null ? besideQuestions(line, talk) : null;
  const found = several ?? learned(line, wishes, talk, acts);
  const lost = isDescribed ? wishes.filter(({ kind }) => kind === 'sad') : [];
  const others = found.filter(({ kind }) => kind !== 'sad');
  return others.length > 0 ? [...lost, ...others] : found;
}

const readAlone = (line: string, talk: TalkState): Wish[] => learned(line, [understand(line, talk)], talk);

/** "Back to how it was before the wings." */
const isEarlier = (wish: Wish, { past, undone }: TalkState): boolean =>
  wish.kind === 'make' && [...past, ...undone].includes(wish.prompt);

/** In other languages, small talk of so few words is nothing else. */
const mostAside = 5;

/** From this share of wishes on, a character that the rules found is not given up for a page of the guide. */
const maybeWished = 0.05;

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

const leastChat = ({ draft, language }: TalkState): number =>
  language !== null || draft === null ? least.chatAlone : least.chat;

const guess = 0.2;

/** How sure the likeliest act is. Where the rules understood nothing, it is the best guess. */
function certaintyOf(
  wishes: readonly Wish[],
  { draft, language }: TalkState,
  acts: readonly Likely[],
): number {
  const [{ share }] = acts as [Likely];
  return draft !== null && language === null && wishes.every(isLost) ? share + guess : share;
}

/** "Could it hold a balloon?" */
const polite = /\b(?:can|could|may|might|would) (?:it|he|she|they|we|you|i|(?:the|his|her|its) \w+)\b/i;

/** What the likeliest act and the marked words of a message mean, if they are sure enough. */
function likeliest(
  line: string,
  wishes: readonly Wish[],
  talk: TalkState,
  acts: readonly Likely[],
): Wish | null {
  const [{ act, share }] = acts as [Likely];
  const certainty = certaintyOf(wishes, talk, acts);
  if (act === 'change' && share < least.surely && asking.test(line) && !polite.test(line)) return null;
  if (isWishing(act)) return wished(act, certainty, line, wishes, talk);
  if (isOrder(act)) {
    const isRead =
      wishes.some(({ kind }) => kind === 'refine') &&
      spansIn('wishes', line, talk.draft, talk.language).length > 0; // "get rid of it", of the quiver
    const isOf = talk.draft !== null && wishes.every(isOpen) && !isRead;
    return share >= least.order && isOf ? orderWish(act, line) : null;
  }
  if (isQuestionAct(act)) {
    const isOrdered =
      wishes.every(({ kind }) => kind === 'refine') && !/[?？]/.test(line) && !asking.test(line);
    return certainty >= least.ask && !isOrdered ? questionOf(act, line, talk) : null;
  }
  if (act === 'guide') return guided(certainty, line, wishes, talk);
  const talking = shareOf(acts, isTalking);
  return isTalking(act) && Math.max(certainty, talking) >= leastChat(talk)
    ? chatted(talking, line, wishes, talk)
    : null;
}

/** @param acts of the line, where they are known */
function learned(
  line: string,
  wishes: readonly Wish[],
  talk: TalkState,
  acts = actsIn(line, talk.draft, talk.language),
): Wish[] {
  const [{ act, share }] = acts as [Likely];
  const isPaged = talk.language !== null && act === 'guide' && share >= least.certainly;
  const isTold = !isPaged && wishes.some((wish) => wish.kind === 'body');
  const paged = wishes.some(isOnTopic) ? (topicsIn(line, 1, talk.topic)[0]?.confidence ?? 0) : 0;
  const isClear =
    isQuestionAct(act) ||
    isChange(acts, talk) ||
    (act === 'make' && talk.draft === null && share >= least.certainly);
  const isOfPlan = talk.draft !== null && isQuestionAct(act) && share >= least.ask;
  if (!isOfPlan && !isMarkedChange(line, talk, acts) && paged >= (isClear ? least.certainly : least.page))
    return [...wishes];
  const isRemark =
    wishes.some(({ kind }) => kind === 'remark' || kind === 'small') && share < least.certainly;
  const isSurelyAsked = isQuestionAct(act) && share >= least.certainly;
  const isOwned = wishes.some(({ kind }) => kind === 'has') && !isSurelyAsked;
  const isAnswered = isTold || isRemark || isOwned;
  if (isAnswered && (!isChange(acts, talk) || asking.test(line))) return [...wishes];
  // A page such as "Can you make my dog?" is not what a described dog asks for.
  const isMade = wishes.some(({ kind }) => kind === 'make') && shareOf(acts, isWishing) >= maybeWished;
  const found =
    act === 'guide' && isMade ? wished('make', 1, line, wishes, talk) : likeliest(line, wishes, talk, acts);
  if (found || (act === 'guide' && isMade)) return found ? [found] : [...wishes];
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
