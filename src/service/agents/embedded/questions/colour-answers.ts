import type { Translate } from '../../../../copy/translate.js';
import { colourIn } from '../../../../engine/input/text/having.js';
import { partsOf } from '../changes/character.js';
import { coloursOf, headOf } from '../changes/planned.js';
import { inCode, sentences } from '../markdown.js';
import { bodyOf } from '../words/lexis.js';
import { bare, namedIn, said, tellHas, tellThing } from './has-answers.js';
import { countOf } from './plan-things.js';

/** Answers about colours of the character under discussion. */

const hexCode = /(?:^|\s)(?:#[\da-f]{6}|(?=[a-f]*\d)[\da-f]{6})(?:\s|$)/i;
/** Things whose words tell a colour, also one that is written as a code. */
const isColoured = (text: string): boolean =>
  hexCode.test(text) || coloursOf(['a man', text.toLowerCase()].join(' with '), headOf(text)).length > 0;

export const tellThings = (draft: string, things: readonly string[], t: Translate): string =>
  t('agent.body.wears', { prompt: inCode(draft), things: t.list(things.map((text) => said(text, t))) });

/** @param what null for all colours */
export function tellColour(draft: string, what: string | null, t: Translate): string {
  const prompt = inCode(draft);
  if (what === null) {
    const colour = colourIn(bodyOf(draft), null);
    const things = partsOf(draft).has.filter(isColoured);
    if (colour === null && things.length === 0) return t('agent.body.colour.usual', { prompt });
    return sentences(
      t,
      colour !== null && t('agent.body.colour', { prompt, colour: said(colour, t) }),
      things.length > 0 && tellThings(draft, things, t),
    );
  }
  const isNamed = namedIn(draft, what) !== null;
  if (!isNamed && countOf(draft, what) === 0) return tellHas(draft, what, t);
  if (isNamed && coloursOf(draft, what).length > 0) return tellThing(draft, what, t);
  const colour = colourIn(bodyOf(draft), what);
  return colour === null
    ? t('agent.body.colour.open', { prompt, thing: said(bare(what), t) })
    : t('agent.body.colour', { prompt, colour: said(colour, t) });
}
