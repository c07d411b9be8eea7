import type { Translate } from '../../copy/translate.js';
import { clip } from '../text.js';

/** Line breaks, control characters and bidirectional controls. */
const turning = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const visible = /[^\p{C}\p{Z}]/u;

/** A message as a readable, single-line thread name. */
export function titleOf(words: string, length: number, t: Translate): string {
  const line = words.replace(turning, ' ').replace(/\s+/g, ' ').trim();
  return visible.test(line) ? clip(line, length) : t('talk.thread.unnamed');
}
