import type { Translate } from '../../../copy/translate.js';
import { colourIn, metresOf } from '../../../engine/input/text/having.js';
import { dictionaryFor, sayIn } from '../../../engine/input/text/languages/sayings.js';
import { countOf } from './body-questions.js';
import { become, withArticle } from './change.js';
import { names, partsOf } from './character.js';
import { refine } from './draft.js';
import { bodyOf, phraseOf } from './lexis.js';
import { inCode } from './markdown.js';
import type { BodyQuestion } from './wish.js';

/** Answers about the character under discussion, by what the engine will build of its description. */

/** A thing in the language of `t`, as far as its dictionary has it; in English with an article. */
function named(what: string, t: Translate): string {
  const thing = bare(what);
  return dictionaryFor(t.locale) ? said(thing, t) : withArticle(thing);
}

/** English words in the language of `t`, as far as its dictionary has them. */
function said(words: string, t: Translate): string {
  const language = dictionaryFor(t.locale);
  return language ? sayIn(language, words) : words;
}

const noun = (what: string): string => what.split(/\s+/).at(-1) ?? '';

/** A thing without an article, so that texts can bring their own; plurals have none. */
const bare = (what: string): string => what.replace(/^(?:an?|the|some|any) /i, '');

export function tellHas(draft: string, what: string, t: Translate): string {
  const prompt = inCode(draft);
  const { has, lacks } = partsOf(draft);
  const isNamed = has.some((one) => names(one, noun(what)));
  const isLeftOut = lacks.some((one) => names(one, noun(what)));
  if (isNamed && !isLeftOut) return t('agent.has.yes', { prompt });
  if (countOf(draft, what)) return t('agent.has.built', { prompt, thing: said(bare(what), t) });
  if (countOf(draft, what) === null && !phraseOf(what).hasThings)
    return t('agent.has.unknown', { prompt, thing: inCode(said(bare(what), t)) });
  return countOf(withThing(draft, what), what) === 0
    ? t('agent.has.never', { prompt })
    : missing(draft, what, t);
}

const missing = (draft: string, what: string, t: Translate): string =>
  t('agent.has.no', { prompt: inCode(draft), thing: named(what, t) });

const withThing = (draft: string, what: string): string => refine(draft, { kind: 'add', what });

export function tellBody(draft: string, ask: BodyQuestion, t: Translate): string {
  const prompt = inCode(draft);
  switch (ask.about) {
    case 'count': {
      const count = countOf(draft, ask.what) ?? 0;
      return Number.isFinite(count)
        ? t('agent.body.count', { count, prompt })
        : t('agent.has.built', { prompt, thing: said(bare(ask.what), t) });
    }
    case 'colour': {
      if (countOf(draft, ask.what) === 0) return tellHas(draft, ask.what, t);
      const colour = colourIn(bodyOf(draft), ask.what);
      return colour === null
        ? t('agent.body.colour.open', { prompt, thing: said(bare(ask.what), t) })
        : t('agent.body.colour', { prompt, colour: said(colour, t) });
    }
    case 'height':
      return t('agent.body.height', { prompt, metres: metresOf(bodyOf(draft)) });
    case 'look': {
      const isSo = sameBody(draft, refine(draft, become(ask.look, ask.part)));
      if (isSo) return t('agent.has.yes', { prompt });
      return ask.part
        ? missing(draft, `${ask.look} ${ask.part}`, t)
        : t('agent.body.look.no', { prompt, look: said(ask.look, t) });
    }
    case 'holds':
      return tellHolds(draft, bare(ask.what), t);
    case 'acts':
      return tellActs(draft, ask, t);
  }
}

const sameBody = (one: string, other: string): boolean =>
  JSON.stringify(bodyOf(one).spec) === JSON.stringify(bodyOf(other).spec);

function tellHolds(draft: string, what: string, t: Translate): string {
  const prompt = inCode(draft);
  const thing = inCode(said(what, t));
  if (partsOf(draft).has.some((one) => names(one, noun(what)))) return t('agent.has.yes', { prompt });
  if (!phraseOf(what).hasThings) return t('agent.body.holds.unknown', { prompt, thing });
  return countOf(withThing(draft, `a ${what}`), what) === 0
    ? t('agent.has.never', { prompt })
    : t('agent.body.holds', { prompt, thing: named(what, t) });
}

function tellActs(
  draft: string,
  { action, look }: { action: string; look: string | null },
  t: Translate,
): string {
  const prompt = inCode(draft);
  const isShown = look !== null && phraseOf(`${draft}, ${look}`).understood.includes(look);
  return isShown
    ? t('agent.body.acts', { prompt, look: said(look, t) })
    : t('agent.body.acts.no', { prompt, action: inCode(action) });
}
