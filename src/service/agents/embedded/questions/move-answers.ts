import type { Translate } from '../../../../copy/translate.js';
import { inCode, sentences } from '../markdown.js';
import type { BodyQuestion } from '../wish.js';
import { bodyOf, lookOf, phraseOf } from '../words/lexis.js';
import { canMove, clipsFor } from './clip-moves.js';
import { namedIn, said, tellHas } from './has-answers.js';
import { countOf } from './plan-things.js';

/** Answers whether the character under discussion, or a part of it, moves. */

type Acts = Extract<BodyQuestion, { about: 'acts' }>;
type Moves = Extract<BodyQuestion, { about: 'move' }>;

const isShown = (draft: string, look: string | null): look is string =>
  look !== null && phraseOf(`${draft}, ${look}`).understood.includes(look);

export function tellActs(draft: string, { action, look }: Acts, t: Translate): string {
  const prompt = inCode(draft);
  return isShown(draft, look)
    ? t('agent.body.acts', { prompt, look: said(look, t) })
    : t('agent.body.acts.no', { prompt, action: inCode(action) });
}

/** Movements that the clips of the body have. */
export function tellMove(draft: string, { move, action }: Moves, t: Translate): string {
  const prompt = inCode(draft);
  const { kind } = bodyOf(draft);
  const verb = action.split(' ').find((word) => lookOf(word) !== null);
  const look = verb ? lookOf(verb) : null;
  const clips = t(`agent.body.moves.${kind}`);
  if (canMove(kind, move)) return sentences(t, t('agent.body.move.yes'), clips);
  const posed = isShown(draft, look) && t('agent.body.acts', { prompt, look: said(look, t) });
  return sentences(t, t('agent.body.move.no'), clips, posed);
}

/** The clips that fit a manner: "a slow, tired entrance". */
export function tellFitting(draft: string, manner: string, t: Translate): string {
  const { kind } = bodyOf(draft);
  const clips = clipsFor(kind, manner);
  return clips.length > 0
    ? t('agent.body.fitting', { clips: t.list(clips.map(inCode)) })
    : t(`agent.body.moves.${kind}`);
}

const limb = /^(?:arm|leg|wing|head|neck|fin|foot|feet|knee|elbow|shoulder|hand|finger)s?$/i;
const swinging =
  /^(?:cape|cloak|mantle|scarf|hair|tail|mane|braid|pigtail|ponytail|tentacle|ear|skirt|robe|dress|veil|ribbon)s?$/i;

/** Whether a part moves: with its limb, by joints of its own, or not at all. */
export function tellSwings(draft: string, { what }: { what: string }, t: Translate): string {
  const text = namedIn(draft, what);
  if (text === null && !countOf(draft, what)) return tellHas(draft, what, t);
  if (limb.test(what))
    return sentences(t, t('agent.body.move.yes'), t(`agent.body.moves.${bodyOf(draft).kind}`));
  return swinging.test(what)
    ? t('agent.body.swings')
    : t('agent.body.does', { thing: inCode(said(text ?? what, t)), prompt: inCode(draft) });
}
