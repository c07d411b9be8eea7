import { createHash } from 'node:crypto';
import type { Reason } from '../../base/errors.js';
import type { Attachment, FinishReason } from '../../contract/agents.js';
import type { AgentEvent, Usage } from '../../contract/events.js';
import { reason } from '../../copy/reason.js';
import { type ToolStep, withStep } from './tool-steps.js';
import { nextVersion, type ShownVersion } from './version.js';

/** A message with an unknown send result: since when (ms), and digests of its possible content. */
export type Sending = { index: number; since: number; digests: string[] };

/**
 * Why an answer shows no progress. `agent`: the service is working on it; `polling`: there is no live connection and answers
 * are polled; `unsent`: the message could not be sent yet; `unreadable`: the state is unknown.
 */
export type Waiting = 'agent' | 'polling' | 'unsent' | 'unreadable' | 'mismatch';

/** `detail`: a text of the service, or the bot's own reason. */
export type AnswerError = {
  detail: string | Reason;
  requestId: string | null;
  retryable: boolean;
  /** The service's code; absent for the bot's own reasons. */
  code?: string;
};

/** What a thread shows of the newest run. Pure data, stored as JSON. */
export type TalkView = {
  runId: string | null;
  /** `ended`: cut short because the conversation ended or no more events arrived. */
  phase: 'idle' | 'running' | 'done' | 'canceled' | 'failed' | 'ended';
  /** One line about the agent's current step. */
  status: string | null;
  /** The name of that step. */
  step?: string;
  /** When its first event happened. */
  startedAt: string | null;
  /** The tools used since its last words. */
  steps: ToolStep[];
  /** How far that step is, 0 to 100; null where the service doesn't say. */
  percent: number | null;
  /** Set after some seconds without events. */
  waiting: Waiting | null;
  /** Begun without an event: the real run id may turn out to be different. */
  isAssumed: boolean;
  /** Given up without events: later events still count. */
  isGivenUp: boolean;
  /** The agent made a proposal, which has its own card. */
  hasProposal: boolean;
  text: string;
  /** The answer reached the model's length limit. */
  isCut: boolean;
  attachments: Attachment[];
  error: AnswerError | null;
  usedCredits: number;
  /** Null where no language model answers, or the service doesn't say. */
  usedTokens: number | null;
  /** The run id its messages were first sent with, if different. */
  sentAs: string | null;
  /** Discord ids of its messages, in order. */
  posted: string[];
  sending: Sending | null;
  /** How often it was posted again because someone deleted it. */
  reposts: number;
  /** Earlier runs, newest first, whose events are ignored. */
  over: string[];
  /** The newest message of those runs. */
  behind: string | null;
  /** It replaces an earlier answer in the same messages, which may still show the files of that one. */
  isRemade: boolean;
  /** Which of its versions is shown; null while there is only one. */
  version: ShownVersion | null;
  /** The last message of the answer before, which still has its buttons; only the newest answer keeps them. */
  stale: string | null;
};

export const emptyView: TalkView = {
  runId: null,
  phase: 'idle',
  status: null,
  startedAt: null,
  steps: [],
  percent: null,
  waiting: null,
  isAssumed: false,
  isGivenUp: false,
  hasProposal: false,
  text: '',
  isCut: false,
  attachments: [],
  error: null,
  usedCredits: 0,
  usedTokens: null,
  sentAs: null,
  posted: [],
  sending: null,
  reposts: 0,
  over: [],
  behind: null,
  isRemade: false,
  version: null,
  stale: null,
};

export const isOver = ({ phase }: TalkView): boolean => phase !== 'idle' && phase !== 'running';

/** Ends the view; an unfinished answer stays as it is. */
export const endView = (view: TalkView): TalkView =>
  view.phase === 'running' ? { ...view, phase: 'ended', status: null, waiting: null } : view;

/** Completes the answer. One without text, file or proposal is a failure that can be retried. */
export function completeView(
  view: TalkView,
  end: { text: string; attachments: Attachment[]; reason: FinishReason; usage?: Usage },
): TalkView {
  const { attachments, reason: finish, usage = { credits: 0 } } = end;
  const text = end.text || view.text;
  const isCanceled = finish === 'canceled';
  if (text.trim() === '' && attachments.length === 0 && !view.hasProposal && !isCanceled)
    return failView({ ...view, text: '', ...usedBy(usage) }, reason('talk.answer.error.empty'));
  return {
    ...view,
    phase: isCanceled ? 'canceled' : 'done',
    status: null,
    waiting: null,
    isGivenUp: false,
    error: null,
    text,
    isCut: finish === 'length',
    attachments,
    ...usedBy(usage),
  };
}

