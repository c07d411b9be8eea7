import { AppError } from '../../../base/errors.js';
import type { Translate } from '../../../copy/translate.js';
import { stopWords } from '../docs.js';
import { refusalText } from '../texts.js';
import { inCode } from './markdown.js';
import { tokensOf } from './words/tokens.js';

const mostStrange = 5;
/** Words that only join others are not missed in a rig: "down" of "going down the back". */
const joins = (word: string): boolean =>
  stopWords.has(word) || tokensOf(word).some(({ parts }) => parts.size > 0);

/** What a card says about words that won't show, or why it may be refused. */
export function doubtOf(unknown: readonly string[], refusal: string | null, t: Translate): string {
  if (refusal !== null) return t('agent.card.refused', { refusal: whyRefused(refusal, t) });
  const strange = unknown.filter((word) => !joins(word)).slice(0, mostStrange);
  return strange.length > 0 ? t('agent.card.unknown', { words: t.list(strange.map(inCode)) }) : '';
}

const whyRefused = (refusal: string, t: Translate) => refusalText(new AppError('no_body', refusal), t);
