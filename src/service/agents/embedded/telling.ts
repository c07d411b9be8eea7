import type { Translate } from '../../../copy/translate.js';
import type { BrainStep } from '../brain.js';
import { explainCredits } from '../tools/credits.js';
import { useTool } from '../use.js';
import { type Answering, newestOf } from './answering.js';
import * as answers from './answers.js';
import { draftCard, type Thinking, type Thought } from './cards.js';
import { whichIdea } from './descriptions/idea-looks.js';
import { asking } from './descriptions/naming.js';
import { languageNamed } from './languages/languages.js';
import { dealt, listed, lookedUp, paid, suggested } from './lookups.js';
import { inCode } from './markdown.js';
import type { ListedItem } from './offers.js';
import { tellBody } from './questions/body-answers.js';
import { tellHas } from './questions/has-answers.js';
import { isChat, isRemarkAbroad, remarked, smallTalk, varied, verdict, wondering } from './small-talk.js';
import { tellMoney } from './telling-money.js';
import { isMeant, topicsFor, topicsToAsk } from './topics/about.js';
import { least } from './topics/least.js';
import type { Match } from './topics/topics.js';
import { asides, type TalkState, type Told } from './wish.js';
import { phraseOf } from './words/lexis.js';

/** A second topic that is nearly as likely as the first one is offered; beside a guess, a less likely one is. */
const nearly = 0.8;
const besideGuess = 0.5;

/** The answer to the question that a message is nearest to, with the next one to choose. Null where nothing is near. */
export async function* nearest(
  { kind, query = '' }: { kind: string; query?: string },
  talk: TalkState,
  on: Answering,
): AsyncGenerator<BrainStep, Thought | null> {
  const { history, t } = on;
  if (isChat(kind, talk, on)) return { text: remarked(newestOf(on), talk, on) };
  const found = topicsToAsk(query, talk);
  const isAsked = isAsking(query, talk);
  const isSure = (found[0]?.confidence ?? 0) >= least.likely;
  const isEdit = talk.draft !== null && !isAsked && (phraseOf(query).understood.length > 0 || !isSure);
  const topics = isEdit ? [] : found;
  if (topics[0]?.wish.kind === 'elsewhere') return { text: answers.elsewhere(history.length >> 1, t) };
  const known = topics.filter(({ wish }) =>
    isMeant(topics) ? !asides.has(wish.kind) && wish.kind !== 'elsewhere' : wish.kind === 'question',
  );
  if (known.length > 0) return yield* answered(known, talk, on);
  return isAsked ? unknown(query, talk, on) : null;
}

function isAsking(line: string, { language }: TalkState): boolean {
  const asks = languageNamed(language)?.asks;
  return asks ? asks.test(line) || /[?？]\s*$/.test(line) : asking.test(line) || wondering.test(line);
}

const choiceOf = ({ said, phrasing }: Match, t: Translate): { line: string; offer: ListedItem } => ({
  line: t('agent.nearest.line', { phrase: said }),
  offer: { kind: 'question', name: phrasing },
});

/** No answer, and the page that is nearest to the question. */
function unknown(query: string, talk: TalkState, { history, t }: Answering): Thought {
  const text = answers.notFound(history.length >> 1, t);
  const [near] = topicsFor(query, talk, 1);
  if (near?.wish.kind !== 'question' || near.confidence < least.hint) return { text };
  const { line, offer } = choiceOf(near, t);
  return { text: `${text}\n\n${t('agent.nearest.other', { phrase: line })}`, offers: [offer] };
}

/** Answers the first, and offers the second where that is nearly as likely. */
async function* answered(known: readonly Match[], talk: TalkState, on: Answering): Thinking {
  const [best, next] = known as [Match, Match | undefined];
  const thought =
    best.wish.kind === 'question'
      ? ((yield* lookedUp(best.wish.query, talk, on)) ?? {
          text: answers.notFound(on.history.length >> 1, on.t),
        })
      : yield* tellTopic(best.wish, talk, on);
  const share = best.confidence < least.likely ? besideGuess : nearly;
  if (!next || next.confidence < best.confidence * share || thought.offers) return thought;
  const { line, offer } = choiceOf(next, on.t);
  return { text: `${thought.text}\n\n${on.t('agent.nearest.other', { phrase: line })}`, offers: [offer] };
}

/** A topic that is not of the guide. */
async function* tellTopic(
  wish: Exclude<Match['wish'], { kind: 'question' }>,
  talk: TalkState,
  on: Answering,
): Thinking {
  switch (wish.kind) {
    case 'payment':
      return yield* paid(on);
    case 'deal':
      return yield* dealt(on);
    case 'ideas':
      return suggested(talk, on);
    default:
      return yield* tell(wish, talk, on);
  }
}

