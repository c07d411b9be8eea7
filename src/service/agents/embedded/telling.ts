import type { MessageKey, Translate } from '../../../copy/translate.js';
import { explainCredits } from '../tools/credits.js';
import { listPipelinesTool } from '../tools/pipelines.js';
import { listPacksTool } from '../tools/top-up.js';
import { useTool } from '../use.js';
import { phrasingsNear } from './abroad.js';
import type { Answering } from './answering.js';
import * as answers from './answers.js';
import { draftCard, type Thinking, type Thought } from './cards.js';
import { listed, lookedUp, packOffers, pipelineOffers } from './lookups.js';
import { inCode } from './markdown.js';
import * as prices from './prices.js';
import { near, topicsIn } from './topics.js';
import type { TalkState, Wish } from './wish.js';

/** The nearest questions that the agent can answer, instead of a guess. */
export function nearest(query: string, { language }: TalkState, t: Translate): Thought | null {
  const questions = language ? phrasingsNear(language, query) : topicsNear(query);
  if (questions.length === 0) return null;
  const phrases = questions.map(({ said }) => said);
  const offers = questions.map(({ english }) => ({ kind: 'question', name: english }) as const);
  return { text: answers.tellNearest(phrases, t), offers };
}

const topicsNear = (query: string) =>
  topicsIn(query)
    .filter(({ score }) => score >= near)
    .map(({ phrasing }) => ({ said: phrasing, english: phrasing }));

/** What a member's credits are held for, or what holding means where none are. */
async function* onHold(talk: TalkState, on: Answering): Thinking {
  const balance = yield* useTool(on.tools, explainCredits, {});
  const meaning = balance.held > 0 ? null : yield* lookedUp('held credits', talk, on);
  return meaning ?? { text: answers.tellBalance(balance, on.t) };
}

/** Wishes whose answers need no look-up. */
type FixedKind =
  Extract<MessageKey, `agent.fixed.${string}`> extends `agent.fixed.${infer Kind}` ? Kind : never;

/** Answers wishes that change nothing. */
export async function* tell(wish: Wish, talk: TalkState, on: Answering): Thinking {
  const { tools, history, t } = on;
  switch (wish.kind) {
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
    case 'rigs':
      return yield* listed(on);
    case 'pipeline': {
      const chosen = talk.offers.find((one) => one.kind === 'pipeline' && one.id === wish.id);
      return talk.draft === null
        ? { text: t('agent.pipeline.chosen', { name: chosen?.name ?? wish.id }) }
        : yield* draftCard(talk, on);
    }
    case 'unknown':
      return nearest(wish.query ?? '', talk, t) ?? { text: answers.askBack(talk.draft, t) };
    case 'foreign': {
      if (wish.says === null) return { text: t('agent.foreign', { languages: t.list(on.languages) }) };
      const { available } = yield* useTool(tools, explainCredits, {});
      return { text: wish.says.replace('{credits}', t.number(available)) };
    }
    case 'elsewhere':
      return { text: answers.elsewhere(history.length >> 1, t) };
    case 'unread':
      return { text: wish.type === null ? t('agent.unread.other') : t('agent.unread.usable') };
    case 'refused':
      return { text: answers.refused(wish.prompt, wish.refusal, t) };
    case 'kept':
      return { text: t('agent.kept') };
    case 'decline':
      return { text: answers.decline(talk.draft, t) };
    case 'unchanged':
      return { text: t('agent.unchanged', { prompt: inCode(talk.draft ?? '') }) };
    case 'remind':
      return { text: answers.remind(talk.draft ?? '', t) };
    case 'has':
      return { text: answers.tellHas(talk.draft ?? '', wish.what, t) };
    case 'describe':
      return { text: t('agent.describe') };
    case 'forget':
      return { text: t('agent.forgotten') };
    default:
      return { text: t(`agent.fixed.${wish.kind as FixedKind}`) };
  }
}
