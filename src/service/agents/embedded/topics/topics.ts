import { isEnglish } from '../../../../base/english.js';
import { stemOf } from '../../docs.js';
import type { Classifier } from '../learning/classifier.js';
import { remembering } from '../learning/remembering.js';
import { isRole, isSpecies, known, phraseOf } from '../words/lexis.js';
import { nearestIn } from '../words/words.js';
import { actions, type Topic } from './actions.js';
import { least, nearness } from './least.js';
import { createPhrasings, evident, type Phrasings, ratedIn, strange } from './phrasings.js';
import { fitOf, subjectsIn } from './subjects.js';
import { topicClassifier } from './topic-model.js';
import { blended, topicShares } from './topic-network.js';
import { topicTable } from './topic-table.js';
import { functionWords, spelledIn, tokensOf } from './topic-tokens.js';

/** Finds what a message without a character is about, by the phrasings of data/talk/topics. */

/** TypeScript cannot tell this by itself for more than 25 kinds. */
const actingOn = (kind: Topic) => ({ kind }) as Acting<Topic>;

type Acting<Kind extends string> = Kind extends string ? { kind: Kind } : never;

export type Match = {
  /** Its name in data/talk/topics. */
  topic: string;
  wish: Acting<Topic> | { kind: 'question'; query: string } | { kind: 'small'; topic: string };
  /** The English phrasing that is nearest to the message. */
  phrasing: string;
  /** What a member reads where the topic is offered. */
  said: string;
  /** The cosine of message and phrasing, from 0 to 1. */
  score: number;
  /**
   * How likely the message is about the topic, from 0 to 1: by its probability, the share of the message's telling
   * words that the topic has, and the cosine.
   */
  confidence: number;
  /** The share of the message's telling words that the topic has; null without such words. */
  coverage: number | null;
};

/** The weight of a word of the rig engine that no phrasing has: the message is likely about a character. */
const described = 4;
/** "A poem about a dragon" is about poems. */
const subject = /\babout (?:an?|my|some|the) .*$|(?<=\b(?:joke|pun|poem|story|song|riddle)s? )about .*$/i;

const engineWords: ReadonlySet<string> = new Set(known.map(stemOf));
type Index = {
  topics: ReadonlyMap<
    string,
    { wish: Match['wish']; family: string | null; said: string; subjects: ReturnType<typeof subjectsIn> }
  >;
  /** Topics by the heading of their page. */
  pages: ReadonlyMap<string, string>;
  phrasings: Phrasings<string>;
  classify: Classifier<string>;
  /** Tokens of phrasings that are no typos: some phrasings are written as members write. */
  spelled: ReadonlySet<string>;
  spellings: readonly string[];
};
let index: Index | null = null;

/** Reads the phrasings when they are first needed. */
function indexed(): Index {
  if (index) return index;
  const table = topicTable();
  const topics = new Map(
    table.map(([topic, { search, family = null, says }]) => {
      const action = actions.find((one) => one === topic);
      const wish: Match['wish'] = action
        ? actingOn(action)
        : search
          ? { kind: 'question', query: search }
          : { kind: 'small', topic };
      return [topic, { wish, family, said: says[0]!, subjects: subjectsIn(search ?? '') }] as const;
    }),
  );
  const tokens = new Map(table.flatMap(([, { says }]) => says.map((one) => [one, tokensOf(one)] as const)));
  const phrasings = createPhrasings<string>(
    table.map(([topic, { says }]) => [topic, says] as const),
    {
      tokensOf: (phrasing) => tokens.get(phrasing)!,
      isFunctional: (token) => functionWords.has(token),
      strangeness: (token) => (engineWords.has(token) ? described : strange),
    },
  );
  const classify = topicClassifier();
  const spelled = spelledIn([...tokens.values()]);
  const pages = new Map(table.flatMap(([topic, { search }]) => (search ? [[search, topic] as const] : [])));
  index = { topics, pages, phrasings, classify, spelled, spellings: [...spelled] };
  return index;
}

/** The question that a topic of data/talk/topics answers. @throws RangeError for an unknown topic */
export function wishOn(topic: string): Match['wish'] {
  const found = indexed().topics.get(topic);
  if (!found) throw new RangeError(`no topic ${topic}`);
  return found.wish;
}

/** Whether a topic is about credits, prices or payments. */
export const isOfMoney = (topic: string): boolean => indexed().topics.get(topic)?.family === 'money';

/** One of the ways to say a topic. */
export const phrasingOf = (topic: string): string => indexed().topics.get(topic)?.said ?? topic;

