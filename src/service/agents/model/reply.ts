import type { Clock } from '../../../base/clock.js';
import { createSpeechReader } from './speech.js';
import type { Chunk } from './stream.js';
import type { ToolCall } from './written-calls.js';

/** One complete reply of a model. */
export type ModelReply = {
  text: string;
  calls: ToolCall[];
  /** Null when the stream ended without a reason, which means it was cut. */
  finishReason: 'stop' | 'length' | 'content_filter' | 'error' | null;
  /** Tokens of request and reply, if the server counts them. */
  totalTokens: number | null;
  /** Whether it began with reasoning that nothing announced. */
  beganThinking: boolean;
};

/** A part of the text. One with `isRestart` replaces all before it, which was reasoning. */
export type Piece = { text: string; isRestart: boolean };

/** Nothing arrived within the time limit. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
}

export type ReadOptions = {
  clock: Clock;
  /** Time limit for the first words; a comment of the server is a sign of life. */
  firstMs: number;
  /** Time limit for each further part. */
  idleMs: number;
  signal: AbortSignal;
  /** Names of the offered tools. */
  names: ReadonlySet<string>;
  beginsThinking: boolean;
  onWords: () => void;
};

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
 * @param chunks null is a sign of life without words
 * @throws SilenceError, and any error of the stream
 */
export async function* readModelReply(
  chunks: AsyncIterator<Chunk | null>,
  { clock, firstMs, idleMs, signal, names, beginsThinking, onWords }: ReadOptions,
): AsyncGenerator<Piece, ModelReply> {
  const speech = createSpeechReader({ names, beginsThinking });
  const reply: ModelReply = {
    text: '',
    calls: [],
    finishReason: null,
    totalTokens: null,
    beganThinking: false,
  };
  let written: ToolCall[] = [];
  let buffer = '';
  let isRestart = false;
  let flushedAt = clock.now();
  let limit = firstMs;
  let next: Promise<IteratorResult<Chunk | null>> | null = null;

  const keep = (said: { text: string; isRetracted: boolean }): void => {
    if (said.isRetracted) [reply.text, buffer, isRestart] = ['', '', true];
    reply.text += said.text;
    buffer += said.text;
  };
  const flush = function* (): Generator<Piece> {
    if (buffer || isRestart) onWords();
    for (let at = 0; at < buffer.length || isRestart; at += maxPieceChars) {
      yield { text: buffer.slice(at, at + maxPieceChars), isRestart };
      isRestart = false;
    }
    buffer = '';
    flushedAt = clock.now();
  };

  try {
    for (;;) {
      next ??= chunks.next();
      const result = await within(next, buffer ? flushMs : limit, clock, signal);
      if (result === null && !buffer) throw new SilenceError();
      if (result === null) {
        yield* flush();
        continue;
      }
      next = null;
      if (result.done || reply.text.length > maxReplyChars) break;
      if (result.value === null) continue;
      limit = idleMs;
      keep(speech.read(readChunk(reply, result.value)));
      if (buffer.length >= flushChars || clock.now() - flushedAt >= flushMs) yield* flush();
    }
    const last = speech.end();
    keep(last);
    written = last.calls;
    yield* flush();
  } finally {
    next?.catch(() => undefined);
  }
  const calls = reply.calls.filter((call) => call?.name);
  return { ...reply, calls: calls.length > 0 ? calls : written, beganThinking: speech.beganThinking() };
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
  const total: unknown = chunk.usage?.total_tokens;
  if (Number.isSafeInteger(total) && (total as number) >= 0 && (total as number) <= mostTokens)
    reply.totalTokens = total as number;
  const choice = chunk.choices?.[0];
  reply.finishReason = reasonIn(choice?.finish_reason) ?? reply.finishReason;
  const pieces: unknown = choice?.delta?.tool_calls;
  if (Array.isArray(pieces)) for (const piece of pieces) addPiece(reply.calls, piece);
  const old: unknown = choice?.delta?.function_call;
  if (old) addPiece(reply.calls, { index: 0, function: old });
  return textIn(choice?.delta?.content) || textIn(choice?.delta?.refusal);
}

/** Servers have words of their own for the reason. */
function reasonIn(given: unknown): ModelReply['finishReason'] {
  if (typeof given !== 'string' || given === '') return null;
  if (/error/i.test(given)) return 'error';
  if (/filter|safety|blocked|recitation|prohibited/i.test(given)) return 'content_filter';
  return /length|max_tokens|limit/i.test(given) ? 'length' : 'stop';
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
