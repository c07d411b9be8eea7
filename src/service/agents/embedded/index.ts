import { type Clock, systemClock } from '../../../base/clock.js';
import type { RigInput } from '../../../contract/rig.js';
import type { Brain, BrainStep } from '../brain.js';
import type { Estimate, Tools } from '../tools.js';
import * as answers from './answers.js';
import { chunksOf } from './chunks.js';
import { follow, type Wish } from './understanding.js';

type Thinking = AsyncGenerator<BrainStep, string>;

/**
 * Answers without any model: reads the wish from plain words, looks up what it needs, keeps the character under
 * discussion in mind and proposes commands. It has no means to spend.
 * @param paceMs between two pieces of an answer
 */
export function createEmbeddedBrain(options: { clock?: Clock; paceMs?: number } = {}): Brain {
  const { clock = systemClock, paceMs = 25 } = options;
  return async function* answer({ history, tools, signal }) {
    const { wish, draft } = follow(history);
    const text = yield* think(wish, draft, tools);
    for (const delta of chunksOf(text)) {
      yield { kind: 'text', delta };
      await clock.sleep(paceMs, signal);
    }
  };
}

async function* think(wish: Wish, draft: string | null, tools: Tools): Thinking {
  switch (wish.kind) {
    case 'balance':
      return answers.tellBalance(yield* use('read_credits', 'Reading your balance', tools.readCredits));
    case 'prices':
      return answers.tellPacks(yield* use('list_packs', 'Looking at the packs', tools.listPacks));
    case 'pipelines':
      return answers.tellPipelines(
        yield* use('list_pipelines', 'Looking at the pipelines', tools.listPipelines),
      );
    case 'rigs':
      return answers.tellRigs(yield* use('list_generations', 'Looking at your rigs', tools.listGenerations));
    case 'make':
    case 'refine':
      return draft === null
        ? answers.askWhat
        : yield* estimated(tools, 'text', (it) => answers.propose(draft, it));
    case 'confirm':
      return draft === null
        ? answers.askWhat
        : yield* estimated(tools, 'text', (it) => answers.proposeAgain(draft, it));
    case 'picture': {
      const { pictures } = wish;
      const input = pictures > 1 ? 'multi_image' : 'image';
      return yield* estimated(tools, input, (it) => answers.proposePicture(pictures, it));
    }
    case 'describe':
      return answers.askWhat;
    case 'forget':
      return answers.forgotten;
    case 'unknown':
      return answers.askBack(draft);
    default:
      return answers.fixed[wish.kind];
  }
}

async function* estimated(tools: Tools, input: RigInput, say: (estimate: Estimate) => string): Thinking {
  const estimate = yield* use('estimate_cost', 'Working out the cost', () => tools.estimateCost(input));
  return estimate ? say(estimate) : answers.notPossible;
}

/** Calls a tool and shows that it is being called. */
async function* use<T>(name: string, label: string, call: () => Promise<T>): AsyncGenerator<BrainStep, T> {
  const shown = (status: 'started' | 'finished' | 'failed'): BrainStep => ({
    ...{ kind: 'progress', step: name, label },
    tool: { name, status },
  });
  yield shown('started');
  try {
    const value = await call();
    yield shown('finished');
    return value;
  } catch (error) {
    yield shown('failed');
    throw error;
  }
}