const usedBy = ({ credits, tokens }: Usage): Pick<TalkView, 'usedCredits' | 'usedTokens'> => ({
  usedCredits: credits,
  usedTokens: tokens ?? null,
});

/** Ends the answer with an error, usually retryable. */
export const failView = (view: TalkView, detail: Reason, retryable = true): TalkView => ({
  ...view,
  phase: 'failed',
  status: null,
  waiting: null,
  error: { detail, requestId: null, retryable },
});

/** Gives up waiting; later events of the run replace the error. */
export const giveUpView = (view: TalkView, detail: Reason, isRetryable: boolean): TalkView => ({
  ...failView(view, detail, isRetryable),
  isGivenUp: true,
});

const runsKept = 16;

/** The initial view of a run. @param inPlace it replaces the answer before, in its messages */
export function beginView(before: TalkView, runId: string, inPlace = false): TalkView {
  const last = before.posted.at(-1);
  const shared = {
    ...emptyView,
    runId,
    phase: 'running',
    over: before.runId === null ? before.over : [before.runId, ...before.over].slice(0, runsKept),
  } as const;
  if (inPlace && last !== undefined)
    return {
      ...shared,
      posted: before.posted,
      behind: before.behind,
      stale: before.stale,
      isRemade: true,
      version: nextVersion(before),
    };
  return { ...shared, behind: last ?? before.behind, stale: last ?? before.stale };
}

/** Limit for streamed text, characters; the complete text arrives with the end. */
const longestStream = 20_000;

/**
 * Folds one event into the view. An event of a new run starts a new view, because each answer has its own messages. Events of
 * finished runs and deltas with a gap are ignored.
 */
export function foldEvent(before: TalkView, event: AgentEvent): TalkView {
  if (before.over.includes(event.run_id)) return before;
  const view = signOf(event.run_id === before.runId ? before : beginView(before, event.run_id), event);
  if (isOver(view)) return view;
  switch (event.type) {
    case 'agent_progress': {
      const { step, label, percent, tool } = event.data;
      const steps = tool ? withStep(view.steps, { name: step, label, state: tool.status }) : view.steps;
      const isDone = tool !== null && tool.status !== 'started';
      return { ...view, status: isDone ? null : label, step, percent: isDone ? null : percent, steps };
    }
    case 'agent_response': {
      const { text_offset, delta } = event.data;
      if (text_offset > view.text.length) return { ...view, status: null };
      // A part of a text that grew would be copied whole for each delta.
      const isAppended = text_offset === view.text.length;
      const kept = isAppended ? view.text : view.text.slice(0, text_offset);
      return { ...view, status: null, steps: [], text: (kept + delta).slice(0, longestStream) };
    }
    case 'agent_proposal':
      return { ...view, hasProposal: true };
    case 'agent_complete': {
      const { text, finish_reason: reason, attachments, usage } = event.data;
      return completeView(view, { text, attachments, reason, usage });
    }
    case 'agent_error': {
      const { detail, request_id: requestId = null, retryable = true, usage, code } = event.data;
      const said = detail?.trim() || reason('talk.answer.error.failed');
      const error = { detail: said, requestId, retryable, ...(code && { code }) };
      return { ...view, phase: 'failed', status: null, error, ...(usage && usedBy(usage)) };
    }
  }
}

/** The view after an event of its run. */
function signOf(before: TalkView, { created_at }: AgentEvent): TalkView {
  const view = before.startedAt === null ? { ...before, startedAt: created_at } : before;
  if (view.isGivenUp) return { ...view, phase: 'running', error: null, isGivenUp: false, waiting: null };
  return view.waiting === null ? view : { ...view, waiting: null };
}

const plainId = /^[\w-]{1,40}$/;

/** A short run id for custom ids. */
export const runTag = (runId: string): string =>
  plainId.test(runId) ? runId : createHash('sha256').update(runId).digest('base64url').slice(0, 16);

/** Assigns an answer that began without events to the run that sends them. */
export const adoptRun = (view: TalkView, runId: string): TalkView => ({
  ...view,
  runId,
  isAssumed: false,
  sentAs: view.sentAs ?? view.runId,
});
