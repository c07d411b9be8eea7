import type { Translate } from '../../../../copy/translate.js';
import { handsOf } from '../../../../engine/input/text/hands.js';
import { colourIn, metresOf } from '../../../../engine/input/text/having.js';
import { outline } from '../answers.js';
import { become } from '../changes/change.js';
import { names, partsOf } from '../changes/character.js';
import { refine } from '../changes/draft.js';
import { headOf } from '../changes/planned.js';
import { inCode, joined, sentences } from '../markdown.js';
import type { BodyQuestion, TalkState } from '../wish.js';
import { bodyOf, phraseOf } from '../words/lexis.js';
import { stem, tokensOf } from '../words/tokens.js';
import { truthOf } from './body-choices.js';
import { tellColour, tellThings } from './colour-answers.js';
import { bare, namedIn, said, tellHas, tellThing, withThing } from './has-answers.js';
import { tellActs, tellFitting, tellMove, tellSwings } from './move-answers.js';
import { listAt, placeIn } from './plan-lists.js';
import { countOf, unshownIn } from './plan-things.js';

/** Answers about the character under discussion, by what the engine will build of its description. */

type Asking<About extends BodyQuestion['about']> = Extract<BodyQuestion, { about: About }>;
/** What was planned before, and what of the member's wishes was not understood. */
export type Earlier = Pick<TalkState, 'past' | 'unmet'>;

const most = 6;

export function tellBody(
  draft: string,
  ask: BodyQuestion,
  t: Translate,
  { past, unmet }: Earlier = { past: [], unmet: [] },
): string {
  const prompt = inCode(draft);
  switch (ask.about) {
    case 'count':
      return tellCount(draft, ask, t);
    case 'colour':
      return tellColour(draft, ask.what, t);
    case 'coloured':
      return tellColoured(draft, ask, t);
    case 'height':
      return tellHeight(draft, t);
    case 'look':
      return tellLook(draft, ask, t);
    case 'acts':
      return tellActs(draft, ask, t);
    case 'move':
      return tellMove(draft, ask, t);
    case 'kind':
      return tellKind(draft, ask, t);
    case 'fitting':
      return tellFitting(draft, ask.manner, t);
    case 'moves':
      return t(`agent.body.moves.${bodyOf(draft).kind}`);
    case 'swings':
      return tellSwings(draft, ask, t);
    case 'list':
      return tellList(draft, ask, t);
    case 'part':
      return tellPart(draft, ask.what, t, past);
    case 'missing':
      return tellMissing(draft, unmet, t);
    case 'changes':
      return tellChanges(draft, ask.since, past, t);
    case 'side':
      return tellSide(draft, ask, t);
    case 'where':
      return tellWhere(draft, ask.what, t);
    case 'style': {
      const { spec, style } = bodyOf(draft);
      return t('agent.body.style', { style: spec.style ?? 'clay', proportions: style ?? 'natural', prompt });
    }
    case 'either':
      return tellEither(draft, ask, t);
    case 'open':
      return joined('\n', t('agent.body.open'), outline(draft, t));
    case 'could':
      return tellPossible(draft, ask.what, t);
    case 'opinion':
      return t('agent.body.opinion', { prompt });
    case 'why':
      return t('agent.body.why', { prompt });
  }
}

function tellHeight(draft: string, t: Translate): string {
  const [metres, person] = [draft, 'a person'].map((one) => metresOf(bodyOf(one))) as [number, number];
  return t('agent.body.height', { prompt: inCode(draft), metres, person });
}

function tellList(draft: string, { at }: Asking<'list'>, t: Translate): string {
  const prompt = inCode(draft);
  const things = listAt(draft, at, t);
  return things.length === 0
    ? t('agent.body.wears.none', { prompt })
    : t('agent.body.wears', { prompt, things: t.list(things) });
}

function tellMissing(draft: string, unmet: readonly string[], t: Translate): string {
  const prompt = inCode(draft);
  const words = [...new Set([...unmet, ...unshownIn(draft)])].slice(0, most);
  return words.length > 0
    ? t('agent.body.missing', { words: t.list(words.map(inCode)), prompt })
    : t('agent.body.missing.none', { prompt });
}

function tellColoured(draft: string, { look }: Asking<'coloured'>, t: Translate): string {
  const things = partsOf(draft).has.filter((text) => text.toLowerCase().split(' ').includes(look));
  return things.length === 0 ? tellLook(draft, { about: 'look', look }, t) : tellThings(draft, things, t);
}

function tellCount(draft: string, { what }: Asking<'count'>, t: Translate): string {
  const prompt = inCode(draft);
  const text = namedIn(draft, what);
  const count = countOf(draft, what) ?? 0;
  if (text !== null && count === 1 && isOfUnknownNumber(text, what))
    return t('agent.body.count.open', { text: inCode(said(text, t)), prompt });
  return Number.isFinite(count)
    ? t('agent.body.count', { count, prompt })
    : t('agent.has.built', { prompt, thing: said(bare(what), t) });
}

