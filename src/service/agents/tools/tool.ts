import type { z } from 'zod';
import { AppError } from '../../../base/errors.js';
import type { Attachment, SentAttachment } from '../../../contract/agents.js';
import type { CreditEntry, Pack } from '../../../contract/payments.js';
import type { PipelineDetail } from '../../../contract/pipelines.js';
import type { Proposal } from '../../../contract/proposals.js';
import type { GenerateBody, Generation } from '../../../contract/rig.js';
import type { WireSpec } from '../../../contract/shapes.js';
import { reason } from '../../../copy/reason.js';
import type { McpCall } from '../mcp/call.js';

/** `isOwn`: the operator or the managers of the server wrote it, about anything they like. */
export type FoundPassage = { title: string; text: string; isOwn?: boolean };

/** The data tools may read, for any user; assembled by the service. Nothing here spends credits. */
export type ToolSources = {
  readBalance(userId: string): Promise<{ available: number; held: number; lifetimePurchased: number }>;
  /** Newest first. */
  listEntries(userId: string, limit: number): Promise<Pick<CreditEntry, 'kind' | 'credits' | 'note'>[]>;
  listPipelines(): Promise<readonly PipelineDetail[]>;
  /**
   * The pipeline that would run.
   * @throws AppError with a sentence when the request is invalid
   */
  quote(body: GenerateBody): Promise<PipelineDetail>;
  /** Whether our grammar reads the descriptions of a pipeline, and not a provider's model. */
  usesGrammar?(pipelineId: string | undefined): boolean;
  listPacks(): Promise<readonly Pack[]>;
  /** Newest first. */
  listGenerations(userId: string, limit: number): Promise<Generation[]>;
  /** A picture of the user as a data URL; null when it cannot be read any more. */
  readPicture?(userId: string, file: SentAttachment): Promise<string | null>;
  /** Passages of the operator's documents (`isOwn`), then of the guide, the best of each first. */
  searchDocs(query: string, limit: number): Promise<FoundPassage[]>;
};

/** Proposals of one answer. */
export const mostCards = 5;

/** A proposal before it is stored. `request` is what accepting it starts. */
export type NewProposal = Pick<Proposal, 'title'> &
  (
    | { kind: 'generation'; request: GenerateBody; generation: NonNullable<Proposal['generation']> }
    | { kind: 'top_up'; request: { pack_id: string }; top_up: NonNullable<Proposal['top_up']> }
    | { kind: 'tool'; request: McpCall; tool: Omit<NonNullable<Proposal['tool']>, 'outcome'> }
  );

/** The user and messages of a run; a tool reads no other user's data. */
export type ToolContext = {
  userId: string;
  sources: ToolSources;
  /** The character of the last card. */
  last?: WireSpec | undefined;
  /** Files of the newest message that had any. */
  files: readonly SentAttachment[];
  /** The messages that came with them, and the last one. */
  said?: string;
  /** True when someone other than the user asks in the user's conversation. */
  isGuest?: boolean;
  /** What the managers of the server wrote for the agent to look up, as Markdown. */
  documents?: string;
  /** The language of the words on cards. */
  locale?: string;
  /** Tools of the operator. */
  others?: readonly AnyTool[];
  /** Ends with the run. */
  signal?: AbortSignal;
};

/**
 * Call before reading anything from the user's account.
 * @throws AppError `forbidden`
 */
export function refuseGuests({ isGuest }: ToolContext): void {
  if (isGuest) throw new AppError('forbidden', reason('agent.error.guest'));
}

export type ToolResult<Value> = { value: Value; proposal?: NewProposal; attachments?: readonly Attachment[] };

/** One action of the agent. `Value` must be JSON, because a model reads it. */
export type Tool<Input, Value> = {
  name: string;
  /** Shown to the member while it runs. */
  label: string;
  /** For a model: what it does and when to use it. */
  description: string;
  input: z.ZodType<Input>;
  run(input: Input, context: ToolContext): Promise<ToolResult<Value>>;
};

/** A tool known only by name: its input is validated by its schema first. */
export type AnyTool = Pick<Tool<never, unknown>, 'name' | 'label' | 'description' | 'run'> & {
  input: z.ZodType;
  /** JSON Schema of the input, where `input` does not have it. */
  schema?: Record<string, unknown>;
};

export const defineTool = <Input, Value>(tool: Tool<Input, Value>): Tool<Input, Value> => tool;

/** The tools of one run. */
export type Toolbox = {
  readonly all: readonly AnyTool[];
  /** @throws AppError with a sentence for the member */
  use<Input, Value>(tool: Tool<Input, Value>, input: Input): Promise<ToolResult<Value>>;
};
