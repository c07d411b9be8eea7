import OpenAI from 'openai';
import type { ModelMessage } from '../prompt.js';
import type { Chunk } from '../stream.js';
import { openAiClient } from './chat.js';
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

type Item = OpenAI.Responses.ResponseInputItem;
type Event = OpenAI.Responses.ResponseStreamEvent;

/** The interface takes no smaller limit. */
const leastReplyTokens = 16;

/** OpenAI's Responses. Nothing is stored at OpenAI: every request carries the whole conversation. */
export function createResponsesDialect(options: DialectOptions): Dialect {
  const url = options.url.replace(/\/responses\/?(?=$|\?)/, '');
  const client = openAiClient({ ...options, url });
  return async (asked, signal) => {
    const body = { model: options.model, ...bodyOf(asked), stream: true as const, store: false };
    return readEvents(await client.responses.create(body, { signal }));
  };
}

function bodyOf(asked: Asked) {
  const { messages, tools } = asked;
  const instructions = systemTextOf(messages);
  return {
    ...(instructions && { instructions }),
    input: messages.flatMap(itemsOf),
    max_output_tokens: Math.max(leastReplyTokens, replyLimit(asked)),
    ...(tools.length > 0 && {
      tools: tools.map(({ function: { name, description, parameters } }) => ({
        type: 'function' as const,
        name,
        description,
        parameters,
        strict: false,
      })),
    }),
  };
}

function itemsOf(message: ModelMessage): Item[] {
  const { role, content } = message;
  if (role === 'user') {
    const pictures = picturesOf(content).map((image_url) => ({
      type: 'input_image' as const,
      image_url,
      detail: 'auto' as const,
    }));
    return [{ role, content: [{ type: 'input_text', text: textOf(content) }, ...pictures] }];
  }
  if (role === 'tool')
    return [{ type: 'function_call_output', call_id: message.tool_call_id, output: textOf(content) }];
  if (role !== 'assistant') return [];
  const said = textOf(content);
  const calls = callsIn(message).map(
    ({ id: call_id, name, input }): Item => ({ type: 'function_call', call_id, name, arguments: input }),
  );
  return [...(said ? [{ role, content: said }] : []), ...calls];
}

async function* readEvents(events: AsyncIterable<Event>): AsyncGenerator<Chunk | null> {
  let calls = 0;
  for await (const event of events) {
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        yield chunkOf({ content: event.delta });
        break;
      case 'response.output_item.added':
        if (event.item.type === 'function_call') {
          calls += 1;
          yield callChunk(event.output_index, { id: event.item.call_id, name: event.item.name });
        }
        break;
      case 'response.function_call_arguments.delta':
        yield callChunk(event.output_index, { input: event.delta });
        break;
      case 'response.completed':
      case 'response.incomplete':
        yield* endOf(event.response, calls > 0);
        break;
      case 'response.failed':
        throw errorOf(event.response.error ?? {});
      case 'error':
        throw errorOf(event);
      default:
        yield null; // reasoning, and the states of items
    }
  }
}

function* endOf({ status, incomplete_details, usage }: OpenAI.Responses.Response, hasCalls: boolean) {
  if (usage) yield usageOf(usage.total_tokens);
  const done = hasCalls ? 'tool_calls' : 'stop';
  const isFiltered = incomplete_details?.reason === 'content_filter';
  yield chunkOf({}, status === 'incomplete' ? (isFiltered ? 'content_filter' : 'length') : done);
}

/** Errors inside a stream have a code where others have a status. */
function errorOf({ code, message }: { code?: string | null; message?: string }): Error {
  const status = /rate_limit|quota/.test(code ?? '')
    ? 429
    : /^(server_error|internal)/.test(code ?? '')
      ? 500
      : 400;
  const words = message ?? code ?? 'error';
  return new OpenAI.APIError(status, { code: code ?? null, message: words }, words, new Headers());
}
