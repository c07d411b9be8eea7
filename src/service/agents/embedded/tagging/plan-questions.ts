import { names } from '../changes/character.js';
import { headOf } from '../changes/planned.js';
import { choiceIn } from '../questions/body-choices.js';
import { moveIn } from '../questions/clip-moves.js';
import { namedIn } from '../questions/has-answers.js';
import { countOf } from '../questions/plan-things.js';
import { topicsIn } from '../topics/topics.js';
import type { BodyQuestion, TalkState, Wish } from '../wish.js';
import { isLook, isRole, isSpecies, lookOf, phraseOf } from '../words/lexis.js';
import { tokensOf } from '../words/tokens.js';
import type { Question } from './corpus.js';
import type { Span } from './marks.js';
import { type Asked, askedOf } from './plan-words.js';

/** What a question asks about the character under discussion, by its learned kind, its words and the things it names. */

type Row = readonly [asks: RegExp, wish: (asked: Asked) => Wish | null];

const body = (ask: BodyQuestion): Wish => ({ kind: 'body', ask });
const remind: Wish = { kind: 'remind' };

/** What words tell whatever the learned kind of a question is; the first row that has a wish counts. */
const rows: readonly Row[] = [
  [/\b(?:naked|nude|topless)\b/i, () => body({ about: 'list', at: 'worn' })],
  [/\bhow (?:does|do) (?:it|he|she|they) look\b/i, ({ noun }) => (noun === undefined ? remind : null)],
  [
    /\b(?:which|what)\b.*\b(?:animations?|anims?|clips?|moves?)\b.*\b(?:for|fits?|suits?|would|pick|choose|use|best)\b/i,
    ({ line }) => body({ about: 'fitting', manner: line }),
  ],
  [
    /\b(?:biped\w*|quadruped\w*|(?:on|two|four|2|4|all) (?:all )?(?:fours|legs)|upright|body ?(?:type|class)|(?:what|which)(?: base)? (?:animal|species|creature|body)|skeleton)\b/i,
    ({ act }) => (act === 'count' || act === 'detail' ? null : body({ about: 'kind' })),
  ],
  [
    /\b(?:animations?|anims?|clips?|moveset)\b/i,
    (asked) => (animated.test(asked.act) ? (moveNamed(asked) ?? { kind: 'clips' }) : null),
  ],
  [/ or /i, ({ act, line, draft }) => (act === 'move' ? null : choiceIn(line, draft))],
  [
    /\b(?:hands?|paws?|side|left|right)\b(?! now|\?*$|, )|\b(?:which|what|left|right) (?:hand|side)\b/i,
    ({ act, noun, line }) => {
      const side = /\b(left|right)\b(?! now)/i.exec(line)?.[1]?.toLowerCase() as 'left' | 'right' | undefined;
      const isAsked = act === 'where' || /\b(?:which|what) (?:hand|side)\b/i.test(line) || side;
      return noun && isAsked ? body({ about: 'side', what: noun, side: side ?? null }) : null;
    },
  ],
];

