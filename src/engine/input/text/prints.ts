/** Pictures on clothes, and clothes that are torn: "a skull on his shirt", "a robe with stars", "jeans with holes". */
import type { Draft, DraftLook } from './draft.js';
import { nothingWaiting } from './draft.js';
import { spoken } from './joined.js';
import { articles } from './senses.js';
import { creatureOf } from './species-lookup.js';
import { canTear, printable } from './torn.js';
import { bodyItems, colourWords, handheld, itemNames, printNames, themes } from './vocabulary.js';
import { lookUp } from './words.js';

const it = /^(it|them|em)$/;
const owners = /^(the|his|her|its|their|my|a)$/;
const chest = /^(chest|front|torso|belly|back)$/;
const tops = ['shirt', 'armour', 'robe', 'dress'];

const isCloth = (item: string | undefined): item is string =>
  item !== undefined && !bodyItems.has(item) && !handheld.has(item);

/** A knight in armour with a spider has a spider, and no picture of one. */
const isCreature = (word: string): boolean => creatureOf(word) !== undefined;

const itemOf = ({ items }: Draft, look: DraftLook | null): string | undefined =>
  [...items].find(([, one]) => one === look)?.[0];

/** The garment that is the last thing named, where "with" and adjectives follow it. */
function clothBefore(draft: Draft, words: readonly string[], i: number): string | undefined {
  let at = i - 1;
  while (
    at > 0 &&
    (colourWords.has(words[at]!) || articles.has(words[at]!) || draft.waiting.words.includes(words[at]!))
  )
    at--;
  const item = words[at] === 'with' ? itemOf(draft, draft.last) : undefined;
  return isCloth(item) ? item : undefined;
}

/** The garment that the words after a picture name: on it, on the shirt, on his chest. */
function clothAfter(draft: Draft, words: readonly string[], i: number): string | undefined {
  const [on = '', whose = '', ...rest] = words.slice(i + 1, i + 6);
  if (!/^(on|over|across)$/.test(on)) return undefined;
  const last = itemOf(draft, draft.last);
  if (it.test(whose)) return last;
  const named = owners.test(whose) ? rest : [whose, ...rest];
  const noun =
    named.find((one) => isCloth(lookUp(itemNames, one)) || chest.test(one) || /^[,.;]$/.test(one)) ?? '';
  if (!chest.test(noun)) return lookUp(itemNames, noun);
  draft.printedAt = words.indexOf(noun, i);
  return tops.find((top) => draft.items.has(top)) ?? 'shirt';
}

const saidSo = /^(print|printed|pattern|patterned|motif|covered|themed)$/;

/** "A hearts shirt", "star print pajamas", "a skull hoodie": but not diamond armour, and not a rose dress. */
function readsPrintBefore(draft: Draft, words: readonly string[], i: number, print: string): boolean {
  const [word = '', after = ''] = words.slice(i, i + 2);
  const isSaid = saidSo.test(after);
  const cloth = lookUp(itemNames, (isSaid ? words[i + 2] : after) ?? '');
  if (cloth === undefined || !isCloth(cloth) || !printable.has(cloth)) return false;
  const isOther = colourWords.has(word) || Object.hasOwn(themes, word) || cloth !== 'shirt';
  if (!isSaid && (isCreature(word) || (!/s$/.test(word) && isOther))) return false;
  draft.waiting.print = { name: print, isMany: isSaid || /s$/.test(word) };
  if (isSaid) draft.printedAt = i + 1;
  draft.understood.add(spoken.get(word) ?? word);
  return true;
}

/** @returns whether the word is a picture, or a hole, on a garment */
export function readsPrint(draft: Draft, words: readonly string[], i: number): boolean {
  const word = words[i]!;
  if (draft.waiting.negated) return false;
  if (/^(holes|rips|tears|slashes)$/.test(word)) return readsHoles(draft, words, i);
  const print = lookUp(printNames, word);
  if (print && readsPrintBefore(draft, words, i, print)) return true;
  // "Pajamas with hearts slippers": the hearts would be on the slippers.
  if (isCloth(lookUp(itemNames, words[i + 1] ?? ''))) return false;
  const isSaid = saidSo.test(words[i + 1] ?? '');
  const cloth =
    print &&
    (clothAfter(draft, words, i) ?? (isCreature(word) && !isSaid ? undefined : clothBefore(draft, words, i)));
  if (cloth && isSaid && printable.has(cloth)) draft.printedAt = i + 1;
  if (!print || !cloth || !printable.has(cloth)) return false;
  const known = draft.items.get(cloth) ?? { size: 1 };
  draft.items.set(cloth, known);
  known.print = print;
  known.printColour = draft.waiting.colours[0];
  known.printMany = /s$/.test(word);
  draft.waiting = nothingWaiting();
  draft.count = null;
  draft.understood.add(spoken.get(word) ?? word);
  return true;
}

function readsHoles(draft: Draft, words: readonly string[], i: number): boolean {
  const cloth = clothBefore(draft, words, i);
  if (!cloth || !canTear(cloth)) return false;
  draft.last!.torn = true;
  draft.understood.add(words[i]!);
  return true;
}
