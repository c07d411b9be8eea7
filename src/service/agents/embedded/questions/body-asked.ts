import { type Sorted, sortWords, type Thing } from './body-words.js';

/** Tells questions about the character under discussion from wishes and statements. */

export type Asked = Sorted & {
  draft: string;
  /** Whether nothing else was understood: then any noun may be a thing, and the plan may leave the answer open. */
  isLost: boolean;
  /** "Does it", "is there", or a statement that asks for agreement. */
  isYesNo: boolean;
  /** "What", "how many", "tell me". */
  isOpen: boolean;
  /** Whether it begins with an auxiliary. */
  isAux: boolean;
  thing: Thing | undefined;
  /** Whether every word has its place. */
  isClear: boolean;
};

/** "He has a sword, doesn't he": an auxiliary and a pronoun at the end. */
const endsWithTag = /(?:is|are|does|do|did|has|have|can|will)(?: not)? (?:it|he|she|they|you|u|there)$/;

/** Null for what asks nothing about the character, and for wishes: "can he have a hat", "keep the hat, ok?" */
export function questionOf(said: string, draft: string, isLost: boolean): Asked | null {
  const sorted = sortWords(said, draft);
  const { has, unknown, looks } = sorted;
  const words = sorted.words.filter(({ mark }) => mark === null);
  const telling = words.filter(
    ({ classes }) => classes.size === 0 || [...classes].some((one) => !/^(?:filler|tag)$/.test(one)),
  );
  const first: ReadonlySet<string> = telling[0]?.classes ?? new Set();
  const asks = ['how', 'why', 'where'].some((one) => first.has(one));
  const isOpen = asks || has('what', 'many', 'tell');
  const isTagged =
    /\?/.test(said) ||
    words.at(-1)?.classes.has('tag') === true ||
    (!first.has('aux') && endsWithTag.test(words.map(({ word }) => word).join(' ')));
  const isBare =
    words.length <= fewWords && looks.length === 0 && has('colour', 'style', 'missing', 'recap', 'measure');
  const isYesNo = !isOpen && (first.has('aux') || isTagged);
  if (has('stop') || !(isOpen || isYesNo || isBare) || isWish(sorted, telling)) return null;
  const isSaid = has('you') && first.has('you');
  if (!isOpen && !first.has('aux') && !isSaid && has('i', 'plan')) return null;
  const things = sorted.things.filter(
    ({ name }) => has('many') || (isYesNo && has('own', 'shown', 'swing')) || !isHand(name),
  );
  const thing = things.find((one) => one.looks.length > 0) ?? things[0];
  const isNamedAlone = has('own') && thing !== undefined && unknown.join() === telling[1]?.word;
  const isClear = sorted.others.length === 0 && (unknown.length === 0 || isNamedAlone);
  return { ...sorted, draft, isLost, isYesNo, isOpen, isAux: first.has('aux'), thing, isClear };
}

const isHand = (name: string): boolean => /^(?:hand|paw|claw|fist)s?$/.test(name);

/** "Can he have a hat", "keep the hat, ok?", "do touch the hair" */
function isWish({ has, looks }: Sorted, telling: Sorted['words']): boolean {
  const [first, second] = telling;
  const isOrder = ['plan', 'hold', 'forget'].some((one) => first?.classes.has(one));
  if (isOrder && !first?.classes.has('aux') && !has('any', 'every')) return true;
  const isAsked =
    second &&
    (second.isThing ||
      second.isWho ||
      /^(?:they|these|those)$/.test(second.word) ||
      ['you', 'whose', 'i'].some((one) => second.classes.has(one)));
  if (first?.word === 'do' && !isAsked) return true;
  const isChange = has('own', 'mood') || looks.length > 0 || telling.some(({ word }) => word === 'be');
  return has('modal') && (has('i', 'you') || (!has('hold') && isChange));
}

/** "Colour?", "anything missing". */
export const fewWords = 3;
