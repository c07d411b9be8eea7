import { anybody } from './changes/change.js';
import { aboutMoney, changesIn, onPlan } from './changes/changing.js';
import { editsIn } from './changes/edits.js';
import { correctionIn } from './changes/references.js';
import { onIdeas } from './descriptions/ideas.js';
import {
  asking,
  isBareCharacter,
  isCaption,
  isNothingYet,
  isSomebody,
  isVaguely,
  likedIn,
  making,
  nameIn,
  wanting,
  wishFor,
} from './descriptions/naming.js';
import { isSentence, mayDescribe } from './descriptions/statements.js';
import { toldIn } from './descriptions/told.js';
import { errandIn, isOnlyLinked } from './errands.js';
import { describing } from './languages/abroad.js';
import { describedAbroad } from './languages/abroad-words.js';
import { orderIn } from './orders.js';
import { askedIn } from './questions/asked.js';
import { sumIn } from './questions/sums.js';
import { isOnTopic, leastFor, topicOf } from './topics/about.js';
import { least, nearness } from './topics/least.js';
import { questionIn } from './topics/questions.js';
import { type Match, topicsIn } from './topics/topics.js';
import { isAboutPayment } from './topics/troubles.js';
import { asides, isMain, isVague, type TalkState, type Wish } from './wish.js';
import { phraseOf } from './words/lexis.js';
import { withoutPoliteness } from './words/politeness.js';
import { speltRight } from './words/spelling.js';
import { isOnlyNoise, mend, withoutNoise } from './words/words.js';

const begun =
  /^(?:(?:make|create|build|rig|order|commission|design|draw|start|begin|generate|model)(?: an?| one| something| new| me)?|(?:new )?(?:rig|character|model))$/i;
/** Asks for the price, which the card shows. */
const pricing =
  /\b(?:how much|what(?=.*\b(?:costs?|price|pay|charged?)\b)|costs?|price)\b.*?\b(an? (?!rig\b|character\b|model\b).+?)(?:\s+(?:costs?|be)(?:\s+(?:me|us))?)?$/i;
