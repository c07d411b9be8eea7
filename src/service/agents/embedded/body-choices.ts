import { colourIn, countIn } from '../../../engine/input/text/having.js';
import { proportionNames } from '../../../engine/kinds.js';
import { become } from './change.js';
import { names, partsOf } from './character.js';
import { canMove, moveIn } from './clip-moves.js';
import { refine } from './draft.js';
import { bodyOf, isLook, phraseOf } from './lexis.js';
import { numberIn } from './numbers.js';

/** Either-or questions about the character under discussion: "pants or skirt?", "two legs or four?" */

export type Choice = { about: 'either'; options: readonly [string, string]; of: string | null };

const asked =
  /^(?:(?:and|so|but|wait|ok)[\s,]+)*(?:(?:is|are|does|do|did|has|have|will|would|should|shall|was)(?: (?:you|u))? (.*?)(?:\bbe |\bhave |\bwear |\blook |\bgoing to |\bgonna )*)?((?:[\w'-]+ ){0,2}?[\w'-]+),? or ((?:an? |the |more )?(?:[\w'-]+ ){0,2}?[\w'-]+?)(?: (?:instead|then|now|again))?\s*\?*\s*$/i;
const leading =
  /^(?:it|he|she|they|this|that|going to|gonna|be|have|wear|wearing|look|a|an|the|more|with|in|his|her|its|their|give (?:it|him|her)|make (?:it|him|her))\s+/i;
const bare = (words: string): string => {
  let left = words.trim();
  for (let next = left.replace(leading, ''); next !== left; next = left.replace(leading, '')) left = next;
  return left;
};

/** Words about the whole character that are no looks and no things. */
const manners =
  /^(?:boy|girl|man|woman|male|female|guy|lady|stand(?:ing)?|sit(?:ting)?|kneel(?:ing)?|walk(?:ing)?|fly(?:ing)?|run(?:ning)?|lying|clay|voxel|toon|low[- ]poly|chibi|natural|heroic|left|right|human|animal)(?: hand| one| style)?$/i;

/** @param said may have its question mark */
export function choiceIn(said: string, draft: string): Choice | null {
  if (!/\bor\b/i.test(said) || /\bor (?:not|no|what|something|so|nah)\b/i.test(said)) return null;
  const [, before = '', one = '', other = ''] = asked.exec(said.trim()) ?? [];
  if (!one || !other) return null;
  const [left, right] = [bare(one), bare(other)];
  const of =
    /\b(?:the|his|her|its|their) ([\w-]+)\W*$/i.exec(`${before} ${one}`.replace(left, ' '))?.[1] ?? null;
  const isKnown = (option: string) =>
    manners.test(option) || isLook(option) || isCounted(option) || hasThing(draft, option);
  return isKnown(left) && isKnown(right) ? { about: 'either', options: [left, right], of } : null;
}

const isCounted = (option: string): boolean => numberIn(option.split(' ')[0]) !== null;
const last = (words: string): string => words.split(/\s+/).at(-1) ?? '';
const hasThing = (draft: string, option: string): boolean =>
  countIn(bodyOf(draft), last(option)) !== null || phraseOf(option).hasThings;

/** The options that are true of what will be built; null where the plan does not decide it. */
export function truthOf(draft: string, { options: [one, other], of }: Choice): boolean[] | null {
  const counted = [one, other].map((option) => numberIn(option.split(' ')[0]));
  const thing = [other, one].map((option) => option.split(' ')[1]).find(Boolean) ?? of;
  if (counted.every((number) => number !== null) && thing) {
    const count = countIn(bodyOf(draft), thing);
    return count === null ? null : counted.map((number) => number === count);
  }
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
  return (countIn(body, option) ?? countIn(body, last(option)) ?? 0) > 0 && !isSibling(draft, option);
}

/** A skirt is a dress to the engine: another word for an item that is there under its own name. */
function isSibling(draft: string, option: string): boolean {
  const body = bodyOf(draft);
  const wanted = [...bodyOf(option).items.keys()];
  return wanted.some((item) => {
    const word = body.items.get(item)?.word;
    return word !== undefined && word !== last(option) && word !== item;
  });
}
