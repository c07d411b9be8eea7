/** Dictionaries fold words, “voûté” to “voute”; people are shown theirs as they typed them. */
import { foldEntry } from './dictionary.js';

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/** @returns finds folded words of the prompt as they were typed; parts of a word are returned as they are */
export function typedIn(prompt: string): (folded: string) => string {
  const typed = prompt.match(word) ?? [];
  const folded = typed.map(foldEntry);
  return (said) => {
    const words = said.split(' ');
    const at = folded.findIndex((_, i) => words.every((one, k) => folded[i + k] === one));
    return at < 0 ? said : typed.slice(at, at + words.length).join(' ');
  };
}
