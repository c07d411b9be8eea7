import { colourIn, countIn } from '../../../../engine/input/text/having.js';
import { proportionNames } from '../../../../engine/kinds.js';
import { become } from '../changes/change.js';
import { names, partsOf } from '../changes/character.js';
import { refine } from '../changes/draft.js';
import { isPlanned } from '../changes/planned.js';
import { bodyOf, isLook } from '../words/lexis.js';
import { numberIn } from '../words/numbers.js';
import { tokensOf } from '../words/tokens.js';
import { canMove, moveIn } from './clip-moves.js';

/** Either-or questions about the character under discussion: "pants or skirt?", "two legs or four?" */

export type Choice = { about: 'either'; options: readonly [string, string]; of: string | null };

/** Words about the whole character that are no looks and no things. */
const manners: ReadonlySet<string> = new Set(
  'boy girl man woman male female guy lady stand standing sit sitting kneel walk walking fly flying run up down open closed'.split(
    ' ',
  ),
);

type Option = { text: string; thing: string | null; isCount: boolean; isLook: boolean };

/** Runs of words that name something. */
function optionsIn(side: string, draft: string): Option[] {
  const found: Option[] = [];
  let near = '';
  for (const { word, look, isThing, isCount, parts } of tokensOf(side)) {
    const isManner = manners.has(word);
    const isKept =
      !isManner && (isThing || (word.length > 2 && !look && parts.size === 0 && isPlanned(draft, word)));
    if (!(isKept || isCount || look || isManner)) {
      near = '';
      continue;
    }
    near = `${near} ${word}`.trim();
    found.push({
      text: near,
      thing: isKept ? word : null,
      isCount,
      isLook: look !== null && !isKept && !isManner,
    });
    if (isKept) near = '';
  }
  return found;
}

/** No other answer, but another question or none: "or will it clip?", "bells or anything". */
const otherClause =
  /^(?:not|no|what|(?:some|any|every|no)(?:thing|one|body|where)|whatever|else|so|nah|(?:did|do|does|is|are|will|would|can|could|should|has|have) ?(?!it\W|he\W|she\W|$))/i;

/** @param said may have its question mark */
export function choiceIn(said: string, draft: string): { kind: 'body'; ask: Choice } | null {
  const [before = '', after = '', ...more] = said.split(/,? or /i);
  if (after === '' || more.length > 0 || otherClause.test(after)) return null;
  const [left, right] = [optionsIn(before, draft), optionsIn(after, draft)];
  const other = right.find(({ thing }) => thing !== null) ?? right.at(-1);
  if (!other) return null;
  const isAlike = (one: Option) =>
    one.isCount === other.isCount &&
    one.isLook === other.isLook &&
    (one.thing === null) === (other.thing === null);
  const one = left.findLast(isAlike);
  const isOfPlaces = other.thing !== null && left.filter(({ thing }) => thing !== null).length > 1;
  if (!one || isOfPlaces) return null; // "are the stripes on the jacket or the helmet?"
  const of =
    other.thing === null
      ? (left.findLast(({ thing }) => thing !== null && thing !== one.thing)?.thing ?? null)
      : null;
  return { kind: 'body', ask: { about: 'either', options: [one.text, other.text], of } };
}

const last = (words: string): string => words.split(/\s+/).at(-1) ?? '';

/** The options that are true of what will be built; null where the plan does not decide it. */
export function truthOf(draft: string, { options: [one, other], of }: Choice): boolean[] | null {
  const counted = [one, other].map((option) => numberIn(option.split(' ')[0]));
  const thing = [other, one].map((option) => option.split(' ')[1]).find(Boolean) ?? of;
  if (counted.every((number) => number !== null) && thing) {
    const count = countIn(bodyOf(draft), thing);
    return count === null ? null : counted.map((number) => number === count);
  }
  const written = [one, other].map((option) => option.split(' ').every((word) => names(draft, word)));
  if (written[0] !== written[1]) return written;
  const truths = [one, other].map((option) => isTrue(draft, option.toLowerCase(), of));
  if (truths.every((truth) => truth === null)) return null;
  return truths.map((truth) => truth ?? false);
}

const people: Readonly<Record<string, boolean>> = {
  boy: false,
  man: false,
  male: false,
  guy: false,
  girl: true,
  woman: true,
  female: true,
  lady: true,
};

function isTrue(draft: string, option: string, of: string | null): boolean | null {
  const body = bodyOf(draft);
  if (Object.hasOwn(people, option)) {
    const { presentation } = body.spec;
    return presentation === undefined || presentation === 'neutral'
      ? null
      : (presentation === 'feminine') === people[option];
  }
  const style = option.replace(/ style$/, '').replace(' ', '-');
  if (/^(?:clay|voxel|toon|low-poly)$/.test(style)) return (body.spec.style ?? 'clay') === style;
  if (proportionNames.some((name) => name === style)) return (body.style ?? 'natural') === style;
  const move = moveIn(option);
  if (move && /^(?:stand|sit|kneel|walk|fly|run|lying)/.test(option))
    return body.pose === null ? move === 'stand' : canMove(body.kind, move) && body.pose.startsWith(move);
  if (isLook(option)) {
    const colour = colourIn(body, of);
    if (colour !== null && names(option, colour)) return true;
    return JSON.stringify(bodyOf(refine(draft, become(option, of))).spec) === JSON.stringify(body.spec);
  }
  if (partsOf(draft).has.some((one) => names(one, last(option)))) return true;
  return (countIn(body, option) ?? countIn(body, last(option)) ?? 0) > 0;
}
