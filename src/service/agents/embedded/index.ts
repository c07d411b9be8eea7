import { type Clock, systemClock } from '../../../base/clock.js';
import { AppError } from '../../../base/errors.js';
import type { Brain, BrainInput, BrainStep, Turn } from '../brain.js';
import { explainCredits } from '../tools/credits.js';
import { proposeGeneration } from '../tools/generation.js';
import { listPipelinesTool } from '../tools/pipelines.js';
import { listRigs } from '../tools/rigs.js';
import { mostCards, type Toolbox } from '../tools/tool.js';
import { listPacksTool, proposeTopUp } from '../tools/top-up.js';
import { useTool } from '../use.js';
import * as answers from './answers.js';
import { copies, draftCard, pressed, several, type Thinking, type Thought } from './cards.js';
import { readCharacter } from './character.js';
import { chunksOf } from './chunks.js';
import { fixed } from './fixed.js';
import { ideasFor } from './ideas.js';
import {
  dealt,
  findRig,
  lookedUp,
  packOffers,
  paid,
  pipelineOffers,
  remade,
  showing,
  summed,
  weighed,
} from './lookups.js';
import type { ListedItem } from './offers.js';
import * as prices from './prices.js';
import { follow } from './talk.js';
import { near, topicsIn } from './topics.js';
import type { TalkState, Wish } from './wish.js';

/**
 * Answers without a language model: reads the wishes from the text, looks up what it needs, remembers the character
 * under discussion and what it listed, and proposes cards. It cannot spend credits.
 * @param paceMs delay between two pieces of an answer
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

async function* compose(input: BrainInput): AsyncGenerator<BrainStep, string> {
  const { history, task, turnedDown, tools } = input;
  const cut = task === 'continue' ? history.at(-1) : undefined;
  const followed = follow(history);
  const { wishes } = followed;
  const talk = { ...followed.talk, turnedDown };
  const texts: string[] = [];
  const offers: ListedItem[] = [];
  let draft: string | undefined;
  for (const wish of onceEach(wishes)) {
    const said = yield* thinkSafely(wish, talk, tools, history);
    texts.push(said.text);
    offers.push(...(said.offers ?? []));
    draft = said.draft ?? draft;
  }
  const { past } = talk;
  const described = draft ?? talk.draft;
  if (offers.length > 0 || described)
    yield { kind: 'memory', memory: { offers, character: described && readCharacter(described), past } };
  const text = notAgain(texts.join('\n\n'), talk, history);
  return cut && text.startsWith(cut.content) ? text.slice(cut.content.length) : text;
}

/** Replaces an answer of not understanding when the previous answer was one too. */
function notAgain(text: string, { draft }: TalkState, history: readonly Turn[]): string {
  const helpless: readonly string[] = [answers.askBack(draft), fixed.upset];
  const before = history.findLast(({ role }) => role === 'agent')?.content ?? '';
  return helpless.includes(text) && helpless.includes(before) ? answers.otherwise : text;
}

/** Merges several changes to one character into one card. */
function onceEach(wishes: readonly Wish[]): Wish[] {
  const cards: readonly Wish['kind'][] = ['make', 'refine', 'recall', 'variant', 'undo', 'copies'];
  const groupOf = ({ kind }: Wish) => (cards.includes(kind) ? 'card' : kind);
  return wishes.filter((wish, at) => wishes.findLastIndex((one) => groupOf(one) === groupOf(wish)) === at);
}

/** A tool's refusal becomes the answer; any other error ends the run. */
async function* thinkSafely(wish: Wish, talk: TalkState, tools: Toolbox, history: readonly Turn[]): Thinking {
  try {
    return yield* think(wish, talk, tools, history);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { text: error.message };
    throw error;
  }
}

