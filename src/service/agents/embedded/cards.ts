import type { BrainStep, Turn } from '../brain.js';
import { estimateCost, proposeGeneration } from '../tools/generation.js';
import type { Toolbox } from '../tools/tool.js';
import { listPacksTool, proposeTopUp } from '../tools/top-up.js';
import { useTool } from '../use.js';
import * as answers from './answers.js';
import { phraseOf } from './lexis.js';
import type { ListedItem } from './offers.js';
import type { TalkState } from './wish.js';

/** The answer to one wish, and the list it contains. */
export type Thinking = AsyncGenerator<BrainStep, Thought>;
/** `draft`: one of the member's rigs that is now under discussion. */
export type Thought = { text: string; offers?: ListedItem[]; draft?: string };

/** A card for the character under discussion. */
export async function* draftCard(
  { draft, read, variants, turnedDown, pipelineId }: TalkState,
  tools: Toolbox,
  history: readonly Turn[],
): Thinking {
  const isFirst = history.every(({ proposals }) => proposals.length === 0);
  if (draft === null) return { text: answers.askWhat };
  const cost = yield* useTool(tools, proposeGeneration, {
    type: 'text',
    prompt: draft,
    ...(variants + turnedDown > 0 && { seed: variants + turnedDown }),
    ...(pipelineId && { pipeline_id: pipelineId }),
  });
  if (cost.missing > 0) yield* topUp(cost.missing, tools);
  return { text: answers.propose(draft, cost, phraseOf(draft), { isFirst, read }) };
}

/** One card is one character; lists the others so that the member can ask for them. */
export function several(said: { text: string }, prompt: string, others: readonly string[]) {
  if (others.length === 0) return said;
  const named = [prompt, ...others];
  const offers = named.map((one) => ({ kind: 'idea', prompt: one, name: one }) as const);
  return { text: `${said.text}\n\n${answers.oneAtATime(named)}`, offers };
}

/** Adds a card with the smallest sufficient pack, where anything is for sale. */
async function* topUp(missing: number, tools: Toolbox): AsyncGenerator<BrainStep> {
  if ((yield* useTool(tools, listPacksTool, {})).length > 0)
    yield* useTool(tools, proposeTopUp, { credits: missing });
}

/** Answers "do it": points to the existing card, or makes a new one if it is gone. */
export async function* pressed(talk: TalkState, tools: Toolbox, history: readonly Turn[]): Thinking {
  const { draft } = talk;
  const [latest] = history.findLast(({ role }) => role === 'agent')?.proposals ?? [];
  if (latest?.kind === 'top_up' && latest.status === 'open')
    return { text: answers.pressPack(latest.top_up?.credits ?? 0) };
  const newest = history.flatMap(({ proposals }) => proposals).findLast(({ kind }) => kind === 'generation');
  if (talk.isFromFiles && newest?.status === 'open') return { text: answers.pressFiles };
  if (draft === null || newest?.generation?.prompt !== draft) return yield* draftCard(talk, tools, history);
  if (newest.status === 'accepted') return { text: answers.startedAlready(draft) };
  if (newest.status !== 'open') return yield* draftCard(talk, tools, history);
  const { missing } = yield* useTool(tools, estimateCost, { type: 'text', prompt: draft });
  return { text: answers.pressIt(draft, missing) };
}
