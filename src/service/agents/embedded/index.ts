import { type Clock, systemClock } from '../../../base/clock.js';
import { AppError } from '../../../base/errors.js';
import { type Copy, defaultLocale } from '../../../copy/copy.js';
import type { Brain, BrainInput, BrainStep } from '../brain.js';
import { refusalText, shippedCopy } from '../texts.js';
import { proposeGeneration } from '../tools/generation.js';
import { mostCards } from '../tools/tool.js';
import { proposeTopUp } from '../tools/top-up.js';
import { useTool } from '../use.js';
import type { Answering } from './answering.js';
import * as answers from './answers.js';
import { copies, draftCard, pressed, several, type Thinking } from './cards.js';
import { inLook } from './descriptions/idea-looks.js';
import {
  dealt,
  findRig,
  lookedUp,
  ofOperator,
  paid,
  remade,
  showing,
  suggested,
  summed,
  weighed,
} from './lookups.js';
import { sentences } from './markdown.js';
import type { ListedItem } from './offers.js';
import { follow, remembered } from './talk.js';
import { nearest, tell } from './telling.js';
import type { TalkState, Wish } from './wish.js';
import { chunksOf } from './words/chunks.js';

/**
 * Answers without a language model: reads the wishes from the text, looks up what it needs, remembers the character
 * under discussion and what it listed, and proposes cards. It cannot spend credits.
 * @param paceMs delay between two pieces of an answer
 */
export function createEmbeddedBrain(options: { clock?: Clock; paceMs?: number; copy?: Copy } = {}): Brain {
  const { clock = systemClock, paceMs = 25, copy = shippedCopy() } = options;
  return async function* answer(input) {
    const text = yield* compose(input, copy);
    for (const delta of chunksOf(text)) {
      yield { kind: 'text', delta };
      await clock.sleep(paceMs, input.signal);
    }
  };
}

async function* compose(input: BrainInput, copy: Copy): AsyncGenerator<BrainStep, string> {
  const { history, task, turnedDown, tools, locale = defaultLocale } = input;
  const cut = task === 'continue' ? history.at(-1) : undefined;
  const followed = follow(history, locale);
  const { wishes } = followed;
  const talk = { ...followed.talk, turnedDown };
  const on: Answering = {
    tools,
    history,
    t: copy.for(
      talk.isEnglish ? defaultLocale : talk.language && copy.match(talk.language) ? talk.language : locale,
    ),
    english: copy.for(defaultLocale),
    languages: copy.locales.map(({ name }) => name),
  };
  const texts: string[] = [];
  const offers: ListedItem[] = [];
  let draft: string | undefined;
  for (const wish of onceEach(wishes)) {
    const said = yield* thinkSafely(wish, talk, on);
    texts.push(said.text);
    offers.push(...(said.offers ?? []));
    draft = said.draft ?? draft;
  }
  yield { kind: 'memory', memory: remembered(talk, offers, draft) };
  const text = notAgain(texts.join('\n\n'), on);
  return cut && text.startsWith(cut.content) ? text.slice(cut.content.length) : text;
}

/** Replaces an answer of not understanding when the previous answer was one too. */
function notAgain(text: string, { history, t }: Answering): string {
  const helpless: readonly string[] = [t('agent.lost.none'), t('agent.fixed.upset')];
  const before = history.findLast(({ role }) => role === 'agent')?.content ?? '';
  return helpless.includes(text) && helpless.includes(before) ? t('agent.otherwise') : text;
}

/** Merges several changes to one character into one card. */
function onceEach(wishes: readonly Wish[]): Wish[] {
  const cards: readonly Wish['kind'][] = ['make', 'refine', 'recall', 'variant', 'undo', 'copies'];
  const groupOf = ({ kind }: Wish) => (cards.includes(kind) ? 'card' : kind);
  return wishes.filter((wish, at) => wishes.findLastIndex((one) => groupOf(one) === groupOf(wish)) === at);
}

/** Wishes about nothing of Rigsmith, and questions: what the operator has written about them counts more than the guide. */
const maybeWritten: ReadonlySet<Wish['kind']> = new Set(['elsewhere', 'unknown', 'question'] as const);

/** A tool's refusal becomes the answer; any other error ends the run. */
async function* thinkSafely(wish: Wish, talk: TalkState, on: Answering): Thinking {
  try {
    const written = maybeWritten.has(wish.kind) ? await ofOperator(on) : null;
    return written ?? (yield* think(wish, talk, on));
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { text: refusalText(error, on.t) };
    throw error;
  }
}

async function* think(wish: Wish, talk: TalkState, on: Answering): Thinking {
  const { tools, history, t } = on;
  switch (wish.kind) {
    case 'make':
      return wish.others?.length
        ? yield* several([wish.prompt, ...wish.others], talk, on)
        : yield* draftCard(talk, on);
    case 'refine':
    case 'variant':
    case 'recall':
      return yield* draftCard(talk, on);
    case 'copies': {
      if (talk.draft !== null && wish.count <= mostCards)
        return yield* copies(wish.count, talk.draft, talk, on);
      const said = yield* draftCard(talk, on);
      const sum = yield* summed({ count: wish.count }, talk, on);
      const lead = sentences(t, answers.oneByOne(wish.count, t), sum.text);
      return { text: `${lead}\n\n${said.text}` };
    }
    case 'undo':
      return talk.draft === null ? { text: t('agent.undo.nothing') } : yield* draftCard(talk, on);
    case 'remake':
      return yield* remade(wish.changes, talk, on);
    case 'confirm':
      return yield* pressed(talk, on);
    case 'files': {
      const cost = yield* useTool(tools, proposeGeneration, { type: wish.type });
      return { text: answers.proposeFiles(wish.type, cost, wish.isDescribed, t) };
    }
    case 'sum':
      return yield* summed(wish.sum, talk, on);
    case 'able':
    case 'price':
      return yield* weighed(wish.kind, wish.prompt, on);
    case 'payment':
      return yield* paid(on);
    case 'deal':
      return yield* dealt(on);
    case 'find':
      return yield* findRig(wish.words, on);
    case 'buy': {
      const { packId, credits } = wish;
      const input = { ...(packId && { pack_id: packId }), ...(credits && { credits }) };
      const pack = yield* useTool(tools, proposeTopUp, input);
      return { text: t('agent.pack.offer', { name: pack.pack_name, credits: pack.credits }) };
    }
    case 'show':
      return yield* showing(wish.number, on);
    case 'ideas':
      return inLook(suggested(talk, on), wish.look, on);
    case 'question': {
      const found = yield* lookedUp(wish.query, talk, on);
      return found ?? (yield* nearest(wish, talk, on)) ?? { text: answers.notFound(history.length >> 1, t) };
    }
    default:
      return yield* tell(wish, talk, on);
  }
}