/** By the learned kind of a question. */
const kinds: Readonly<Record<Question, (asked: Asked) => Wish | null>> = {
  has: (asked) => hasIn(asked) ?? remind,
  look: (asked) => {
    const { noun, line, strange } = asked;
    if (strange) return body({ about: 'open' });
    if (asked.looks.length > 0 && checking.test(line)) return hasLook(asked) ?? hasIn(asked);
    return noun ? body({ about: 'part', what: noun }) : remind;
  },
  colour: (asked) => {
    const { looks, noun, line } = asked;
    if (noun === undefined && /\bcolou?rs\b/i.test(line)) return body({ about: 'colour', what: null });
    const checked = looks.length > 0 && checking.test(line) ? (hasLook(asked) ?? hasIn(asked)) : null;
    return checked ?? colouredIn(asked) ?? body({ about: 'colour', what: noun ?? null });
  },
  where: ({ noun, owned }) => (noun ? body({ about: 'where', what: headOf(owned ?? noun) }) : remind),
  hands: (asked) => named(asked) ?? body({ about: 'list', at: 'hands' }),
  worn: (asked) => colouredIn(asked) ?? named(asked) ?? body({ about: 'list', at: 'worn' }),
  at: ({ place, noun }) =>
    place ? body({ about: 'list', at: place }) : noun ? body({ about: 'part', what: noun }) : remind,
  style: () => body({ about: 'style' }),
  changes: ({ line }) => {
    const isOfTwo = /\b(?:two|both|them|each other)\b/i.test(line);
    return body({
      about: 'changes',
      since: isOfTwo ? 'other' : /\b(?:just|last|latest)\b/i.test(line) ? 'last' : 'first',
    });
  },
  missing: (asked) => named(asked) ?? body({ about: 'missing' }),
  moves: (asked) => moveNamed(asked) ?? body({ about: 'moves' }),
  count: (asked) => {
    const { noun, draft } = asked;
    const isCounted = noun && (countOf(draft, noun) !== null || namedIn(draft, noun) !== null);
    return isCounted ? body({ about: 'count', what: noun }) : onPage(asked);
  },
  size: (asked) => hasLook(asked) ?? body({ about: 'height' }),
  kind: (asked) => hasLook(asked) ?? body({ about: 'kind', ...creatureIn(asked) }),
  recap: () => remind,
  move: (asked) => {
    const { thing: named, noun: of, line } = asked;
    const thing = named ?? doing.exec(line)?.[1];
    const move = moveNamed(asked);
    if (move) return move;
    if (thing === undefined || /^(?:do|move)\b/.test(thing)) return body({ about: 'moves' });
    const noun = of ?? thing;
    if (isPart(asked, noun)) return body({ about: 'swings', what: noun });
    if (tokensOf(noun).some(({ isThing }) => isThing)) return { kind: 'has', what: thing };
    return body({ about: 'acts', action: thing, look: lookOf(thing) });
  },
  could: (asked) => {
    const { thing, noun, others, looks, draft } = asked;
    if (thing === undefined || others.length > 0) return null;
    if (noun && looks.length === 0 && namedIn(draft, noun) !== null)
      return pageOf(asked, least.surely) ?? body({ about: 'swings', what: noun });
    return body({ about: 'could', what: thing });
  },
  opinion: (asked) => hasLook(asked) ?? body({ about: 'opinion' }),
  why: () => body({ about: 'why' }),
  body: (asked) => {
    const { noun, line, draft } = asked;
    const isOwner = noun !== undefined && new RegExp(`\\b${noun} (?:has|have|gets?)\\b`, 'i').test(line);
    const page = isOwner ? pageOf(asked, least.certainly) : null;
    if (page) return page; // "does the skirt have spring bones"
    const isHad = having.test(line);
    if (isHad && noun !== undefined && countOf(draft, noun) !== null) return hasIn(asked);
    const isMoved = noun !== undefined && isPart(asked, noun) && !isHad;
    return isMoved && !asked.strange
      ? (pageOf(asked, least.likely) ?? body({ about: 'swings', what: noun }))
      : onPage(asked);
  },
  detail: (asked) => onPage(asked),
};

/** "What's cyan now?" */
const colouredIn = ({ noun, looks: [look] }: Asked): Wish | null =>
  noun === undefined && look !== undefined ? body({ about: 'coloured', look }) : null;

/** "Is it still a triceratops?" */
function creatureIn({ line, draft }: Asked): { creature?: string } {
  const said = checking.test(line) ? /\ban? ([a-z-]+)/i.exec(line)?.[1]?.toLowerCase() : undefined;
  return said && (isSpecies(said) || isRole(said) || names(draft, said)) ? { creature: said } : {};
}

const having = /\b(?:have|has|got|there)\b/i;