const declining =
  /^(?:no+|nope|nah|nothing|no thanks?|no thank you|not (?:now|yet|really)|later|leave it|don'?t|(?:no[,.! ]+)?(?:please )?(?:don'?t|do not) (?:make|do|start|build|rig|create|generate) (?:it|that|this|anything)\b.*|i (?:don'?t|do not) like (?:it|this|that)|maybe later)\W*$/i;
const hailing =
  /^(?:hi|hiya|hello|hey|yo|hallo|good (?:morning|evening|afternoon))(?: (?:again|there|all|everyone|everybody|folks|guys|bot|friends?))*\W*$|^👋/i;

/** Asks about a character without wanting one. */
const inquiring =
  /^(?:what|how|why|when|where|who|which|does|do|is|are|has|should|must)\b|^(?:can|could|may|will)\b(?!.*\b(?:have|get|make|do|create|give|see)\b)/i;
const buying =
  /\b(?:buy|get|need|want|purchase|order|top ?-?up(?: (?:with|by))?)\s+(?:me\s+)?(?:about\s+|at least\s+)?(\d{1,7})\s+(?:more\s+)?credits?\b/i;
/** "Does it breathe fire?" is no praise, however much "that's fire" is. */
const checking = /^(?:does|do|did|has|will|would)\b/i;

/** Understands the text without swear words and filler; from a long story takes the character. */
export function understand(told: string, talk: TalkState): Wish {
  const wish = understood(told, talk);
  const isTold = wish.kind === 'make' && isSentence(wish.prompt);
  return onPlan(isTold ? { kind: 'unknown', query: told.slice(0, 300) } : wish, told, talk);
}

function understood(told: string, talk: TalkState): Wish {
  const line = withoutNoise(told);
  if (isAboutPayment(line, talk.isAboutPayment)) return { kind: 'payment' };
  const clear =
    askedIn(line, talk) ?? onIdeas(line, talk) ?? toldIn(line, talk) ?? errandIn(line) ?? questionIn(line);
  if (clear) return clear;
  const wish = isOnlyNoise(told) ? understandSpelt(line, talk) : speltWish(line, talk);
  const [nearest] = isVague(wish) ? topicsIn(told, 1) : [];
  if (nearest?.wish.kind === 'upset' && nearest.confidence >= least.likely) return { kind: 'upset' };
  if (wish.kind !== 'make' && wish.kind !== 'refine') {
    const isNew = talk.draft === null && !inquiring.test(line);
    const isLost = isNew && isVague(wish) && !isOnTopic(wish);
    const { text, corrections: read } = isLost ? speltRight(line) : { text: line, corrections: [] };
    const isNamed = (isLost || (isNew && wish.kind === 'describe')) && isSomebody(text) && mayDescribe(text);
    const found = isNamed ? wishFor(text) : null;
    if (found) return found.kind === 'make' ? { ...found, read } : found;
  }
  if (isOnlyLinked(line, wish)) return { kind: 'links' };
  return fromAbroad(line, wish, talk) ?? wish;
}

/** A character, or a change of the one under discussion, in a message that seems to be in English. */
function fromAbroad(line: string, wish: Wish, talk: TalkState): Wish | null {
  const isEnglish = isMain(wish) && wish.kind !== 'refused' && wish.kind !== 'make';
  const described = isEnglish || talk.language ? null : describedAbroad(line);
  return described && describing(described, talk);
}

/** If words name a character or nothing known, corrects their spelling with the engine's vocabulary. */
function speltWish(line: string, talk: TalkState): Wish {
  const wish = understandSpelt(line, talk);
  if (wish.kind !== 'make' && wish.kind !== 'refine' && wish.kind !== 'refused' && !isVague(wish))
    return wish;
  const { text, corrections } = speltRight(line);
  if (corrections.length === 0) return wish;
  const spelt = understandSpelt(text, talk);
  return spelt.kind === 'make' || spelt.kind === 'refine' ? { ...spelt, read: corrections } : wish;
}

/** Tries the original text, then with its words corrected. */
function understandSpelt(line: string, talk: TalkState): Wish {
  const exact = recognise(line, talk);
  const mended = isVague(exact) ? recognise(mend(line), talk) : exact;
  return isVague(mended) ? exact : mended;
}

function recognise(line: string, talk: TalkState): Wish {
  if (declining.test(line)) return { kind: 'decline' };
  if (hailing.test(line)) return { kind: 'greeting' };
  const said = withoutPoliteness(line);
  const sum = sumIn(said, talk);
  if (sum) return { kind: 'sum', sum };
  const bought = buying.exec(said)?.[1];
  if (bought) return { kind: 'buy', credits: Number(bought) };
  const order = correctionIn(line, talk) ?? orderIn(said, talk);
  if (order) return order;
  const topic = topicOf(line, said, talk);
  if (begun.test(said)) return { kind: 'describe' };
  const made = making.exec(said)?.[1];
  const isClear = topic && topic.score >= leastFor(said) && !asides.has(topic.wish.kind);
  if (made && isNothingYet(made) && !(isClear && /^my\b/i.test(made))) return { kind: 'describe' };
  const isPraise =
    topic?.wish.kind === 'thanks' && topic.score >= nearness.sure && said.split(' ').length < 3;
  const found = changesIn(line, said, talk);
  const changes = isPraise && found.every((one) => one.kind === 'become' && !one.part) ? [] : found;
  if (changes.length > 0 && !(isClear && asking.test(said))) return { kind: 'refine', changes };
  const priced = pricing.exec(said)?.[1];
  if (priced && isBareCharacter(priced)) return { kind: 'price', prompt: priced };
  if (isClear) return topic.wish;
  return newWish(said, line, talk, topic);
}

function newWish(said: string, line: string, talk: TalkState, near: Match | undefined): Wish {
  const topic =
    near && near.score >= leastFor(said) - nearness.sure + nearness.likely ? near.wish : undefined;
  if (talk.isFromFiles && editsIn(said, anybody).length > 0) return { kind: 'kept' };
  const made = making.exec(said)?.[1];
  const order = made ? wishFor(made, talk) : null;
  if (order) return order;
  const done = /^(?:do|try)\s+(?!it\b|that\b|this\b)(.+)$/i.exec(said)?.[1];
  if (done && isBareCharacter(done)) return { kind: 'make', prompt: done };
  const isElsewhere = topic?.kind === 'elsewhere';
  if (topic && !asides.has(topic.kind) && !isElsewhere) return topic;
  const isDescription = mayDescribe(said);
  if (talk.draft === null && isDescription && isCaption(said)) return { kind: 'make', prompt: said };
  if (isElsewhere) return topic;
  const wanted = wanting.exec(said)?.[1] ?? (/^an? \w/i.test(said) ? said : undefined) ?? likedIn(said);
  const found = wanted ? wishFor(wanted, talk) : null;
  const isThing = talk.draft !== null && found?.kind === 'make' && !phraseOf(found.prompt).isCharacter;
  const wish = isThing ? null : found;
  if (wish && wish.kind !== 'refused') return wish;
  if (isVaguely(said)) return { kind: 'ideas' };
  if (isDescription && isBareCharacter(said) && !(topic?.kind === 'thanks' && said.split(' ').length < 3))
    return { kind: 'make', prompt: said };
  if (topic && !(topic.kind === 'thanks' && checking.test(said))) return topic;
  const { understood } = phraseOf(said);
  const isChange = understood.length > 0 && !aboutMoney.test(said) && !/^i (?:hate|like|love) /i.test(said);
  if (talk.draft === null && isChange && editsIn(said, anybody).length > 0) return { kind: 'describe' };
  const likened = /^(?:(?:some(?:thing|one)|make it|think) )?like (.+?)(?:,? but .*)?$/i.exec(said)?.[1];
  const name = talk.language || isOnlyNoise(said) ? null : nameIn(done ?? wanted ?? likened ?? said);
  if (name) return { kind: 'figure', name };
  if (asking.test(line)) return { kind: 'question', query: line.slice(0, 300) };
  return wish && /^(?:an?|the|some)(?: \S+){1,5}$/i.test(wanted ?? '')
    ? wish
    : { kind: 'unknown', query: line.slice(0, 300) };
}
