import type { Attachment } from '../../contract/agents.js';
import { reason } from '../../copy/reason.js';
import type { Translate } from '../../copy/translate.js';
import { clip, plain, relativeTime } from '../text.js';
import { sanitizeMarkdown } from './markdown.js';
import { closed, splitText } from './split.js';
import { drawTables } from './tables.js';
import type { ToolStep } from './tool-steps.js';
import { isOver, type TalkView } from './view.js';

const steps = [
  ...(['start', 'history', 'explain_credits', 'search_docs', 'estimate_cost', 'propose_generation'] as const),
  ...(['list_pipelines', 'list_generations', 'show_generation', 'list_packs', 'propose_top_up'] as const),
];

/** A step of our own service in the language of the thread, another one as its service says it. */
function labelOf(step: string | undefined, label: string, t: Translate): string {
  const known = steps.find((one) => one === step);
  return small(known ? t(`talk.step.${known}`) : label);
}

const marks = { finished: '✓', failed: '✗' } as const;

const doneSteps = (view: TalkView, t: Translate): string[] =>
  view.steps.flatMap(({ name, label, state }: ToolStep) =>
    state === 'started' ? [] : [`${marks[state]} ${labelOf(name, label, t)}`],
  );

/** The one line of an answer that has no words yet: the tools used, what happens now, and since when. */
function thinkingOf(view: TalkView, busy: string | null, t: Translate): string {
  const since = view.startedAt && t('talk.answer.since', { time: relativeTime(view.startedAt) });
  return [...doneSteps(view, t), busy ?? t('talk.answer.thinking'), since].filter(Boolean).join(' · ');
}

/** What a running answer says of itself. */
function progressOf(view: TalkView, t: Translate): (string | null)[] {
  const { status, step, percent, waiting, text } = view;
  const share = percent === null ? '' : ` · ${t.percent(Math.round(percent))}`;
  const label = status && `${labelOf(step, status, t)}${share}…`;
  const busy = label && text ? [...doneSteps(view, t), label].join(' · ') : label;
  if (waiting && !text && busy) return [thinkingOf(view, busy, t), t('talk.answer.waiting.more')];
  if (waiting) {
    const isPartial = waiting === 'agent' && (text || busy);
    return [busy, t(`talk.answer.waiting.${isPartial ? 'more' : waiting}`)];
  }
  return [text ? busy : thinkingOf(view, busy, t)];
}

/** Foreign words on one line of small letters. */
const small = (words: string): string => clip(sanitizeMarkdown(words.replace(/\s+/g, ' ').trim()), 500);

/** Files go along, or are behind a button: their addresses would open them for anyone who reads the thread. */
const fileLine = ({ name }: Attachment): string => small(`📎 ${plain(name)}`);

/** Why the answer failed: in the language of the thread, or as the service says it. */
function failureOf({ error }: TalkView, t: Translate): string {
  const detail = error?.detail ?? reason('talk.answer.error.failed');
  return `> ⚠️ ${small(typeof detail === 'string' ? detail : t.message(detail))}`;
}

/** What an operator needs to find the failure: its code and the id of the request, or of the run. */
function referenceOf({ error, runId, isAssumed }: TalkView, t: Translate): string | null {
  const id = error?.requestId ?? (isAssumed ? null : runId);
  if (!error || !id) return null;
  const code = inCode(error.code ?? '');
  return code
    ? t('talk.answer.error.code', { code, id: inCode(id) })
    : t('talk.answer.error.id', { id: inCode(id) });
}

const inCode = (text: string): string => text.replace(/[^\w.:-]/g, '').slice(0, 60);

/** What the answer used; null where its service doesn't say and nothing was charged. */
function usageOf({ usedCredits: credits, usedTokens: tokens }: TalkView, t: Translate): string | null {
  if (tokens !== null) return t('talk.usage', { tokens, credits });
  return credits > 0 ? t('credits.count', { credits }) : null;
}

const versionOf = ({ version }: TalkView, t: Translate): string | null =>
  version && t('talk.answer.version', { at: version.at, of: version.of });

/** The small text below an answer, by phase. */
function footnotes(view: TalkView, t: Translate): (string | null)[] {
  const { phase, text, isCut, attachments } = view;
  switch (phase) {
    case 'failed':
      return [referenceOf(view, t), usageOf(view, t)];
    case 'canceled':
      return [t('talk.answer.stopped'), versionOf(view, t), usageOf(view, t)];
    case 'ended':
      return [t('talk.answer.ended')];
    case 'done':
      return [
        text || attachments.length > 0 ? null : t('talk.answer.proposal'),
        isCut ? t('talk.answer.cut') : null,
        ...attachments.map(fileLine),
        versionOf(view, t),
        usageOf(view, t),
      ];
    default:
      return progressOf(view, t);
  }
}

/** An answer in more messages than this becomes its beginning, an outline, and a file. */
const mostMessages = 3;
const mostDrawn = 2_000 * (mostMessages + 2);
const longestOutline = 1_200;

/** The headings of a text, as a list. */
function outlineOf(text: string, t: Translate): string | null {
  const titles = [...text.matchAll(/^#{1,6} +(.{1,120})/gm)].map(([, title = '']) => `- ${small(title)}`);
  if (titles.length < 2) return null;
  const fitting = titles.filter((_, at) => titles.slice(0, at + 1).join('\n').length < longestOutline);
  return [t('talk.answer.outline'), ...fitting, ...(fitting.length < titles.length ? ['- …'] : [])].join(
    '\n',
  );
}

const inSmall = (lines: readonly (string | null)[]): string =>
  lines.flatMap((line) => (line ? `-# ${line}` : [])).join('\n');

/** What a view looks like: the text of each message, and the file that goes with the last. */
export type Drawing = { texts: string[]; file: string | null };

/** Draws the view in messages of at most 2,000 characters each. The text itself is the agent's. */
export function drawView(view: TalkView, t: Translate): Drawing {
  const { text } = view;
  if (view.phase === 'idle') return { texts: [], file: null };
  const failure = view.phase === 'failed' ? failureOf(view, t) : '';
  const notes = [failure, inSmall(footnotes(view, t))].filter(Boolean).join('\n');
  const opening = closed(sanitizeMarkdown(drawTables(text.slice(0, mostDrawn)))).trim();
  const parts: string[] = [];
  for (const part of splitText([opening, notes].filter(Boolean).join('\n\n'))) {
    parts.push(part);
    if (parts.length > mostMessages) break;
  }
  if (parts.length <= mostMessages) return { texts: parts, file: null };
  const shown = parts.slice(0, mostMessages - 1);
  const characters = text.length;
  if (!isOver(view))
    return { texts: [...shown, inSmall([t('talk.answer.growing', { characters })])], file: null };
  const whole = inSmall([t('talk.answer.whole', { characters })]);
  return { texts: [...shown, [outlineOf(text, t), whole, notes].filter(Boolean).join('\n')], file: text };
}
