import { createParser } from 'eventsource-parser';
import OpenAI from 'openai';
import { isRefusal, readRefusal } from './refusal-body.js';

export type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk;

/** An answer longer than this, without an end, is not read further. */
const longestJsonChars = 4_000_000;

/**
 * Reads the body of an answer of a model: a stream of events, or the whole answer as one JSON value. Skips lines that
 * cannot be read.
 * @returns chunks; null for each sign of life that is not one
 * @throws OpenAI.APIError for an error inside the answer; UnreadableError when no line could be read
 */
export async function* readChunks(response: Response): AsyncGenerator<Chunk | null> {
  const reader = createChunkReader();
  const decoder = new TextDecoder();
  if (!response.body) return;
  for await (const bytes of response.body) {
    yield* reader.read(decoder.decode(bytes, { stream: true }));
    if (reader.isOver()) break; // some servers keep the connection open
    yield null;
  }
  yield* reader.end();
}

/** The answer is not in a form this program knows. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

function createChunkReader() {
  const found: Chunk[] = [];
  const readChunk = createChunkShaper();
  let isJson: boolean | null = null;
  let whole = '';
  let unread = 0;
  let readAny = false;
  let hasFinished = false;
  let isOver = false;

  const add = (value: unknown): void => {
    if (isRefusal(value)) throw errorIn(value);
    readAny = true;
    const chunk = readChunk(value);
    if (chunk?.choices?.[0]?.finish_reason) hasFinished = true;
    if (chunk) found.push(chunk);
  };
  const addEvent = (event: string | undefined, data: string): void => {
    if (data.trim() === '') return;
    if (data.trim() === '[DONE]') {
      isOver = true;
      // Some servers name no reason, and only say that this was all.
      if (readAny && !hasFinished) found.push(finished);
      return;
    }
    const value = parse(data);
    if (value !== undefined) add(event === 'error' && !isRefusal(value) ? { error: value } : value);
    // Events that only one line break separates are read as one with several lines.
    else if (data.includes('\n')) for (const line of data.split('\n')) addEvent(event, line);
    else unread += 1;
  };
  const parser = createParser({
    onEvent: ({ event, data }) => addEvent(event, data),
    // llama.cpp writes errors in a field of their own.
    onError: ({ type, field, value }) => {
      if (type === 'unknown-field' && field === 'error') addEvent('error', value ?? '');
    },
  });

  return {
    isOver: () => isOver,
    *read(text: string): Generator<Chunk> {
      if (isJson === null && text.trim()) isJson = /^\s*[{[]/.test(text);
      if (isJson) whole = (whole + text).slice(0, longestJsonChars);
      else parser.feed(text);
      yield* found.splice(0);
    },
    *end(): Generator<Chunk> {
      if (isJson) {
        const value = parse(whole);
        if (value === undefined) throw new UnreadableError();
        add(value);
      } else parser.feed('\n\n'); // the last line may lack its end
      yield* found.splice(0);
      if (unread > 0 && !readAny) throw new UnreadableError();
    },
  };
}

const finished = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] } as unknown as Chunk;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Choice = {
  index?: unknown;
  delta?: unknown;
  message?: unknown;
  text?: unknown;
  finish_reason?: string | null;
};

/**
 * Gives each value of a stream the form of a chunk. A whole answer carries `message` where a chunk carries `delta`;
 * behind pieces it repeats them.
 */
function createChunkShaper(): (value: unknown) => Chunk | null {
  let hasPieces = false;
  const shaped = (choice: Choice | null) => {
    const { delta, message, text, finish_reason = null } = choice ?? {};
    if (delta) hasPieces = true;
    const said = message ?? (typeof text === 'string' ? { content: text } : undefined);
    const isWhole = !delta && message && !finish_reason;
    return {
      index: 0,
      delta: delta ?? (hasPieces ? {} : said),
      finish_reason: isWhole ? 'stop' : finish_reason,
    };
  };
  return (value) => {
    const { choices, usage } = (value ?? {}) as { choices?: unknown; usage?: unknown };
    if (!Array.isArray(choices)) return usage ? ({ choices: [], usage } as unknown as Chunk) : null;
    const own = choices.filter((choice) => !choice?.index); // others were not asked for
    return { ...(value as Chunk), choices: own.map(shaped) as Chunk['choices'] };
  };
}

function errorIn(value: unknown): Error {
  const refusal = readRefusal(value);
  const status = refusal.status ?? statusOf(`${refusal.code} ${refusal.type}`);
  return new OpenAI.APIError(status, refusal, refusal.message, new Headers());
}

/** Inside a stream, a code or a type stands for the status. */
const statusOf = (words: string): number | undefined => statuses.find(([, known]) => known.test(words))?.[0];

const statuses: readonly [number, RegExp][] = [
  [429, /rate_?limit|quota/i],
  [401, /api_?key|authentication|unauthorized/i],
  [400, /context|invalid_request|invalid_prompt|bad_?request/i],
];
