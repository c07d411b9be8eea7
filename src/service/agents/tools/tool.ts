import type { z } from 'zod';
import { AppError } from '../../../base/errors.js';
import type { Attachment, Proposal, SentAttachment } from '../../../contract/agents.js';
import type { CreditEntry, Pack } from '../../../contract/payments.js';
import type { GenerateBody, Generation, PipelineDetail } from '../../../contract/rig.js';

/** What the agent may look at, for any user: put together where the service is. Nothing here spends. */
export type ToolSources = {
  readBalance(userId: string): Promise<{ available: number; held: number; lifetimePurchased: number }>;
  /** Newest first. */
  listEntries(userId: string, limit: number): Promise<Pick<CreditEntry, 'kind' | 'credits' | 'note'>[]>;
  listPipelines(): Promise<readonly PipelineDetail[]>;
  /** The pipeline that would make it. @throws AppError in a sentence when it could not be started like this */
  quote(body: GenerateBody): Promise<PipelineDetail>;
  listPacks(): Promise<readonly Pack[]>;
  /** Newest first. */
  listGenerations(userId: string, limit: number): Promise<Generation[]>;
  /** Passages of Rigsmith's own documents, best first. */
  searchDocs(query: string, limit: number): Promise<{ title: string; text: string }[]>;
};

/** A proposal before it has its place. `request` is what accepting it starts. */
export type NewProposal = Pick<Proposal, 'title'> &
  (
    | { kind: 'generation'; request: GenerateBody; generation: NonNullable<Proposal['generation']> }
    | { kind: 'top_up'; request: { pack_id: string }; top_up: NonNullable<Proposal['top_up']> }
  );

/** Whose run it is and what was said in it; a tool reads nothing of anybody else. */
export type ToolContext = {
  userId: string;
  sources: ToolSources;
  /** Files of the newest message that had any. */
  files: readonly SentAttachment[];
  /** Somebody else than the user asks, in the user's conversation. */
  isGuest?: boolean;
};

/** Before anything of the user's account is read. @throws AppError `forbidden` */
export function refuseGuests({ isGuest }: ToolContext): void {
  if (isGuest)
    throw new AppError(
      'forbidden',
      'I tell that only to the member whose talk this is. Start your own with `/talk start`.',
    );
}

export type ToolResult<Value> = { value: Value; proposal?: NewProposal; attachments?: readonly Attachment[] };

/** One thing the agent can do. `Value` must be JSON: a model reads it. */
export type Tool<Input, Value> = {
  name: string;
  /** For the person, while it runs. */
  label: string;
  /** For a model: what it does and when to use it. */
  description: string;
  input: z.ZodType<Input>;
  run(input: Input, context: ToolContext): Promise<ToolResult<Value>>;
};

/** A tool of which only the name is known: what is given to it goes through its schema first. */
export type AnyTool = Pick<Tool<never, unknown>, 'name' | 'label' | 'description' | 'run'> & {
  input: z.ZodType;
};

export const defineTool = <Input, Value>(tool: Tool<Input, Value>): Tool<Input, Value> => tool;

/** The tools of one run. */
export type Toolbox = {
  readonly all: readonly AnyTool[];
  /** @throws AppError in a sentence */
  use<Input, Value>(tool: Tool<Input, Value>, input: Input): Promise<ToolResult<Value>>;
};
