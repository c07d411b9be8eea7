import { is } from './cursor.js';
import { describedIn } from './descriptions.js';
import { refine } from './draft.js';
import { editsIn } from './edits.js';
import { tokensOf } from './tokens.js';

/** Whether words describe somebody, or tell and ask something else. */

/** How many words of a description the engine knows. */
export const scoreOf = (prompt: string): number =>
  tokensOf(prompt).filter(({ look, isThing, isWho }) => look || isThing || isWho).length;

/** Whether a message without a wish may be a description: it is one, or has no words of a sentence. */
export function mayDescribe(said: string): boolean {
  if (describedIn(said)?.isWanted) return true;
  const isTold = tokensOf(said).some(
    (token) =>
      is(token, 'me', 'ask', 'pronoun', 'itIs', 'modal') &&
      !(token.isThing || token.isWho || is(token, 'whose') || /^(?:my|our)$/.test(token.word)),
  );
  return !isTold && !said.includes('?');
}

/** Somebody who describes themselves: "im 6 foot, skinny, glasses". */
export function selfIn(line: string): string | null {
  const [, rest = ''] = /^(?:(?:so|ok|well|yes)[\s,]+)*(?:i'?m|i am)\s+(.+)$/i.exec(line) ?? [];
  const changes = editsIn(rest.replace(/\b[67] ?(?:foot|feet|ft)(?: tall)?\b/i, 'tall'), 'a person');
  return changes.length > 1 ? changes.reduce(refine, 'a person') : null;
}

/** Whether words that should describe somebody speak of the speaker, or ask: "looking what this does". */
export const isSentence = (prompt: string): boolean =>
  tokensOf(prompt).some(
    (token) => is(token, 'me', 'ask') && !token.isThing && !token.isWho && !/^(?:my|our)$/.test(token.word),
  );
