import { type Cursor, is, isUnknown } from '../words/cursor.js';
import { readNoun } from '../words/nouns.js';
import type { Token } from '../words/tokens.js';

const cursorAt = (tokens: readonly Token[], at: number): Cursor => ({ tokens, at, isPlanned: () => false });
const mostStrange = 3;

/** Who is introduced with a name that the engine does not know: "a stationmaster". */
export function strangerIn(tokens: readonly Token[]): string | null {
  const at = tokens.findIndex((one, i) => is(one, 'article') && isUnknown(tokens[i + 1] ?? one));
  const noun = at < 0 ? null : readNoun(cursorAt(tokens, at), { unknown: true });
  return noun && noun.length <= mostStrange ? noun.name : null;
}
