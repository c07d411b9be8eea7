import { phraseOfMark } from '../../../../engine/input/text/mark-words.js';
import { bodyOf } from '../words/lexis.js';

/** What a text has written on clothes. */
export const writtenIn = (text: string) =>
  (bodyOf(text).spec.marks ?? []).filter((mark) => mark.text !== undefined);

/** A character with what its description writes on clothes: marked words are garments, often without their text. */
export function withWriting(prompt: string, line: string): string {
  const written = writtenIn(line);
  if (written.length === 0) return prompt;
  const kept = new Set(writtenIn(prompt).map(({ text }) => text));
  const lost = written.filter(({ text }) => !kept.has(text));
  const rest = lost.reduce((said, { text }) => said.replace(` with ${text}`, ''), prompt);
  return [rest, ...lost.map(phraseOfMark)].join(', ');
}
