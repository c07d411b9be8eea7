import type { Part, Token } from './tokens.js';

/** A place in the words of a message. */
export type Cursor = {
  tokens: readonly Token[];
  at: number;
  /** Whether the character under discussion has a thing or word of this name. */
  isPlanned: (word: string) => boolean;
};

export const tokenAt = ({ tokens, at }: Cursor, ahead = 0): Token | undefined => tokens[at + ahead];
export const is = (token: Token | undefined, ...parts: Part[]): boolean =>
  token !== undefined && parts.some((part) => token.parts.has(part));

/** Moves past a word of one of these parts. */
export function take(cursor: Cursor, ...parts: Part[]): Token | null {
  const token = tokenAt(cursor);
  if (!token || !is(token, ...parts)) return null;
  cursor.at += 1;
  return token;
}

/** Reads something, or leaves the cursor where it is. */
export function attempt<T>(cursor: Cursor, read: () => T | null): T | null {
  const { at } = cursor;
  const found = read();
  if (found === null) cursor.at = at;
  return found;
}

/** Whether a word says who a character is, how it looks or what it has. */
export const isDescribing = ({ look, isThing, isWho }: Token): boolean => look !== null || isThing || isWho;
export const isUnknown = ({ parts, look, mark, isCount, isThing, isWho }: Token): boolean =>
  parts.size === 0 && !look && !mark && !isCount && !isThing && !isWho;
export const isNaming = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.isThing || token.isWho || isUnknown(token)) &&
  !is(token, 'pronoun', 'is', 'has', 'remove', 'me', 'ask');
