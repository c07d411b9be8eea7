import type { Attachment, FinishReason } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import { clip, creditsText, plain } from '../text.js';
import { closed, splitText } from './split.js';
import { tame } from './tame.js';

/** A message whose sending was begun and not seen to end: since when (ms), and what it may say, as digests. */
export type Sending = { index: number; since: number; digests: string[] };

/** What a thread shows of the newest run of its conversation. Pure data, kept as JSON. */
export type TalkView = {
  runId: string | null;
  /** `ended`: cut short because the talk itself is over, or because nothing more of it arrived. */
  phase: 'idle' | 'running' | 'done' | 'canceled' | 'failed' | 'ended';
  /** One line on what the agent does just now. */
  status: string | null;
  text: string;
  /** The answer reached the brain's limit of length. */
  isCut: boolean;
  attachments: Attachment[];
  error: { detail: string; requestId: string | null; retryable: boolean } | null;
  usedCredits: number;
  /** Discord ids of the messages that show it, in order. */
  posted: string[];
  sending: Sending | null;
  /** How often it was posted anew because somebody deleted it. */
  reposts: number;
  /** The runs before, newest first: what still comes of them is no news. */
  over: string[];
  /** The newest message that shows one of them. */
  behind: string | null;
};

export const emptyView: TalkView = {
  ...{ runId: null, phase: 'idle', status: null, text: '', isCut: false, attachments: [], error: null },
  ...{ usedCredits: 0, posted: [], sending: null, reposts: 0, over: [], behind: null },
};

export const isOver = ({ phase }: TalkView): boolean => phase !== 'idle' && phase !== 'running';

/** Nothing more comes: an answer that was under way stays as far as it got. */
export const endView = (view: TalkView): TalkView =>
  view.phase === 'running' ? { ...view, phase: 'ended', status: null } : view;

/** The answer in full. */
export function completeView(
  view: TalkView,
  end: { text: string; attachments: Attachment[]; reason: FinishReason; credits?: number },
): TalkView {
  const { text, attachments, reason, credits: usedCredits = 0 } = end;
  const phase = reason === 'canceled' ? 'canceled' : 'done';
  return { ...view, phase, status: null, text, isCut: reason === 'length', attachments, usedCredits };
}

/** It ends as far as it got, and may be asked for again. */
export const failView = (view: TalkView, detail: string): TalkView => ({
  ...view,
  ...{ phase: 'failed', status: null, error: { detail, requestId: null, retryable: true } },
});

const runsKept = 16;

/** The view a run begins with. */
export const beginView = (before: TalkView, runId: string): TalkView => ({
  ...emptyView,
  ...{ runId, phase: 'running' },
  over: before.runId === null ? before.over : [before.runId, ...before.over].slice(0, runsKept),
  behind: before.posted.at(-1) ?? before.behind,
});

/** Streamed text is kept as far as it can be shown; the whole comes with the end. */
const longestStream = 20_000;

/**
 * Folds one event in. An event of another run starts a new view, since its answer gets messages of its own; one of a
 * run that is over changes nothing, nor does a delta that does not join what is there.
 */
export function foldEvent(before: TalkView, event: AgentEvent): TalkView {
  if (before.over.includes(event.run_id)) return before;
  const view = event.run_id === before.runId ? before : beginView(before, event.run_id);
  if (isOver(view)) return view;
  switch (event.type) {
    case 'agent_progress': {
      const { label, percent } = event.data;
      const status = percent === null ? label : `${label} · ${Math.round(percent)} %`;
      return { ...view, status };
    }
    case 'agent_response': {
      const { text_offset, delta } = event.data;
      if (text_offset > view.text.length) return { ...view, status: null };
      return {
        ...view,
        status: null,
        text: (view.text.slice(0, text_offset) + delta).slice(0, longestStream),
      };
    }
    case 'agent_proposal': // has a card of its own
      return view;
    case 'agent_complete': {
      const { text, finish_reason: reason, attachments, usage } = event.data;
      return completeView(view, { text, attachments, reason, credits: usage.credits });
    }
    case 'agent_error': {
      const { detail = 'The agent could not answer.', request_id = null, retryable } = event.data;
      return { ...view, phase: 'failed', status: null, error: { detail, requestId: request_id, retryable } };
    }
  }
}

/** Foreign words on one line of small letters. */
const small = (words: string): string => clip(tame(words).replace(/\s+/g, ' ').trim(), 500);

const stillWriting = (text: string): string =>
  `Still writing: ${text.length.toLocaleString('en')} characters so far; the whole comes as a file`;

/** Files of the service go along; the link is for those that are too large. */
const fileLine = ({ name, url }: Attachment): string =>
  small(`📎 ${plain(name)}`) + (url && /^https?:\/\/[^\s<>]+$/.test(url) ? ` <${url}>` : '');

/** What stands in small letters below the text, by phase. */
function footnotes(view: TalkView): (string | null)[] {
  const { phase, text, status, error, usedCredits, isCut, attachments } = view;
  switch (phase) {
    case 'failed':
      return [small(error?.detail ?? 'The agent could not answer.'), error?.requestId ?? null];
    case 'canceled':
      return ['Stopped.'];
    case 'ended':
      return ['This talk has ended.'];
    case 'done':
      return [
        text || attachments.length > 0 ? null : 'The agent had nothing to say.',
        isCut ? 'The answer was ended by its limit of length.' : null,
        ...attachments.map(fileLine),
        usedCredits > 0 ? creditsText(usedCredits) : null,
      ];
    default:
      return [status ? `${small(status)}…` : text ? null : 'Thinking…'];
  }
}

/** An answer in more messages than this becomes its beginning, an outline, and a file. */
const mostMessages = 3;
const mostDrawn = 2_000 * (mostMessages + 2);
const longestOutline = 1_200;

/** The headings of a text, as a list. */
function outlineOf(text: string): string | null {
  const titles = [...text.matchAll(/^#{1,6} +(.{1,120})/gm)].map(([, title = '']) => `- ${small(title)}`);
  if (titles.length < 2) return null;
  const fitting = titles.filter((_, at) => titles.slice(0, at + 1).join('\n').length < longestOutline);
  return ['**In it**', ...fitting, ...(fitting.length < titles.length ? ['- …'] : [])].join('\n');
}

const inSmall = (lines: readonly (string | null)[]): string =>
  lines.flatMap((line) => (line ? `-# ${line}` : [])).join('\n');

/** What a view looks like: the text of each message, and the file that goes with the last. */
export type Drawing = { texts: string[]; file: string | null };

/** Draws the view in messages of at most 2,000 characters each. */
export function drawView(view: TalkView): Drawing {
  const { text } = view;
  const notes = inSmall(footnotes(view));
  const opening = closed(tame(text.slice(0, mostDrawn))).trim();
  const parts: string[] = [];
  for (const part of splitText([opening, notes].filter(Boolean).join('\n\n'))) {
    parts.push(part);
    if (parts.length > mostMessages) break;
  }
  if (parts.length <= mostMessages) return { texts: parts, file: null };
  const shown = parts.slice(0, mostMessages - 1);
  if (!isOver(view)) return { texts: [...shown, inSmall([stillWriting(text)])], file: null };
  const whole = inSmall([
    `The whole answer, ${text.length.toLocaleString('en')} characters, is in the file.`,
  ]);
  return { texts: [...shown, [outlineOf(text), whole, notes].filter(Boolean).join('\n')], file: text };
}
