import type { describeTool } from '../calls.js';
import type { Objection } from '../objection.js';
import type { ModelMessage } from '../prompt.js';
import type { Chunk } from '../stream.js';

/** The interfaces of model servers: OpenAI's chat completions and Responses, and Anthropic's Messages. */
export const dialectNames = ['chat', 'responses', 'anthropic'] as const;
export type DialectName = (typeof dialectNames)[number];

export type DialectOptions = {
  url: string;
  model: string;
  key: string | undefined;
  /** Time limit for the first words. */
  firstMs: number;
  /** Sends the requests; its limits for silence are ours. */
  fetch: typeof globalThis.fetch;
};

/** One request, in the form of chat completions. */
export type Asked = {
  messages: ModelMessage[];
  tools: ReturnType<typeof describeTool>[];
  /** Limit of tokens in the reply. */
  most: number;
  /** What the server refused before. */
  refused: ReadonlySet<Objection>;
};

/**
 * Sends a request, and reads the reply as chunks of chat completions; null is a sign of life without words.
 * @throws APIError of `openai` for every failure of the server
 */
export type Dialect = (asked: Asked, signal: AbortSignal) => Promise<AsyncGenerator<Chunk | null>>;

/** The dialect that an address implies. */
export function dialectOf(url: string): DialectName {
  const { hostname, pathname } = new URL(url);
  if (/(^|\.)anthropic\.com$/.test(hostname) || /\/messages\/?$/.test(pathname)) return 'anthropic';
  return /\/responses\/?$/.test(pathname) ? 'responses' : 'chat';
}

/** A reply of this many tokens is taken by every model, after one with more was refused. */
const modestReplyTokens = 1_024;

/** Limit of tokens in the reply. */
export const replyLimit = ({ most, refused }: Asked): number =>
  refused.has('reply_size') ? Math.min(most, modestReplyTokens) : most;

/** The system messages, for interfaces that take them apart from the conversation. */
export const systemTextOf = (messages: readonly ModelMessage[]): string =>
  messages
    .filter(({ role }) => role === 'system')
    .map(({ content }) => textOf(content))
    .join('\n\n');

/** The calls of tools in a message of the model; `input` is JSON. */
export const callsIn = (message: ModelMessage): { id: string; name: string; input: string }[] =>
  message.role === 'assistant'
    ? (message.tool_calls ?? []).flatMap((call) =>
        call.type === 'function'
          ? [{ id: call.id, name: call.function.name, input: call.function.arguments }]
          : [],
      )
    : [];

export const chunkOf = (delta: object, finish_reason: string | null = null): Chunk =>
  ({ choices: [{ index: 0, delta, finish_reason }] }) as unknown as Chunk;

export const usageOf = (total_tokens: number): Chunk =>
  ({ choices: [], usage: { total_tokens } }) as unknown as Chunk;

export const callChunk = (index: number, call: { id?: string; name?: string; input?: string }): Chunk =>
  chunkOf({
    tool_calls: [
      {
        index,
        ...(call.id !== undefined && { id: call.id }),
        function: {
          ...(call.name !== undefined && { name: call.name }),
          ...(call.input !== undefined && { arguments: call.input }),
        },
      },
    ],
  });

/** The text of a message's content. */
export const textOf = (content: ModelMessage['content'] | undefined): string => {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => ('text' in part ? part.text : '')).join('');
};

/** The pictures of a message as data URLs. */
export const picturesOf = (content: ModelMessage['content'] | undefined): string[] =>
  typeof content === 'string' || !content
    ? []
    : content.flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : []));
