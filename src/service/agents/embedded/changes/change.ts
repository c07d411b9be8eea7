/** A change to the character under discussion. */
export type DraftChange =
  /** `isBehind`: the words follow the noun: "made of moss". */
  | { kind: 'become'; words: string; part: string | null; isBehind?: true }
  | { kind: 'add'; what: string }
  | { kind: 'remove'; what: string }
  /** Everything else goes. */
  | { kind: 'only'; what: string }
  /** All things go. */
  | { kind: 'bare' }
  /** `isRole`: an animal stays one, in the clothes of the other. `isRecast`: another creature in the same role. */
  | { kind: 'replace'; what: string; isRole?: boolean; isRecast?: boolean }
  | { kind: 'swap'; what: string; for: string }
  /** The same thing elsewhere on the body. */
  | { kind: 'move'; what: string; to: string };

/** What "it" is: the thing that was asked about, added or changed last, and how. Null for the whole character. */
export type Focus = { thing: string; looks: readonly string[]; isAsked?: true } | null;

/**
 * @param part what the words describe; null for the whole character
 * @param isBehind whether the words follow the noun
 */
export const become = (words: string, part: string | null, isBehind = false): DraftChange => ({
  kind: 'become',
  words: words.toLowerCase(),
  part: part?.toLowerCase() ?? null,
  ...(isBehind && { isBehind }),
});

/** "A hat", "wings". */
export const withArticle = (thing: string): string =>
  /^(?:an?|the|some|half|two|three|four|\d+) |(?:[^s]s|hair|fur|skin|armou?r)$/i.test(thing)
    ? thing
    : `${/^(?:(?!uni|use|eu|one)[aeiou]|8|1[18])/i.test(thing) ? 'an' : 'a'} ${thing}`;

/** The thing that a change is about. */
export function thingOf(change: DraftChange): string | null {
  const text = change.kind === 'become' ? (change.part ?? '') : 'what' in change ? change.what : '';
  return (
    text
      .split(/ (?:on|in|at|of|with) /i)[0]!
      .split(' ')
      .at(-1) || null
  );
}

/** The description that a change is read for before there is a plan. */
export const anybody = 'a character';
