import type { AgentEvent } from '../../contract/events.js';
import { creditsText } from '../text.js';
import { splitText } from './split.js';

/** What a thread shows of the newest run of its conversation. Pure data, kept as JSON. */
export type TalkView = {
  runId: string | null;
  /** `ended`: cut short because the talk itself is over. */
  phase: 'idle' | 'running' | 'done' | 'canceled' | 'failed' | 'ended';
  /** One line on what the agent does just now. */
  status: string | null;
  text: string;
  error: { detail: string; requestId: string | null } | null;
  usedCredits: number;
  /** Discord ids of the messages that show it, in order. */
  posted: string[];
};

export const emptyView: TalkView = {
  runId: null,
  phase: 'idle',
  status: null,
  text: '',
  error: null,
  usedCredits: 0,
  posted: [],
};

export const isOver = ({ phase }: TalkView): boolean => phase !== 'idle' && phase !== 'running';

/** Nothing more comes: an answer that was under way stays as far as it got. */
export const endView = (view: TalkView): TalkView =>
  view.phase === 'running' ? { ...view, phase: 'ended', status: null } : view;

/** Folds one event in. An event of another run starts a new view, since its answer gets messages of its own. */
export function foldEvent(before: TalkView, event: AgentEvent): TalkView {
  const view =
    event.run_id === before.runId ? before : { ...emptyView, runId: event.run_id, phase: 'running' as const };
  if (isOver(view)) return view;
  switch (event.type) {
    case 'agent_progress':
      return { ...view, status: event.data.label };
    case 'agent_response':
      return { ...view, status: null, text: view.text.slice(0, event.data.text_offset) + event.data.delta };
    case 'agent_complete': {
      const phase = event.data.finish_reason === 'canceled' ? 'canceled' : 'done';
      return { ...view, phase, status: null, text: event.data.text, usedCredits: event.data.usage.credits };
    }
    case 'agent_error': {
      const error = {
        detail: event.data.detail ?? 'The agent could not answer.',
        requestId: event.data.request_id ?? null,
      };
      return { ...view, phase: 'failed', status: null, error };
    }
  }
}

/** What stands in small letters below the text, by phase. */
function footnote({ phase, text, status, error, usedCredits }: TalkView): string | null {
  switch (phase) {
    case 'failed':
      return error?.detail ?? null;
    case 'canceled':
      return 'Stopped.';
    case 'ended':
      return 'This talk has ended.';
    case 'done':
      if (usedCredits > 0) return creditsText(usedCredits);
      return text ? null : 'The agent had nothing to say.';
    default:
      return status ? `${status}…` : text ? null : 'Thinking…';
  }
}

/** The texts of the messages that show the view, each at most 2,000 characters. */
export function drawView(view: TalkView): string[] {
  const small = footnote(view);
  return splitText([view.text, small && `-# ${small}`].filter(Boolean).join('\n\n'));
}
