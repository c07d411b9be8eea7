import type { Message } from '../../contract/agents.js';
import type { Tools } from './tools.js';

/** One line of the conversation so far, oldest first; the last is what is to be answered. */
export type Turn = Pick<Message, 'role' | 'content' | 'attachments'>;

/** What a brain does on its way to an answer. The texts of all `text` steps together are the answer. */
export type BrainStep =
  | {
      kind: 'progress';
      step: string;
      label: string;
      percent?: number;
      tool?: { name: string; status: 'started' | 'finished' | 'failed' };
    }
  | { kind: 'text'; delta: string }
  | { kind: 'cut' };

/**
 * Answers one message. `cut` as the last step says that the answer was ended by a length limit.
 * Throwing an AppError tells the person its sentence; `provider_error` and `rate_limited` may be tried again.
 */
export type Brain = (input: {
  history: Turn[];
  tools: Tools;
  signal: AbortSignal;
}) => AsyncIterable<BrainStep>;
