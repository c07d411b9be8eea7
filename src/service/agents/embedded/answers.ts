import type { AppError } from '../../../base/errors.js';
import type { PipelineDetail } from '../../../contract/pipelines.js';
import type { Generation } from '../../../contract/rig.js';
import { defaultLocale } from '../../../copy/copy.js';
import type { Translate } from '../../../copy/translate.js';
import { dictionaryFor, sayIn } from '../../../engine/input/text/languages/sayings.js';
import type { Turn } from '../brain.js';
import { refusalText } from '../texts.js';
import { type FoundPassage, mostCards } from '../tools/tool.js';
import { doubtOf } from './card-doubts.js';
import { partsOf } from './changes/character.js';
import { translatedPage } from './guide-translations.js';
import { inCode, joined, numbered, sentences } from './markdown.js';
import type { Cost } from './prices.js';
import type { Phrase } from './words/lexis.js';
import type { Correction } from './words/spelling.js';

/** The embedded agent's answers: values in, Discord Markdown in the language of `t` out. */

export function tellBalance(
  balance: {
    available: number;
    held: number;
    holds: readonly { prompt: string | null; credits: number }[];
  },
  t: Translate,
): string {
  const { available, held, holds } = balance;
  const purposes = holds
    .slice(0, 3)
    .map(({ prompt, credits }) =>
      prompt === null
        ? t('agent.balance.hold.unnamed', { credits })
        : t('agent.balance.hold.named', { credits, rig: inCode(prompt.slice(0, 60)) }),
    );
  const reserved =
    purposes.length > 0
      ? t('agent.balance.held_for', { credits: held, purposes: t.list(purposes) })
      : t('agent.balance.held', { credits: held });
  return sentences(
    t,
    t('agent.balance.available', { credits: available }),
    held > 0 && reserved,
    available > 0 ? t('agent.balance.next.describe') : t('agent.balance.next.buy'),
  );
}

/** @param isAll whether the list is complete */
export function tellPipelines(pipelines: readonly PipelineDetail[], isAll: boolean, t: Translate): string {
  const lines = pipelines.map(({ name, description, inputs, credit_cost, estimated_seconds }) => {
    const sources = inputs.map((one) => t(`agent.pipelines.input.${one}`));
    const line = t('agent.pipelines.line', {
      name,
      credits: credit_cost,
      seconds: estimated_seconds,
      inputs: t.list(sources, 'or'),
    });
    return t.locale === defaultLocale ? `${line}. ${description}` : line; // the operator's words are English
  });
  const lead = isAll ? t('agent.pipelines.all', { count: lines.length }) : t('agent.pipelines.some');
  return `${lead}\n${numbered(lines)}\n\n${t('agent.pipelines.held')}`;
}

export function tellRigs(generations: readonly Generation[], t: Translate): string {
  if (generations.length === 0) return t('agent.rigs.none');
  const lines = generations.map((one) =>
    t('agent.rig.line', { rig: nameOf(one, t), state: stateOf(one, t) }),
  );
  return `${t('agent.rigs.lead')}\n${numbered(lines)}\n\n${t('agent.rigs.next')}`;
}

const nameOf = ({ input, type }: Generation, t: Translate) =>
  input.prompt ? inCode(input.prompt.slice(0, 80)) : t(`agent.rig.from.${type}`);

function stateOf({ status, progress, queue_position, output, error }: Generation, t: Translate): string {
  if (status === 'queued') return t('agent.rig.state.queued', { place: queue_position ?? 1 });
  if (status === 'running') return t('agent.rig.state.running', { percent: t.percent(progress) });
  if (status === 'canceled') return t('agent.rig.state.canceled');
  if (status === 'failed') return failureOf(error, t);
  if (!output?.rig) return t('agent.rig.state.done');
  const { skeleton, joints } = output.rig;
  const body = `rig.body.name.${skeleton}`; // a service may have bodies that the catalog lacks
  return t('agent.rig.state.finished', {
    skeleton: t.has(body) ? t.message({ key: body, values: {} }) : skeleton,
    joints,
    clips: output.animations.length,
  });
}

/** In English with the exact reason, in other languages with that of its code. */
function failureOf(error: Generation['error'], t: Translate): string {
  if (!error) return t('agent.rig.state.failed.unexplained');
  const general = `error.${error.code}`;
  const isExact = t.locale === defaultLocale || !t.has(general);
  return t('agent.rig.state.failed', {
    why: isExact ? error.detail : t.message({ key: general, values: {} }),
  });
}

const commandFor = (prompt: string) => `\`/rig text prompt:${inCode(prompt).slice(1)}`;

/** Shown with the card. Only the member can press it, so only the member spends. */
export function propose(
  prompt: string,
  cost: Cost,
  phrase: Phrase,
  {
    name,
    isFirst,
    read,
    left,
  }: { name: string | null; isFirst: boolean; read: readonly Correction[]; left: readonly string[] },
  t: Translate,
): string {
  const { pipeline, credits, estimated_seconds: seconds } = cost;
  const words = read.map(({ from, to }) => t('agent.card.read.word', { from: inCode(from), to: inCode(to) }));
  const offer = t('agent.card.offer', { prompt: calledIn(prompt, name), pipeline, credits, seconds });
  const lead = sentences(t, words.length > 0 && t('agent.card.read', { words: t.list(words) }), offer);
  const terms = [doubtOf(prompt, phrase, left, t), afford(cost, t)];
  if (!isFirst) return joined('\n', lead, outline(prompt, t), sentences(t, ...terms, t('agent.card.press')));
  return joined(
    '\n\n',
    joined('\n', lead, outline(prompt, t), sentences(t, ...terms)),
    t('agent.card.first', { command: commandFor(prompt) }),
    t('agent.card.change'),
  );
}

