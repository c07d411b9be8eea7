import { createHash } from 'node:crypto';
import type { Attachment, FinishReason } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';

/** A message whose sending was begun and not seen to end: since when (ms), and what it may say, as digests. */
export type Sending = { index: number; since: number; digests: string[] };

/**
 * What an answer that gives no sign is waited for. `agent`: the service has it; `polling`: there is no live connection
 * and answers are read now and then; `unsent`: the message couldn't be handed over yet; `unreadable`: nobody can say.
 */
export type Waiting = 'agent' | 'polling' | 'unsent' | 'unreadable';

/** What a thread shows of the newest run of its conversation. Pure data, kept as JSON. */
export type TalkView = {
  runId: string | null;
  /** `ended`: cut short because the talk itself is over, or because nothing more of it arrived. */
  phase: 'idle' | 'running' | 'done' | 'canceled' | 'failed' | 'ended';
  /** One line on what the agent does just now. */
  status: string | null;
  /** Set after some seconds without a sign. */
  waiting: Waiting | null;
  /** Begun for want of a sign: the run's own id may turn out to be another. */
  isAssumed: boolean;
  /** Given up for want of a sign: what still comes of it counts. */
  isGivenUp: boolean;
  /** The agent made a proposal, which has a card of its own. */
  hasProposal: boolean;
  text: string;
  /** The answer reached the brain's limit of length. */
  isCut: boolean;
  attachments: Attachment[];
  error: { detail: string; requestId: string | null; retryable: boolean } | null;
  usedCredits: number;
  /** The run id its messages were first sent under, where that was another. */
  sentAs: string | null;
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
  runId: null,
  phase: 'idle',
  status: null,
  waiting: null,
  isAssumed: false,
  isGivenUp: false,
  hasProposal: false,
  text: '',
  isCut: false,
  attachments: [],
  error: null,
  usedCredits: 0,
  sentAs: null,
  posted: [],
  sending: null,
  reposts: 0,
  over: [],
  behind: null,
};

export const isOver = ({ phase }: TalkView): boolean => phase !== 'idle' && phase !== 'running';

/** Nothing more comes: an answer that was under way stays as far as it got. */
export const endView = (view: TalkView): TalkView =>
  view.phase === 'running' ? { ...view, phase: 'ended', status: null, waiting: null } : view;

/** The answer in full. One that ends without text, file or proposal is none: it may be asked for again. */
export function completeView(
  view: TalkView,
  end: { text: string; attachments: Attachment[]; reason: FinishReason; credits?: number },
): TalkView {
  const { attachments, reason, credits: usedCredits = 0 } = end;
  const text = end.text || view.text;
  const isCanceled = reason === 'canceled';
  if (text.trim() === '' && attachments.length === 0 && !view.hasProposal && !isCanceled)
    return failView({ ...view, text: '' }, 'The agent ended without an answer.');
  return {
    ...view,
    phase: isCanceled ? 'canceled' : 'done',
    status: null,
    waiting: null,
    isGivenUp: false,
    error: null,
    text,
    isCut: reason === 'length',
    attachments,
    usedCredits,
  };
}

/** It ends as far as it got, and mostly may be asked for again. */
export const failView = (view: TalkView, detail: string, retryable = true): TalkView => ({
  ...view,
  phase: 'failed',
  status: null,
  waiting: null,
  error: { detail, requestId: null, retryable },
});

/** The bot waits no longer; whatever still comes of the run takes the place of the error. */
export const giveUpView = (view: TalkView, detail: string, isRetryable: boolean): TalkView => ({
  ...failView(view, detail, isRetryable),
  isGivenUp: true,
});

const runsKept = 16;

/** The view a run begins with. */
export const beginView = (before: TalkView, runId: string): TalkView => ({
  ...emptyView,
  runId,
  phase: 'running',
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
  const view = signOf(event.run_id === before.runId ? before : beginView(before, event.run_id));
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
    case 'agent_proposal':
      return { ...view, hasProposal: true };
    case 'agent_complete': {
      const { text, finish_reason: reason, attachments, usage } = event.data;
      return completeView(view, { text, attachments, reason, credits: usage.credits });
    }
    case 'agent_error': {
      const { detail, request_id: requestId = null, retryable = true } = event.data;
      const error = { detail: detail?.trim() || 'The agent could not answer.', requestId, retryable };
      return { ...view, phase: 'failed', status: null, error };
    }
  }
}

/** The view once the run has given a sign. */
function signOf(view: TalkView): TalkView {
  if (view.isGivenUp) return { ...view, phase: 'running', error: null, isGivenUp: false, waiting: null };
  return view.waiting === null ? view : { ...view, waiting: null };
}

const plainId = /^[\w-]{1,40}$/;

/** Names a run in the id of a button, whatever the service calls it. */
export const runTag = (runId: string): string =>
  plainId.test(runId) ? runId : createHash('sha256').update(runId).digest('base64url').slice(0, 16);

/** Takes an answer that was begun for want of a sign for that of the run which gives one. */
export const adoptRun = (view: TalkView, runId: string): TalkView => ({
  ...view,
  runId,
  isAssumed: false,
  sentAs: view.sentAs ?? view.runId,
});
