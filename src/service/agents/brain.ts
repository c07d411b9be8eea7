import type { AppError } from '../../base/errors.js';
import type { Attachment, FinishReason, Message, Proposal, SentAttachment } from '../../contract/agents.js';
import type { NewProposal, Toolbox } from './tools/tool.js';

/** One line of the conversation so far, oldest first. */
export type Turn = Pick<Message, 'role' | 'content'> & {
  attachments: readonly SentAttachment[];
  /** What this answer proposed, as it stands now. */
  proposals: readonly Proposal[];
  /** Somebody else than the user said it. */
  isGuest?: boolean;
  /** How an answer ended. */
  finishReason: FinishReason | null;
  /** What the brain that gave this answer wanted to remember of it. */
  memory: unknown;
};

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
  /** Shown with its button; a person presses it, never the brain. */
  | { kind: 'proposal'; proposal: NewProposal }
  | { kind: 'attachment'; attachment: Attachment }
  /** Comes back as `memory` of this answer's turn. JSON. */
  | { kind: 'memory'; memory: unknown }
  /** Tokens used since the last `usage` step; negative where an estimate before was too high. */
  | { kind: 'usage'; tokens: number }
  | { kind: 'cut' }
  /** The end, with a sentence for the person. */
  | { kind: 'failed'; error: AppError; retryable: boolean };

export type BrainInput = {
  /** Ends with the message to answer, or with the answer to go on with. */
  history: readonly Turn[];
  task: 'answer' | 'continue';
  /** How many answers to the same message the person has turned down: whoever asks again wants another one. */
  turnedDown: number;
  tools: Toolbox;
  /** Tokens that may be used; Infinity where they cost nothing. */
  budgetTokens: number;
  signal: AbortSignal;
};

/**
 * Answers one message. `cut` as the last step says that the answer was ended by a length limit.
 * Throwing an AppError tells the person its sentence; `provider_error` and `rate_limited` may be tried again.
 */
export type Brain = (input: BrainInput) => AsyncIterable<BrainStep>;
