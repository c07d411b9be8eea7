import type { Answering } from './answering.js';

/** Answers of small talk. */

const mostVariants = 2;

/**
 * Answers that come often have variants: `agent.fixed.thanks.1` beside `agent.fixed.thanks`.
 * @param first the text without a number
 */
export function varied(kind: string, first: string, { history, t }: Answering): string {
  const before = history.filter(({ role }) => role === 'agent').length;
  const variants = Array.from({ length: mostVariants }, (_, at) => `agent.fixed.${kind}.${at + 1}`).filter(
    (key) => t.has(key),
  );
  const key = variants[(before % (variants.length + 1)) - 1];
  return key ? t.message({ key, values: {} }) : first;
}

/** Whether the answer before said yes or no. */
export function verdict({ history, t }: Answering): string {
  const before = history.findLast(({ role }) => role === 'agent')?.content ?? '';
  const start =
    before
      .replace(/^\*\*.*?\*\*\n/, '')
      .split(/[\s,.:;!—。、，：]/u)[0]
      ?.toLowerCase() ?? '';
  const words = (key: 'agent.verdict.yes_words' | 'agent.verdict.no_words') =>
    t(key).toLowerCase().split('|');
  if (words('agent.verdict.no_words').some((word) => start.startsWith(word))) return t('agent.verdict.no');
  if (words('agent.verdict.yes_words').some((word) => start.startsWith(word))) return t('agent.verdict.yes');
  return t('agent.verdict.open');
}
