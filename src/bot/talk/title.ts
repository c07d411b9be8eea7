import { clip } from '../text.js';

const unnamed = 'A talk';
/** Line breaks, controls, and marks that turn the reading direction of what stands beside them. */
const turning = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const visible = /[^\p{C}\p{Z}]/u;

/** A person's words as the name of a thread: one line that can be read. */
export function titleOf(words: string, length: number): string {
  const line = words.replace(turning, ' ').replace(/\s+/g, ' ').trim();
  return visible.test(line) ? clip(line, length) : unnamed;
}