type OfDraft = Extract<Told, { kind: 'clips' | 'wrong' | 'noted' | 'body' | 'has' | 'remind' | 'unchanged' }>;

/** Answers about the character under discussion or its description. */
function tellOfDraft(wish: OfDraft, talk: TalkState, t: Translate): string {
  const draft = talk.draft ?? '';
  switch (wish.kind) {
    case 'clips':
      return draft === '' ? t('agent.fixed.clips') : tellBody(draft, { about: 'moves' }, t);
    case 'wrong':
      return draft === '' ? t('agent.fixed.upset') : t('agent.wrong.draft', { prompt: inCode(draft) });
    case 'noted':
      return t(wish.isStory ? 'agent.noted.told' : 'agent.noted', { prompt: inCode(wish.prompt) });
    case 'body':
      return tellBody(draft, wish.ask, t, talk);
    case 'has':
      return tellHas(draft, wish.what, t, talk.past);
    case 'remind':
      return answers.remind(draft, t);
    case 'unchanged':
      return t('agent.unchanged', { prompt: inCode(draft) });
  }
}

async function* lost(
  wish: Extract<Told, { kind: 'remark' | 'unknown' }>,
  talk: TalkState,
  on: Answering,
): Thinking {
  const { history, t } = on;
  if (wish.kind === 'unknown' && isRemarkAbroad(talk, on)) return { text: remarked(newestOf(on), talk, on) };
  if (wish.kind === 'unknown' && wish.strange)
    return { text: answers.strangeWords(wish.strange, talk.draft ?? '', t) };
  return (yield* nearest(wish, talk, on)) ?? { text: answers.askBack(talk.draft, history, t) };
}

/** Answers about the answer before, and small talk. */
function tellTalk(wish: Extract<Told, { kind: 'repeat' | 'isno' | 'small' }>, on: Answering): string {
  if (wish.kind === 'small') return smallTalk(wish.topic, on);
  if (wish.kind === 'isno') return verdict(on);
  return on.history.findLast(({ role }) => role === 'agent')?.content ?? on.t('agent.fixed.greeting');
}

const named = ({ kind, name }: Told & { name: string }): string => (kind === 'figure' ? inCode(name) : name);

/** To a member whose language the catalog lacks. */
async function* tellForeign(says: string | null, { tools, languages, t }: Answering): Thinking {
  if (says === null) return { text: t('agent.foreign', { languages: t.list(languages) }) };
  const { available } = yield* useTool(tools, explainCredits, {});
  return { text: says.replace('{credits}', t.number(available)) };
}

/** Answers wishes that change nothing. */
export async function* tell(wish: Told, talk: TalkState, on: Answering): Thinking {
  const { history, t } = on;
  switch (wish.kind) {
    case 'balance':
    case 'held':
    case 'prices':
    case 'pipelines':
    case 'cost':
    case 'cheapest':
      return yield* tellMoney(wish, talk, on);
    case 'rigs':
      return yield* listed(on);
    case 'pipeline': {
      const chosen = talk.offers.find((one) => one.kind === 'pipeline' && one.id === wish.id);
      return talk.draft === null
        ? { text: t('agent.pipeline.chosen', { name: chosen?.name ?? wish.id }) }
        : yield* draftCard(talk, on);
    }
    case 'remark':
    case 'unknown':
      return yield* lost(wish, talk, on);
    case 'figure':
    case 'named':
      return { text: t(`agent.${wish.kind}`, { name: named(wish), prompt: inCode(talk.draft ?? '') }) };
    case 'foreign':
      return yield* tellForeign(wish.says, on);
    case 'elsewhere':
      return { text: answers.elsewhere(history.length >> 1, t) };
    case 'unread':
      return { text: wish.type === null ? t('agent.unread.other') : t('agent.unread.usable') };
    case 'refused':
      return { text: answers.refused(wish.prompt, wish.refusal, t) };
    case 'decline':
      return { text: answers.decline(talk.draft, t) };
    case 'repeat':
    case 'isno':
    case 'small':
      return { text: tellTalk(wish, on) };
    case 'clips':
    case 'wrong':
    case 'noted':
    case 'body':
    case 'has':
    case 'remind':
    case 'unchanged':
      return { text: tellOfDraft(wish, talk, t) };
    case 'which':
      return { text: whichIdea(talk, on) };
    case 'kept':
    case 'describe':
      return { text: t(`agent.${wish.kind}`) };
    case 'forget':
      return { text: t('agent.forgotten') };
    default:
      return { text: varied(`agent.fixed.${wish.kind}`, on) };
  }
}
