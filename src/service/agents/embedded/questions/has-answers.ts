import type { Translate } from '../../../../copy/translate.js';
import { dictionaryFor, sayIn } from '../../../../engine/input/text/languages/sayings.js';
import { become, withArticle } from '../changes/change.js';
import { names, partsOf, readCharacter } from '../changes/character.js';
import { refine } from '../changes/draft.js';
import { headOf } from '../changes/planned.js';
import { inCode, sentences } from '../markdown.js';
import { bodyOf, isLook, phraseOf } from '../words/lexis.js';
import { countOf, unshownIn } from './plan-things.js';

/** Answers whether the character under discussion has something, and how that looks. */

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

/** A thing without an article, so that texts can bring their own; plurals have none. */
export const bare = (what: string): string => what.replace(/^(?:an?|the|some|any) /i, '');

/** @param past earlier descriptions, the newest last */
export function tellHas(draft: string, what: string, t: Translate, past: readonly string[] = []): string {
  const prompt = inCode(draft);
  const noun = headOf(bare(what));
  const look = bare(what).slice(0, -noun.length).trim();
  const thing = inCode(said(bare(what), t));
  const text = isLeftOut(draft, noun) ? null : namedIn(draft, noun);
  if (text !== null) {
    if (look === '' || isSo(draft, text, look, noun)) return withUnshown(draft, text, 'agent.has.yes', t);
    return isLook(look) ? missing(draft, what, t) : withUnshown(draft, text, 'agent.body.part.said', t);
  }
  if (countOf(draft, noun))
    return isLook(look)
      ? t('agent.body.part.usual', { prompt, thing: said(noun, t) })
      : t('agent.has.built', { prompt, thing: said(bare(what), t) });
  const before = past.findLast((one) => namedIn(one, noun) !== null);
  if (before !== undefined) return t('agent.has.before', { prompt, before: inCode(before) });
  const { hasThings, isCharacter } = phraseOf(what);
  if (isCharacter && !hasThings) return missing(draft, what, t); // an animal beside it
  if (countOf(draft, noun) === null && !hasThings) return t('agent.has.unknown', { prompt, thing });
  return countOf(withThing(draft, what), what) === 0
    ? t('agent.has.never', { prompt })
    : missing(draft, what, t);
}

/** Whether a thing of the description has a look, in these words or in others with the same effect. */
function isSo(draft: string, text: string, look: string, noun: string): boolean {
  if (look.split(/\s+/).every((word) => names(text, word))) return true;
  const changed = bodyOf(refine(draft, become(look, noun)));
  return isLook(look) && JSON.stringify(changed.spec) === JSON.stringify(bodyOf(draft).spec);
}

/** With the words of it that will not show. */
function withUnshown(
  draft: string,
  text: string,
  key: 'agent.has.yes' | 'agent.body.part.said',
  t: Translate,
): string {
  const prompt = inCode(draft);
  const shown = inCode(said(text, t));
  const words = unshownIn(draft).filter((one) => text.includes(one));
  if (words.includes(bare(text))) return t('agent.has.unshown', { thing: shown, prompt });
  return sentences(
    t,
    key === 'agent.has.yes' ? t(key, { thing: shown, prompt }) : t(key, { text: shown, prompt }),
    words.length > 0 && t('agent.card.unknown', { words: t.list(words.map(inCode)) }),
  );
}

/** A thing as the description has it, with the thing that it is on: "black helmet with yellow stripes". */
export function tellThing(draft: string, noun: string, t: Translate): string {
  const { traits } = readCharacter(draft);
  const at = traits.findIndex(({ text }) => names(text, noun));
  const isOn = at > 0 && /^ with $/.test(traits[at]!.joint);
  const text = traits
    .slice(isOn ? at - 1 : at, at + 1)
    .map((one, index) => (index > 0 ? one.joint : '') + one.text);
  return withUnshown(draft, text.join(''), 'agent.body.part.said', t);
}

/** The words of the description that name a thing: "baby hood" of a baby. */
export const namedIn = (draft: string, noun: string): string | null =>
  partsOf(draft).has.find((one) => names(one, noun)) ?? null;
const isLeftOut = (draft: string, noun: string): boolean =>
  partsOf(draft).lacks.some((one) => names(one, noun));

export const missing = (draft: string, what: string, t: Translate): string =>
  t('agent.has.no', { prompt: inCode(draft), thing: named(what, t) });

export const withThing = (draft: string, what: string): string => refine(draft, { kind: 'add', what });
