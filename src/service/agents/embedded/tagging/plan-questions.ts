import { headOf, thingNamed } from '../changes/planned.js';
import { choiceIn } from '../questions/body-choices.js';
import { moveIn } from '../questions/clip-moves.js';
import { bodyPlaceIn } from '../questions/plan-lists.js';
import { countOf } from '../questions/plan-things.js';
import { topicsIn } from '../topics/topics.js';
import type { BodyQuestion, Place, TalkState, Wish } from '../wish.js';
import { isLook, lookOf } from '../words/lexis.js';
import { tokensOf } from '../words/tokens.js';
import type { Question } from './corpus.js';
import type { Span } from './marks.js';

/** What a question asks about the character under discussion, by its learned kind, its words and the things it names. */

type Asked = {
  act: Question;
  line: string;
  draft: string;
  topic: string | null;
  /** The first thing that it names, with its adjectives, and its noun. */
  thing: string | undefined;
  noun: string | undefined;
  others: readonly string[];
  /** Adjectives of no thing, or of the thing in another clause: "is the coat still long?" */
  looks: readonly string[];
  place: Place | null;
  /** Whether it asks for a look that no plan has: "are the legs digitigrade?" */
  strange: boolean;
};
type Row = readonly [asks: RegExp, wish: (asked: Asked) => Wish | null];

const body = (ask: BodyQuestion): Wish => ({ kind: 'body', ask });
const withoutThing =
  (wish: Wish): Row[1] =>
  ({ noun }) =>
    noun === undefined ? wish : null;
const remind: Wish = { kind: 'remind' };

