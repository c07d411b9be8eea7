import type { Translate } from '../../../../copy/translate.js';
import { colourIn, metresOf } from '../../../../engine/input/text/having.js';
import { handheld } from '../../../../engine/input/text/vocabulary.js';
import { become } from '../changes/change.js';
import { partsOf } from '../changes/character.js';
import { refine } from '../changes/draft.js';
import { inCode, sentences } from '../markdown.js';
import type { BodyQuestion } from '../wish.js';
import { bodyOf, lookOf, phraseOf } from '../words/lexis.js';
import { truthOf } from './body-choices.js';
import { canMove } from './clip-moves.js';
import { bare, missing, named, namedIn, said, tellHas, withThing } from './has-answers.js';
import { countOf } from './plan-things.js';

/** Answers about the character under discussion, by what the engine will build of its description. */

type Asking<About extends BodyQuestion['about']> = Extract<BodyQuestion, { about: About }>;

export function tellBody(draft: string, ask: BodyQuestion, t: Translate): string {
  const prompt = inCode(draft);
  switch (ask.about) {
    case 'count': {
      const count = countOf(draft, ask.what) ?? 0;
      return Number.isFinite(count)
        ? t('agent.body.count', { count, prompt })
        : t('agent.has.built', { prompt, thing: said(bare(ask.what), t) });
    }
    case 'colour':
      return tellColour(draft, ask, t);
    case 'height':
      return t('agent.body.height', { prompt, metres: metresOf(bodyOf(draft)) });
    case 'look': {
      const isSo = sameBody(draft, refine(draft, become(ask.look, ask.part)));
      if (isSo) return t('agent.body.look.yes', { prompt });
      return ask.part
        ? missing(draft, `${ask.look} ${ask.part}`, t)
        : t('agent.body.look.no', { prompt, look: said(ask.look, t) });
    }
    case 'holds':
      return tellHolds(draft, bare(ask.what), t);
    case 'acts':
      return tellActs(draft, ask, t);
    case 'move':
      return tellMove(draft, ask, t);
    case 'kind':
      return tellKind(draft, t);
    case 'moves':
      return t(`agent.body.moves.${bodyOf(draft).kind}`);
    case 'swings':
      return countOf(draft, ask.what) === 0 ? tellHas(draft, ask.what, t) : t('agent.body.swings');
    case 'wears':
      return tellWorn(draft, ask, t);
    case 'part':
      return tellPart(draft, ask.what, t);
    case 'missing':
      return tellMissing(draft, t);
    case 'side':
      return tellSide(draft, ask, t);
    case 'style': {
      const { spec, style } = bodyOf(draft);
      return t('agent.body.style', { style: spec.style ?? 'clay', proportions: style ?? 'natural', prompt });
    }
    case 'either':
      return tellEither(draft, ask, t);
    case 'open':
      return t('agent.body.open', { prompt });
    case 'could':
      return tellPossible(draft, ask.what, t);
    case 'opinion':
      return t('agent.body.opinion', { prompt });
    case 'why':
      return t('agent.body.why', { prompt });
  }
}

/** Whether adding something would show. */
function tellPossible(draft: string, what: string, t: Translate): string {
  const { unknown } = phraseOf(what);
  const thing = inCode(said(bare(what), t));
  const prompt = inCode(draft);
  return unknown.length > 0
    ? t('agent.body.could.unknown', { words: t.list(unknown.map(inCode)), prompt })
    : t('agent.body.could', { thing, prompt });
}

const sameBody = (one: string, other: string): boolean =>
  JSON.stringify(bodyOf(one).spec) === JSON.stringify(bodyOf(other).spec);

function tellColour(draft: string, { what }: Asking<'colour'>, t: Translate): string {
  const prompt = inCode(draft);
  if (what !== null && countOf(draft, what) === 0) return tellHas(draft, what, t);
  const colour = colourIn(bodyOf(draft), what);
  if (colour !== null) return t('agent.body.colour', { prompt, colour: said(colour, t) });
  return what === null
    ? t('agent.body.colour.usual', { prompt })
    : t('agent.body.colour.open', { prompt, thing: said(bare(what), t) });
}

function tellHolds(draft: string, what: string, t: Translate): string {
  const prompt = inCode(draft);
  const thing = inCode(said(what, t));
  const planned = namedIn(draft, what);
  if (planned !== null) return t('agent.has.yes', { prompt, thing: inCode(said(planned, t)) });
  if (!phraseOf(what).hasThings) return t('agent.body.holds.unknown', { prompt, thing });
  return countOf(withThing(draft, `a ${what}`), what) === 0
    ? t('agent.has.never', { prompt })
    : t('agent.body.holds', { prompt, thing: named(what, t) });
}

const isShown = (draft: string, look: string | null): look is string =>
  look !== null && phraseOf(`${draft}, ${look}`).understood.includes(look);

function tellActs(draft: string, { action, look }: Asking<'acts'>, t: Translate): string {
  const prompt = inCode(draft);
  return isShown(draft, look)
    ? t('agent.body.acts', { prompt, look: said(look, t) })
    : t('agent.body.acts.no', { prompt, action: inCode(action) });
}

