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
import { type Change, refine } from './draft.js';
import { ideasFor } from './ideas.js';
import { phraseOf } from './lexis.js';
import type { Offer } from './offers.js';
import { blank, follow } from './talk.js';
import type { Sum, Talk, Wish } from './wish.js';

/** What is said to one wish, with what it lists. */
type Thinking = AsyncGenerator<BrainStep, Thought>;
/** `draft`: one of the person's rigs that is under discussion now. */
type Thought = { text: string; offers?: Offer[]; draft?: string };

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
  let draft: string | undefined;
  for (const wish of onceEach(wishes)) {
    const said = yield* heard(wish, talk, tools, history);
    texts.push(said.text);
    offers.push(...(said.offers ?? []));
    draft = said.draft ?? draft;
  }
  if (offers.length > 0 || draft) yield { kind: 'memory', memory: { offers, draft } };
  const text = notAgain(texts.join('\n\n'), talk, history);
  return cut && text.startsWith(cut.content) ? text.slice(cut.content.length) : text;
}

/** Who is told twice in a row that they were not understood was not helped by it. */
function notAgain(text: string, { draft }: Talk, history: readonly Turn[]): string {
  const helpless: readonly string[] = [answers.notFound, answers.askBack(draft), answers.fixed.upset];
  const before = history.findLast(({ role }) => role === 'agent')?.content ?? '';
  return helpless.includes(text) && helpless.includes(before) ? answers.otherwise : text;
}

/** Several changes to one character end in one card. */
function onceEach(wishes: readonly Wish[]): Wish[] {
  const cards: readonly Wish['kind'][] = ['make', 'refine', 'recall', 'variant', 'undo'];
  const groupOf = ({ kind }: Wish) => (cards.includes(kind) ? 'card' : kind);
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
      return several(yield* card(talk, tools, history), wish.prompt, wish.others ?? []);
    case 'refine':
    case 'variant':
    case 'recall':
      return yield* card(talk, tools, history);
    case 'undo':
      return talk.draft === null ? { text: answers.nothingToUndo } : yield* card(talk, tools, history);
    case 'remake':
      return yield* remade(wish.changes, talk, tools, history);
    case 'confirm':
      return yield* pressed(talk, tools, history);
    case 'files': {
      const cost = yield* useTool(tools, proposeGeneration, { type: wish.type });
      return { text: answers.proposeFiles(wish.type, cost, wish.isDescribed) };
    }
    case 'sum':
      return yield* summed(wish.sum, talk, tools);
    case 'find':
      return yield* found(wish.words, tools, history);
    case 'buy': {
      const { packId, credits } = wish;
      const input = { ...(packId && { pack_id: packId }), ...(credits && { credits }) };
      return { text: answers.proposePack(yield* useTool(tools, proposeTopUp, input)) };
    }
    case 'show':
      return yield* showing(wish.number, tools);
    case 'ideas': {
      const ideas = ideasFor(history.filter(({ role }) => role === 'agent').length);
      const offers = ideas.map((prompt) => ({ kind: 'idea', prompt, name: prompt }) as const);
      return { text: answers.tellIdeas(ideas), offers };
    }
    case 'question': {
      return (yield* lookedUp(wish.query, tools)) ?? { text: answers.tellFound([]) };
    }
    default:
      return yield* tell(wish, talk, tools, history);
  }
}

