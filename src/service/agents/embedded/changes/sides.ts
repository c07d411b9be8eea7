import type { TalkState, Wish } from '../wish.js';
import { isRival } from '../words/looks.js';
import { tokensOf } from '../words/tokens.js';
import { become, type DraftChange, thingOf } from './change.js';
import { names, readCharacter } from './character.js';
import { coloursOf, headOf, isInHead, isPlanned, thingNamed } from './planned.js';

/** Exchanges within a character: the colours of two things, and the left and right side. */

/** "Swap the colours of the gloves and the shorts", "other way round", "no, the other left". */
export function turnedRound(line: string, talk: TalkState): Wish[] | null {
  const { draft, past, changed } = talk;
  if (draft === null) return null;
  const side = sideIn(line);
  const mirrored = side && mirroredIn(draft, side, talk);
  if (mirrored) return [{ kind: 'refine', changes: [mirrored] }];
  const exchanged = exchangedIn(draft, line);
  if (exchanged) return [{ kind: 'refine', changes: exchanged }];
  if (around.test(line)) {
    const things = (changed?.changes ?? []).flatMap((one) => thingOf(one) ?? []);
    const wish = swapped(draft, things);
    return wish && [wish];
  }
  if (!colours.test(line)) return null;
  for (const one of [draft, ...past.toReversed()]) {
    const things = tokensOf(line).flatMap(({ word, isThing }) =>
      isThing && thingNamed(one, word) ? word : [],
    );
    const wish = swapped(one, things);
    if (wish) return [one === draft ? wish : { ...wish, on: one }];
  }
  return null;
}

const around =
  /^\W*(?:(?:no+|nah|wait|sorry|actually|make it|do it|it'?s|the)[\s,.]+)*other way (?:a?round)\b/i;
const colours =
  /\b(?:swap|switch|exchange|trade|invert|reverse)\b[^.;!?]*\bcolou?rs?\b|\bthe colou?r of the \w+ and\b.*\bthe colou?r of the\b/i;

/** Two things, each in the colour of the other. */
function swapped(on: string, named: readonly string[]): Extract<Wish, { kind: 'refine' }> | null {
  const things = [...new Set(named)];
  const [first = [], second = []] = things.map((one) => coloursOf(on, one));
  if (things.length !== 2 || first.length === 0 || second.length === 0) return null;
  const changes = [become(second.join(' '), things[0]!), become(first.join(' '), things[1]!)];
  return { kind: 'refine', changes };
}

const exchanging =
  /^\W*(?:(?:please|ok|now|can you|could you)\W+)*(?:swap|switch|exchange|flip|reverse) (?:the )?([\w-]+) (?:and|with) (?:the )?([\w-]+)\W*$/i;

/** "Swap the teal and the pink", wherever these are. */
function exchangedIn(draft: string, line: string): DraftChange[] | null {
  const [, one = '', other = ''] = exchanging.exec(line) ?? [];
  if (!isRival(one, other) || ![one, other].every((look) => isPlanned(draft, look))) return null;
  const [first, second] = [one, other].map((look) =>
    isInHead(draft, look) ? null : thingNamed(draft, look),
  );
  if (first !== null && first === second) return null; // "a red and blue hat"
  if (first !== null || second !== null) return [become(other, first!), become(one, second!)];
  const { article, looks, kind } = readCharacter(draft);
  const turned = looks.map((look) => (names(look, one) ? other : names(look, other) ? one : look));
  return [{ kind: 'replace', what: `${article}${[...turned, kind].join(' ')}` }];
}

const sided =
  /^\W*(?:(?:no+|nah|wait|sorry|actually|i (?:said|meant?)|on|in|the|his|her|its|my)[\s,.]+)*(?:(other) )?(left|right|side|hand|one)(?: (?:side|hand|one))?\W*$/i;

type Side = 'left' | 'right' | 'other';
function sideIn(line: string): Side | null {
  const [, other, word = ''] = sided.exec(line) ?? [];
  const side = word.toLowerCase();
  return other ? 'other' : side === 'left' || side === 'right' ? side : null;
}

/** The thing of the last change on the other side of the body. */
function mirroredIn(draft: string, side: Side, { focus }: TalkState): DraftChange | null {
  const placed = readCharacter(draft).traits.filter(({ text }) => place.test(text));
  const spoken = focus ? placed.filter(({ text }) => headOf(text) === focus.thing) : [];
  const [one, ...others] = spoken.length > 0 ? spoken : placed;
  const [to = '', now = ''] = (one && place.exec(one.text)) ?? [];
  if (!one || others.length > 0 || now.toLowerCase() === side) return null;
  const turned = now.toLowerCase() === 'left' ? 'right' : 'left';
  return { kind: 'move', what: headOf(one.text), to: to.trim().replace(now, turned) };
}
const place = / (?:on|in|at|over) (?:(?:the|his|her|its|their) )?\b(left|right)\b.*$/i;
