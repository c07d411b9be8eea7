import { AppError } from '../../../base/errors.js';
import type { Translate } from '../../../copy/translate.js';
import { stopWords } from '../docs.js';
import { refusalText } from '../texts.js';
import { unshownOf } from './descriptions/unshown.js';
import { inCode } from './markdown.js';
import type { Phrase } from './words/lexis.js';
import { tokensOf } from './words/tokens.js';

const most = 6;
/** Words that only join others are not missed in a rig: "down" of "going down the back". */
const joins = (word: string): boolean =>
  stopWords.has(word) ||
  tokensOf(word).every(({ parts, isThing, isWho }) => parts.size > 0 && !isThing && !isWho);

/**
 * What a card says once about everything that won't show, or why it may be refused.
 * @param left words of the message that the description lacks
 */
export function doubtOf(
  prompt: string,
  { unknown, refusal }: Phrase,
  left: readonly string[],
  t: Translate,
): string {
  const list = (words: readonly string[]) => t.list(words.slice(0, most).map(inCode));
  if (refusal !== null) return t('agent.card.refused', { refusal: whyRefused(refusal, t) });
  const strange = unshownOf(prompt, unknown).filter((words) => !joins(words));
  if (strange.length === 0) return left.length > 0 ? t('agent.card.left', { words: list(left) }) : '';
  return t('agent.card.unknown', { words: list([...new Set([...left, ...strange])]) });
}

const whyRefused = (refusal: string, t: Translate) => refusalText(new AppError('no_body', refusal), t);
