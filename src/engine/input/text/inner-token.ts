/** Words that stand for a phrase that was read early, so that no later step takes it apart. */

const sign = 'ǂ';
/** Letters of a script without capitals that no prompt is written in, by turns: no letter comes twice in a row. */
const alphabets = [0x2d30, 0x2d40] as const;
const kinds = { mark: 'm', side: 's', said: 'w', place: 'p', compound: 'c' } as const;
type Kind = keyof typeof kinds;

const startOf = (kind: Kind): string => sign + kinds[kind];

export type InnerToken<T> = {
  of: (value: T) => string;
  is: (word: string | undefined) => boolean;
  /** What the word stands for; null for all other words. */
  read: (word: string | undefined) => T | null;
  /** The text with other words for each such word. */
  replaceIn: (text: string, say: (value: T) => string) => string;
};

/** Words that stand for a value, which must survive JSON. */
export function innerToken<T>(kind: Kind): InnerToken<T> {
  const start = startOf(kind);
  const pattern = new RegExp(`${start}[\\u2d30-\\u2d4f]+`, 'g');
  const is = (word: string | undefined) => word?.startsWith(start) ?? false;
  return {
    of: (value) => start + lettersOf(JSON.stringify(value)),
    is,
    read: (word) => (is(word) ? (JSON.parse(textOf(word!.slice(start.length))) as T) : null),
    replaceIn: (text, say) =>
      text.replace(pattern, (word) => say(JSON.parse(textOf(word.slice(start.length))) as T)),
  };
}

function lettersOf(text: string): string {
  const digits = text.split('').flatMap((one) => [...one.charCodeAt(0).toString(16).padStart(4, '0')]);
  return digits
    .map((digit, i) => String.fromCharCode(alphabets[i % 2]! + Number.parseInt(digit, 16)))
    .join('');
}

function textOf(letters: string): string {
  const digits = [...letters].map((one) => (one.charCodeAt(0) % 16).toString(16)).join('');
  return (digits.match(/.{4}/g) ?? []).map((one) => String.fromCharCode(Number.parseInt(one, 16))).join('');
}
