import { nearestPage } from '../languages/meanings.js';
import { picks } from '../offers.js';
import { wondering } from '../small-talk.js';
import { moodOf } from '../topics/mood-examples.js';
import { moodIn } from '../topics/moods.js';
import { isMeant, topicsIn, wishOn } from '../topics/topics.js';
import { isVague, type TalkState, type Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';
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
  if (!isUnsure || picks(line) || share < least.guide) return null;
  if (talk.language !== null) return share >= least.page ? nearestPage(talk.language, line) : null;
  const [topic] = topicsIn(line, 1, talk.topic);
  const isSure = share >= least.surely && topic?.wish.kind === 'question';
  return topic && topic.confidence >= (isSure ? least.surelyTopic : least.topic) ? topic.wish : null;
}
