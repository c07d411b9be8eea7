import type Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import type { ModelMessage } from '../prompt.js';
import type { Chunk } from '../stream.js';
import {
  type Asked,
  callChunk,
  callsIn,
  chunkOf,
  type Dialect,
  type DialectOptions,
  picturesOf,
  replyLimit,
  systemTextOf,
  textOf,
  usageOf,
} from './dialect.js';

type Message = Anthropic.MessageParam;
type Block = Anthropic.ContentBlockParam;
type Turn = { role: 'user' | 'assistant'; content: Block[] };
type Event = Anthropic.RawMessageStreamEvent;

/** Anthropic's Messages. Its package is loaded with the first request, because few use it. */
export function createAnthropicDialect({ url, model, key, firstMs, fetch }: DialectOptions): Dialect {
  const baseURL = url.replace(/\/messages\/?$/, '').replace(/\/v1\/?$/, '');
  let loaded: Promise<{ client: Anthropic; sdk: typeof Anthropic }> | undefined;
  const load = async () => {
    const { default: sdk } = await import('@anthropic-ai/sdk');
    // Its own retries and messages bypass our clock and log.
    const quiet = { maxRetries: 0, logLevel: 'off' as const, authToken: null };
    return { sdk, client: new sdk({ baseURL, apiKey: key || 'none', timeout: firstMs, fetch, ...quiet }) };
  };
  return async (asked, signal) => {
    loaded ??= load();
    const { client, sdk } = await loaded;
    const translated = (error: unknown): never => {
      throw error instanceof sdk.APIError ? errorOf(error) : error;
    };
    const body = { model, ...bodyOf(asked), stream: true as const };
    const events = await client.messages.create(body, { signal }).catch(translated);
    return readEvents(events, translated);
  };
}

function bodyOf(asked: Asked) {
  const { messages, tools } = asked;
  const system = systemTextOf(messages);
  return {
    ...(system && { system }),
    messages: joined(messages.flatMap(messageOf)),
    max_tokens: replyLimit(asked),
    ...(tools.length > 0 && {
      tools: tools.map(({ function: { name, description, parameters } }) => ({
        name,
        description,
        input_schema: parameters as Anthropic.Tool.InputSchema,
      })),
    }),
  };
}

function messageOf(message: ModelMessage): Turn[] {
  const { role, content } = message;
  const said = textOf(content);
  const text: Block[] = said.trim() === '' ? [] : [{ type: 'text', text: said }];
  if (role === 'user') return [{ role, content: [...picturesOf(content).flatMap(imageOf), ...text] }];
  if (role === 'tool')
    return [
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: message.tool_call_id, content: said }] },
    ];
  if (role !== 'assistant') return [];
  const calls = callsIn(message).map(
    ({ id, name, input }): Block => ({ type: 'tool_use', id, name, input: JSON.parse(input) }),
  );
  return [{ role, content: [...text, ...calls] }];
}

/** Messages joins consecutive messages of one role, such as the results of several calls. */
function joined(messages: Turn[]): Message[] {
  const all: Turn[] = [];
  for (const { role, content } of messages) {
    const last = all.at(-1);
    if (last?.role === role) last.content.push(...content);
    else all.push({ role, content: [...content] });
  }
  return all;
}

/** Nothing for an address, which its server would have to fetch. */
function imageOf(dataUrl: string): Block[] {
  const [, media_type, data] = /^data:(image\/(?:png|jpeg|gif|webp));base64,(.+)$/s.exec(dataUrl) ?? [];
  if (!media_type || !data) return [];
  const source = { type: 'base64', media_type: media_type as 'image/png', data } as const;
  return [{ type: 'image', source }];
}

async function* readEvents(
  events: AsyncIterable<Event>,
  translated: (error: unknown) => never,
): AsyncGenerator<Chunk | null> {
  const tokens = { input: 0, output: 0 };
  try {
    for await (const event of events) yield chunkIn(event, tokens);
  } catch (error) {
    translated(error);
  }
  if (tokens.input + tokens.output > 0) yield usageOf(tokens.input + tokens.output);
}

/** Its arguments follow in pieces; some servers send them whole at once. */
function beginOf(index: number, { id, name, input }: Anthropic.ToolUseBlock): Chunk {
  const whole = JSON.stringify(input ?? {});
  return callChunk(index, { id, name, ...(whole !== '{}' && { input: whole }) });
}

/** Adds up the tokens; those of the output are given as the whole so far. */
function chunkIn(event: Event, tokens: { input: number; output: number }): Chunk | null {
  switch (event.type) {
    case 'message_start': {
      const { usage } = event.message;
      const cached = (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
      tokens.input = usage.input_tokens + cached;
      return null;
    }
    case 'content_block_start': {
      const block = event.content_block;
      if (block.type === 'text' && block.text !== '') return chunkOf({ content: block.text });
      return block.type === 'tool_use' ? beginOf(event.index, block) : null;
    }
    case 'content_block_delta': {
      const { delta, index } = event;
      if (delta.type === 'text_delta') return chunkOf({ content: delta.text });
      return delta.type === 'input_json_delta' ? callChunk(index, { input: delta.partial_json }) : null;
    }
    case 'message_delta':
      tokens.output = event.usage.output_tokens;
      return chunkOf({}, reasonOf(event.delta.stop_reason));
    default:
      return null; // signs of life, and thinking
  }
}

const reasonOf = (reason: string | null): string | null =>
  reason === 'refusal' ? 'content_filter' : reason === 'model_context_window_exceeded' ? 'length' : reason;

/** As the one kind of error that the rest of this program reads. */
function errorOf({ status, headers, error, message }: InstanceType<typeof Anthropic.APIError>): Error {
  const { type, message: words = message } = ((error as { error?: object } | undefined)?.error ?? {}) as {
    type?: string;
    message?: string;
  };
  const known = status ?? statusOf(type);
  if (known === undefined) return new OpenAI.APIConnectionError({ message });
  return new OpenAI.APIError(known, { type, message: words }, words, headers ?? new Headers());
}

/** Of an error inside a stream, which has no status. */
const statusOf = (type: string | undefined): number | undefined =>
  type === undefined ? undefined : (statuses[type] ?? 500);

const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  overloaded_error: 529,
};
