import { AppError } from '../../../base/errors.js';
import type { Pack } from '../../../contract/payments.js';
import type { BrainStep } from '../brain.js';
import { explainCredits } from '../tools/credits.js';
import { searchDocs } from '../tools/docs.js';
import { estimateCost } from '../tools/generation.js';
import { listPipelinesTool } from '../tools/pipelines.js';
import { listRigs, showRig } from '../tools/rigs.js';
import type { FoundPassage } from '../tools/tool.js';
import { listPacksTool } from '../tools/top-up.js';
import { useTool } from '../use.js';
import { type Answering, newestOf } from './answering.js';
import * as answers from './answers.js';
import { draftCard, type Thinking, type Thought } from './cards.js';
import type { DraftChange } from './changes/change.js';
import { refine } from './changes/draft.js';
import { ideasFor } from './descriptions/ideas.js';
import { sentences } from './markdown.js';
import type { ListedItem } from './offers.js';
import * as prices from './prices.js';
import { tellReckoned } from './questions/reckoned.js';
import { blank } from './talk.js';
import { isAbout } from './topics/passages.js';
import { topicOfWish } from './topics/topics.js';
import type { Sum, TalkState } from './wish.js';
import { phraseOf } from './words/lexis.js';

/** Look-ups for a member: in the documents, among their rigs, or by calculation. */

const longestQuery = 300;

/**
 * What the operator or the server wrote about the last message, although it is about nothing of Rigsmith. Without a
 * step in the answer, because it is asked of every message about something else.
 */
export async function ofOperator(on: Answering): Promise<Thought | null> {
  const { tools, t } = on;
  const query = newestOf(on).slice(0, longestQuery);
  if (query.trim() === '') return null;
  const { value: found } = await tools.use(searchDocs, { query });
  const own = found.filter((passage) => passage.isOwn && isAbout(passage, query));
  return own.length === 0 ? null : { text: answers.tellFound(own, t) };
}

/** Answers a question from the pipelines it names, or from a passage of the documents. */
export async function* lookedUp(
  query: string,
  { turnedDown }: TalkState,
  { tools, t }: Answering,
): AsyncGenerator<BrainStep, Thought | null> {
  const topic = topicOfWish({ kind: 'question', query });
  const isPage = (passage: FoundPassage) => topic !== null && !passage.isOwn && passage.title === query;
  const words = new Set(topic === null ? query.toLowerCase().split(/\W+/) : []);
  const pipelines = yield* useTool(tools, listPipelinesTool, {});
  const named = pipelines.filter(({ name }) => words.has(name.toLowerCase()));
  if (named.length > 0)
    return { text: answers.tellPipelines(named, false, t), offers: pipelineOffers(named) };
  const found = yield* useTool(tools, searchDocs, { query });
  const about = found.filter((passage) => isAbout(passage, query));
  if (about.length === 0) return null;
  const passages = [...about.filter(isPage), ...about.filter((one) => !isPage(one))];
  const from = turnedDown % passages.length;
  return { text: answers.tellFound(passages.slice(from, topic === null ? undefined : from + 1), t) };
}

export const pipelineOffers = (pipelines: readonly { id: string; name: string }[]): ListedItem[] =>
  pipelines.map(({ id, name }) => ({ kind: 'pipeline', id, name }));

export const packOffers = (packs: readonly { id: string; name: string }[]): ListedItem[] =>
  packs.map(({ id, name }) => ({ kind: 'pack', id, name }));

/** Shows one of the member's rigs, whose description becomes the one under discussion. */
export async function* showing(number: number, { tools, t }: Answering): Thinking {
  const rig = yield* useTool(tools, showRig, { number });
  return { text: answers.tellRig(rig, t), ...(rig?.input.prompt && { draft: rig.input.prompt }) };
}

/** The newest rig whose description has all the words; without one, the words describe a new character. */
export async function* findRig(words: string, on: Answering): Thinking {
  const wanted = words.toLowerCase().split(/\s+/);
  const rigs = yield* useTool(on.tools, listRigs, { limit: 20 });
  const at = rigs.findIndex(({ input }) => {
    const has = new Set(input.prompt?.toLowerCase().split(/\W+/));
    return wanted.every((word) => has.has(word));
  });
  if (at >= 0) return yield* showing(at + 1, on);
  const draft = `a ${words}`;
  const said = yield* draftCard({ ...blank, draft }, on);
  return { text: sentences(on.t, on.t('agent.rig.none_like'), said.text), draft };
}

/** Makes the last rig again. */
export async function* remade(changes: readonly DraftChange[], talk: TalkState, on: Answering): Thinking {
  const [last] = yield* useTool(on.tools, listRigs, { limit: 1 });
  const prompt = last?.input.prompt;
  if (!prompt) return { text: on.t('agent.describe') };
  const draft = changes.reduce(refine, prompt);
  const variants = draft === prompt ? 1 : 0;
  return { ...(yield* draftCard({ ...talk, draft, variants }, on)), draft };
}

