import { type Clock, systemClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import type { BrainInput, BrainStep, Turn } from '../../src/service/agents/brain.js';
import { createModelBrain, type ModelOptions } from '../../src/service/agents/model/index.js';
import { afterEndMs } from '../../src/service/agents/model/reply.js';
import { toolboxFor } from '../../src/service/agents/tools/index.js';
import { type ModelServer, openModelServer, type Policy } from './agents-model-server.js';

export const turn = (role: 'user' | 'agent', content: string): Turn => ({
  role,
  content,
  attachments: [],
  proposals: [],
  finishReason: null,
  memory: null,
});

/** A model server, the brain that asks it, and what both did. */
export async function openModelWorld() {
  const server: ModelServer = await openModelServer(hello);
  /** Waits between retries, which are recorded instead of waited for. */
  const waits: number[] = [];
  /** How often the brain began to wait for the next piece of an answer. */
  let patiences = 0;
  /** The members whose balance was read. */
  const used: string[] = [];
  const tools = () =>
    toolboxFor({
      userId: 'usr_1',
      files: [],
      sources: {
        readBalance: async (userId) => {
          used.push(userId);
          return { available: 5, held: 0, lifetimePurchased: 0 };
        },
        listEntries: async () => [],
        listPipelines: async () => [],
        listPacks: async () => [],
        listGenerations: async () => [],
        searchDocs: async () => [],
        quote: async () => Promise.reject(new Error('not asked for')),
      },
    });
  const clockOf = (...limits: number[]): Clock => ({
    now: systemClock.now,
    sleep: (ms, signal) => {
      if (limits.includes(ms)) patiences += 1;
      if (ms === 60 || ms === afterEndMs || limits.includes(ms)) return systemClock.sleep(ms, signal);
      waits.push(ms);
      return Promise.resolve();
    },
  });
  const brainOf = (options: Partial<ModelOptions> = {}) => {
    const { idleMs = 20_000, firstMs = idleMs } = options;
    const clock = clockOf(idleMs, firstMs);
    const own = { url: server.url, model: 'test', log: silentLog, jitter: () => 1 };
    return createModelBrain({ ...own, idleMs, firstMs, clock, ...options });
  };
  type Asked = Partial<BrainInput> & {
    says?: string;
    options?: Partial<ModelOptions>;
    brain?: ReturnType<typeof brainOf>;
  };

  return {
    server,
    waits,
    patiences: () => patiences,
    used,
    brainOf,
    /** Asks, by default with a new brain, and collects the answer as the member sees it at the end. */
    async think({ says = 'hello', options = {}, brain = brainOf(options), ...rest }: Asked = {}) {
      const steps: BrainStep[] = [];
      const usual = {
        history: [turn('user', says)],
        task: 'answer',
        turnedDown: 0,
        budgetTokens: 100_000,
        tools: tools(),
        signal: new AbortController().signal,
      };
      for await (const step of brain({ ...(usual as BrainInput), ...rest })) steps.push(step);
      let text = '';
      let tokens = 0;
      for (const step of steps) {
        if (step.kind === 'text') text = text.slice(0, text.length - (step.back ?? 0)) + step.delta;
        if (step.kind === 'usage') tokens += step.tokens;
      }
      return { steps, text, tokens, failed: steps.find((step) => step.kind === 'failed') };
    },
  };
}

export type ModelWorld = Awaited<ReturnType<typeof openModelWorld>>;

/** Answers with the policies in order, then repeats the last. */
export const inTurn = (...policies: Policy[]): Policy => {
  let at = 0;
  return (request, response) => {
    const policy = policies[Math.min(at, policies.length - 1)];
    at += 1;
    return policy?.(request, response);
  };
};
export const hello: Policy = () => ({ text: 'hello' });
