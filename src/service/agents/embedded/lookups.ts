import type { BrainStep, Turn } from '../brain.js';
import { explainCredits } from '../tools/credits.js';
import { searchDocs } from '../tools/docs.js';
import { estimateCost } from '../tools/generation.js';
import { listPipelinesTool } from '../tools/pipelines.js';
import { listRigs, showRig } from '../tools/rigs.js';
import type { Toolbox } from '../tools/tool.js';
import { listPacksTool } from '../tools/top-up.js';
import { useTool } from '../use.js';
import * as answers from './answers.js';
import { draftCard, type Thinking, type Thought } from './cards.js';
import { type DraftChange, refine } from './draft.js';
import { phraseOf } from './lexis.js';
import type { ListedItem } from './offers.js';
import * as prices from './prices.js';
import { blank } from './talk.js';
import type { Sum, TalkState } from './wish.js';

/** Look-ups for a member: in the documents, among their rigs, or by calculation. */

/** Answers a question from the pipelines it names, or from a passage of the documents. */
export async function* lookedUp(
  query: string,
  { turnedDown }: TalkState,
  tools: Toolbox,
): AsyncGenerator<BrainStep, Thought | null> {
  const words = new Set(query.toLowerCase().split(/\W+/));
  const pipelines = yield* useTool(tools, listPipelinesTool, {});
  const named = pipelines.filter(({ name }) => words.has(name.toLowerCase()));
  if (named.length > 0) return { text: answers.tellPipelines(named, false), offers: pipelineOffers(named) };
  const passages = yield* useTool(tools, searchDocs, { query });
  if (passages.length === 0) return null;
  return { text: answers.tellFound(passages.slice(turnedDown % passages.length)) };
}

export const pipelineOffers = (pipelines: readonly { id: string; name: string }[]): ListedItem[] =>
  pipelines.map(({ id, name }) => ({ kind: 'pipeline', id, name }));

export const packOffers = (packs: readonly { id: string; name: string }[]): ListedItem[] =>
  packs.map(({ id, name }) => ({ kind: 'pack', id, name }));

/** Shows one of the member's rigs, whose description becomes the one under discussion. */
export async function* showing(number: number, tools: Toolbox): Thinking {
  const rig = yield* useTool(tools, showRig, { number });
  return { text: answers.tellRig(rig), ...(rig?.input.prompt && { draft: rig.input.prompt }) };
}

/** The newest rig whose description has all the words; without one, the words describe a new character. */
export async function* findRig(words: string, tools: Toolbox, history: readonly Turn[]): Thinking {
  const wanted = words.toLowerCase().split(/\s+/);
  const rigs = yield* useTool(tools, listRigs, { limit: 20 });
  const at = rigs.findIndex(({ input }) => {
    const has = new Set(input.prompt?.toLowerCase().split(/\W+/));
    return wanted.every((word) => has.has(word));
  });
  if (at >= 0) return yield* showing(at + 1, tools);
  const draft = `a ${words}`;
  const said = yield* draftCard({ ...blank, draft }, tools, history);
  return { text: `${answers.noSuchRig} ${said.text}`, draft };
}

/** Makes the last rig again. */
export async function* remade(
  changes: readonly DraftChange[],
  talk: TalkState,
  tools: Toolbox,
  history: readonly Turn[],
): Thinking {
  const [last] = yield* useTool(tools, listRigs, { limit: 1 });
  const prompt = last?.input.prompt;
  if (!prompt) return { text: answers.askWhat };
  const draft = changes.reduce(refine, prompt);
  const variants = draft === prompt ? 1 : 0;
  return { ...(yield* draftCard({ ...talk, draft, variants }, tools, history)), draft };
}

export async function* summed(
  sum: Sum,
  { draft, isFromFiles, pipelineId }: TalkState,
  tools: Toolbox,
  history: readonly Turn[],
): Thinking {
  const prompt = draft ?? 'a character';
  const cost = yield* useTool(tools, estimateCost, {
    type: 'text',
    prompt,
    ...(pipelineId && { pipeline_id: pipelineId }),
  });
  if ('pack' in sum) {
    const packs = [...(yield* useTool(tools, listPacksTool, {}))].sort((a, b) => a.credits - b.credits);
    const pack = sum.pack === 'largest' ? packs.at(-1) : packs[0];
    return { text: pack ? prices.tellPackReach(pack, cost) : prices.tellPacks([]) };
  }
  const newest = history.flatMap(({ proposals }) => proposals).findLast(({ kind }) => kind === 'generation');
  if (isFromFiles && newest?.generation) {
    const { credits, pipeline_name: pipeline } = newest.generation;
    return { text: prices.tellSum('count' in sum ? sum.count : 1, { ...cost, credits, pipeline }) };
  }
  return { text: 'count' in sum ? prices.tellSum(sum.count, cost) : prices.tellReach(sum.credits, cost) };
}

/** What arrived of a member's payments. */
export async function* paid(tools: Toolbox): Thinking {
  const { entries } = yield* useTool(tools, explainCredits, {});
  return { text: prices.tellPayments(entries.find(({ kind }) => kind === 'purchase')?.credits ?? null) };
}

export async function* dealt(tools: Toolbox): Thinking {
  const packs = yield* useTool(tools, listPacksTool, {});
  return { text: prices.tellDeal(packs), offers: packOffers(packs) };
}

/** A question whether something can be made, or what it costs. */
export async function* weighed(kind: 'able' | 'price', prompt: string, tools: Toolbox): Thinking {
  const { refusal } = phraseOf(prompt);
  if (refusal !== null) return { text: answers.refused(prompt, refusal) };
  const cost = yield* useTool(tools, estimateCost, { type: 'text', prompt });
  return { text: kind === 'able' ? prices.tellAble(prompt, cost) : prices.tellPrice(prompt, cost) };
}