/** Movements that the clips of the body have. */
function tellMove(draft: string, { move, action }: Asking<'move'>, t: Translate): string {
  const prompt = inCode(draft);
  const { kind } = bodyOf(draft);
  const verb = action.split(' ').find((word) => lookOf(word) !== null);
  const look = verb ? lookOf(verb) : null;
  const clips = t(`agent.body.moves.${kind}`);
  if (canMove(kind, move)) return sentences(t, t('agent.body.move.yes'), clips);
  return isShown(draft, look)
    ? t('agent.body.acts', { prompt, look: said(look, t) })
    : sentences(t, t('agent.body.move.no'), clips);
}

/** What it is, and how many legs its body has. */
function tellKind(draft: string, t: Translate): string {
  const body = t(`rig.body.name.${bodyOf(draft).kind}`);
  return t('agent.body.kind', { kind: inCode(said(partsOf(draft).kind, t)), body, prompt: inCode(draft) });
}

/** Items with their colours, also those that a role or species brings. */
function itemsOf(draft: string, t: Translate, isWanted = (_item: string) => true): string[] {
  const { items, kind } = bodyOf(draft);
  return [...items].flatMap(([item, look]) => {
    if (!isWanted(item) || (countOf(draft, item) === 0 && kind !== 'biped')) return [];
    const colour = colourIn(bodyOf(draft), item);
    return [said([colour, look.word ?? item].filter(Boolean).join(' '), t)];
  });
}

function tellWorn(draft: string, { isHeld }: Asking<'wears'>, t: Translate): string {
  const prompt = inCode(draft);
  const { items } = bodyOf(draft);
  const usual = ['shirt', 'trousers', 'shoes'].filter(
    (one) => countOf(draft, one) && !items.has(one) && !(one === 'shoes' && items.has('boots')),
  );
  const things = isHeld
    ? itemsOf(draft, t, (item) => handheld.has(item) || item === 'shield')
    : [...itemsOf(draft, t), ...usual.map((one) => said(one, t))];
  if (things.length === 0) return t('agent.body.wears.none', { prompt });
  return t('agent.body.wears', { prompt, things: t.list(things) });
}

/** "What shoes did you give her?" of platform boots. */
function tellPart(draft: string, what: string, t: Translate): string {
  const prompt = inCode(draft);
  const own = bodyOf(what).items;
  const { items } = bodyOf(draft);
  const worn = [...items].find(
    ([item]) => own.has(item) || (/shoe|footwear/i.test(what) && item === 'boots'),
  );
  const words = namedIn(draft, what);
  const colour = colourIn(bodyOf(draft), worn?.[0] ?? what);
  const text = words ?? (worn && [colour, worn[1].word ?? worn[0]].filter(Boolean).join(' '));
  if (text) return t('agent.body.part.said', { text: inCode(said(text, t)), prompt });
  if (!countOf(draft, what)) return tellHas(draft, what, t);
  return t('agent.body.part.usual', { thing: said(bare(what), t), prompt });
}

function tellMissing(draft: string, t: Translate): string {
  const { unknown } = phraseOf(draft);
  const { unexpressed } = bodyOf(draft).words;
  const words = [...new Set([...unknown, ...unexpressed])].slice(0, 6);
  return words.length > 0
    ? t('agent.body.missing', { words: t.list(words.map(inCode)), prompt: inCode(draft) })
    : t('agent.body.missing.none', { prompt: inCode(draft) });
}

/** The first thing is held in the right hand, a second one or a shield in the left. */
function tellSide(draft: string, { what, side }: Asking<'side'>, t: Translate): string {
  const prompt = inCode(draft);
  const { items, kind } = bodyOf(draft);
  const held = [...items.keys()].filter((item) => handheld.has(item));
  const wanted = what === null ? undefined : [...bodyOf(what).items.keys()].find((item) => items.has(item));
  const item = what === null ? held[0] : wanted;
  if (what !== null && wanted === undefined) return tellHas(draft, what, t);
  if (kind !== 'biped' || item === undefined || !(handheld.has(item) || item === 'shield'))
    return t('agent.body.open', { prompt });
  const isLeft = item === 'shield' || (held.indexOf(item) === 1 && !items.has('shield'));
  const actual = isLeft ? 'left' : 'right';
  const verdict = side === null ? 'plain' : side === actual ? 'yes' : 'no';
  return t('agent.body.side', { verdict, side: actual, prompt });
}

function tellEither(draft: string, ask: Asking<'either'>, t: Translate): string {
  const prompt = inCode(draft);
  const truths = truthOf(draft, ask);
  const [one, other] = ask.options.map((option) => said(option, t)) as [string, string];
  if (truths === null) return t('agent.body.either.open', { one, other, prompt });
  if (truths.every(Boolean)) return t('agent.body.either.both', { prompt });
  if (!truths.some(Boolean)) return t('agent.body.either.neither', { one, other, prompt });
  return t('agent.body.either', { choice: truths[0] ? one : other, prompt });
}
