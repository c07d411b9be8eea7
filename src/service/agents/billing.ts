import type { Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { AnswerPrice } from '../../contract/agent-shapes.js';
import type { Usage } from '../../contract/events.js';
import { isVisitorId } from '../../contract/visitor.js';
import type { ServiceContext } from '../feature.js';
import type { Holds } from '../ledger/holds.js';
import type { Ledger } from '../ledger/ledger.js';

/** Token prices of a model. */
export type TokenPrice = {
  creditsPer1000Tokens: number;
  /** Maximum tokens of one answer, and therefore the amount held for it. */
  maxTokensPerRun: number;
};

const costOf = ({ creditsPer1000Tokens }: TokenPrice, tokens: number): number =>
  Math.ceil((tokens * creditsPer1000Tokens) / 1000);

/** The price on the wire; null where answers are free. */
export const answerPriceOf = (price: TokenPrice | null): AnswerPrice | null =>
  price && price.creditsPer1000Tokens > 0
    ? {
        credits_per_1000_tokens: price.creditsPer1000Tokens,
        max_credits: costOf(price, price.maxTokensPerRun),
      }
    : null;

/** Credits for answers: held before a run, settled by usage, never more than was held. */
export type Billing = {
  /**
   * @returns the credits held; 0 where answers are free, and for visitors, whose answers are counted instead
   * @throws AppError `insufficient_credits`
   */
  hold(t: Transaction, userId: string, runId: string): Promise<number>;
  /** The tokens that `held` credits pay for. */
  budgetTokens(held: number): number;
  /**
   * Spends the cost of the tokens from the hold and returns the rest.
   * @returns the credits spent
   */
  settle(t: Transaction, userId: string, runId: string, held: number, tokens: number): Promise<number>;
  /** Returns the whole hold: the run failed, or was stopped before its first word. */
  release(t: Transaction, runId: string): Promise<void>;
  /** What the member is told at the end: with tokens where a model has a price, if only 0. */
  usageOf(credits: number, tokens: number): Usage;
};

/** Billing that also corrects what quotas count. */
export const countedBilling = (
  billing: Billing,
  limits: Pick<ServiceContext['limits'], 'settle' | 'release'>,
): Billing => ({
  ...billing,
  async settle(t, userId, runId, held, tokens) {
    const credits = await billing.settle(t, userId, runId, held, tokens);
    // The built-in agent has no tokens: an answer counts as one, so that a limit of tokens limits its answers.
    await limits.settle(t, runId, { credits, tokens: Math.max(1, tokens) });
    return credits;
  },
  async release(t, runId) {
    await billing.release(t, runId);
    await limits.release(t, runId);
  },
});

export function createBilling(deps: {
  ledger: Pick<Ledger, 'readBalance'>;
  holds: Holds;
  price: TokenPrice | null;
}): Billing {
  const { ledger, holds, price } = deps;
  const usageOf = (credits: number, tokens: number): Usage => ({ credits, ...(price && { tokens }) });
  if (!price || price.creditsPer1000Tokens === 0)
    return {
      hold: async () => 0,
      budgetTokens: () => price?.maxTokensPerRun ?? Number.POSITIVE_INFINITY,
      settle: async () => 0,
      release: async () => undefined,
      usageOf,
    };
  const { creditsPer1000Tokens, maxTokensPerRun } = price;
  return {
    async hold(t, userId, runId) {
      if (isVisitorId(userId)) return 0;
      const { available } = await ledger.readBalance(t, userId);
      const credits = Math.min(available, costOf(price, maxTokensPerRun));
      const posting = { userId, credits, subject: runId, note: 'Talk' };
      if (credits > 0 && (await holds.place(t, posting)).outcome === 'held') return credits;
      throw new AppError(
        'insufficient_credits',
        `Talking to the agent costs ${creditsPer1000Tokens} credits per 1,000 tokens, and you have ${available}. Use /buy to get more.`,
        { context: { needed: 1, available } },
      );
    },
    budgetTokens: (held) => (held === 0 ? maxTokensPerRun : Math.floor((held / creditsPer1000Tokens) * 1000)),
    async settle(t, userId, runId, held, tokens) {
      if (!(await holds.release(t, runId))) return 0;
      const credits = Math.min(held, costOf(price, tokens));
      const used = `${runId}/used`;
      if (credits === 0) return 0;
      await holds.place(t, { userId, credits, subject: used, note: `${tokens} tokens` });
      await holds.settle(t, used);
      return credits;
    },
    async release(t, runId) {
      await holds.release(t, runId);
    },
    usageOf,
  };
}
