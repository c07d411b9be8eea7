import type { AgentEvent } from '../../contract/events.js';
import { splitText } from './split.js';

/** What a thread shows of the newest run of its conversation. Pure data, kept as JSON. */
export type TalkView = {
  runId: string | null;
  phase: 'idle' | 'running' | 'done' | 'canceled' | 'failed';
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

export const isOver = ({ phase }: TalkView): boolean =>
  phase === 'done' || phase === 'canceled' || phase === 'failed';

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

/** The texts of the messages that show the view, each at most 2,000 characters. */
export function drawView(view: TalkView): string[] {
  const status = view.status ? `-# ${view.status}…` : null;
  if (view.phase === 'failed')
    return splitText([view.text, `-# ${view.error?.detail}`].filter(Boolean).join('\n\n'));
  if (view.phase === 'canceled') return splitText([view.text, '-# Stopped.'].filter(Boolean).join('\n\n'));
  if (view.phase === 'done') return splitText(view.text || '-# The agent had nothing to say.');
  return splitText([view.text, status ?? (view.text ? null : '-# Thinking…')].filter(Boolean).join('\n\n'));
}
