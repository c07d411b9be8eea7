import { oddPairs } from './odd-pairs.js';
import { isConnecting, isMark } from './senses.js';
import { impliedState, isShown, limbs } from './side-states.js';
import {
  isLook,
  isOne,
  type Looks,
  looksFrom,
  pairOf,
  rowOf,
  sideIn,
  signFor,
  stateOf,
  whichOf,
} from './side-words.js';
import {
  fillers,
  itemNames,
  onOneSide,
  partNames,
  sideNouns,
  statesOfPart,
  wornPairs,
} from './vocabulary.js';
import { lookUp, partsOfCompound } from './words.js';

/** What is read instead of some words: the last `drops` of those before, and those up to `next`. */
type Found = { drops: number; put: string[]; next: number; noun: string };

export function holdSides(prompt: readonly string[]): string[] {
  const words = oddPairs(
    prompt.flatMap((word) => (Object.hasOwn(sideNouns, word) ? sideNouns[word]!.split(' ') : [word])),
  );
  const out: string[] = [];
  let noun: string | null = null;
  for (let i = 0; i < words.length; ) {
    const found: Found | null =
      armedAt(words, i) ??
      insteadAt(words, i) ??
      placedAt(words, i, out) ??
      otherAt(words, i, noun) ??
      phraseAt(words, i, out);
    if (!found) {
      out.push(words[i++]!);
      continue;
    }
    out.splice(out.length - found.drops, found.drops, ...found.put);
    noun = found.noun;
    i = found.next;
  }
  return out;
}

/** Whether nothing follows that the words before could describe. */
const closes = (words: readonly string[], at: number): boolean => {
  const word = words[at];
  return (
    word === undefined ||
    isMark(word) ||
    isConnecting(word) ||
    fillers.has(word) ||
    sideIn(word) !== null ||
    whichOf(word) !== undefined
  );
};

/** "One-armed". */
function armedAt(words: readonly string[], i: number): Found | null {
  const [many, part = ''] = partsOfCompound(words[i]!) ?? [];
  if (many !== 'one' || !/^(arms|legs|ears|wings|hands)$/.test(part)) return null;
  const put = [signFor({ which: 'one', isOnly: false, state: 'missing', said: ['one'] }), part.slice(0, -1)];
  return { drops: 0, put, next: i + 1, noun: put[1]! };
}

/** "A hook for a left hand", "a hook instead of a hand". */
function insteadAt(words: readonly string[], i: number): Found | null {
  const state = stateOf(words[i]);
  if (!state || !/^(?:for|instead|in|as)$/.test(words[i + 1] ?? '')) return null;
  let from = i + 2;
  while (/^(?:of|place|an?|the|his|her|its|their)$/.test(words[from] ?? '')) from++;
  const which = whichOf(words[from]);
  const noun = words[which ? from + 1 : from] ?? '';
  const pair = pairOf(noun);
  if (!pair || !statesOfPart[pair]?.includes(state) || !isOne(noun)) return null;
  const said = [words[i]!, ...(which && which !== 'one' ? [words[from]!] : [])];
  const put = [signFor({ which: which ?? 'one', isOnly: false, state, said }), noun];
  return { drops: 0, put, next: (which ? from + 1 : from) + 1, noun };
}

const at = /^(?:on|over|in|at|across|above|around|through|behind|covering|under|below|near|from|for)$/;
const owner = /^(?:a|an|the|his|her|its|their|my|one|only|just)$/;

/** "An eyepatch over the left eye", "a glove on the other hand". */
function placedAt(words: readonly string[], i: number, out: readonly string[]): Found | null {
  const which = whichOf(words[i]);
  if (which === undefined || lookUp(partNames, words[i + 1] ?? '') === undefined) return null;
  let from = out.length;
  while (owner.test(out[from - 1] ?? '')) from--;
  if (which === 'one' || !at.test(out[from - 1] ?? '')) return null;
  from--;
  while (/^(?:only|just|running)$/.test(out[from - 1] ?? '')) from--;
  const thing = out[from - 1] ?? '';
  const name = lookUp(itemNames, thing) ?? lookUp(partNames, thing) ?? '';
  if (!wornPairs.has(name) && !onOneSide.has(name)) return null;
  const said = [words[i]!, words[i + 1]!];
  return {
    drops: out.length - from + 1,
    put: [signFor({ which, isOnly: true, said }), thing],
    next: i + 2,
    noun: thing,
  };
}

