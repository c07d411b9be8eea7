import { isEnglish } from '../../../../base/english.js';
import { refine } from '../changes/draft.js';
import { editsIn } from '../changes/edits.js';
import { isOnTopic } from '../topics/subject.js';
import { asides, isVague, type TalkState, type Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';
import { characterIn } from './clauses.js';
import { describedIn } from './descriptions.js';
import { asking } from './naming.js';
import { isSentence, scoreOf, selfIn } from './statements.js';

/** A character that the message describes more fully, or as a part of what it says. */
export function withDescription(line: string, wish: Wish, { draft, language }: TalkState): Wish | null {
  const isLost = (isVague(wish) || asides.has(wish.kind)) && !isOnTopic(wish) && !language;
  if ((wish.kind !== 'make' || wish.others) && !isLost) return null;
  const self = draft === null ? selfIn(line) : null;
  if (self) return { kind: 'make', prompt: self };
  const found = describedIn(line);
  if (wish.kind === 'make') {
    if (found?.isWanted && found.score > scoreOf(wish.prompt)) return { ...wish, prompt: found.prompt };
    return found || !isSentence(wish.prompt) ? null : { kind: 'unknown', query: line.slice(0, 300) };
  }
  if (!found || phraseOf(found.prompt).refusal !== null) return null;
  if (asides.has(wish.kind) && found.score < 2) return null;
  if (found.isWanted) return { kind: 'make', prompt: found.prompt };
  return draft === null && !characterIn(line, true) ? { kind: 'noted', prompt: found.prompt } : null;
}

/** Words that may change the character under discussion. */
export function askedAbout(line: string, { kind }: Wish, { draft, language }: TalkState): Wish | null {
  const isLost = (kind === 'unknown' || kind === 'figure') && !language;
  const perhaps = isLost && draft !== null ? perhapsIn(line, draft) : null;
  return perhaps === null ? null : { kind: 'unknown', query: line.slice(0, 300), perhaps };
}

const mostGuessed = 8;
/** The character with words that may be a thing of it, to ask about. */
function perhapsIn(line: string, draft: string): string | null {
  const words = line.toLowerCase().match(/[\p{L}'-]+/gu) ?? [];
  const isPlain = words.every(
    (word) => !/ly$/.test(word) && (isEnglish(word) || phraseOf(word).understood.length > 0),
  );
  const isShort = isPlain && words.length <= mostGuessed && !asking.test(line);
  const changes = isShort ? editsIn(`add ${line}`, draft) : [];
  const changed = changes.reduce(refine, draft);
  return changes.length > 0 && changed !== draft ? changed : null;
}
