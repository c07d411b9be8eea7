import { createParser } from 'eventsource-parser';
import OpenAI from 'openai';

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
  let isJson: boolean | null = null;
  let whole = '';
  let unread = 0;
  let readAny = false;
  let hasFinished = false;

  const add = (value: unknown): void => {
    const { error } = (value ?? {}) as { error?: unknown };
    if (error) throw errorIn(error);
    readAny = true;
    const chunk = chunkOf(value);
    if (chunk?.choices?.[0]?.finish_reason) hasFinished = true;
    if (chunk) found.push(chunk);
  };
  const parser = createParser({
    onEvent({ event, data }) {
      // Some servers name no reason, and only say that this was all.
      if (data.trim() === '[DONE]') return void (readAny && !hasFinished && found.push(finished));
      const value = parse(data);
      if (value === undefined) unread += 1;
      else add(event === 'error' && !hasError(value) ? { error: value } : value);
    },
  });

  return {
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

const hasError = (value: unknown): boolean => Boolean((value as { error?: unknown } | null)?.error);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A whole answer carries `message` where a chunk carries `delta`. */
function chunkOf(value: unknown): Chunk | null {
  const { choices, usage } = (value ?? {}) as { choices?: unknown; usage?: unknown };
  if (!Array.isArray(choices)) return usage ? ({ choices: [], usage } as unknown as Chunk) : null;
  const read = choices.map((choice) => {
    const { message, delta = message, finish_reason = null } = choice ?? {};
    return { index: 0, delta, finish_reason: message && !finish_reason ? 'stop' : finish_reason };
  });
  return { ...(value as Chunk), choices: read };
}

function errorIn(error: unknown): Error {
  const body = typeof error === 'object' && error !== null ? error : { message: String(error) };
  const { code, status = code } = body as { code?: unknown; status?: unknown };
  const known = typeof status === 'number' && status >= 400 && status < 600 ? status : undefined;
  const { message } = body as { message?: unknown };
  return new OpenAI.APIError(known, body, typeof message === 'string' ? message : 'error', new Headers());
}
