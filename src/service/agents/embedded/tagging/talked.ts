import { asking } from '../descriptions/naming.js';
import { picks } from '../offers.js';
import { wondering } from '../small-talk.js';
import { isMeant, isOnTopic, topicsFor } from '../topics/about.js';
import { least as likelihood } from '../topics/least.js';
import { moodOf } from '../topics/mood-examples.js';
import { moodIn } from '../topics/moods.js';
import { wishOn } from '../topics/topics.js';
import { isVague, type TalkState, type Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';
import { actsIn, isAsking, isOrder, isTalking, type Likely, shareOf } from './acts.js';
import { isReadable } from './message-words.js';
import { lengthOf } from './plain.js';
import { reactionTo } from './reactions.js';

/** Small talk and questions about Rigsmith that the rules did not find. */

/** What the rules are least sure of. */
export const isOpen = (wish: Wish): boolean =>
  isVague(wish) || /^(?:make|refine|unchanged|remark|small|body)$/.test(wish.kind);

/** From these shares on, a message is small talk or asks about Rigsmith. */
const least = {
  chat: 0.85,
  guide: 0.5,
  surely: 0.9,
  /** Of talking and asking, from which on a message wishes for no character and no change. */
  other: 0.6,
};

/** So few words of another language may be anything. */
const fewest = 4;

/** Small talk that has replies of its own, or else a remark, unless it may be about something of Rigsmith. */
export function chatted(share: number, line: string, wishes: readonly Wish[], talk: TalkState): Wish | null {
  const { language, draft } = talk;
  if ((draft === null && phraseOf(line).hasThings) || wondering.test(line)) return null;
  if (!wishes.every(isOpen) || wishes.some(({ kind }) => kind === 'figure') || picks(line)) return null;
  const isLong = lengthOf(line) > fewest;
  const isTold = language === null || (isLong && share >= least.chat);
  const leastMood = isLong ? likelihood.likely : likelihood.strongly;
  if (!isTold && !(wishes.every(isVague) && moodIn(line, language, leastMood) !== 'plain')) return null;
  const topics = topicsFor(line, talk, 3);
  const [best] = topics;
  if (!best || !isMeant(topics)) return wishOn('remark');
  return best.wish.kind === 'small' || moodOf(best.topic) !== null ? reactionTo(line, topics, talk) : null;
}

/** A page of the guide, where the rules found none. */
export function guided(share: number, line: string, wishes: readonly Wish[], talk: TalkState): Wish | null {
  const isUnsure = wishes.every((wish) => isVague(wish) || /^(?:make|refine|body|has)$/.test(wish.kind));
  const isNamed = wishes.some(({ kind }) => kind === 'figure');
  if (!isUnsure || isNamed || picks(line) || share < least.guide) return null;
  const [topic] = topicsFor(line, talk, 1);
  const isSure = share >= least.surely && topic?.wish.kind === 'question';
  return topic && topic.confidence >= (isSure ? likelihood.guess : likelihood.maybe) ? topic.wish : null;
}

/** "Does it work in Unity, and does it have a walk cycle?" */
const asksTwice = (line: string): boolean =>
  line.split(/[,.;!?]+\s+|\s(?=and\b)/).filter((part) => asking.test(part.replace(/^\W*and /i, ''))).length >
  1;

/** The page that a message as a whole is about, rather than those that some words of it are near to. */
export function pageOfWhole(
  line: string,
  wishes: readonly Wish[],
  talk: TalkState,
  acts: readonly Likely[],
): Wish | null {
  const isPaged = wishes.every((wish) => isOnTopic(wish) || wish.kind === 'payment');
  const isSure = shareOf(acts, (act) => act === 'guide') >= least.surely;
  if (!isPaged || !isSure || talk.language !== null || asksTwice(line)) return null;
  const [best] = topicsFor(line, talk, 1);
  return best?.wish.kind === 'question' && best.confidence >= likelihood.rather ? best.wish : null;
}

/** How likely a topic must be to count more than what the rules found, perhaps because a word or two happen to fit. */
const against: Partial<Record<Wish['kind'], number>> = {
  unknown: likelihood.perhaps,
  question: likelihood.perhaps,
  remark: likelihood.likely,
  describe: likelihood.surely,
  refused: likelihood.surely,
};
const isUnread = (wish: Wish): boolean =>
  (wish.kind === 'unknown' || wish.kind === 'question') && !isOnTopic(wish);

/** What a message is likeliest about, where the rules and its marked words found nothing, or something by chance. */
export function ratherAbout(line: string, wishes: readonly Wish[], talk: TalkState): Wish[] {
  const isLoose = wishes.every((wish) => wish.kind in against && !isOnTopic(wish));
  if (!isLoose || picks(line) || talk.isFromFiles || talk.waiting !== null || !isReadable(talk.language))
    return [...wishes];
  const isLost = wishes.every(isUnread);
  const acts = actsIn(line, talk.draft, talk.language);
  const share = shareOf(acts, isTalking, (act) => isAsking(act) || isOrder(act));
  const [best] = share < (isLost ? least.other : least.surely) ? [] : topicsFor(line, talk, 1);
  if (!best) return [...wishes];
  const isGuess = isLost && talk.language === null && best.wish.kind === 'question';
  if (isGuess && best.confidence < likelihood.likely)
    return [{ kind: 'question', query: line.slice(0, 300) }];
  if (best.confidence >= Math.max(...wishes.map(({ kind }) => against[kind]!))) return [best.wish];
  const isHeard = talk.language === null || lengthOf(line) > fewest;
  return isLost && isHeard && shareOf(acts, isTalking) >= least.chat ? [wishOn('remark')] : [...wishes];
}