async function* think(wish: Wish, talk: TalkState, tools: Toolbox, history: readonly Turn[]): Thinking {
  switch (wish.kind) {
    case 'make':
      return wish.others?.length
        ? yield* several([wish.prompt, ...wish.others], talk, tools)
        : yield* draftCard(talk, tools, history);
    case 'refine':
    case 'variant':
    case 'recall':
      return yield* draftCard(talk, tools, history);
    case 'copies': {
      if (talk.draft !== null && wish.count <= mostCards)
        return yield* copies(wish.count, talk.draft, talk, tools);
      const said = yield* draftCard(talk, tools, history);
      const sum = yield* summed({ count: wish.count }, talk, tools, history);
      return { text: `${answers.oneByOne(wish.count)} ${sum.text}\n\n${said.text}` };
    }
    case 'undo':
      return talk.draft === null ? { text: answers.nothingToUndo } : yield* draftCard(talk, tools, history);
    case 'remake':
      return yield* remade(wish.changes, talk, tools, history);
    case 'confirm':
      return yield* pressed(talk, tools, history);
    case 'files': {
      const cost = yield* useTool(tools, proposeGeneration, { type: wish.type });
      return { text: answers.proposeFiles(wish.type, cost, wish.isDescribed) };
    }
    case 'sum':
      return yield* summed(wish.sum, talk, tools, history);
    case 'able':
    case 'price':
      return yield* weighed(wish.kind, wish.prompt, tools);
    case 'payment':
      return yield* paid(tools);
    case 'deal':
      return yield* dealt(tools);
    case 'find':
      return yield* findRig(wish.words, tools, history);
    case 'buy': {
      const { packId, credits } = wish;
      const input = { ...(packId && { pack_id: packId }), ...(credits && { credits }) };
      return { text: answers.proposePack(yield* useTool(tools, proposeTopUp, input)) };
    }
    case 'show':
      return yield* showing(wish.number, tools);
    case 'ideas': {
      const ideas = ideasFor(history.filter(({ role }) => role === 'agent').length + talk.turnedDown);
      const offers = ideas.map((prompt) => ({ kind: 'idea', prompt, name: prompt }) as const);
      return { text: answers.tellIdeas(ideas), offers };
    }
    case 'question': {
      const found = yield* lookedUp(wish.query, talk, tools);
      return found ?? nearest(wish.query) ?? { text: answers.notFound(history.length >> 1) };
    }
    default:
      return yield* tell(wish, talk, tools, history);
  }
}

/** The nearest questions that the agent can answer, instead of a guess. */
function nearest(query: string): Thought | null {
  const questions = topicsIn(query).filter(({ score }) => score >= near);
  if (questions.length === 0) return null;
  const offers = questions.map(({ phrasing }) => ({ kind: 'question', name: phrasing }) as const);
  return { text: answers.tellNearest(offers.map(({ name }) => name)), offers };
}

/** What a member's credits are held for, or what holding means where none are. */
async function* onHold(talk: TalkState, tools: Toolbox): Thinking {
  const balance = yield* useTool(tools, explainCredits, {});
  const meaning = balance.held > 0 ? null : yield* lookedUp('what are held credits', talk, tools);
  return meaning ?? { text: answers.tellBalance(balance) };
}

async function* tell(wish: Wish, talk: TalkState, tools: Toolbox, history: readonly Turn[]): Thinking {
  switch (wish.kind) {
    case 'balance':
      return { text: answers.tellBalance(yield* useTool(tools, explainCredits, {})) };
    case 'held':
      return yield* onHold(talk, tools);
    case 'prices': {
      const packs = yield* useTool(tools, listPacksTool, {});
      return { text: prices.tellPacks(packs), offers: packOffers(packs) };
    }
    case 'pipelines': {
      const pipelines = yield* useTool(tools, listPipelinesTool, {});
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
        : yield* draftCard(talk, tools, history);
    }
    case 'unknown': {
      const said = wish.query ? yield* lookedUp(wish.query, talk, tools) : null;
      return said ?? nearest(wish.query ?? '') ?? { text: answers.askBack(talk.draft) };
    }
    case 'foreign': {
      if (!wish.balance) return { text: wish.answer };
      return { text: wish.balance((yield* useTool(tools, explainCredits, {})).available) };
    }
    case 'elsewhere':
      return { text: answers.elsewhere(history.length >> 1) };
    case 'unread':
      return { text: answers.unread(wish.type !== null) };
    case 'refused':
      return { text: answers.refused(wish.prompt, wish.refusal) };
    case 'kept':
      return { text: answers.keptLook };
    case 'decline':
      return { text: answers.decline(talk.draft) };
    case 'unchanged':
      return { text: answers.unchanged(talk.draft ?? '') };
    case 'remind':
      return { text: answers.remind(talk.draft ?? '') };
    case 'has':
      return { text: answers.tellHas(talk.draft ?? '', wish.what) };
    case 'describe':
      return { text: answers.askWhat };
    case 'forget':
      return { text: answers.forgotten };
    default:
      return { text: fixed[wish.kind as keyof typeof fixed] };
  }
}