/** By the words of a question, whatever its learned kind is; the first row that has a wish counts. */
const rows: readonly Row[] = [
  [
    /\b(?:chang\w+|differen\w+|added)\b.*\b(?:since|so far|beginning|start|first|original\w*)\b/i,
    () => body({ about: 'changes', since: 'first' }),
  ],
  [
    /\b(?:lost|missing|left out|leave out|forg[eo]t|dropp?e?d?|ignored?|understood|get rid|(?:did|could|can)(?:n'?t| not)|not (?:possible|shown?))\b|\bhow much of\b.*\b(?:get|got|do)\b|\b(?:get|got|understand|catch) (?:everything|it all|all (?:of )?(?:it|that))\b/i,
    withoutThing(body({ about: 'missing' })),
  ],
  [
    /\b(?:biped\w*|quadruped\w*|(?:on|two|four|2|4|all) (?:all )?(?:fours|legs)|upright|body ?(?:type|class)|(?:what|which)(?: base)? (?:animal|species|creature|body)|skeleton)\b/i,
    ({ act }) => (act === 'count' ? null : body({ about: 'kind' })),
  ],
  [
    /\b(?:style|chibi|voxel|low[ -]?poly|clay|toon|proportions?)\b/i,
    ({ noun, draft }) => (noun && thingNamed(draft, noun) ? null : body({ about: 'style' })),
  ],
  [/\b(?:how (?:tall|high|big|large)|height|metres|meters|size)\b/i, withoutThing(body({ about: 'height' }))],
  [/\b(?:what|which) (?:animations?|moves|clips)\b/i, () => body({ about: 'moves' })],
  [/ or /i, ({ act, line, draft }) => (act === 'move' ? null : choiceIn(line, draft))],
  [/\b(?:colou?rs?|shade|hue|tint)\b/i, ({ noun }) => body({ about: 'colour', what: noun ?? null })],
  [
    /\b(?:hands?|paws?|side|left|right)\b(?! now|\?*$|, )|\b(?:which|what|left|right) (?:hand|side)\b/i,
    ({ act, noun, line }) => {
      const side = /\b(left|right)\b(?! now)/i.exec(line)?.[1]?.toLowerCase() as 'left' | 'right' | undefined;
      const isAsked = act === 'where' || /\b(?:which|what) (?:hand|side)\b/i.test(line) || side;
      return noun && isAsked ? body({ about: 'side', what: noun, side: side ?? null }) : null;
    },
  ],
  [
    /\b(?:hold|holds|holding|carry|carries|carrying|wield\w*)\b|\b(?:in|with) (?:\w+ )?(?:hands?|paws?)\b/i,
    (asked) =>
      asked.noun === undefined || /weapon/.test(asked.noun) ? body({ about: 'list', at: 'hands' }) : null,
  ],
  [
    /\b(?:wear\w*|clothes|clothing|outfit|dressed|naked|nude|topless|under|below|beneath)\b/i,
    ({ noun, place, line }) =>
      (noun === undefined && place === null) ||
      /\bwhat\b.*\b(?:wear|under|below|beneath)|\b(?:naked|nude|topless)\b/i.test(line)
        ? body({ about: 'list', at: 'worn' })
        : null,
  ],
  [
    /./,
    ({ place, noun, act, line }) =>
      place && noun === undefined && (act === 'look' || act === 'where' || /\b(?:what|which)\b/i.test(line))
        ? body({ about: 'list', at: place })
        : null,
  ],
  [/\b(?:everything|list|sum (?:\w+ )?up|summ\w+|recap|all together|the whole)\b/i, withoutThing(remind)],
  [
    /\b(?:blinks?|winks?|mouth|jaw|lips?)\b.*\b(?:blinks?|moves?|opens?|talks?|animated?|rigged)\b/i,
    () => null,
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
    const [look] = looks;
    const named = look !== undefined && checking.test(line) ? (hasLook(asked) ?? hasIn(asked)) : null;
    if (look !== undefined && noun === undefined && !named) return body({ about: 'coloured', look });
    return named ?? body({ about: 'colour', what: noun ?? null });
  },
  where: ({ noun }) => (noun ? body({ about: 'part', what: noun }) : remind),
  hands: () => body({ about: 'list', at: 'hands' }),
  worn: () => body({ about: 'list', at: 'worn' }),
  at: ({ place, noun }) =>
    place ? body({ about: 'list', at: place }) : noun ? body({ about: 'part', what: noun }) : remind,
  style: () => body({ about: 'style' }),
  changes: ({ line }) =>
    body({ about: 'changes', since: /\b(?:just|last|latest)\b/i.test(line) ? 'last' : 'first' }),
  missing: () => body({ about: 'missing' }),
  moves: () => body({ about: 'moves' }),
  count: (asked) => {
    const { noun, draft } = asked;
    return noun && countOf(draft, noun) !== null ? body({ about: 'count', what: noun }) : onPage(asked);
  },
  size: (asked) => hasLook(asked) ?? body({ about: 'height' }),
  kind: (asked) => hasLook(asked) ?? body({ about: 'kind' }),
  recap: () => remind,
  move: ({ thing: named, noun: of, draft, line }) => {
    const thing = named ?? doing.exec(line)?.[1];
    if (thing === undefined || /^(?:do|move)\b/.test(thing)) return body({ about: 'moves' });
    const noun = of ?? thing;
    const move = moveIn(thing) ?? moveIn(noun);
    if (move) return body({ about: 'move', move, action: thing });
    if (tokensOf(noun).some(({ isThing }) => isThing))
      return countOf(draft, noun) ? body({ about: 'swings', what: noun }) : { kind: 'has', what: thing };
    return body({ about: 'acts', action: thing, look: lookOf(thing) });
  },
  could: ({ thing, others }) => (thing && others.length === 0 ? body({ about: 'could', what: thing }) : null),
  opinion: (asked) => hasLook(asked) ?? body({ about: 'opinion' }),
  why: () => body({ about: 'why' }),
  body: (asked) => onPage(asked),
  detail: (asked) => onPage(asked),
};

/** "Can he juggle?" */
const doing =
  /\b(?:can|could|does|will|would) (?:it|he|she|they|the \w+) (?:also |even |actually |really )*([a-z][a-z ]*?)(?: (?:lol|now|too|or not))*\W*$/i;

/** "Is the cardigan still lavender?" */
const checking =
  /^\W*(?:(?:and|so|but|wait|ok(?:ay)?|hm+)\W+)*(?:is|are|does|do|did|has|have|was|were|will|would|can|isn'?t|doesn'?t)\b/i;

function hasIn(asked: Asked): Wish | null {
  const { thing, looks, strange } = asked;
  if (thing === undefined) return hasLook(asked);
  if (strange) return body({ about: 'open' });
  const said = looks.filter((look) => !thing.includes(look));
  return { kind: 'has', what: [...said, thing].join(' ') };
}

const hasLook = ({ noun, looks, line }: Asked): Wish | null =>
  noun === undefined && looks.length > 0 && checking.test(line) && isLook(looks.join(' '))
    ? body({ about: 'look', look: looks.join(' ') })
    : null;

/** A question about the model as such is about a page of the guide, however uncertain which. */
const leastTopic = 0.7;
function onPage(asked: Asked): Wish | null {
  const [best] = topicsIn(asked.line, 1, asked.topic);
  if (best && best.confidence >= leastTopic) return best.wish;
  return (asked.strange ? null : hasIn(asked)) ?? body({ about: 'open' });
}

const naming: ReadonlySet<string> = new Set(['thing', 'part', 'add', 'other']);
const bareThing = (text: string): string =>
  text.replace(/^(?:an?|the|his|her|its|their|any|some) /i, '').replace(/['’]s$/, '');

type Plan = Pick<TalkState, 'draft' | 'topic'> & { draft: string };

function askedOf(act: Question, line: string, spans: readonly Span[], { draft, topic }: Plan): Asked {
  const place = bodyPlaceIn(line);
  const marked = spans.filter(({ kind }) => naming.has(kind)).map(({ text }) => bareThing(text));
  const tokens = tokensOf(line);
  const found = tokens
    .filter(({ isThing, parts, word }) => isThing || (parts.size === 0 && isOfDraft(draft, word)))
    .map(({ word }) => word);
  const isPlace = (name: string) => place !== null && new RegExp(`^${name}$`, 'i').test(place.said);
  const [thing, ...others] = (marked.length > 0 ? marked : found).filter(
    (one) => !isPlace(one) && !isLook(one),
  );
  const marks = spans.filter(({ kind }) => kind === 'look').map(({ text }) => text);
  const said = tokens.filter(({ look, isThing }) => look !== null && !isThing).map(({ word }) => word);
  const looks = [...said, ...marks.filter((text) => isLook(text) && !said.some((one) => text.includes(one)))];
  const last = tokens.findLast(({ word }) => /\w/.test(word));
  return {
    ...{ act, line, draft, topic, thing, others, looks, place: place?.at ?? null },
    noun: thing && headOf(thing),
    strange:
      /\b(?:is|are) (?:the|its|his|her|their) \w+ \w+\W*$/i.test(line) &&
      last !== undefined &&
      !(last.isThing || last.look || last.parts.size > 0 || isOfDraft(draft, last.word)),
  };
}

function tabled(asked: Asked): Wish | null {
  for (const [asks, wish] of rows) {
    const one = asks.test(asked.line) ? wish(asked) : null;
    if (one) return one;
  }
  return null;
}

/** Whether the words of a message alone tell what it asks about the plan. */
export const isTabled = (line: string, { draft, topic }: Pick<TalkState, 'draft' | 'topic'>): boolean =>
  draft !== null && tabled(askedOf('look', line, [], { draft, topic })) !== null;

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

export const isOfDraft = (draft: string, word: string): boolean =>
  word.length > 2 && thingNamed(draft, word) !== null;