async function* tell(wish: Wish, talk: Talk, tools: Toolbox, history: readonly Turn[]): Thinking {
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
      return { text: answers.tellPipelines(pipelines), offers: pipelineOffers(pipelines) };
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
        : yield* card(talk, tools, history);
    }
    case 'unknown': {
      const said = wish.query ? yield* lookedUp(wish.query, tools) : null;
      return said ?? { text: answers.askBack(talk.draft) };
    }
    case 'foreign':
      return { text: wish.answer };
    case 'refused':
      return { text: answers.refused(wish.prompt, wish.refusal) };
    case 'kept':
      return { text: answers.keptLook };
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
async function* card(
  { draft, variants, pipelineId }: Talk,
  tools: Toolbox,
  history: readonly Turn[],
): Thinking {
  const isFirst = history.every(({ proposals }) => proposals.length === 0);
  if (draft === null) return { text: answers.askWhat };
  const cost = yield* useTool(tools, proposeGeneration, {
    ...{ type: 'text', prompt: draft },
    ...(variants > 0 && { seed: variants }),
    ...(pipelineId && { pipeline_id: pipelineId }),
  });
  if (cost.missing > 0) yield* topUp(cost.missing, tools);
  return { text: answers.propose(draft, cost, phraseOf(draft), isFirst) };
}

/** What is known about it: pipelines it names, or a passage of the documents. */
async function* lookedUp(query: string, tools: Toolbox): AsyncGenerator<BrainStep, Thought | null> {
  const words = new Set(query.toLowerCase().split(/\W+/));
  const pipelines = yield* useTool(tools, listPipelines, {});
  const named = pipelines.filter(({ name }) => words.has(name.toLowerCase()));
  if (named.length > 0) return { text: answers.tellPipelines(named, false), offers: pipelineOffers(named) };
  const passages = yield* useTool(tools, searchDocs, { query });
  return passages.length > 0 ? { text: answers.tellFound(passages) } : null;
}

const pipelineOffers = (pipelines: readonly { id: string; name: string }[]): Offer[] =>
  pipelines.map(({ id, name }) => ({ kind: 'pipeline', id, name }));

/** One of the person's rigs, whose description is what is spoken of then. */
async function* showing(number: number, tools: Toolbox): Thinking {
  const rig = yield* useTool(tools, showRig, { number });
  return { text: answers.tellRig(rig), ...(rig?.input.prompt && { draft: rig.input.prompt }) };
}

/** The newest rig whose description has all the words; else the words describe a new one. */
async function* found(words: string, tools: Toolbox, history: readonly Turn[]): Thinking {
  const wanted = words.toLowerCase().split(/\s+/);
  const rigs = yield* useTool(tools, listRigs, { limit: 20 });
  const at = rigs.findIndex(({ input }) => {
    const has = new Set(input.prompt?.toLowerCase().split(/\W+/));
    return wanted.every((word) => has.has(word));
  });
  if (at >= 0) return yield* showing(at + 1, tools);
  const draft = `a ${words}`;
  const said = yield* card({ ...blank, draft }, tools, history);
  return { text: `${answers.noSuchRig} ${said.text}`, draft };
}

/** What was made last, anew. */
async function* remade(
  changes: readonly Change[],
  talk: Talk,
  tools: Toolbox,
  history: readonly Turn[],
): Thinking {
  const [last] = yield* useTool(tools, listRigs, { limit: 1 });
  const prompt = last?.input.prompt;
  if (!prompt) return { text: answers.askWhat };
  const draft = changes.reduce(refine, prompt);
  const variants = draft === prompt ? 1 : 0;
  return { ...(yield* card({ ...talk, draft, variants }, tools, history)), draft };
}

async function* summed(sum: Sum, { draft, pipelineId }: Talk, tools: Toolbox): Thinking {
  const prompt = draft ?? 'a character';
  const cost = yield* useTool(tools, estimateCost, {
    ...{ type: 'text', prompt },
    ...(pipelineId && { pipeline_id: pipelineId }),
  });
  return { text: 'count' in sum ? answers.tellSum(sum.count, cost) : answers.tellReach(sum.credits, cost) };
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
  if (talk.isFromFiles && newest?.status === 'open') return { text: answers.pressFiles };
  if (draft === null || newest?.generation?.prompt !== draft) return yield* card(talk, tools, history);
  if (newest.status === 'accepted') return { text: answers.startedAlready(draft) };
  if (newest.status !== 'open') return yield* card(talk, tools, history);
  const { missing } = yield* useTool(tools, estimateCost, { type: 'text', prompt: draft });
  return { text: answers.pressIt(draft, missing) };
}