/** "**Mo**, `a fox`". */
const calledIn = (prompt: string, name: string | null): string =>
  name === null ? inCode(prompt) : `**${name.replace(/[*_`~|]/g, '')}**, ${inCode(prompt)}`;

/** A part of a description, by the dictionary of the reader's language. */
function said(words: string, t: Translate): string {
  const language = dictionaryFor(t.locale);
  return inCode(language ? sayIn(language, words.replace(/^(?:an?|the) /, '')) : words);
}

/** The description by its parts, so that a member sees what can be changed. */
export function outline(prompt: string, t: Translate): string {
  const { kind, looks, has, lacks } = partsOf(prompt);
  const list = (part: 'look' | 'with' | 'without', words: readonly string[]) =>
    words.length > 0 ? [t(`agent.outline.${part}`, { words: t.list(words.map((one) => said(one, t))) })] : [];
  const lines = [t('agent.outline.kind', { words: said(kind, t) }), ...list('look', looks)];
  return `> ${[...lines, ...list('with', has), ...list('without', lacks)].join(' · ')}`;
}

export const remind = (prompt: string, t: Translate): string =>
  joined('\n', t('agent.remind.now', { prompt: inCode(prompt) }), outline(prompt, t), t('agent.remind.next'));

export const oneByOne = (count: number, t: Translate): string =>
  t('agent.one_by_one', { most: mostCards, count });

function afford({ credits, available, missing }: Cost, t: Translate): string {
  if (available === null) return t('agent.afford.private');
  return missing === 0
    ? t('agent.afford.enough', { available, left: available - credits })
    : t('agent.afford.short', { available, missing });
}

export const pressIt = (prompt: string, missing: number, t: Translate): string =>
  sentences(
    t,
    t('agent.press.card', { prompt: inCode(prompt) }),
    missing > 0 && t('agent.press.short', { missing }),
    t('agent.press.command', { command: commandFor(prompt) }),
  );

export const startedAlready = (prompt: string, t: Translate): string =>
  t('agent.started', { prompt: inCode(prompt) });

export const proposeFiles = (
  type: 'image' | 'multi_image' | 'mesh',
  cost: Cost,
  isDescribed: boolean,
  t: Translate,
): string =>
  sentences(
    t,
    t(`agent.files.offer.${type}`, { pipeline: cost.pipeline, credits: cost.credits }),
    afford(cost, t),
    t('agent.files.press'),
    t(`agent.files.advice.${type}`),
    isDescribed && t(type === 'image' ? 'agent.files.described' : 'agent.files.undescribed'),
  );

export function tellRig(rig: Generation | null, t: Translate): string {
  if (!rig) return t('agent.rig.missing');
  const shown = t('agent.rig.shown', { rig: nameOf(rig, t), state: stateOf(rig, t) });
  return sentences(t, shown, rig.output !== null && t('agent.rig.files'));
}

export const tellIdeas = (ideas: readonly string[], t: Translate): string =>
  `${t('agent.ideas.lead')}\n${numbered(ideas.map(inCode))}\n\n${t('agent.ideas.next')}`;

/** @param found passages of the documents, best first; those without a translation are in the language of their authors */
export function tellFound(found: readonly FoundPassage[], t: Translate): string {
  const [best, next] = found.map((one) => (one.isOwn ? null : translatedPage(one, t.locale)) ?? one);
  if (!best) return notFound(0, t);
  const isForeign = t.locale !== defaultLocale && best === found[0];
  return joined(
    '\n\n',
    joined('\n', isForeign ? t('agent.found.source') : '', best.title && `**${best.title}**`, best.text),
    next && next.title !== best.title ? t('agent.found.more', { title: next.title }) : '',
  );
}

const gaps = ['agent.gap.0', 'agent.gap.1', 'agent.gap.2'] as const;
/** Answer to a question that the documents do not cover. @param turn varies it */
export const notFound = (turn: number, t: Translate): string => t(gaps[turn % gaps.length]!);

export const decline = (draft: string | null, t: Translate): string =>
  draft ? t('agent.declined.draft', { prompt: inCode(draft) }) : t('agent.declined.none');

/** Answer to a request for something that is not a character. */
export const refused = (prompt: string, refusal: AppError, t: Translate): string =>
  t('agent.refused', { prompt: inCode(prompt.slice(0, 80)), refusal: refusalText(refusal, t) });

const limits = ['agent.elsewhere.0', 'agent.elsewhere.1', 'agent.elsewhere.2', 'agent.elsewhere.3'] as const;
/** One honest sentence, and what the agent can do. @param turn varies it */
export const elsewhere = (turn: number, t: Translate): string => t(limits[turn % limits.length]!);

/** Names the message that was not understood. */
export const askBack = (draft: string | null, history: readonly Turn[], t: Translate): string =>
  draft
    ? t('agent.lost.draft', {
        words: inCode(history.at(-1)?.content.slice(0, 80) ?? ''),
        prompt: inCode(draft.slice(0, 120)),
      })
    : t('agent.lost.none');

/** Answer to a change with words that nothing knows: the description stays as it is. */
export const strangeWords = (words: readonly string[], draft: string, t: Translate): string =>
  t('agent.lost.words', {
    words: t.list(words.slice(0, 3).map(inCode)),
    prompt: inCode(draft.slice(0, 120)),
  });
