import type { Person } from './life.js';

/** The bot's own remarks, and the first message, which repeats the question. */
const isAnswer = (content: string): boolean =>
  content !== '' && !content.startsWith('-# ') && !content.includes('asks:');

/**
 * Compares the threads of a person with the answers of the service: each whole, once and in order.
 * @param answers the expected messages of each thread
 */
export async function misread(
  { actor, diary, name }: Person,
  answers: Map<string, string[]>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const thread of diary.talks) {
    const wanted = (answers.get(thread) ?? []).filter(isAnswer);
    const shown = (await actor.messages(thread))
      .filter(({ author, kind, content }) => author.bot && kind !== 'system' && isAnswer(content))
      .map(({ content }) => content);
    if (JSON.stringify(shown) === JSON.stringify(wanted)) continue;
    const at = wanted.findIndex((text, index) => shown[index] !== text);
    problems.push(
      `${name}: the thread ${thread} shows ${shown.length} answers instead of ${wanted.length}; number ${at + 1} is ${JSON.stringify(shown[at]?.slice(0, 80))} instead of ${JSON.stringify(wanted[at]?.slice(0, 80))}`,
    );
  }
  return problems;
}
