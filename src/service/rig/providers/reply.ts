import { z } from 'zod';
import type { TaskProgress } from './provider.js';

const longestWords = 200;
/** Longest text that is read, so that sanitizing a huge one costs nothing. */
const mostRead = 4 * longestWords;

/**
 * Sanitizes a provider's sentence for cards and logs: letters, digits and plain punctuation on one line, at most
 * 200 characters. Markup, mentions, links and invisible characters become blanks.
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

/** Text of a provider in its reply. Empty if missing or of another type; that never invalidates the reply. */
export const providerText = z.string().catch('').transform(quote);

export const taskId = z.string().min(1).max(500);

export const contentRefusal = {
  kind: 'refused',
  code: 'content_rejected',
  detail: "The model provider doesn't allow this kind of content.",
} as const satisfies TaskProgress;

/** @param why the provider's words, or empty */
export const providerRefusal = (why: string): Extract<TaskProgress, { kind: 'refused' }> => ({
  kind: 'refused',
  code: 'provider_error',
  detail: `The model provider couldn't make this${why && `: ${why}`}`.replace(/(?<![.!?…])$/, '.'),
});
