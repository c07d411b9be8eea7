import type { FinishReason } from '../agents.js';
import type { AgentEvent } from '../events.js';
import type { EventKind } from './event-names.js';
import { errorDetail } from './failure.js';
import type { Fields } from './fields.js';
import { attachmentsOf, textNames } from './message.js';
import { finishReasonOf } from './status.js';
import { toNumber } from './values.js';

/** Content of an event, without its position in the conversation. */
export type EventContent =
  | { kind: 'progress'; label: string; percent: number | null }
  /** `isWhole`: the text so far rather than a delta; null if only a comparison can show that. */
  | { kind: 'response'; text: string; isWhole: boolean | null; offset: number | null; isFinal: boolean }
  | {
      kind: 'complete';
      text: string | null;
      reason: FinishReason;
      attachments: Extract<AgentEvent, { type: 'agent_complete' }>['data']['attachments'];
      credits: number;
    }
  | { kind: 'error'; detail: string | null; retryable: boolean };

const wholeNames = ['full_text', 'full', 'accumulated', 'snapshot', 'text_so_far'];
const deltaNames = ['delta', 'chunk', 'token', 'text_delta'];

export function saidOf(kind: EventKind, fields: Fields): EventContent {
  switch (kind) {
    case 'progress': {
      const percent = toNumber(fields.any(['percent', 'progress', 'percentage', 'value']));
      const label = fields.text([
        'label',
        'message',
        'text',
        'status',
        'description',
        'step',
        'stage',
        'title',
        'content',
        'tool',
        'detail',
        'note',
      ]);
      const share = percent !== undefined && percent > 0 && percent < 1 ? percent * 100 : percent;
      return {
        kind,
        label: label || 'Working',
        percent: share === undefined ? null : Math.max(0, Math.min(100, share)),
      };
    }
    case 'response': {
      const whole = fields.text(wholeNames);
      const delta = fields.text(deltaNames);
      return {
        kind,
        text: whole ?? delta ?? fields.text(textNames) ?? '',
        isWhole: whole !== undefined ? true : delta !== undefined ? false : null,
        offset: fields.number(['text_offset', 'offset']) ?? null,
        isFinal: fields.flag(['is_final', 'final', 'done', 'is_last', 'last', 'complete']) ?? false,
      };
    }
    case 'complete': {
      const reason = fields.any(['finish_reason', 'stop_reason', 'reason', 'end_reason', 'status']);
      const usage = fields.object(['usage', 'cost']);
      return {
        kind,
        text: fields.text(['text', 'full_text', 'final_text', ...textNames]) ?? null,
        reason: finishReasonOf(reason) ?? 'stop',
        attachments: attachmentsOf(fields),
        credits: (usage ?? fields).number(['credits', 'credits_used', 'credit_cost']) ?? 0,
      };
    }
    case 'error':
      return {
        kind,
        detail: errorDetail(Object.fromEntries(errorFields(fields))),
        retryable: fields.flag(['retryable', 'can_retry', 'is_retryable']) ?? true,
      };
  }
}

const errorFields = (fields: Fields): [string, unknown][] =>
  [
    'detail',
    'message',
    'error',
    'reason',
    'error_message',
    'description',
    'text',
    'title',
    'errors',
    'content',
  ].map((name) => [name, fields.any([name])]);