/** "How long till my fox is done" asks about a rig. */
const owned =
  /\b(my|our|the|that|this) (?:[\w-]+ )?([\w-]+)(?=(?:'s)? (?:is|was|has|will|still|looks?|done|ready|finished|stuck)\b)/gi;
const asRig = (line: string): string =>
  line.replace(owned, (said, whose: string, noun: string) =>
    isSpecies(noun) || isRole(noun) ? `${whose} rig` : said,
  );

/** The topic of a wish: of its own kind, or of the heading that answers it. Null for other wishes. */
export function topicOfWish(wish: { kind: string; query?: string; topic?: string }): string | null {
  const { topics, pages } = indexed();
  if (wish.kind === 'small') return wish.topic ?? null;
  if (wish.kind !== 'question') return topics.has(wish.kind) ? wish.kind : null;
  return pages.get(wish.query ?? '') ?? null;
}

const asksFor =
  /\?|^\W*(?:(?:and|so|but|ok) )*(?:what|how|why|when|where|who|which|can|could|does|do|did|is|are|may|should|will|would|has|have|my|i|it|the)\b/i;
const namesCreature = (line: string): boolean =>
  line.split(/[^\p{L}]+/u).some((word) => isSpecies(word.toLowerCase()));
/** "A character holding a gun" and "ghost, see through" ask nothing. */
const thingShare = 0.7;
/** From this score on, small talk that names something of a character is small talk. */
const plain = 0.8;
/** A topic that follows the topic before is likelier. */
const following = { factor: 1.2, bonus: 0.06 };
/** The page that was just given answers the next question less likely, unless its words are those of a phrasing. */
const again = 0.7;

/** How likely a topic is after the topic `before`. */
export function followed(
  likelihood: number,
  { topic, score }: { topic: string; score: number },
  before: string | null,
): number {
  if (topic === before) return score < nearness.same ? likelihood * again : likelihood;
  const { topics } = indexed();
  const family = before === null ? null : topics.get(before)?.family;
  const isFollowing = family && topics.get(topic)?.family === family;
  return isFollowing ? Math.min(1, likelihood * following.factor + following.bonus) : likelihood;
}

/**
 * The topics that a message is most likely about, the likeliest first.
 * @param before the topic of the message before
 */
export function topicsIn(line: string, most = 3, before: string | null = null): Match[] {
  return ranked(line, before).slice(0, most);
}

const ranked = remembering(rankedIn, (line, before) => `${before ?? ''}\n${line}`);

/** Whether a token is of an English word, whose end it may lack: "juggl". */
const isWord = (token: string): boolean => ['', 'e', 'y'].some((end) => isEnglish(`${token}${end}`));

/** Topics that are farther from a message are not what it is about. */
const mostRanked = 60;

/** How much likelier a page is by the programs and formats that a message names. */
export const fitIn = (line: string): ((topic: string) => number) => {
  const { topics } = indexed();
  const asked = subjectsIn(line);
  return (topic) => fitOf(asked, topics.get(topic)?.subjects ?? []);
};

/** The tokens of a message, with its typos corrected. */
function speltTokens(line: string): string[] {
  const { spelled, spellings } = indexed();
  return tokensOf(line).map((token) =>
    spelled.has(token) || isWord(token) ? token : (nearestIn(spellings, token) ?? token),
  );
}

/** Whether English members write a word when they ask about Rigsmith or talk. */
export const isPhrased = (word: string): boolean => {
  const { spelled } = indexed();
  return tokensOf(word).every((token) => spelled.has(token));
};

/** How likely a message is about each topic, by its words alone. */
export const probabilitiesIn = (line: string, tokens = speltTokens(line)): ReadonlyMap<string, number> =>
  blended(indexed().classify(tokens), topicShares(line, null), (topic) => topic);

function rankedIn(line: string, before: string | null): Match[] {
  const { topics, phrasings } = indexed();
  const asked = asRig(line);
  const bare = asked.replace(subject, '');
  const tokens = speltTokens(/\S\s+\S/.test(bare) ? bare : asked);
  const isThing = /^an? [^?]*$/i.test(line) || (!asksFor.test(line) && namesCreature(line));
  const likeliest = [...probabilitiesIn(asked, tokens)].sort(([, a], [, b]) => b - a).slice(0, mostRanked);
  let phrase: ReturnType<typeof phraseOf> | null = null;
  const described = () => (phrase ??= phraseOf(line));
  const { rated, isHeard } = ratedIn(phrasings, tokens, likeliest, phrasingOf);
  const suits = fitIn(line);
  return rated
    .map(({ means: topic, phrasing, score, coverage, likelihood: alone }) => {
      const { wish } = topics.get(topic)!;
      const likelihood = Math.min(1, followed(alone, { topic, score }, before) * suits(topic));
      const mayName = wish.kind === 'small' && score < plain && likelihood >= least.guess;
      const isRather = mayName && described().understood.length > 0;
      const share = (isThing ? thingShare : 1) * (isRather ? thingShare : 1);
      const confidence = likelihood * share * (isRather && described().isCharacter ? thingShare : 1);
      const said = wish.kind === 'question' ? wish.query : phrasing;
      return { topic, wish, phrasing, said, score, confidence, coverage };
    })
    .filter(({ confidence }) => isHeard || confidence >= evident)
    .sort((a, b) => b.confidence - a.confidence);
}