/** "A belt of potion bottles". */
const isOfUnknownNumber = (text: string, noun: string): boolean =>
  !tokensOf(text).some(({ isCount }) => isCount) &&
  text.split(/[^\p{L}'’-]+/u).some((word) => word !== stem(word) && stem(word) === stem(headOf(noun)));

function tellLook(draft: string, { look }: Asking<'look'>, t: Translate): string {
  const prompt = inCode(draft);
  return sameBody(draft, refine(draft, become(look, null)))
    ? t('agent.body.look.yes', { prompt })
    : t('agent.body.look.no', { prompt, look: said(look, t) });
}

/** Whether adding something would show. */
function tellPossible(draft: string, what: string, t: Translate): string {
  const prompt = inCode(draft);
  const thing = inCode(said(bare(what), t));
  const { unknown, hasThings } = phraseOf(what);
  if (namedIn(draft, bare(what)) !== null) return t('agent.has.yes', { thing, prompt });
  if (unknown.length > 0)
    return t('agent.body.could.unknown', { words: t.list(unknown.map(inCode)), prompt });
  return hasThings && countOf(withThing(draft, `a ${bare(what)}`), what) === 0
    ? t('agent.has.never', { prompt })
    : t('agent.body.could', { thing, prompt });
}

const sameBody = (one: string, other: string): boolean =>
  JSON.stringify(bodyOf(one).spec) === JSON.stringify(bodyOf(other).spec);

const placed = /\b(?:on|in|at|over|under|around|behind|across|above|below|between|inside|along|with)\b/i;

/** In the words of the plan, or else where the engine puts such a thing. */
function tellWhere(draft: string, what: string, t: Translate): string {
  const text = namedIn(draft, what);
  if (text === null || placed.test(text)) return tellPart(draft, what, t, []);
  if (unshownIn(draft).includes(bare(text))) return tellThing(draft, what, t);
  return t('agent.body.where', {
    place: placeIn(text) ?? 'other',
    text: inCode(said(text, t)),
    prompt: inCode(draft),
  });
}

/** What it is, or whether it still is something, and how many legs its body has. */
function tellKind(draft: string, { creature }: Asking<'kind'>, t: Translate): string {
  const prompt = inCode(draft);
  if (creature !== undefined) {
    const { kind, has } = partsOf(draft);
    const key = names(draft, creature) ? 'agent.body.kind.yes' : 'agent.body.kind.no';
    const own = [kind, ...has].find((text) => names(text, creature)) ?? kind;
    return t(key, { kind: inCode(said(own, t)), prompt });
  }
  const body = t(`rig.body.name.${bodyOf(draft).kind}`);
  return t('agent.body.kind', { kind: inCode(said(partsOf(draft).kind, t)), body, prompt });
}

/** "What shoes did you give her?" of platform boots. */
function tellPart(draft: string, what: string, t: Translate, past: readonly string[]): string {
  const prompt = inCode(draft);
  if (namedIn(draft, what) !== null) return tellThing(draft, what, t);
  const own = bodyOf(what).items;
  const worn = [...bodyOf(draft).items].find(
    ([item]) => own.has(item) || (/shoe|footwear/i.test(what) && item === 'boots'),
  );
  if (worn?.[1].word && namedIn(draft, worn[1].word)) return tellThing(draft, worn[1].word, t);
  if (!countOf(draft, what)) return tellHas(draft, what, t, past);
  const text = worn && [colourIn(bodyOf(draft), worn[0]), worn[1].word ?? worn[0]].filter(Boolean).join(' ');
  return text
    ? t('agent.body.part.said', { text: inCode(said(text, t)), prompt })
    : t('agent.body.part.usual', { thing: said(bare(what), t), prompt });
}

/** The words of a description that another one lacks. */
function listBeside(some: string, other: string, t: Translate): string {
  const all = (text: string) => {
    const { kind, looks, has, lacks } = partsOf(text);
    return [kind, ...looks, ...has, ...lacks.map((one) => `without ${one}`)];
  };
  const own = new Set(all(other));
  return t.list(all(some).flatMap((one) => (own.has(one) ? [] : [inCode(said(one, t))])));
}

/** What the plan has now and did not have before, and the other way round; or how two characters differ. */
function tellChanges(
  draft: string,
  since: Asking<'changes'>['since'],
  past: readonly string[],
  t: Translate,
): string {
  const { kind } = partsOf(draft);
  const other = since === 'other' && past.findLast((one) => partsOf(one).kind !== kind);
  if (other) {
    const [own, theirs] = [listBeside(other, draft, t), listBeside(draft, other, t)];
    return t('agent.body.differ', { one: inCode(other), own, other: inCode(draft), theirs });
  }
  const before = since === 'last' ? past.at(-1) : past.find((one) => partsOf(one).kind === kind);
  const first = before ?? past[0] ?? draft;
  const [added, gone] = [listBeside(draft, first, t), listBeside(first, draft, t)];
  if (added === '' && gone === '') return t('agent.body.changes.none', { prompt: inCode(draft) });
  return sentences(
    t,
    t('agent.body.changes.from', { before: inCode(first) }),
    added !== '' && t('agent.body.changes.new', { things: added }),
    gone !== '' && t('agent.body.changes.gone', { things: gone }),
  );
}

function tellSide(draft: string, { what, side }: Asking<'side'>, t: Translate): string {
  const { items, kind } = bodyOf(draft);
  const wanted = [...bodyOf(what).items.keys()].find((item) => items.has(item));
  const actual = wanted && handsOf(kind, items).get(wanted);
  if (!actual) return tellWhere(draft, what, t);
  const verdict = side === null ? 'plain' : side === actual ? 'yes' : 'no';
  return t('agent.body.side', { verdict, side: actual, prompt: inCode(draft) });
}

function tellEither(draft: string, ask: Asking<'either'>, t: Translate): string {
  const prompt = inCode(draft);
  const truths = truthOf(draft, ask);
  const [one, other] = ask.options.map((option) => said(option, t)) as [string, string];
  if (truths === null || !truths.some(Boolean)) return t('agent.body.either.open', { one, other, prompt });
  if (truths.every(Boolean)) return t('agent.body.either.both', { prompt });
  return t('agent.body.either', { choice: truths[0] ? one : other, prompt });
}
