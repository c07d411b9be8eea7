import type { Attachment } from '../../contract/agents.js';
import { reason } from '../../copy/reason.js';
import type { Translate } from '../../copy/translate.js';
import { clip, plain } from '../text.js';
import { sanitizeMarkdown } from './markdown.js';
import { closed, splitText } from './split.js';
import { isOver, type TalkView } from './view.js';

const steps = [
  ...(['start', 'history', 'explain_credits', 'search_docs', 'estimate_cost', 'propose_generation'] as const),
  ...(['list_pipelines', 'list_generations', 'show_generation', 'list_packs', 'propose_top_up'] as const),
];

/** What the agent does: a step of our own service in the language of the thread, another one as its service says it. */
function stepOf({ status, step }: TalkView, t: Translate): string | null {
  const known = status === null ? undefined : steps.find((one) => one === step);
  return known ? t(`talk.step.${known}`) : status;
}

/** What a running answer says of itself. */
function progressOf(view: TalkView, t: Translate): (string | null)[] {
  const { percent, waiting, text } = view;
  const status = stepOf(view, t);
  const step = percent === null ? status : `${status} · ${t.percent(Math.round(percent))}`;
  const busy = status ? `${small(step ?? '')}…` : null;
  if (waiting) {
    const isPartial = waiting === 'agent' && (text || busy);
    return [busy, t(`talk.answer.waiting.${isPartial ? 'more' : waiting}`)];
  }
  return [busy ?? (text ? null : t('talk.answer.thinking'))];
}

/** Foreign words on one line of small letters. */
const small = (words: string): string => clip(sanitizeMarkdown(words.replace(/\s+/g, ' ').trim()), 500);

/** Files of the service go along; the link is for those that are too large. */
const fileLine = ({ name, url }: Attachment): string =>
  small(`📎 ${plain(name)}`) + (url && /^https?:\/\/[^\s<>]+$/.test(url) ? ` <${url}>` : '');

/** Why the answer failed: in the language of the thread, or as the service says it. */
function failureOf({ error }: TalkView, t: Translate): string {
  const detail = error?.detail ?? reason('talk.answer.error.failed');
  return small(typeof detail === 'string' ? detail : t.message(detail));
}

/** The small text below an answer, by phase. */
function footnotes(view: TalkView, t: Translate): (string | null)[] {
  const { phase, text, error, usedCredits, isCut, attachments } = view;
  switch (phase) {
    case 'failed':
      return [failureOf(view, t), error?.requestId ?? null];
    case 'canceled':
      return [t('talk.answer.stopped')];
    case 'ended':
      return [t('talk.answer.ended')];
    case 'done':
      return [
        text || attachments.length > 0 ? null : t('talk.answer.proposal'),
        isCut ? t('talk.answer.cut') : null,
        ...attachments.map(fileLine),
        usedCredits > 0 ? t('credits.count', { credits: usedCredits }) : null,
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
  const notes = inSmall(footnotes(view, t));
  const opening = closed(sanitizeMarkdown(text.slice(0, mostDrawn))).trim();
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
