/** Spells emoji as words: a 🦊 is a fox. */
import { emojiDecoration, emojiWords } from './vocabulary.js';

/** Skin tones and the selector of the coloured form change nothing about what an emoji means. */
const variants = /[\u{1f3fb}-\u{1f3ff}\u{fe0e}\u{fe0f}]/gu;

/** One picture as people see it; several code points joined by U+200D are one. */
const pictograph = /\p{Extended_Pictographic}(?:\u200d[\p{Extended_Pictographic}♀♂])*/gu;

const woman = '\u200d♀';
const man = '\u200d♂';

function wordOf(emoji: string): string {
  const own = emojiWords[emoji];
  if (own !== undefined) return own;
  if (emojiDecoration.has(emoji)) return '';
  const isWoman = emoji.endsWith(woman);
  const base = isWoman || emoji.endsWith(man) ? emoji.slice(0, -woman.length) : emoji;
  const word = emojiWords[base];
  if (word === undefined) return emoji; // reported as not understood
  return isWoman ? `female ${word}` : word;
}

/** The prompt with words in place of the emoji that mean something, and without those that only decorate. */
export const spellEmoji = (prompt: string): string =>
  prompt.replace(variants, '').replace(pictograph, (emoji) => ` ${wordOf(emoji)} `);
