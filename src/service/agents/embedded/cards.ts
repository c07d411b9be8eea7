import type { BrainStep } from '../brain.js';
import { estimateCost, proposeGeneration } from '../tools/generation.js';
import { mostCards, type Toolbox } from '../tools/tool.js';
import { listPacksTool, proposeTopUp } from '../tools/top-up.js';
import { useTool } from '../use.js';
import type { Answering } from './answering.js';
import * as answers from './answers.js';
import type { ListedItem } from './offers.js';
import * as prices from './prices.js';
import type { TalkState } from './wish.js';
import { phraseOf } from './words/lexis.js';

/** The answer to one wish, and the list it contains. */
export type Thinking = AsyncGenerator<BrainStep, Thought>;
/** `draft`: one of the member's rigs that is now under discussion. */
export type Thought = { text: string; offers?: ListedItem[]; draft?: string };

/** A card for the character under discussion. */
export async function* draftCard(
  { draft, name, read, left, variants, turnedDown, pipelineId }: TalkState,
  { tools, history, t }: Answering,
): Thinking {
  const isFirst = history.every(({ proposals }) => proposals.length === 0);
  if (draft === null) return { text: t('agent.describe') };
  const cost = yield* useTool(tools, proposeGeneration, {
    type: 'text',
    prompt: draft,
    ...(variants + turnedDown > 0 && { seed: variants + turnedDown }),
    ...(pipelineId && { pipeline_id: pipelineId }),
  });
  if (cost.missing > 0) yield* topUp(cost.missing, tools);
  return { text: answers.propose(draft, cost, phraseOf(draft), { name, isFirst, read, left }, t) };
}

/** A card for each of several characters; those beyond the limit are only listed. */
export async function* several(
  prompts: readonly string[],
  talk: TalkState,
  { tools, t }: Answering,
): Thinking {
  const shown = prompts.slice(0, mostCards);
  const cost = yield* cardsFor(
    shown.map((prompt, at) => ({ prompt, seed: at === 0 ? talk.turnedDown : 0 })),
    talk,
    tools,
  );
  const offers = prompts.map((one) => ({ kind: 'idea', prompt: one, name: one }) as const);
  return { text: prices.proposeSeveral(prompts, shown.length, cost, t), offers };
}

/** Several cards for the character under discussion, each with a look of its own. */
export async function* copies(
  count: number,
  draft: string,
  talk: TalkState,
  { tools, t }: Answering,
): Thinking {
  const first = talk.variants + talk.turnedDown;
  const cards = Array.from({ length: count }, (_, at) => ({ prompt: draft, seed: first + at }));
  return { text: prices.proposeCopies(draft, count, yield* cardsFor(cards, talk, tools), t) };
}

async function* cardsFor(
  cards: readonly { prompt: string; seed: number }[],
  { pipelineId }: TalkState,
  tools: Toolbox,
): AsyncGenerator<BrainStep, prices.Cost> {
  let cost: prices.Cost | undefined;
  for (const { prompt, seed } of cards)
    cost = yield* useTool(tools, proposeGeneration, {
      type: 'text',
      prompt,
      ...(seed > 0 && { seed }),
      ...(pipelineId && { pipeline_id: pipelineId }),
    });
  const { credits, available } = cost!;
  if (available !== null && credits * cards.length > available)
    yield* topUp(credits * cards.length - available, tools);
  return cost!;
}

/** Adds a card with the smallest sufficient pack, where anything is for sale. */
async function* topUp(missing: number, tools: Toolbox): AsyncGenerator<BrainStep> {
  if ((yield* useTool(tools, listPacksTool, {})).length > 0)
    yield* useTool(tools, proposeTopUp, { credits: missing });
}

/** Answers "do it": points to the existing card, or makes a new one if it is gone. */
export async function* pressed(talk: TalkState, on: Answering): Thinking {
  const { tools, history, t } = on;
  const { draft } = talk;
  const [latest] = history.findLast(({ role }) => role === 'agent')?.proposals ?? [];
  if (latest?.kind === 'top_up' && latest.status === 'open')
    return { text: t('agent.press.pack', { credits: latest.top_up?.credits ?? 0 }) };
  const cards = history.flatMap(({ proposals }) => proposals).filter(({ kind }) => kind === 'generation');
  const newest = cards.findLast(({ generation }) => generation?.prompt === draft) ?? cards.at(-1);
  if (talk.isFromFiles && newest?.status === 'open') return { text: t('agent.press.files') };
  if (draft === null || newest?.generation?.prompt !== draft) return yield* draftCard(talk, on);
  if (newest.status === 'accepted') return { text: answers.startedAlready(draft, t) };
  if (newest.status !== 'open') return yield* draftCard(talk, on);
  const { missing } = yield* useTool(tools, estimateCost, { type: 'text', prompt: draft });
  return { text: answers.pressIt(draft, missing, t) };
}
