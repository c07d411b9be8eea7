import { likeliestMeant, nearestPage } from '../languages/meanings.js';
import { picks } from '../offers.js';
import { wondering } from '../small-talk.js';
import { moodOf } from '../topics/mood-examples.js';
import { moodIn } from '../topics/moods.js';
import { isOnTopic } from '../topics/subject.js';
import { confident, isMeant, topicsIn, wishOn } from '../topics/topics.js';
import { isVague, type TalkState, type Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';
import { actsIn, isAsking, isOrder, isTalking, shareOf } from './acts.js';
import { isReadable } from './message-words.js';
import { lengthOf } from './plain.js';

/** Small talk and questions about Rigsmith that the rules did not find. */

/** What the rules are least sure of. */
export const isOpen = (wish: Wish): boolean =>
  isVague(wish) || /^(?:make|refine|unchanged|remark|small|body)$/.test(wish.kind);

/** From these shares on, a message is small talk or asks about Rigsmith; from these confidences on, for a page. */
const least = {
  mood: 0.4,
  shortMood: 0.55,
  chat: 0.85,
  guide: 0.5,
  page: 0.6,
  surely: 0.9,
  topic: 0.3,
  surelyTopic: 0.2,
};

/** So few words of another language may be anything. */
const fewest = 4;

/** Small talk that has replies of its own, or else a remark, unless it may be about something of Rigsmith. */
export function chatted(
  share: number,
  line: string,
  wishes: readonly Wish[],
  { topic, language, draft }: TalkState,
): Wish | null {
  if ((draft === null && phraseOf(line).hasThings) || wondering.test(line)) return null;
  if (!wishes.every(isOpen) || wishes.some(({ kind }) => kind === 'figure')) return null;
  if (language !== null) {
    const isLong = lengthOf(line) > fewest;
    const isLike =
      wishes.every(isVague) && moodIn(line, language, isLong ? least.mood : least.shortMood) !== 'plain';
    return (isLong && share >= least.chat) || isLike ? wishOn('remark') : null;
  }
  const topics = topicsIn(line, 2, topic);
  const [best] = topics;
  if (!best || !isMeant(topics)) return wishOn('remark');
  return best.wish.kind === 'small' || moodOf(best.topic) !== null ? best.wish : null;
}

/** A page of the guide, where the rules found none. */
export function guided(share: number, line: string, wishes: readonly Wish[], talk: TalkState): Wish | null {
  const isUnsure = wishes.every((wish) => isVague(wish) || /^(?:make|refine|body|has)$/.test(wish.kind));
  const isNamed = wishes.some(({ kind }) => kind === 'figure');
  if (!isUnsure || isNamed || picks(line) || share < least.guide) return null;
  if (talk.language !== null) return share >= least.page ? nearestPage(talk.language, line) : null;
  const [topic] = topicsIn(line, 1, talk.topic);
  const isSure = share >= least.surely && topic?.wish.kind === 'question';
  return topic && topic.confidence >= (isSure ? least.surelyTopic : least.topic) ? topic.wish : null;
}

const fromShare = {
  /** Of talking and asking, from which on a message wishes for no character and no change. */
  other: 0.6,
  surely: 0.9,
};
/** The confidence from which on a topic counts more than what the rules found, perhaps because a word or two happen to fit. */
const fromConfidence: Partial<Record<Wish['kind'], number>> = {
  unknown: 0.25,
  question: 0.25,
  remark: 0.4,
  describe: 0.65,
  refused: 0.65,
};
const isUnread = (wish: Wish): boolean =>
  (wish.kind === 'unknown' || wish.kind === 'question') && !isOnTopic(wish);

/** What a message is likeliest about, where the rules and its marked words found nothing, or something by chance. */
export function ratherAbout(line: string, wishes: readonly Wish[], talk: TalkState): Wish[] {
  const isLoose = wishes.every((wish) => wish.kind in fromConfidence && !isOnTopic(wish));
  if (!isLoose || picks(line) || talk.isFromFiles || talk.waiting !== null || !isReadable(talk.language))
    return [...wishes];
  const isLost = wishes.every(isUnread);
  const acts = actsIn(line, talk.draft, talk.language);
  const share = shareOf(acts, isTalking, (act) => isAsking(act) || isOrder(act));
  if (share < (isLost ? fromShare.other : fromShare.surely)) return [...wishes];
  const best =
    talk.language === null ? topicsIn(line, 1, talk.topic)[0] : likeliestMeant(talk.language, line);
  const wanted = Math.max(...wishes.map(({ kind }) => fromConfidence[kind]!));
  if (!best) return [...wishes]; // of unknown words
  const isGuess = isLost && talk.language === null && best.wish.kind === 'question';
  if (isGuess && best.confidence < confident) return [{ kind: 'question', query: line.slice(0, 300) }];
  if (best.confidence >= wanted) return [best.wish];
  return isLost && shareOf(acts, isTalking) >= least.chat ? [wishOn('remark')] : [...wishes];
}
