import type OpenAI from 'openai';
import type { Clock } from '../../../base/clock.js';
import { createThoughtFilter } from './thoughts.js';

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk;

/** A tool call assembled from its chunks. `input` is text that should be JSON. */
export type ToolCall = { id: string; name: string; input: string };

/** One complete reply of a model. */
export type ModelReply = {
  text: string;
  calls: ToolCall[];
  /** Null when the stream ended without a reason, which means it was cut. */
  finishReason: string | null;
  /** Tokens of request and reply, if the server counts them. */
  totalTokens: number | null;
};

/** No chunk arrived within the time limit. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
}

const flushMs = 60;
const flushChars = 400;
const maxPieceChars = 8_000;
const maxCalls = 8;
const maxInputChars = 20_000;
const maxReplyChars = 200_000;
/** No model reads this many at once; a larger count is wrong and ignored. */
const mostTokens = 10_000_000;

/**
 * Reads a streamed reply: yields its text in pieces to show and store, returns the whole. Skips invalid chunks of
 * any form.
 * @param idleMs the longest gap between two chunks
 * @throws SilenceError, and any error of the stream
 */
export async function* readModelReply(
  stream: AsyncIterable<Chunk>,
  {
    clock,
    idleMs,
    signal,
    onWords,
  }: { clock: Clock; idleMs: number; signal: AbortSignal; onWords: () => void },
): AsyncGenerator<string, ModelReply> {
  const reply: ModelReply = { text: '', calls: [], finishReason: null, totalTokens: null };
  const chunks = stream[Symbol.asyncIterator]();
  const spoken = createThoughtFilter();
  let buffer = '';
  let flushedAt = clock.now();
  let next: Promise<IteratorResult<Chunk>> | null = null;
  const flush = function* () {
    if (buffer) onWords();
    for (let at = 0; at < buffer.length; at += maxPieceChars) yield buffer.slice(at, at + maxPieceChars);
    buffer = '';
    flushedAt = clock.now();
  };
  try {
    for (;;) {
      next ??= chunks.next();
      const result = await within(next, buffer ? flushMs : idleMs, clock, signal);
      if (result === null && !buffer) throw new SilenceError();
      if (result === null) {
        yield* flush();
        continue;
      }
      next = null;
      if (result.done || reply.text.length > maxReplyChars) break;
      const said = spoken(readChunk(reply, result.value));
      reply.text += said;
      buffer += said;
      if (buffer.length >= flushChars || clock.now() - flushedAt >= flushMs) yield* flush();
    }
    yield* flush();
    return { ...reply, calls: reply.calls.filter((call) => call?.name) };
  } finally {
    next?.catch(() => undefined);
    void chunks.return?.()?.catch(() => undefined);
  }
}

/** Null when the time runs out first. */
async function within<T>(
  promise: Promise<T>,
  ms: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<T | null> {
  const over = new AbortController();
  const time = clock.sleep(ms, AbortSignal.any([over.signal, signal])).then(
    () => null,
    (reason) => (signal.aborted ? Promise.reject(reason) : null),
  );
  time.catch(() => undefined);
  try {
    return await Promise.race([promise, time]);
  } finally {
    over.abort();
  }
}

/** @returns the text in the chunk */
function readChunk(reply: ModelReply, chunk: Chunk): string {
  const total: unknown = chunk?.usage?.total_tokens;
  if (Number.isSafeInteger(total) && (total as number) >= 0 && (total as number) <= mostTokens)
    reply.totalTokens = total as number;
  const choice = chunk?.choices?.[0];
  if (typeof choice?.finish_reason === 'string') reply.finishReason = choice.finish_reason;
  const pieces: unknown = choice?.delta?.tool_calls;
  if (Array.isArray(pieces)) for (const piece of pieces) addPiece(reply.calls, piece);
  return textIn(choice?.delta?.content) || textIn(choice?.delta?.refusal);
}

/** Text given as a string or in parts. */
function textIn(said: unknown): string {
  if (typeof said === 'string') return said;
  if (!Array.isArray(said)) return '';
  return said.map((part) => textIn((part as { text?: unknown } | null)?.text)).join('');
}

/**
 * Joins the pieces of a call by their index. Some servers omit the index and send a call whole, others give every
 * call the same one.
 */
function addPiece(calls: ToolCall[], piece: unknown): void {
  const {
    index,
    id,
    function: part,
  } = (piece ?? {}) as {
    index?: unknown;
    id?: unknown;
    function?: { name?: unknown; arguments?: unknown };
  };
  const isNew = typeof id === 'string' && id !== '' && !calls.some((call) => call?.id === id);
  const isNext = isNew && typeof part?.name === 'string' && part.name !== '';
  const given = typeof index === 'number' && !(isNext && calls[index]) ? index : null;
  const at = given ?? (isNew ? calls.length : Math.max(0, calls.length - 1));
  if (!Number.isInteger(at) || at < 0 || at >= maxCalls) return;
  calls[at] ??= { id: typeof id === 'string' && id ? id : `call_${at}`, name: '', input: '' };
  const call = calls[at];
  if (typeof part?.name === 'string' && !call.name) call.name = part.name;
  const input = part?.arguments;
  const text = typeof input === 'string' ? input : input === undefined ? '' : JSON.stringify(input);
  call.input = (call.input + text).slice(0, maxInputChars);
}
