/**
 * `npm run bench -- conversations`: holds the conversations of `bench/conversations` with the built-in agent and scores
 * each answer. One half of them is for tuning; the answers of the other are not written down. Its sentences were written
 * by the author of the rules, so the ones written later say more about what newcomers meet.
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
      // Answers of the held-out half are not written to the file, to keep them out of tuning.
      const line = `${score}\t${conversation.name}\t${said.say} => ${said.expect.join(' or ')}\n\t${seen.text.replace(/\n+/g, ' / ')}${cards}\n`;
      if (half === 'tuning') appendFileSync(log, line);
    }
  }
  return Object.entries(counts).flatMap(([half, scores]) => figuresOf(half, scores));
};
export default bench;

function figuresOf(half: string, scores: Record<Score, number>): Figure[] {
  const all = scores.useful + scores.fair + scores.wrong;
  const share = (score: Score) => (100 * scores[score]) / all;
  const goals: Partial<Record<Score, Figure['goal']>> =
    half !== 'tuning'
      ? {
          useful: { text: '>= 75 %', met: share('useful') >= 75 },
          wrong: { text: '<= 5 %', met: share('wrong') <= 5 },
        }
      : {};
  return (['useful', 'fair', 'wrong'] as const).map((score) => {
    const goal = goals[score];
    return { name: `${half} (${all}): ${score}`, value: share(score), unit: '%', ...(goal && { goal }) };
  });
}
