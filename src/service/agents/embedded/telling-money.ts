import { explainCredits } from '../tools/credits.js';
import { listPipelinesTool } from '../tools/pipelines.js';
import { listPacksTool } from '../tools/top-up.js';
import { useTool } from '../use.js';
import type { Answering } from './answering.js';
import * as answers from './answers.js';
import type { Thinking } from './cards.js';
import { lookedUp, packOffers, pipelineOffers, summed } from './lookups.js';
import * as prices from './prices.js';
import type { TalkState, Told } from './wish.js';

/** Answers about credits and prices. */

/** What a member's credits are held for, or what holding means if none are held. */
async function* onHold(talk: TalkState, on: Answering): Thinking {
  const balance = yield* useTool(on.tools, explainCredits, {});
  const meaning = balance.held > 0 ? null : yield* lookedUp('held credits', talk, on);
  return meaning ?? { text: answers.tellBalance(balance, on.t) };
}

type OfMoney = Extract<Told, { kind: 'balance' | 'held' | 'prices' | 'pipelines' | 'cost' | 'cheapest' }>;

export async function* tellMoney({ kind }: OfMoney, talk: TalkState, on: Answering): Thinking {
  const { tools, t } = on;
  switch (kind) {
    case 'balance':
      return { text: answers.tellBalance(yield* useTool(tools, explainCredits, {}), t) };
    case 'held':
      return yield* onHold(talk, on);
    case 'prices': {
      const packs = yield* useTool(tools, listPacksTool, {});
      return { text: prices.tellPacks(packs, t), offers: packOffers(packs) };
    }
    case 'pipelines': {
      const pipelines = yield* useTool(tools, listPipelinesTool, {});
      return { text: answers.tellPipelines(pipelines, true, t), offers: pipelineOffers(pipelines) };
    }
    case 'cost':
      return yield* summed(
        talk.draft === null && !talk.isFromFiles ? { ways: true } : { count: 1 },
        talk,
        on,
      );
    case 'cheapest':
      return yield* summed({ reckoning: { asks: 'cheapest', lines: [] } }, talk, on);
  }
}
