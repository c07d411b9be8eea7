import { type Clock, systemClock } from '../../../base/clock.js';
import { AppError } from '../../../base/errors.js';
import type { Brain, BrainInput, BrainStep, Turn } from '../brain.js';
import { explainCredits } from '../tools/credits.js';
import { searchDocs } from '../tools/docs.js';
import { estimateCost, proposeGeneration } from '../tools/generation.js';
import { listPipelines } from '../tools/pipelines.js';
import { listRigs, showRig } from '../tools/rigs.js';
import type { Toolbox } from '../tools/tool.js';
import { listPacks, proposeTopUp } from '../tools/top-up.js';
import { useTool } from '../use.js';
import * as answers from './answers.js';
import { chunksOf } from './chunks.js';
import { ideasFor } from './ideas.js';
import { phraseOf } from './lexis.js';
import type { Offer } from './offers.js';
import { follow } from './talk.js';
import type { Talk, Wish } from './understanding.js';

/** What is said to one wish, with what it lists. */
type Thinking = AsyncGenerator<BrainStep, { text: string; offers?: Offer[] }>;

/**
 * Answers without any model: reads the wishes from plain words, looks up what it needs, keeps the character under
 * discussion and what it listed in mind, and proposes cards. It has no means to spend.
 * @param paceMs between two pieces of an answer
 */
export function createEmbeddedBrain(options: { clock?: Clock; paceMs?: number } = {}): Brain {
  const { clock = systemClock, paceMs = 25 } = options;
  return async function* answer(input) {
    const text = yield* compose(input);
    for (const delta of chunksOf(text)) {
      yield { kind: 'text', delta };
      await clock.sleep(paceMs, input.signal);
    }
  };
}

async function* compose({ history, task, tools }: BrainInput): AsyncGenerator<BrainStep, string> {
  const cut = task === 'continue' ? history.at(-1) : undefined;
  const { wishes, talk } = follow(history);
  const texts: string[] = [];
  const offers: Offer[] = [];
  for (const wish of onceEach(wishes)) {
    const said = yield* heard(wish, talk, tools, history);
    texts.push(said.text);
    offers.push(...(said.offers ?? []));
  }
  if (offers.length > 0) yield { kind: 'memory', memory: { offers } };
  const text = texts.join('\n\n');
  return cut && text.startsWith(cut.content) ? text.slice(cut.content.length) : text;
}

/** Several changes to one character end in one card. */
function onceEach(wishes: readonly Wish[]): Wish[] {
  const groupOf = ({ kind }: Wish) => (kind === 'make' || kind === 'refine' ? 'card' : kind);
  return wishes.filter((wish, at) => wishes.findLastIndex((one) => groupOf(one) === groupOf(wish)) === at);
}

/** A tool's refusal is an answer; anything else ends the run. */
async function* heard(wish: Wish, talk: Talk, tools: Toolbox, history: readonly Turn[]): Thinking {
  try {
    return yield* think(wish, talk, tools, history);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { text: error.message };
    throw error;
  }
}

async function* think(wish: Wish, talk: Talk, tools: Toolbox, history: readonly Turn[]): Thinking {
  switch (wish.kind) {
    case 'make':
      return several(yield* card(talk, tools), wish.prompt, wish.others ?? []);
    case 'refine':
    case 'variant':
    case 'recall':
      return yield* card(talk, tools);
    case 'undo':
      return talk.draft === null ? { text: answers.nothingToUndo } : yield* card(talk, tools);
    case 'confirm':
      return yield* pressed(talk, tools, history);
    case 'files': {
      const cost = yield* useTool(tools, proposeGeneration, { type: wish.type });
      return { text: answers.proposeFiles(wish.type, cost) };
    }
    case 'buy': {
      const { packId, credits } = wish;
      const input = { ...(packId && { pack_id: packId }), ...(credits && { credits }) };
      return { text: answers.proposePack(yield* useTool(tools, proposeTopUp, input)) };
    }
    case 'show':
      return { text: answers.tellRig(yield* useTool(tools, showRig, { number: wish.number })) };
    case 'ideas': {
      const ideas = ideasFor(history.filter(({ role }) => role === 'agent').length);
      const offers = ideas.map((prompt) => ({ kind: 'idea', prompt, name: prompt }) as const);
      return { text: answers.tellIdeas(ideas), offers };
    }
    case 'question': {
      const found = yield* useTool(tools, searchDocs, { query: wish.query });
      return { text: answers.tellFound(found) };
    }
    default:
      return yield* tell(wish, talk, tools);
  }
}

