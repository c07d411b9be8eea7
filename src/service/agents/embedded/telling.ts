import type { Translate } from '../../../copy/translate.js';
import { explainCredits } from '../tools/credits.js';
import { listPipelinesTool } from '../tools/pipelines.js';
import { listPacksTool } from '../tools/top-up.js';
import { useTool } from '../use.js';
import { aboutAbroad, phrasingsNear } from './abroad.js';
import type { Answering } from './answering.js';
import * as answers from './answers.js';
import { tellBody, tellHas } from './body-answers.js';
import { draftCard, type Thinking, type Thought } from './cards.js';
import { whichIdea } from './idea-looks.js';
import { listed, lookedUp, packOffers, pipelineOffers } from './lookups.js';
import { inCode } from './markdown.js';
import type { ListedItem } from './offers.js';
import * as prices from './prices.js';
import { type Match, topicsToAsk } from './topics.js';
import { asides, type TalkState, type Told } from './wish.js';

/** The nearest questions that the agent can answer and the character that it could make, instead of a guess. */
export function nearest(
  { query = '', perhaps }: { query?: string; perhaps?: string },
  { language }: TalkState,
  { history, t }: Pick<Answering, 'history' | 't'>,
): Thought | null {
  const turn = history.length >> 1;
  const topics = language ? [] : topicsToAsk(query);
  if (topics[0]?.wish.kind === 'elsewhere' && !perhaps) return { text: answers.elsewhere(turn, t) };
  const abroad = language ? aboutAbroad(language, query) : null;
  if (abroad === 'elsewhere') return { text: answers.elsewhere(turn, t) };
  const questions = language ? phrasingsNear(language, query) : questionsOf(topics);
  const choices: { line: string; offer: ListedItem }[] = questions.map(({ said, english }) => ({
    line: t('agent.nearest.line', { phrase: said }),
    offer: { kind: 'question', name: english },
  }));
  if (perhaps)
    choices.unshift({
      line: t('agent.nearest.make', { prompt: inCode(perhaps) }),
      offer: { kind: 'idea', prompt: perhaps, name: perhaps },
    });
  if (choices.length === 0) return abroad ? { text: answers.notFound(turn, t) } : null;
  const lines = choices.map(({ line }) => line);
  return { text: answers.tellNearest(lines, t), offers: choices.map(({ offer }) => offer) };
}

const mostAsked = 2;

/** Small talk and the rest of the world are no questions to choose from. */
const questionsOf = (topics: readonly Match[]) =>
  topics
    .filter(({ wish }) => !asides.has(wish.kind) && wish.kind !== 'elsewhere')
    .slice(0, mostAsked)
    .map(({ wish, phrasing }) => ({
      said: wish.kind === 'question' ? wish.query : phrasing,
      english: phrasing,
    }));

/** What a member's credits are held for, or what holding means if none are held. */
async function* onHold(talk: TalkState, on: Answering): Thinking {
  const balance = yield* useTool(on.tools, explainCredits, {});
  const meaning = balance.held > 0 ? null : yield* lookedUp('held credits', talk, on);
  return meaning ?? { text: answers.tellBalance(balance, on.t) };
}

type OfDraft = Extract<Told, { kind: 'noted' | 'notBefore' | 'body' | 'has' | 'remind' | 'unchanged' }>;

/** Answers about the character under discussion or its description. */
function tellOfDraft(wish: OfDraft, draft: string, t: Translate): string {
  switch (wish.kind) {
    case 'noted':
      return t('agent.noted', { prompt: inCode(wish.prompt) });
    case 'notBefore':
      return t('agent.back.none', { thing: inCode(wish.what), prompt: inCode(draft) });
    case 'body':
      return tellBody(draft, wish.ask, t);
    case 'has':
      return tellHas(draft, wish.what, t);
    case 'remind':
      return answers.remind(draft, t);
    case 'unchanged':
      return t('agent.unchanged', { prompt: inCode(draft) });
  }
}

/** Answers wishes that change nothing. */
export async function* tell(wish: Told, talk: TalkState, on: Answering): Thinking {
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
      return nearest(wish, talk, on) ?? { text: answers.askBack(talk.draft, t) };
    case 'figure':
      return { text: t('agent.figure', { name: inCode(wish.name) }) };
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
    case 'noted':
    case 'notBefore':
    case 'body':
    case 'has':
    case 'remind':
    case 'unchanged':
      return { text: tellOfDraft(wish, talk.draft ?? '', t) };
    case 'which':
      return { text: whichIdea(talk, on) };
    case 'describe':
      return { text: t('agent.describe') };
    case 'forget':
      return { text: t('agent.forgotten') };
    default:
      return { text: t(`agent.fixed.${wish.kind}`) };
  }
}
