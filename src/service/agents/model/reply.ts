import type { Clock } from '../../../base/clock.js';
import { addPieces } from './call-pieces.js';
import { addReasoning, type Reasoning } from './reasoning.js';
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
  /** Fields of its reasoning, which some servers want back with its calls. */
  reasoning: Reasoning;
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

/** Time for a count of tokens behind the end; some servers keep the connection open. */
export const afterEndMs = 3_000;
const flushMs = 60;
const flushChars = 400;
const maxPieceChars = 8_000;
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
  const readChunk = createPieceReader();
  const reply: ModelReply = {
    text: '',
    calls: [],
    finishReason: null,
    totalTokens: null,
    beganThinking: false,
    reasoning: {},
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
      if (result === null && buffer) {
        yield* flush();
        continue;
      }
      if (result === null && reply.finishReason !== null) break;
      if (result === null) throw new SilenceError();
      next = null;
      if (result.done || reply.text.length > maxReplyChars) break;
      if (result.value === null) continue;
      keep(speech.read(readChunk(reply, result.value)));
      limit = reply.finishReason === null ? idleMs : Math.min(idleMs, afterEndMs);
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

/** A text this long is not said twice on purpose. */
const leastRepeated = 20;

/** Reads chunks into a reply; returns the text in each. */
function createPieceReader(): (reply: ModelReply, chunk: Chunk) => string {
  let whole = '';
  return (reply, chunk) => {
    reply.totalTokens = totalIn(chunk.usage) ?? reply.totalTokens;
    const { delta, finish_reason } = chunk.choices?.[0] ?? {};
    const reason = reasonIn(finish_reason);
    reply.finishReason = reason ?? reply.finishReason;
    addPieces(reply.calls, delta?.tool_calls);
    const old: unknown = delta?.function_call;
    if (old) addPieces(reply.calls, { index: 0, function: old });
    addReasoning(reply.reasoning, delta);
    const text = textIn(delta?.content) || textIn(delta?.refusal);
    if (reason !== null && text.length >= leastRepeated && text === whole) return '';
    whole += text;
    return text;
  };
}

/** Tokens of request and reply, where the count can be right. */
function totalIn(usage: unknown): number | null {
  const { total_tokens, prompt_tokens, completion_tokens } = (usage ?? {}) as Record<string, unknown>;
  const total = total_tokens ?? Number(prompt_tokens) + Number(completion_tokens);
  const isCount = Number.isSafeInteger(total) && (total as number) >= 0 && (total as number) <= mostTokens;
  return isCount ? (total as number) : null;
}

/** Servers have words of their own for the reason. */
function reasonIn(given: unknown): ModelReply['finishReason'] {
  if (typeof given !== 'string' || given === '') return null;
  if (/error|abort|cancel|malformed|insufficient_system/i.test(given)) return 'error';
  if (/filter|safety|sensitive|block|recitation|prohibited|spii/i.test(given)) return 'content_filter';
  return /length|max_tokens|limit/i.test(given) ? 'length' : 'stop';
}

/** Text given as a string or in parts. */
function textIn(said: unknown): string {
  if (typeof said === 'string') return said;
  if (!Array.isArray(said)) return '';
  return said.map((part) => textIn((part as { text?: unknown } | null)?.text)).join('');
}