async function* tell(wish: Wish, talk: Talk, tools: Toolbox): Thinking {
  switch (wish.kind) {
    case 'balance':
      return { text: answers.tellBalance(yield* useTool(tools, explainCredits, {})) };
    case 'prices': {
      const packs = yield* useTool(tools, listPacks, {});
      const offers = packs.map(({ id, name }) => ({ kind: 'pack', id, name }) as const);
      return { text: answers.tellPacks(packs), offers };
    }
    case 'pipelines': {
      const pipelines = yield* useTool(tools, listPipelines, {});
      const offers = pipelines.map(({ id, name }) => ({ kind: 'pipeline', id, name }) as const);
      return { text: answers.tellPipelines(pipelines), offers };
    }
    case 'rigs': {
      const rigs = yield* useTool(tools, listRigs, { limit: 5 });
      const offers = rigs.map(
        ({ input }, at) => ({ kind: 'rig', number: at + 1, name: input.prompt ?? '' }) as const,
      );
      return { text: answers.tellRigs(rigs), offers };
    }
    case 'pipeline': {
      const chosen = talk.offers.find((one) => one.kind === 'pipeline' && one.id === wish.id);
      return talk.draft === null
        ? { text: answers.choosePipeline(chosen?.name ?? wish.id) }
        : yield* card(talk, tools);
    }
    case 'unknown': {
      const found =
        talk.draft === null && wish.query ? yield* useTool(tools, searchDocs, { query: wish.query }) : [];
      return { text: found.length > 0 ? answers.tellFound(found) : answers.askBack(talk.draft) };
    }
    case 'foreign':
      return { text: wish.answer };
    case 'decline':
      return { text: answers.decline(talk.draft) };
    case 'unchanged':
      return { text: answers.unchanged(talk.draft ?? '') };
    case 'describe':
      return { text: answers.askWhat };
    case 'forget':
      return { text: answers.forgotten };
    default:
      return { text: answers.fixed[wish.kind as keyof typeof answers.fixed] };
  }
}

/** A card for the character under discussion. */
async function* card({ draft, variants, pipelineId }: Talk, tools: Toolbox): Thinking {
  if (draft === null) return { text: answers.askWhat };
  const cost = yield* useTool(tools, proposeGeneration, {
    ...{ type: 'text', prompt: draft },
    ...(variants > 0 && { seed: variants }),
    ...(pipelineId && { pipeline_id: pipelineId }),
  });
  if (cost.missing > 0) yield* topUp(cost.missing, tools);
  return { text: answers.propose(draft, cost, phraseOf(draft)) };
}

/** One card is one character; the others are listed to be asked for. */
function several(said: { text: string }, prompt: string, others: readonly string[]) {
  if (others.length === 0) return said;
  const named = [prompt, ...others];
  const offers = named.map((one) => ({ kind: 'idea', prompt: one, name: one }) as const);
  return { text: `${said.text}\n\n${answers.oneAtATime(named)}`, offers };
}

/** A second card with the smallest pack that reaches, where anything is for sale. */
async function* topUp(missing: number, tools: Toolbox): AsyncGenerator<BrainStep> {
  if ((yield* useTool(tools, listPacks, {})).length > 0)
    yield* useTool(tools, proposeTopUp, { credits: missing });
}

/** "Do it": the card is there to be pressed; one that is gone is made anew. */
async function* pressed(talk: Talk, tools: Toolbox, history: readonly Turn[]): Thinking {
  const { draft } = talk;
  const [latest] = history.findLast(({ role }) => role === 'agent')?.proposals ?? [];
  if (latest?.kind === 'top_up' && latest.status === 'open')
    return { text: answers.pressPack(latest.top_up?.credits ?? 0) };
  const newest = history.flatMap(({ proposals }) => proposals).findLast(({ kind }) => kind === 'generation');
  if (draft === null || newest?.generation?.prompt !== draft) return yield* card(talk, tools);
  if (newest.status === 'accepted') return { text: answers.startedAlready(draft) };
  if (newest.status !== 'open') return yield* card(talk, tools);
  const { missing } = yield* useTool(tools, estimateCost, { type: 'text', prompt: draft });
  return { text: answers.pressIt(draft, missing) };
}
