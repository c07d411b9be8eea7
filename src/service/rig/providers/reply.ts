import { z } from 'zod';
import type { Progress } from './provider.js';

const longestWords = 200;
/** What is read of a text at all, so that cleaning a huge one costs nothing. */
const mostRead = 4 * longestWords;

/**
 * Another's sentence as it may stand among ours, on a card and in a log: letters, digits and plain punctuation of
 * one line, at most 200 characters. Markup, mentions, links and invisible characters become blanks.
 */
function quote(text: string): string {
  const plain = text
    .slice(0, mostRead)
    .replace(/[^\p{L}\p{M}\p{N}.,;:!?'"%+=&/-]|\/\//gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
  const letters = [...plain];
  return letters.length > longestWords ? `${letters.slice(0, longestWords - 1).join('')}…` : plain;
}

/** Words of a provider in its reply. Missing or of another kind they are empty, and never a fault of the reply. */
export const words = z.string().catch('').transform(quote);

export const taskId = z.string().min(1).max(500);

/** @param why in the provider's words, or empty */
export const refusal = (why: string): Progress => ({
  kind: 'refused',
  code: 'provider_error',
  detail: `The modeller could not make this${why && `: ${why}`}`.replace(/(?<![.!?…])$/, '.'),
});
