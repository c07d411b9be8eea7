import { headOf, thingNamed } from '../changes/planned.js';
import { namedIn } from '../questions/has-answers.js';
import { bodyPlaceIn } from '../questions/plan-lists.js';
import type { Place, TalkState } from '../wish.js';
import { isLook } from '../words/lexis.js';
import { tokensOf } from '../words/tokens.js';
import type { Question } from './corpus.js';
import type { Span } from './marks.js';

/** What a question about the plan names of it. */

export type Asked = {
  act: Question;
  line: string;
  draft: string;
  topic: string | null;
  /** The first thing that it names, with its adjectives, and its noun. */
  thing: string | undefined;
  noun: string | undefined;
  others: readonly string[];
  /** The first thing that the plan names. */
  owned: string | undefined;
  /** Adjectives of no thing, or of the thing in another clause: "is the coat still long?" */
  looks: readonly string[];
  place: Place | null;
  /** Whether it asks for a look that no plan has: "are the legs digitigrade?" */
  strange: boolean;
};
const naming: ReadonlySet<string> = new Set(['thing', 'part', 'add', 'other']);
const bareThing = (text: string): string =>
  text
    .replace(/^(?:an?|the|his|her|its|their|any|some) /i, '')
    .replace(/ (?:(?:on|in|with) (?:it|him|her|them)|anywhere|at all)$/i, '')
    .replace(/['’]s$/, '');

/** "What is he carrying, and in which hand?" */
const handsAsked = /\b(?:which|what) hand\b/i;

/** "Does the princess still have a crown?" asks for the crown. */
const having =
  /\b(?:does|do|did|has|have|will) (?:the|his|her|its|their) (?:[\w-]+ )??([\w-]+) (?:(?:still|also|even|actually|really|now) )*(?:have|has|had|got|get|come with|wear|hold|carry)\b ?([^?.,!]*)/i;
const mostOwned = 4;
const ownOf = (own: string, named: readonly string[]): readonly string[] => {
  const thing = bareThing(own.trim());
  return thing === '' || isLook(thing) ? named : [thing];
};

type Plan = Pick<TalkState, 'draft' | 'topic'> & { draft: string };

export function askedOf(act: Question, line: string, spans: readonly Span[], { draft, topic }: Plan): Asked {
  const place = bodyPlaceIn(line);
  const marked = spans.filter(({ kind }) => naming.has(kind)).map(({ text }) => bareThing(text));
  const tokens = tokensOf(line);
  const found = tokens
    .filter(({ isThing, parts, word }) => isThing || (parts.size === 0 && isOfDraft(draft, word)))
    .map(({ word }) => word);
  const isPlace = (name: string) =>
    handsAsked.test(line)
      ? /^hands?$/i.test(name)
      : place !== null && new RegExp(`^${name}$`, 'i').test(place.said);
  const named = (marked.length > 0 ? marked : found).filter((one) => !isPlace(one) && !isLook(one));
  const [, owner = '', own = ''] = having.exec(line) ?? [];
  const had = named.filter((one) => headOf(one).toLowerCase() !== owner.toLowerCase());
  const [thing, ...others] =
    had.length > 0 ? had : own.split(' ').length > mostOwned ? named : ownOf(own, named);
  const marks = spans.filter(({ kind }) => kind === 'look').map(({ text }) => text);
  const isAround = /\bround (?:its|his|her|their|the)\b/i.test(line);
  const said = tokens
    .filter(({ look, isThing, word }) => look !== null && !isThing && !(isAround && word === 'round'))
    .map(({ word }) => word);
  const looks = [...said, ...marks.filter((text) => isLook(text) && !said.some((one) => text.includes(one)))];
  const last = tokens.findLast(({ word }) => /\w/.test(word));
  return {
    act,
    line,
    draft,
    topic,
    thing,
    others,
    looks,
    place: place?.at ?? null,
    noun: thing && headOf(thing),
    owned: marked.find((one) => namedIn(draft, headOf(one)) !== null),
    strange:
      /\b(?:is|are) (?:the|its|his|her|their) \w+ \w+\W*$/i.test(line) &&
      last !== undefined &&
      !(last.isThing || last.look || last.parts.size > 0 || isOfDraft(draft, last.word)),
  };
}

export const isOfDraft = (draft: string, word: string): boolean =>
  word.length > 2 && thingNamed(draft, word) !== null;