/** Whether the plan has a thing or part, by name or by its body. */
const isPart = ({ draft }: Asked, noun: string): boolean =>
  namedIn(draft, noun) !== null || (countOf(draft, noun) ?? 0) > 0;

/** Kinds of questions that may be about clips, in any words: "does he have a run animation?" */
const animated = /^(?:has|look|moves?|recap|could|count|kind|where)$/;

function moveNamed({ thing, noun, line }: Asked): Wish | null {
  const said = [thing, noun, doing.exec(line)?.[1], ...line.split(/[^\p{L}'’-]+/u)];
  for (const action of said) {
    const move = action && moveIn(action.replace(/^(?:only|just|also|actually|even) /i, ''));
    if (move && move !== 'move') return body({ about: 'move', move, action });
  }
  return null;
}

/** "Can he juggle?" */
const doing =
  /\b(?:can|could|does|will|would) (?:it|he|she|they|the \w+) (?:also |even |actually |really )*([a-z][a-z ]*?)(?: (?:lol|now|too|or not))*\W*$/i;

/** "Is he wearing shoes?" */
const named = (asked: Asked): Wish | null =>
  asked.noun !== undefined && !/weapon|cloth/.test(asked.noun) && checking.test(asked.line)
    ? hasIn(asked)
    : null;

/** "Is the cardigan still lavender?" */
const checking =
  /^\W*(?:(?:and|so|but|wait|ok(?:ay)?|hm+)\W+)*(?:is|are|does|do|did|has|have|was|were|will|would|can|isn'?t|doesn'?t)\b|\b(?:yeah|right|correct)\W*$/i;

function hasIn(asked: Asked): Wish | null {
  const { thing, looks, strange } = asked;
  if (thing === undefined) return hasLook(asked);
  if (strange) return body({ about: 'open' });
  const page = isStranger(asked, thing) ? pageOf(asked, least.page) : null;
  if (page) return page;
  const said = looks.filter((look) => !thing.includes(look));
  return { kind: 'has', what: [...said, thing].join(' ') };
}

const hasLook = ({ noun, looks, line }: Asked): Wish | null =>
  noun === undefined && looks.length > 0 && checking.test(line) && isLook(looks.join(' '))
    ? body({ about: 'look', look: looks.join(' ') })
    : null;

/** From these confidences on, a page of the guide is asked for: about nothing of the plan, a thing of it, or anything. */
const least = { page: 0.3, likely: 0.5, surely: 0.7, certainly: 0.85 };
/** Of the words of a strange look, a page must know them all. */
const leastCovered = 0.9;

function pageOf({ line, topic, strange }: Asked, confidence: number): Wish | null {
  const [best] = topicsIn(line, 1, topic);
  if (strange && (best?.coverage ?? 0) < leastCovered) return null;
  return best?.wish.kind === 'question' && best.confidence >= confidence ? best.wish : null;
}

/** A thing that neither the plan has nor the engine knows: "finger bones". */
const isStranger = ({ draft }: Asked, thing: string): boolean =>
  namedIn(draft, headOf(thing)) === null &&
  countOf(draft, headOf(thing)) === null &&
  !phraseOf(thing).hasThings;

const onPage = (asked: Asked): Wish | null =>
  pageOf(asked, least.surely) ??
  (asked.strange ? null : hasIn(asked)) ??
  pageOf(asked, least.page) ??
  body({ about: 'open' });

function tabled(asked: Asked): Wish | null {
  for (const [asks, wish] of rows) {
    const one = asks.test(asked.line) ? wish(asked) : null;
    if (one) return one;
  }
  return null;
}

/** @param spans those of the question */
export function questionWish(
  act: Question,
  line: string,
  spans: readonly Span[],
  { draft, topic }: Pick<TalkState, 'draft' | 'topic'>,
): Wish | null {
  if (draft === null) return null;
  const asked = askedOf(act, line, spans, { draft, topic });
  return tabled(asked) ?? kinds[act](asked);
}
