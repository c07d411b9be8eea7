import { describePrompt, inEnglish } from '../../../engine/input/text/prompt.js';
import { type Correction, speltRight } from '../embedded/words/spelling.js';

/** What the rig engine makes of a description, and better ones. */
export type Advice = {
  understood: string[];
  unknown: string[];
  corrected: Correction[];
  refusal: string | null;
  suggestions: string[];
};

export const mostSuggestions = 3;
/** The grammar is for descriptions, not for books. */
const longest = 2000;

const examples = [
  'a red fox with a blue scarf',
  'a tall knight in golden armour',
  'a small green dragon with purple wings',
];
const bearers = ['a knight', 'a fox', 'a robot'];
const colours = ['orange', 'emerald green', 'sky blue', 'purple', 'golden'];
const clothes = ['a blue scarf', 'a red cape', 'a silver crown', 'round glasses', 'a green hat'];
const manners = ['smiling', 'fierce', 'chubby', 'heroic'];

/** Where a part of a description begins; the word stays with its part. */
const partStart = /\s*(?=[,;.])|\s+(?=(?:and|with|wearing|holding|carrying|from|in|on|of|who|that|for)\b)/i;
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
const articles = (text: string): string =>
  text.replace(/\ba (?=[aeiou])/gi, 'an ').replace(/\ban (?=[bcdfgjklmnpqrstvwxyz])/gi, 'a ');

/** Leaves out words without effect, and the parts of a sentence that say nothing without them. */
function withoutUnknown(text: string, unknown: readonly string[]): string {
  const isUnknown = (word: string) => unknown.includes(word.toLowerCase());
  const parts = text.split(partStart).flatMap((part) => {
    if (!wordsIn(part).some(isUnknown)) return [part];
    const kept = part.replace(/\s*[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu, (word) =>
      isUnknown(word.trim()) ? '' : word,
    );
    return describePrompt(kept).words.understood.length > 0 ? [kept] : [];
  });
  return articles(
    parts
      .join(' ')
      .replace(/\s+([,;.])/g, '$1')
      .replace(/\s+/g, ' ')
      .replace(/^(?:[,;.]|and|with|of|in|on)\s*/i, '')
      .trim(),
  );
}

/** Adds what the description leaves open: something to wear, a colour, a mood. */
function richer(text: string, turn: number): string {
  const { look, items, mood } = describePrompt(text);
  const pick = (from: readonly string[]) => from[turn % from.length]!;
  const isOpen = items.size === 0 || (look.colour !== undefined && mood !== null);
  const further = clothes.filter((one) => !text.includes(one.split(' ').at(-1)!));
  return [
    text.replace(/[\s,;.]+$/, ''),
    isOpen && further.length > 0 && ` with ${pick(further)}`,
    look.colour === undefined && `, ${pick(colours)}`,
    mood === null && `, ${pick(manners)}`,
  ]
    .filter(Boolean)
    .join('');
}

/** The descriptions that are new, and that the engine understands completely. */
export function usable(candidates: readonly string[], prompt: string): string[] {
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  return candidates
    .filter(
      (one, at) =>
        one !== '' && one.length <= longest && candidates.findIndex((other) => isSame(one, other)) === at,
    )
    .filter((one) => !isSame(one, prompt))
    .filter((one) => {
      const { refusal, words } = describePrompt(one);
      return refusal === null && words.unknown.length + words.guessed.length === 0;
    })
    .slice(0, mostSuggestions);
}

/** Different descriptions get different additions, and the same one always the same. */
const turnOf = (text: string): number => [...text].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0);

export function adviseOn(prompt: string): Advice {
  const { text, corrections } = speltRight(prompt);
  const { words, refusal } = describePrompt(text);
  const english = inEnglish(text);
  const clean = withoutUnknown(english, describePrompt(english).words.unknown);
  const turn = turnOf(prompt);
  const isNobody = clean === '' || describePrompt(clean).refusal !== null;
  const candidates = isNobody
    ? [...(clean === '' ? [] : bearers.map((who) => `${who} with ${clean}`)), ...examples]
    : [clean, richer(clean, turn), richer(clean, turn + 1)];
  return {
    understood: words.understood,
    unknown: words.unknown,
    corrected: corrections,
    refusal,
    suggestions: usable(candidates, prompt),
  };
}