async function* packOf(
  size: 'largest' | 'smallest',
  tools: Answering['tools'],
): AsyncGenerator<BrainStep, Pack | undefined> {
  const packs = [...(yield* useTool(tools, listPacksTool, {}))].sort((a, b) => a.credits - b.credits);
  return size === 'largest' ? packs.at(-1) : packs[0];
}

export async function* summed(
  sum: Sum,
  { draft, isFromFiles, pipelineId, pack: named }: TalkState,
  { tools, history, t }: Answering,
): Thinking {
  const prompt = draft ?? 'a character';
  const cost = yield* useTool(tools, estimateCost, {
    type: 'text',
    prompt,
    ...(pipelineId && { pipeline_id: pipelineId }),
  });
  if ('reckoning' in sum || 'ways' in sum) {
    const pipelines = yield* useTool(tools, listPipelinesTool, {});
    if ('ways' in sum) return { text: prices.tellWays(pipelines, cost.available, t) };
    const packs = yield* useTool(tools, listPacksTool, {});
    const facts = {
      packs,
      pipelines,
      available: cost.available,
      usual: isFromFiles ? 'image' : 'text',
    } as const;
    const text = tellReckoned(sum.reckoning, facts, t);
    return sum.reckoning.asks === 'compare' ? { text, offers: packOffers(packs) } : { text };
  }
  if ('from' in sum) {
    const pipelines = yield* useTool(tools, listPipelinesTool, {});
    const [cheapest] = pipelines
      .filter(({ inputs }) => inputs.includes(sum.from))
      .sort((a, b) => a.credit_cost - b.credit_cost);
    if (!cheapest) return { text: answers.tellPipelines(pipelines, true, t) };
    const { name: pipeline, credit_cost: credits, estimated_seconds } = cheapest;
    const priced = { ...cost, pipeline, credits, estimated_seconds };
    const pack = named && (yield* packOf(named, tools));
    return { text: pack ? prices.tellPackReach(pack, priced, t) : prices.tellSum(1, priced, t) };
  }
  if ('total' in sum) {
    const cards = history.findLast(({ role }) => role === 'agent')?.proposals ?? [];
    const count = Math.max(cards.filter(({ kind }) => kind === 'generation').length, 1);
    return { text: prices.tellTotal(sum.total, count, cost, t) };
  }
  if ('pack' in sum) {
    const pack = yield* packOf(sum.pack, tools);
    return { text: pack ? prices.tellPackReach(pack, cost, t) : prices.tellPacks([], t) };
  }
  const newest = history.flatMap(({ proposals }) => proposals).findLast(({ kind }) => kind === 'generation');
  if (isFromFiles && newest?.generation) {
    const { credits, pipeline_name: pipeline } = newest.generation;
    return { text: prices.tellSum('count' in sum ? sum.count : 1, { ...cost, credits, pipeline }, t) };
  }
  return {
    text: 'count' in sum ? prices.tellSum(sum.count, cost, t) : prices.tellReach(sum.credits, cost, t),
  };
}

/** What arrived of a member's payments. */
export async function* paid({ tools, history, t }: Answering): Thinking {
  const { entries } = yield* useTool(tools, explainCredits, {});
  const text = prices.tellPayments(entries.find(({ kind }) => kind === 'purchase')?.credits ?? null, t);
  const isSaid = history.some(({ role, content }) => role === 'agent' && content.includes(text));
  return { text: isSaid ? t('agent.payments.again') : text };
}

export async function* dealt({ tools, t }: Answering): Thinking {
  const packs = yield* useTool(tools, listPacksTool, {});
  return { text: prices.tellDeal(packs, t), offers: packOffers(packs) };
}

/** A question whether something can be made, or what it costs. */
export async function* weighed(kind: 'able' | 'price', prompt: string, { tools, t }: Answering): Thinking {
  const { refusal } = phraseOf(prompt);
  if (refusal !== null) return { text: answers.refused(prompt, new AppError('no_body', refusal), t) };
  const cost = yield* useTool(tools, estimateCost, { type: 'text', prompt });
  return { text: kind === 'able' ? prices.tellAble(prompt, cost, t) : prices.tellPrice(prompt, cost, t) };
}

/** The newest rigs. */
export async function* listed({ tools, t }: Answering): Thinking {
  const rigs = yield* useTool(tools, listRigs, { limit: 5 });
  const offers = rigs.map(
    ({ input }, at) => ({ kind: 'rig', number: at + 1, name: input.prompt ?? '' }) as const,
  );
  return { text: answers.tellRigs(rigs, t), offers };
}

/** Ideas in the member's language, whose descriptions are in English. */
export function suggested({ turnedDown }: TalkState, { history, t, english }: Answering): Thought {
  const turn = history.filter(({ role }) => role === 'agent').length + turnedDown;
  const ideas = ideasFor(turn, t);
  const offers = ideasFor(turn, english).map(
    (prompt, at) => ({ kind: 'idea', prompt, name: ideas[at] ?? prompt }) as const,
  );
  return { text: answers.tellIdeas(ideas, t), offers };
}
