/**
 * `npm run bench -- conversations`: holds the conversations of `bench/conversations` with the built-in agent and scores
 * each answer. The rules were tuned on the answers of all of them, so their shares are no goals: they show what a change breaks.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { startConversation } from './conversations/member.js';
import { type Score, scoreOf } from './conversations/score.js';
import { type Half, halfOf, readConversations } from './conversations/set.js';
import type { Bench, Figure } from './figure.js';

const log = 'out/bench/conversations.txt';

const bench: Bench = async () => {
  mkdirSync('out/bench', { recursive: true });
  writeFileSync(log, '');
  const counts: Record<Half, Record<Score, number>> = {
    tuning: { useful: 0, fair: 0, wrong: 0 },
    'held out': { useful: 0, fair: 0, wrong: 0 },
    later: { useful: 0, fair: 0, wrong: 0 },
    strangers: { useful: 0, fair: 0, wrong: 0 },
    visitors: { useful: 0, fair: 0, wrong: 0 },
    newcomers: { useful: 0, fair: 0, wrong: 0 },
  };
  for (const conversation of readConversations()) {
    const half = halfOf(conversation);
    const hear = startConversation({ locale: conversation.locale });
    for (const said of conversation.turns) {
      const seen = await hear(said);
      const score = scoreOf(said, seen);
      counts[half][score] += 1;
      const cards = seen.prompts.map((prompt) => ` [${prompt ?? 'files'}]`).join('');
      const line = `${score}\t${conversation.name}\t${said.say} => ${said.expect.join(' or ')}\n\t${seen.text.replace(/\n+/g, ' / ')}${cards}\n`;
      appendFileSync(log, line);
    }
  }
  return Object.entries(counts).flatMap(([half, scores]) => figuresOf(half, scores));
};
export default bench;

function figuresOf(set: string, scores: Record<Score, number>): Figure[] {
  const all = scores.useful + scores.fair + scores.wrong;
  return (['useful', 'fair', 'wrong'] as const).map((score) => ({
    name: `${set} (${all}): ${score}`,
    value: (100 * scores[score]) / all,
    unit: '%',
  }));
}
