import type { Translate } from '../../../copy/translate.js';

/** Numbered, so that a member can answer "the second one". */
export const numbered = (lines: readonly string[]) =>
  lines.map((line, at) => `${at + 1}. ${line}`).join('\n');

/** A member's text on one line, sanitized so that it cannot break out of its code span. */
export const inCode = (text: string) => `\`${text.replace(/[`\s]+/g, ' ').trim()}\``;

/** Sentences one after the other; empty ones are left out. */
export const sentences = (t: Translate, ...parts: readonly (string | false | null)[]): string =>
  parts
    .filter((part) => typeof part === 'string' && part !== '')
    .reduce<string>(
      (first, second) => (first ? t('agent.sentences', { first, second: `${second}` }) : `${second}`),
      '',
    );

/** Paragraphs or lines; empty ones are left out. */
export const joined = (between: '\n' | '\n\n', ...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(between);