/** "One eye green, the other one amber". */
function otherAt(words: readonly string[], i: number, noun: string | null): Found | null {
  if (noun === null || whichOf(words[i]) !== 'other') return null;
  let from = i + 1;
  while (/^(?:one|is|a|an)$/.test(words[from] ?? '')) from++;
  const { looks, state, said, next } = looksFrom(words, from);
  if (looks.length === 0 && state === undefined) return null;
  if (pairOf(words[next]) !== undefined || !closes(words, next)) return null;
  const mark = signFor({
    which: 'other',
    isOnly: false,
    said: [words[i]!, ...said],
    ...(state && { state }),
  });
  return { drops: 0, put: [mark, ...looks, noun], next, noun };
}

/** What is said after the noun, if that is all that is said there: "is a blue running blade". */
function trailingAt(words: readonly string[], from: number): Looks {
  const isSaid = /^(?:is|was|being|made)$/.test(words[from] ?? '');
  let start = isSaid ? from + 1 : from;
  while (isSaid && /^(?:a|an|made|of|just|still)$/.test(words[start] ?? '')) start++;
  const read = looksFrom(words, start);
  const compared = words[read.next] === 'than' && words[read.next + 1] === 'the' ? read.next + 3 : read.next;
  const isAll = read.next > start && closes(words, compared);
  return isAll ? { ...read, next: compared } : { looks: [], said: [], next: from };
}

const losing = /^(?:missing|lost|losing|lacks|lacking|without|no|minus)$/;

/** What is said before the noun, in words that were read already. */
function leadingIn(out: readonly string[]): Looks & { isLost: boolean } {
  let from = out.length;
  while (from > 0 && (isLook(out[from - 1]) || stateOf(out[from - 1]) || rowOf(out[from - 1]))) from--;
  const read = looksFrom(out, from);
  let start = from;
  while (owner.test(out[start - 1] ?? '')) start--;
  const isLost = losing.test(out[start - 1] ?? '') && read.looks.length === 0;
  return {
    ...read,
    isLost,
    said: [...(isLost ? [out[start - 1]!] : []), ...read.said],
    next: isLost ? start - 1 : from,
  };
}

function phraseAt(words: readonly string[], i: number, out: readonly string[]): Found | null {
  let which = whichOf(words[i]);
  let from = which ? i + 1 : i;
  while (
    which === 'one' &&
    /^(?:of|his|her|its|their|the|left|right|front|back|hind)$/.test(words[from] ?? '')
  ) {
    which = whichOf(words[from]) ?? which;
    if (rowOf(words[from])) break;
    from++;
  }
  const inner = looksFrom(words, from);
  const noun = words[inner.next] ?? '';
  const pair = pairOf(noun);
  // Dictionaries say "left eyes".
  const isNamed = which === 'left' || which === 'right';
  if (pair === undefined || !(isNamed || isOne(noun))) return null;
  const before = leadingIn(out);
  // A unicorn without a horn has none, and who is without an arm has another one.
  if (which === undefined && before.isLost && !limbs.test(pair) && /^(?:without|no)$/.test(before.said[0]!))
    return null;
  const isSet = which === undefined && isOneOfTwo(words, inner.next, pair);
  if (isSet) which = 'one';
  const after = trailingAt(words, inner.next + 1);
  const looks = [...before.looks, ...inner.looks, ...after.looks];
  const row = before.row ?? inner.row ?? after.row;
  const phrase = { which, noun, pair };
  const said = after.state ?? inner.state ?? before.state ?? (before.isLost ? 'missing' : undefined);
  const state = said ?? impliedState(phrase, looks, words[i - 1], closes(words, after.next));
  if (!isShown(phrase, { state, looks, isAfter: after.looks.length > 0, words })) return null;
  const isOnly = wornPairs.has(pair) && state === undefined && looks.length === 0;
  const spoken = which && words[i] !== 'one' ? [words[i]!] : [];
  const mark = signFor({
    which: which ?? 'one',
    isOnly,
    said: [...before.said, ...spoken, ...inner.said, ...after.said],
    ...(state && { state }),
    ...(row && { row }),
  });
  const isJust = before.next === out.length && /^(?:only|just)$/.test(out.at(-1) ?? '');
  const drops = isJust ? 1 : out.length - before.next;
  return { drops, put: [mark, ...looks, noun], next: after.next, noun };
}

/** "A red sock and a blue sock". */
function isOneOfTwo(words: readonly string[], i: number, pair: string): boolean {
  let from = i - 1;
  while (isLook(words[from])) from--;
  const isDescribed = from < i - 1 && /^an?$/.test(words[from] ?? '');
  return (
    wornPairs.has(pair) &&
    isDescribed &&
    words.some((word, at) => at !== i && pairOf(word) === pair && isOne(word))
  );
}
