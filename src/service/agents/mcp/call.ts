/** A tool as a server lists it. */
export type ListedTool = {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
  annotations?: { title?: string | undefined; readOnlyHint?: boolean | undefined } | undefined;
};

/** A call of a tool by the name that its server gives it. */
export type McpCall = { server: string; tool: string; input: Record<string, unknown> };

/** `unknown`: the tool may have run. */
export type CallOutcome = { status: 'done' | 'failed' | 'unknown'; text: string };

/** @throws only the signal's reason */
export type CallTool = (call: McpCall, signal?: AbortSignal) => Promise<CallOutcome>;

/** The connection to one server. */
export type McpConnection = {
  tools: readonly ListedTool[];
  /** @throws only the signal's reason */
  call(name: string, input: McpCall['input'], signal: AbortSignal | undefined): Promise<CallOutcome>;
  /** Resolves once it has ended. */
  closed: Promise<void>;
};

/** Characters of a result that are kept. */
export const longestResult = 5_000;

export const notConnected: CallTool = async ({ server }) => ({
  status: 'failed',
  text: `The server ${server} is not connected right now.`,
});
