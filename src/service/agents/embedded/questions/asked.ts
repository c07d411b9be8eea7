import { correctionIn } from '../changes/references.js';
import { wishesIn } from '../descriptions/clauses.js';
import { onIdeas } from '../descriptions/ideas.js';
import { asking, isBareCharacter, isCaption } from '../descriptions/naming.js';
import { pickedIn } from '../offers.js';
import { orderIn } from '../orders.js';
import { isMeant, onlyTopicIn, topicsFor } from '../topics/about.js';
import { least, nearness } from '../topics/least.js';
import { questionIn } from '../topics/questions.js';
import { topicOfWish, topicsIn } from '../topics/topics.js';
import { isAboutPayment } from '../topics/troubles.js';
import { asides, pricing, type TalkState, type Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';
import { withoutPoliteness } from '../words/politeness.js';
import { speltRight } from '../words/spelling.js';
import { comparesWays, creditsSaid, isPerCredit, reckoningIn } from './reckoning.js';
import { limiting, sumIn } from './sums.js';

/** Questions and small human turns, which are answered before anything is made or changed. */

const hearts = /^(?:[\s!.]|<3|❤|♥|💕|💖|💗|💛|💚|💙|💜|🧡|🖤|😍|🥰|😘|🤗|\p{Emoji_Modifier}|\ufe0f)+$/u;
const praise = /^(?:[\s!.]|👍|🙏|👌|🔥|🎉|👏|💯|✨|😊|🙂|😁|😎|🤩|⭐|🥳|\p{Emoji_Modifier}|\ufe0f)+$/u;
const laughter = /^(?:[\s!.]|😂|🤣|😆|😹|💀|😄|😅|😜|😛)+$/u;
const tears = /^(?:[\s!.]|😢|😭|😔|😞|🥺|💔|☹|😿|\ufe0f)+$/u;
const anger = /^(?:[\s!.]|😡|🤬|😠|🖕|👎|💩|🙄)+$/u;

function moodIn(line: string): Wish | null {
  if (!/\S/.test(line)) return null;
  if (hearts.test(line)) return { kind: 'affection' };
  if (praise.test(line)) return { kind: 'thanks' };
  if (laughter.test(line)) return { kind: 'amused' };
  if (tears.test(line)) return { kind: 'sad' };
  return anger.test(line) ? { kind: 'upset' } : null;
}

/** "Hellooooo" and "yoooo" are greetings, "pleaaase" is said politely. */
const stretched = /(\p{L})\1{2,}/gu;
const greeting = /^(?:h+[ae]+l+o+|h+[ae]*y+|hi+|yo+|sup)(?: (?:there|again|bot|anyone|all))?\W*$/i;

/** "If I asked for a unicorn, would you give it a saddle?" */
const supposing =
  /^(?:so )?(?:if|suppose|say|imagine) i (?:(?:had )?(?:asked?|wanted?|wish(?:ed)?|said|chose|order(?:ed)?)(?: for)?|made?) (an? [\w -]+?),? (?:would|could|can|will) (?:you|u|it|he|she)(?: be able to)? (?:give|have|get|make|put|add|wear|hold|carry)(?: (?:it|him|her))?(?: (?:with|on))? (.+?)\W*$/i;

/** Of other languages, the English sentences are read that their phrasings mean. */
const english = ({ language, topic, asked }: TalkState) =>
  ({ language: null, topic, asked: language === null ? asked : null }) as const;

/** Said in one word as well. */
const small: ReadonlySet<Wish['kind']> = new Set<Wish['kind']>([
  'hurry',
  'joke',
  'affection',
  'hypothetical',
  'insult',
  'waiting',
  'settled',
  'kidding',
  'remark',
  'bored',
  'isno',
  'wrong',
  'small',
]);

/** Orders, also polite ones. */
const ordering =
  /^(?:\p{L}+[,!.] )?(?:(?:can|could|would|will|may) (?:you|u|i|we|it|he|she|they|(?:the|his|her|its|their) [\w-]+)(?: please| also| just)? (?:make|do|create|build|give|add|put|get|have|change|remove|take|turn|rig|design|draw|be|wear|swap|lose)\b(?! (?:me|us) (?:credits|my)|.*\b(?:credits?|refund|discount|money|fbx|vrm|obj|stl|gif|video|animat\w+|api|invoice|csv|receipt)\b)|(?:please )?(?:make|create|build|add|give (?:it|him|her|them)|put|remove|change|turn|swap|replace|lose|drop)\b)/iu;

/** For the character under discussion. */
const bluntPrice =
  /^(?:(?:and|what'?s|whats|what is|how much is) )?(?:the |its |his |her )?(?:price|cost|costs|how much|how much (?:is|for) (?:it|that|him|her|this|one))$/i;
/** "That's not me". */
const complaining =
  /^(?:no+[,.! ]+)?(?:that'?s|this is|it'?s|thats|that is) (?:not|no way) (?:me|him|her|it|right|what i (?:said|meant|asked|wanted)\b.*|how (?:he|she|it|i) looks?)\b/i;

/** The least share of its telling words that the topic of a question has, and of a statement. */
const leastCovered = { question: 0.45, statement: 0.6 };
/** A message of so few words must be nearer to its topic. */
const few = 2;

/** @param line with its question mark */
export function askedIn(line: string, talk: TalkState): Wish | null {
  const mood = moodIn(line) ?? onIdeas(line, talk);
  if (mood) return mood;
  if (remembering.test(line)) return { kind: 'remark' };
  if (greeting.test(line) && (stretched.test(line) || /\?/.test(line))) return { kind: 'greeting' };
  if (/^(?:please )?stop(?: it| now| please)*\W*$/i.test(line)) return { kind: 'decline' };
  const said = withoutPoliteness(line);
  const [, supposed, thing] = supposing.exec(said) ?? [];
  if (supposed && thing) return { kind: 'able', prompt: `${supposed} with ${thing}` };
  const phrased =
    isAsking(line) && !amount.test(line) && !talk.isAboutPrice && !comparesWays(line)
      ? phrasedIn(line, talk)
      : null;
  if (phrased) return phrased;
  if (talk.draft !== null && bluntPrice.test(said)) return { kind: 'sum', sum: { count: 1 } };
  if (complaining.test(line)) return { kind: 'wrong' };
  if (talk.topic === 'rigs' && /^how many (?:is|are) (?:that|those|there|they)\b/i.test(said))
    return { kind: 'rigs' };
  const isPicked = !asking.test(said) && pickedIn(said, talk.offers) !== null;
  if (isPerCredit(line) && creditsSaid(line) === null) return { kind: 'deal' };
  if (comparesWays(line)) return { kind: 'sum', sum: { ways: true } };
  const reckoning =
    isPicked || ordering.test(said) || limiting.test(said) ? null : reckoningIn(line, talk.reckoned);
  if (reckoning) return pageRather(line, talk) ?? { kind: 'sum', sum: { reckoning } };
  const parts = wishesIn(line);
  return parts.length > 1 ? together(line, parts, said, talk) : onTopic(line, said, talk);
}

/** "Any discount if I buy two packs": a page that is surely meant, where no sum is asked for. */
function pageRather(line: string, talk: TalkState): Wish | null {
  if (talk.reckoned !== null || /\d|\bhow (?:much|many)\b|\b(?:costs?|price|enough|left|get)\b/i.test(line))
    return null;
  const [best] = topicsFor(line, english(talk), 1);
  return best?.wish.kind === 'question' && best.confidence >= least.certainly ? best.wish : null;
}

/** A memory without a wish or question. */
const remembering =
  /^(?!.*(?:\?|\b(?:make|want|can you|could you|please|need)\b))(?:(?:oh|aw+|so|you know)[, ]+)*(?:my [\w-]+ (?:always )?used to|when i was (?:a|an|little|small|young)|(?:that|this) reminds me of|i remember when) /i;
/** What is calculated. */
const amount = /\d ?(?:credits?|sol|usdc|dollars?|euros?|bucks|rigs?|characters?)\b|[$€]/i;
/** A question of the guide in the very words of a phrasing, whatever else they could mean; the last sentence counts. */
function phrasedIn(line: string, talk: TalkState): Wish | null {
  for (const said of new Set([line, wishesIn(line).at(-1) ?? line])) {
    const [best] = topicsFor(said, english(talk), 1);
    if (best?.wish.kind === 'question' && best.score >= nearness.verbatim && said.split(/\s+/).length > few)
      return best.wish;
  }
  return null;
}

/** Praise with the emoji of a creature names no new character: "so cool 🦖". @param content as it was written */
export function praisedIn(content: string): Wish | null {
  const words = content.replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/gu, ' ').trim();
  if (words === '' || words === content.trim()) return null;
  const [best] = topicsIn(words, 1);
  return best && (asides.has(best.wish.kind) || small.has(best.wish.kind)) && best.score >= nearness.same
    ? best.wish
    : null;
}

const isAsking = (line: string): boolean =>
  asking.test(withoutLead(line)) || /\?/.test(line) || bareQuestion.test(line);
const withoutLead = (line: string): string =>
  line.replace(/^(?:(?:and|so|but|wait|also|ok|hm+|oh|cool|nice|great|well|then)[\s,:.]+)+/i, '');
/** "Fangs visible", "anything missing". */
const bareQuestion =
  /\b(?:visible|missing|included)\b|^(?:any|anything|what|which|height|colou?r|style)\b|,? (?:right|yes|no)$/i;

function onTopic(line: string, said: string, talk: TalkState): Wish | null {
  if (isBareCharacter(said) || isCaption(said)) return null;
  if (questionIn(line)) return null;
  if (isAboutPayment(line, talk.isAboutPayment) || sumIn(said, talk) || orderIn(said, talk)) return null;
  if (correctionIn(line, talk)) return null;
  if (plain.test(line)) return null;
  const { understood, isCharacter, hasThings } = phraseOf(line);
  if (isCharacter && /\b(?:how much|price|costs?)\b/i.test(line)) return null;
  const topics = topicsFor(line, english(talk), 2);
  const [best] = topics;
  if (!best || asides.has(best.wish.kind) || best.topic === 'elsewhere' || best.topic === 'payment')
    return null;
  if (best.wish.kind === 'prices' && /\d/.test(line)) return null; // "buy 300 credits"
  const { confidence, score, coverage } = best;
  if (best.wish.kind === 'small' && speltRight(said).corrections.length > 0) return null; // "drgon wiht sord"
  if (talk.draft !== null && confidence < least.certainly) return null;
  const size = line.split(/\s+/).length;
  if (ordering.test(said)) return score >= nearness.verbatim && size > few ? best.wish : null;
  if (size === 1 && !small.has(best.wish.kind)) return null;
  if (isAsking(line)) {
    if (score >= nearness.same) return best.wish;
    const isCovered = (coverage ?? 1) >= leastCovered.question;
    return size > few && isCovered && isMeant(topics) ? best.wish : null;
  }
  if (small.has(best.wish.kind) && score >= nearness.same) return best.wish;
  const isDescribed = (isCharacter || hasThings || talk.draft !== null) && understood.length > 0;
  if (isDescribed) return null;
  if (score >= nearness.same) return best.wish;
  return size > few && confidence >= least.likely && (coverage ?? 0) >= leastCovered.statement
    ? best.wish
    : null;
}

/** Answers, prohibitions, things with an article and further wishes, which other rules read. */
const plain =
  /^(?:(?:no+|nah|nope|yes|yeah|yep|ok(?:ay)?|k|sure)\W*$|(?:please )?(?:don'?t|do not) |an? |(?:what|how) about |what if |(?:buy|get|i (?:need|want)) (?:me )?\d)/i;

/** Several sentences about one thing: "My pupils use iPads. Can they see it there?" */
function together(line: string, parts: readonly string[], said: string, talk: TalkState): Wish | null {
  if (!isAsking(parts.at(-1) ?? '')) return null;
  if (parts.some((part) => ordering.test(withoutPoliteness(part)))) return null;
  const most = (one: string) => topicsIn(one, 1, talk.topic)[0];
  const [whole, ...each] = [line, ...parts.filter((part) => part.split(' ').length > few)].map(most);
  if (!whole || whole.confidence < least.likely || whole.wish.kind !== 'question') return null;
  const isOne = each.every((one) => !one || one.topic === whole.topic || one.confidence < whole.confidence);
  return isOne && !areApart(parts, talk) ? onTopic(line, said, talk) : null;
}

/** Questions about different pages: "Does it open in Unity? And is there a walk cycle?" */
function areApart(parts: readonly string[], talk: TalkState): boolean {
  const asked = parts.filter(isAsking).flatMap((part) => onlyTopicIn(part, english(talk)) ?? []);
  return new Set(asked.map(({ topic }) => topic)).size > 1;
}

/** The topic under discussion after a message. Small talk between two questions leaves it as it is. */
export function topicAfter(wish: Wish, { topic }: TalkState): string | null {
  if (wish.kind === 'question') return topicOfWish(wish) ?? topicsIn(wish.query, 1, topic)[0]?.topic ?? topic;
  if (asides.has(wish.kind) || wish.kind === 'unknown') return topic;
  if (wish.kind === 'sum' || wish.kind === 'price') return 'cost';
  return topicOfWish(wish);
}

/** The question that the next one may go on from. Small talk leaves it as it is. */
export function askedAfter(wish: Wish, line: string, { asked }: TalkState): string | null {
  if (wish.kind === 'question' || topicOfWish(wish) !== null) return line.slice(0, longestAsked);
  return asides.has(wish.kind) || wish.kind === 'unknown' ? asked : null;
}
const longestAsked = 160;

/** The sum under discussion after a message. */
export function reckonedAfter(wish: Wish, { reckoned }: TalkState): TalkState['reckoned'] {
  if (wish.kind === 'sum') {
    const { sum } = wish;
    if ('reckoning' in sum) return sum.reckoning;
    if ('pack' in sum)
      return { asks: 'reach', lines: [sum.pack === 'largest' ? 'biggest pack' : 'smallest pack'] };
    return { asks: 'cost', lines: [] };
  }
  if (pricing.has(wish.kind)) return { asks: wish.kind === 'prices' ? 'reach' : 'cost', lines: [] };
  const isKept =
    asides.has(wish.kind) || wish.kind === 'unknown' || wish.kind === 'balance' || wish.kind === 'question';
  return isKept ? reckoned : null;
}
