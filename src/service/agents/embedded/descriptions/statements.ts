import type { TalkState, Wish } from '../wish.js';
import { is, isDescribing } from '../words/cursor.js';
import { tokensOf } from '../words/tokens.js';
import { mentionedIn } from './told.js';

/** Whether words describe a character, or tell and ask something else. */

/** How many words of a description the engine knows. */
export const scoreOf = (prompt: string): number => tokensOf(prompt).filter(isDescribing).length;

/** Whether a message without a wish may be a description: it is one, or has no words of a sentence. */
export function mayDescribe(said: string): boolean {
  const isTold = tokensOf(said).some(
    (token) =>
      is(token, 'me', 'ask', 'pronoun', 'itIs', 'modal') &&
      !(is(token, 'whose') || /^(?:my|our)$/.test(token.word)),
  );
  return !isTold && !said.includes('?');
}

/** Whether words that should describe a character speak of the speaker, or ask: "looking what this does". */
export const isSentence = (prompt: string): boolean =>
  tokensOf(prompt).some((token) => is(token, 'me', 'ask') && !/^(?:my|our)$/.test(token.word));

const ours = /^(?:i|i'm|im|i've|ive|we|we're|my|our)$/;

const verb = /^(?:[a-z]{2,}(?:ed|es)|have|has|got|had|lost|bought|saw|met|found|love|went|broke)$/;

/** Whether a message tells something of the member's life: "my brother is obsessed with sharks". */
function isAnecdote(line: string): boolean {
  const tokens = tokensOf(line).filter((token) => !is(token, 'filler'));
  if (tokens.some((token) => token.mark === '?' || is(token, 'request', 'ask'))) return false;
  const [first, ...rest] = tokens;
  if (!ours.test(first?.word ?? '')) return false;
  const isOther = /^(?:my|our)$/.test(first?.word ?? '');
  return rest.some(
    (one) => verb.test(one.word) || is(one, 'me') || (isOther && is(one, 'is', 'modal', 'has')),
  );
}

/**
 * What an anecdote is answered with: whom it mentions may become a character.
 * @param isMade whether it was taken for a description
 */
export function ofAnecdote(line: string, { draft }: TalkState, isMade: boolean): Wish | null {
  if (!isAnecdote(line)) return null;
  const told = draft === null ? mentionedIn(line) : null;
  if (told) return { kind: 'noted', prompt: told, isStory: true };
  const isAbout = tokensOf(line).some((token) => token.isThing || token.look || is(token, 'pronoun', 'itIs'));
  return draft !== null && isAbout && !isMade ? null : { kind: 'remark' };
}
