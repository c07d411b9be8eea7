import { picks } from '../offers.js';
import { type Match, phrasingOf, sure, topicsIn, wishOn } from '../topics/topics.js';
import { asides, type Wish } from '../wish.js';
import { languageNamed, topicMeant } from './languages.js';
import { meantIn } from './meant.js';

/** What the phrasings of another language mean, and which of them a message may mean. */

/** From this nearness on, a message may mean a phrasing. */
export const near = 0.35;

/** What phrasings of data/talk/languages are about. */
const kindOf = (meaning: string): Wish['kind'] | undefined => wishMeant(meaning)?.kind;
/** Small talk and the rest of the world, which are no questions to choose from. */
export const isSmallTalk = (meaning: string): boolean => {
  const kind = kindOf(meaning);
  return kind !== undefined && (asides.has(kind) || ['elsewhere', 'sad', 'self', 'small'].includes(kind));
};

const asking = /\?$|^(?:can|could|do|does|is|are|how|what|when|where|which|who|why|will|may|must|my) /i;

/** The page of the guide that has an English question among its phrasings, whatever is under discussion. */
export function pageNamed(sentence: string): Match['wish'] | null {
  const [best] = asking.test(sentence) ? topicsIn(sentence, 1) : [];
  return best?.wish.kind === 'question' && best.score >= same ? best.wish : null;
}
const same = 0.95;

function wishMeant(meaning: string): Match['wish'] | null {
  const topic = topicMeant(meaning);
  if (topic !== null) return wishOn(topic);
  const [best] = topicsIn(meaning, 1);
  return best && best.score >= sure ? best.wish : null;
}

/** How a message that was not understood is answered: as one about something else, or as an open question. */
export function aboutAbroad(name: string, line: string): 'elsewhere' | 'question' | null {
  const language = languageNamed(name);
  if (!language) return null;
  const [nearest] = meantIn(language, line, 1);
  if (nearest && nearest.likelihood >= near && kindOf(nearest.means) === 'elsewhere') return 'elsewhere';
  return /[?？]\s*$/.test(line) || language.asks.test(line) ? 'question' : null;
}

/** The least share of a message's words that a meaning has, unless it is so likely; more where every letter is a word. */
const leastKnown = { words: 0.25, letters: 0.46 };
const evident = 0.4;

/** The likeliest meaning of a message of another language. */
export function likeliestMeant(
  name: string,
  line: string,
): { wish: Match['wish']; confidence: number } | null {
  const language = languageNamed(name);
  const [best] = language && !language.says ? meantIn(language, line, 1) : [];
  const wish = best && !picks(best.means) && !hasNumber.test(best.means) ? wishMeant(best.means) : null;
  const least = /[\u3040-\u9fff]/u.test(line) ? leastKnown.letters : leastKnown.words;
  const isKnown = best !== undefined && ((best.coverage ?? 1) >= least || best.likelihood >= evident);
  return wish && isKnown ? { wish, confidence: best.likelihood } : null;
}

const mostListed = 3;
/** Some of the nearest are left out: they pick from a list, or contain a number that the member didn't write. */
const picksAmong = 5;
/** From this likelihood on, a phrasing is offered. */
const possible = 0.2;
const hasNumber = /\b0\b/;

/** A phrasing that a message may mean, and how an English member would say it. */
type Possible = { said: string; english: string; wish: Match['wish'] | null; score: number };

/** The phrasings nearest to a message that was not understood. */
export function phrasingsNear(name: string, line: string): Possible[] {
  const language = languageNamed(name);
  if (!language || language.says) return [];
  return meantIn(language, line, mostListed + picksAmong)
    .filter(
      ({ means, likelihood }) =>
        likelihood >= possible && !picks(means) && !hasNumber.test(means) && !isSmallTalk(means),
    )
    .slice(0, mostListed)
    .map(({ means, phrasing, likelihood }) => {
      const topic = topicMeant(means);
      const english = topic === null ? means : phrasingOf(topic);
      return { said: phrasing, english, wish: wishMeant(means), score: likelihood };
    });
}

/** A message that surely asks about Rigsmith means the nearest page from this score on. */
const leastPage = 0.33;

/** The page of the guide that a question about Rigsmith is nearest to. */
export function nearestPage(name: string, line: string): Match['wish'] | null {
  const language = languageNamed(name);
  const found = language ? meantIn(language, line, mostListed + picksAmong) : [];
  for (const { means, likelihood } of found) {
    const wish = wishMeant(means);
    if (wish?.kind === 'question' && likelihood >= leastPage) return wish;
  }
  return null;
}
