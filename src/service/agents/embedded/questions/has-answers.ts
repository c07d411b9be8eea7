import type { Translate } from '../../../../copy/translate.js';
import { dictionaryFor, sayIn } from '../../../../engine/input/text/languages/sayings.js';
import { withArticle } from '../changes/change.js';
import { names, partsOf } from '../changes/character.js';
import { refine } from '../changes/draft.js';
import { inCode } from '../markdown.js';
import { phraseOf } from '../words/lexis.js';
import { countOf } from './plan-things.js';

/** Answers whether the character under discussion has something. */

/** A thing in the language of `t`, as far as its dictionary has it; in English with an article. */
export function named(what: string, t: Translate): string {
  const thing = bare(what);
  return dictionaryFor(t.locale) ? said(thing, t) : withArticle(thing);
}

/** English words in the language of `t`, as far as its dictionary has them. */
export function said(words: string, t: Translate): string {
  const language = dictionaryFor(t.locale);
  return language ? sayIn(language, words) : words;
}

const noun = (what: string): string => what.split(/\s+/).at(-1) ?? '';

/** A thing without an article, so that texts can bring their own; plurals have none. */
export const bare = (what: string): string => what.replace(/^(?:an?|the|some|any) /i, '');

export function tellHas(draft: string, what: string, t: Translate): string {
  const prompt = inCode(draft);
  const named = isLeftOut(draft, what) ? null : namedIn(draft, what);
  if (named !== null)
    return phraseOf(draft).unknown.includes(noun(what).toLowerCase())
      ? t('agent.has.unknown', { prompt, thing: inCode(said(bare(what), t)) })
      : t('agent.has.yes', { prompt, thing: inCode(said(named, t)) });
  if (countOf(draft, what)) return t('agent.has.built', { prompt, thing: said(bare(what), t) });
  if (countOf(draft, what) === null && !phraseOf(what).hasThings)
    return t('agent.has.unknown', { prompt, thing: inCode(said(bare(what), t)) });
  return countOf(withThing(draft, what), what) === 0
    ? t('agent.has.never', { prompt })
    : missing(draft, what, t);
}

/** The words of the description that name a thing: "baby hood" of a baby. */
export const namedIn = (draft: string, what: string): string | null =>
  partsOf(draft).has.find((one) => names(one, noun(what))) ?? null;
const isLeftOut = (draft: string, what: string): boolean =>
  partsOf(draft).lacks.some((one) => names(one, noun(what)));

export const missing = (draft: string, what: string, t: Translate): string =>
  t('agent.has.no', { prompt: inCode(draft), thing: named(what, t) });

export const withThing = (draft: string, what: string): string => refine(draft, { kind: 'add', what });
