import { z } from 'zod';
import { findDataFile, readTable } from '../../../base/data-file.js';
import { isEnglish } from '../../../base/english.js';
import { stemOf, stopWords } from '../docs.js';
import { type Classifier, createClassifier } from './classifier.js';
import { isRole, isSpecies, known } from './lexis.js';
import { createPhrasings, type Phrasings, strange } from './phrasings.js';
import { isPaymentTrouble } from './troubles.js';
import { nearestIn } from './words.js';

/** Finds what a message without a character is about, by the phrasings of data/talk/topics.json. */

const actions = [
  /** Of other members. */
  'others',
  'spending',
  'balance',
  /** Credits on hold: the member's, or what that means. */
  'held',
  'prices',
  /** Which pack costs least per credit, and what a credit costs. */
  'deal',
  /** One that has not arrived. */
  'payment',
  'pipelines',
  'rigs',
  'unlink',
  'link',
  'abilities',
  'self',
  'secrets',
  'clips',
  'upset',
  'thanks',
  'farewell',
  'feeling',
  'present',
  'sad',
  'amused',
  'sorry',
  'greeting',
  'ideas',
  /** The rest of the world. */
  'elsewhere',
] as const;
/** A topic with an answer of its own. The other topics are questions that a search in the guide answers. */
export type Topic = (typeof actions)[number];

/** TypeScript cannot tell this by itself for more than 25 kinds. */
const actingOn = (kind: Topic) => ({ kind }) as Acting<Topic>;

const shape = z.record(
  z.string(),
  z.strictObject({
    /** A heading of the guide (data/catalog/guide.md). */
    search: z.string().optional(),
    says: z.array(z.string()).min(1),
  }),
);

type Acting<Kind extends string> = Kind extends string ? { kind: Kind } : never;

export type Match = {
  wish: Acting<Topic> | { kind: 'question'; query: string };
  /** The phrasing that is nearest to the message. */
  phrasing: string;
  /** The cosine of message and phrasing, from 0 to 1. */
  score: number;
  /**
   * How likely the message is about the topic, from 0 to 1: by its probability, the share of the message's telling
   * words that the topic has, and the cosine. Where it is 0.4, half of the matches are right; where it is 0.9, 95 %
   * (8-fold test on the phrasings).
   */
  confidence: number;
};

/** From here on a message is about the topic, whatever else it may be. */
export const sure = 0.6;
/** The same for a message that also names a character. */
export const surest = 0.75;
/** From here on it is, where it is nothing else. */
export const likely = 0.45;
/** From here on it may be. */
export const near = 0.3;

/** From this confidence on the agent acts on a topic; below it, the agent asks. */
export const confident = 0.4;
/** The least confidence of a topic to ask about. */
const askable = 0.2;
/** What a message without telling words counts as having of them: "what are you". */
const unexplained = 0.4;

/** The weight of a word of the rig engine that no phrasing has: the message is likely about a character. */
const described = 4;
/** They say nothing about a topic. */
const polite: ReadonlySet<string> = new Set(
  'please pls plz ok okay so hey hi well just lol um uh oh and but also then btw bro man dude really actually'.split(
    ' ',
  ),
);

/** "A poem about a dragon" is about poems. */
const subject = /\babout (?:an?|my|some|the) .*$/i;

/** "How's" and "hows" are the same word here. */
const tokensOf = (line: string): string[] => wordsOf(line).map(tokenOf);

/** Keeps "hate" apart from "hat", and "care" from "car". */
function tokenOf(word: string): string {
  const stem = stemOf(word);
  if (!/[eyi]$/.test(word) || stem === word || known.includes(word)) return stem;
  return known.includes(stem) || (word === `${stem}e` && isEnglish(stem)) ? word : stem;
}

function wordsOf(line: string): string[] {
  const spelled = line
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/(?<!\w)#[a-z][\w-]*/g, ' channel ')
    .replace(/\b(are|ca|could|did|do|does|had|has|have|is|should|was|were|wo|would)nt\b/g, '$1 not')
    .replace(/\b(how|that|what|where|who)s\b/g, '$1 is')
    .replace(/\bim\b/g, 'i am');
  const words = spelled.match(/[\p{L}\p{N}]+/gu) ?? [];
  const left = words.filter((word) => !polite.has(word)).map((word) => (/^\d+$/.test(word) ? '0' : word));
  return left.length > 0 ? left : words;
}

