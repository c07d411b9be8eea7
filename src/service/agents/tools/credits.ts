import { z } from 'zod';
import { defineTool, refuseGuests } from './tool.js';

/** Balance, held credits and their purpose, the latest entries and prices. */
export const explainCredits = defineTool({
  name: 'explain_credits',
  label: 'Reading your balance',
  description:
    "Reads this user's own credits: available, held for running work, latest changes, and the cost of each pipeline. It cannot read anybody else's.",
  input: z.object({}),
  async run(_, context) {
    refuseGuests(context);
    const { userId, sources } = context;
    const [balance, entries, pipelines, generations] = await Promise.all([
      sources.readBalance(userId),
      sources.listEntries(userId, 10),
      sources.listPipelines(),
      sources.listGenerations(userId, 20),
    ]);
    const holds = generations
      .filter(({ credits }) => credits.held > 0)
      .map(({ id, input, credits }) => ({ id, prompt: input.prompt, credits: credits.held }));
    const prices = pipelines.map(({ id, name, credit_cost }) => ({ id, name, credits: credit_cost }));
    return { value: { ...balance, holds, entries, prices } };
  },
});
