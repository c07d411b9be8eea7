import type { AppError } from '../../base/errors.js';
import type { Attachment, FinishReason, Message, SentAttachment } from '../../contract/agents.js';
import type { Proposal } from '../../contract/proposals.js';
import type { NewProposal, Toolbox } from './tools/tool.js';

/** One message of the conversation so far, oldest first. */
export type Turn = Pick<Message, 'role' | 'content'> & {
  attachments: readonly SentAttachment[];
  /** The proposals of this answer, with their current status. */
  proposals: readonly Proposal[];
  /** True when someone other than the user wrote it. */
  isGuest?: boolean;
  /** The name of its author, in a conversation of several people. */
  speaker?: string | null;
  /** How an answer ended. */
  finishReason: FinishReason | null;
  /** What the brain stored with this answer. */
  memory: unknown;
};

/** One step of a brain's answer. The texts of all `text` steps together are the answer. */
export type BrainStep =
  | {
      kind: 'progress';
      step: string;
      label: string;
      percent?: number;
      tool?: { name: string; status: 'started' | 'finished' | 'failed' };
    }
  /** Replaces the last `back` characters (UTF-16) of the answer, which turned out not to be meant for the member. */
  | { kind: 'text'; delta: string; back?: number }
  /** Shown with its button, which only a person presses, never the brain. */
  | { kind: 'proposal'; proposal: NewProposal }
  | { kind: 'attachment'; attachment: Attachment }
  /** Returned as `memory` of this answer's turn. JSON. */
  | { kind: 'memory'; memory: unknown }
  /** Tokens used since the last `usage` step; negative to correct an estimate that was too high. */
  | { kind: 'usage'; tokens: number }
  | { kind: 'cut' }
  /** The end, with a sentence for the member. */
  | { kind: 'failed'; error: AppError; retryable: boolean };

export type BrainInput = {
  /** Ends with the message to answer, or with the answer to continue. */
  history: readonly Turn[];
  task: 'answer' | 'continue';
  /** How many answers to the same message the member has rejected; asking again means they want a different one. */
  turnedDown: number;
  tools: Toolbox;
  /** Tokens that may be used; Infinity where they are free. */
  budgetTokens: number;
  signal: AbortSignal;
  /** The language of the member, or of the place; English where it is omitted. */
  locale?: string;
  /** How the managers of the server want the agent to speak; empty where they said nothing. */
  persona?: string;
  /** A picture of the history as a data URL; null when it cannot be read any more. */
  readPicture?(file: SentAttachment): Promise<string | null>;
};

/**
 * Answers one message. `cut` as the last step means a length limit ended the answer. A thrown AppError shows its
 * sentence to the member; `provider_error` and `rate_limited` may be retried.
 */
export type Brain = (input: BrainInput) => AsyncIterable<BrainStep>;