const engineWords: ReadonlySet<string> = new Set(known.map(stemOf));
const functionWords: ReadonlySet<string> = new Set(
  [
    ...stopWords,
    ...'am been being did done had having he her him his off one out over she their them then they those these than up us while because until too now again another other'.split(
      ' ',
    ),
  ].map(stemOf),
);

type Index = {
  wishes: ReadonlyMap<string, Match['wish']>;
  phrasings: Phrasings<Match['wish']>;
  classify: Classifier<Match['wish']>;
};
let index: Index | null = null;

/** Reads the phrasings when they are first needed. */
function indexed(): Index {
  if (index) return index;
  const file = findDataFile(import.meta.dirname, 'talk', 'topics.json');
  const wishes = new Map<string, Match['wish']>();
  const table = Object.entries(readTable(file, shape)).map(([topic, { search, says }]) => {
    const action = actions.find((one) => one === topic);
    const wish = action ? actingOn(action) : ({ kind: 'question', query: search ?? topic } as const);
    wishes.set(topic, wish);
    return [wish, says] as const;
  });
  const phrasings = createPhrasings<Match['wish']>(table, {
    tokensOf,
    isFunctional: (token) => functionWords.has(token),
    strangeness: (token) => (engineWords.has(token) ? described : strange),
  });
  const classify = createClassifier(table.map(([wish, says]) => [wish, says.map(tokensOf)] as const));
  index = { wishes, phrasings, classify };
  return index;
}

/** The question that a topic of data/talk/topics.json answers. @throws RangeError for an unknown topic */
export function wishOn(topic: string): Match['wish'] {
  const wish = indexed().wishes.get(topic);
  if (!wish) throw new RangeError(`no topic ${topic}`);
  return wish;
}

/** "How long till my fox is done" asks about a rig. */
const owned =
  /\b(my|our|the|that|this) (?:[\w-]+ )?([\w-]+)(?=(?:'s)? (?:is|was|has|will|still|looks?|done|ready|finished|stuck)\b)/gi;
const asRig = (line: string): string =>
  line.replace(owned, (said, whose: string, noun: string) =>
    isSpecies(noun) || isRole(noun) ? `${whose} rig` : said,
  );

/** The topics that a message is most likely about, the likeliest first. */
export function topicsIn(line: string, most = 3): Match[] {
  const { phrasings, classify } = indexed();
  const tokens = tokensOf(asRig(line).replace(subject, '')).map((token) =>
    phrasings.has(token) || isEnglish(token) ? token : (nearestIn(phrasings.tokens, token) ?? token),
  );
  const probabilities = classify(tokens);
  return phrasings
    .near(tokens, Number.POSITIVE_INFINITY)
    .map(({ means: wish, phrasing, score, coverage }) => {
      const probability = probabilities.get(wish) ?? 0;
      return { wish, phrasing, score, confidence: (2 * probability * (coverage ?? unexplained) + score) / 3 };
    })
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, most);
}

/** A topic so much likelier than the next one is answered, with less confidence than `confident`. */
const clearly = { confidence: 0.27, ratio: 1.5 };
/** So few function words are about nothing: "then what". */
const fewest = 4;

/** The only topic that a message may be about, where nothing else was understood. */
export function onlyTopicIn(line: string): Match | null {
  const tokens = tokensOf(line);
  if (tokens.length < fewest && tokens.every((token) => functionWords.has(token))) return null;
  const [best, next] = topicsIn(line, 2);
  if (!best || best.confidence < clearly.confidence) return null;
  return best.confidence >= (next?.confidence ?? 0) * clearly.ratio ? best : null;
}

/** The topics that a message may be about, the likeliest first. */
export const topicsToAsk = (line: string): Match[] =>
  topicsIn(line).filter(({ confidence }) => confidence >= askable);

const waiting =
  /\b(?:mine|it|they)(?:'s| is| are)? (?:still )?(?:missing|not (?:here|there|arrived)|gone|lost|pending|stuck|processing)\b|\b(?:says?|is|shows?) (?:still )?(?:pending|processing|waiting)\b|\b(?:still|its? been|it's been|waiting)\b.*\b(?:nothing|waiting|minutes?|mins?|hours?|days?)\b|\bstill (?:nothing|not)\b/i;
/** @param isGoingOn whether the message before was about a payment that has not arrived */
export function isAboutPayment(line: string, isGoingOn: boolean): boolean {
  if (isPaymentTrouble(line)) return true;
  if ((isGoingOn || /\bmine\b/i.test(line)) && waiting.test(line)) return true;
  const [topic] = topicsIn(line, 1);
  return topic?.wish.kind === 'payment' && topic.score >= sure && topic.confidence >= confident;
}
