import { z } from 'zod';

export const answerPrice = z.object({
  credits_per_1000_tokens: z.number().nonnegative(),
  max_credits: z.number().int().nonnegative().describe('the most that one answer costs'),
});
export type AnswerPrice = z.infer<typeof answerPrice>;

/** Where a conversation takes place. It changes the agent's tone, words and what it can look up, never its rules. */
export const agentPlace = z.object({
  persona: z.string().max(1_000, 'keep the persona under 1,000 characters').default(''),
  documents: z
    .string()
    .max(4_000, 'keep the documents under 4,000 characters')
    .default('')
    .describe('Markdown that the agent may search'),
  locale: z.string().max(20).default('').describe('of the words on cards, as far as they are known in it'),
});
export type AgentPlace = z.infer<typeof agentPlace>;

/** The author of a message in a conversation of several people. */
export const speaker = z.object({ id: z.string().min(1).max(60), name: z.string().max(100) });
export type Speaker = z.infer<typeof speaker>;
