import OpenAI from 'openai';
import { type Clock, systemClock } from '../../../base/clock.js';
import { AppError } from '../../../base/errors.js';
import type { Log } from '../../../base/log.js';
import type { Brain, BrainInput, BrainStep } from '../brain.js';
import type { AnyTool } from '../tools/tool.js';
import { answerCall, callOf, describeTool } from './calls.js';
import { failureOf, type ModelFailure, type Objection, objectionIn } from './failure.js';
import { composeMessages, estimateTokens, type ModelMessage } from './prompt.js';
import { type ModelReply, readModelReply, SilenceError } from './reply.js';

export type ModelOptions = {
  /** URL of the endpoint, for example `http://127.0.0.1:11434/v1`. */
  url: string;
  model: string;
  /** Optional for local servers. Never logged or shown. */
  key?: string | undefined;
  /** Limit of conversation tokens sent to the model. Default 8,000. */
  contextTokens?: number;
  /** Limit of tokens in one reply. Default 4,096. */
  maxReplyTokens?: number;
  /** Time limit for the first and each further chunk of a reply. Default 60 s. */
  idleMs?: number;
  clock?: Clock;
  log: Log;
  /** From 0 to 1, spreads retries. */
  jitter?: () => number;
};

const maxRounds = 6;
const maxTries = 4;
const maxWaitMs = 30_000;
const leastReplyTokens = 32;
/** How far a reply may exceed its limit by our estimate before the server is assumed to ignore limits. */
const patience = 4;

/**
 * A brain over any endpoint with OpenAI's chat completions, streaming and tool calls (hosted, Ollama, llama.cpp,
 * vLLM). Omits features the server lacks; answers the model's invalid calls, or ends the run with a sentence.
 */
export function createModelBrain(options: ModelOptions): Brain {
  const { url, model, key, contextTokens = 8_000, maxReplyTokens = 4_096, idleMs = 60_000 } = options;
  const { clock = systemClock, log, jitter = Math.random } = options;
  const client = new OpenAI({
    baseURL: url,
    apiKey: key || 'none',
    organization: null,
    project: null,
    webhookSecret: null,
    // The SDK's own retries and messages bypass our clock and log.
    maxRetries: 0,
    timeout: idleMs,
    logLevel: 'off',
  });
  const objections = new Set<Objection>();

  const open = (messages: ModelMessage[], tools: readonly AnyTool[], most: number, signal: AbortSignal) => {
    const limit = objections.has('max_tokens') ? { max_completion_tokens: most } : { max_tokens: most };
    const offered = objections.has('tools') || tools.length === 0 ? {} : { tools: tools.map(describeTool) };
    const counted = objections.has('usage') ? {} : { stream_options: { include_usage: true } };
    return client.chat.completions.create(
      { model, messages, stream: true, ...counted, ...limit, ...offered },
      { signal },
    );
  };

  /** Requests one reply; retries while nothing of it has arrived. */
  const ask = async function* (
    messages: ModelMessage[],
    tools: readonly AnyTool[],
    most: number,
    signal: AbortSignal,
  ): AsyncGenerator<string, ModelReply> {
    for (let tried = 1; ; tried += 1) {
      let begun = false;
      const onWords = () => {
        begun = true;
      };
      try {
        const stream = await open(messages, tools, most, signal);
        return whole(yield* readModelReply(stream, { clock, idleMs, signal, onWords }));
      } catch (error) {
        signal.throwIfAborted();
        const objection = objectionIn(error);
        if (objection && !objections.has(objection)) {
          objections.add(objection);
          continue;
        }
        const { waitMs, failure } = weigh(error, tried);
        if (begun || waitMs === null) throw new RefusalError(failure);
        await clock.sleep(waitMs, signal);
      }
    }
  };

  /** The delay before the next try, or null. */
  const weigh = (error: unknown, tried: number): { waitMs: number | null; failure: ModelFailure } => {
    const failure = failureIn(error, clock.now());
    const { status, code, type } = (error ?? {}) as { status?: unknown; code?: unknown; type?: unknown };
    log.warn({ model, tried, status, kind: code ?? type }, 'model request failed');
    const waitMs = failure.retryAfterMs ?? 500 * 2 ** (tried - 1) * (0.5 + jitter() / 2);
    return { waitMs: failure.retryable && tried < maxTries && waitMs <= maxWaitMs ? waitMs : null, failure };
  };

  const converse = async function* (input: BrainInput): AsyncGenerator<BrainStep> {
    const { tools, budgetTokens, signal } = input;
    const messages = composeMessages(input.history, input.task, contextTokens);
    let used = 0;
    let hasSpoken = false;
    for (let round = 1; ; round += 1) {
      const offered = round < maxRounds ? tools.all : [];
      const asked = estimateTokens(JSON.stringify([messages, offered.map(describeTool)]));
      const left = budgetTokens - used - asked;
      if (left < leastReplyTokens) return yield* endOfBudget(hasSpoken);
      yield { kind: 'usage', tokens: asked };
      const most = Math.min(maxReplyTokens, left);
      const replying = ask(messages, offered, most, signal);
      const reply: SpokenReply | null = yield* speak(replying, most * patience, hasSpoken);
      if (!reply) return yield { kind: 'cut' };
      const { calls, finishReason, text, totalTokens } = reply;
      if (reply.counted > 0) hasSpoken = true;
      const counted = asked + reply.counted;
      if (totalTokens !== null) yield { kind: 'usage', tokens: totalTokens - counted };
      used += totalTokens ?? counted;
      if (finishReason === 'content_filter') throw new AppError('content_rejected', filtered);
      if (calls.length === 0 && !hasSpoken && round === 1) throw new RefusalError(wordless);
      if (calls.length === 0 || offered.length === 0) {
        if (finishReason === 'length') yield { kind: 'cut' };
        return;
      }
      messages.push({ role: 'assistant', content: text || null, tool_calls: calls.map(callOf) });
      for (const call of calls) {
        const content = yield* answerCall(call, tools);
        messages.push({ role: 'tool', tool_call_id: call.id, content });
      }
    }
  };

  return async function* answer(input) {
    try {
      yield* converse(input);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      yield { kind: 'failed', error: error.failure.error, retryable: error.failure.retryable };
    }
  };
}

/** `counted`: tokens of its text by our estimate. */
type SpokenReply = ModelReply & { counted: number };

/** Streams a reply as it arrives. Null when it exceeds `mostTokens`; the rest is not awaited. */
async function* speak(
  replying: AsyncGenerator<string, ModelReply>,
  mostTokens: number,
  isFurther: boolean,
): AsyncGenerator<BrainStep, SpokenReply | null> {
  let counted = 0;
  try {
    for (let step = await replying.next(); ; step = await replying.next()) {
      if (step.done) return { ...step.value, counted };
      if (isFurther && counted === 0) yield { kind: 'text', delta: '\n\n' };
      yield { kind: 'text', delta: step.value };
      const tokens = estimateTokens(step.value);
      counted += tokens;
      yield { kind: 'usage', tokens };
      if (counted > mostTokens) return null;
    }
  } finally {
    void replying.return(undefined as never).catch(() => undefined); // closes the connection in any case
  }
}

/** Carries a failure out of nested generators. */
class RefusalError extends Error {
  constructor(readonly failure: ModelFailure) {
    super('model request failed');
  }
}

const filtered = "The agent's model wouldn't answer that. Try other words.";
const silence: ModelFailure = {
  error: new AppError('provider_error', "The agent's model stopped responding. Try again."),
  retryable: true,
  retryAfterMs: null,
};

const wordless: ModelFailure = {
  error: new AppError('provider_error', "The agent's model gave no answer. Try again."),
  retryable: true,
  retryAfterMs: null,
};

function failureIn(error: unknown, now: number): ModelFailure {
  if (error instanceof RefusalError) return error.failure;
  return error instanceof SilenceError ? silence : failureOf(error, now);
}

/** A stream that ends without a reason, or by an error, counts as cut. */
function whole(reply: ModelReply): ModelReply {
  if (reply.finishReason !== null && reply.finishReason !== 'error') return reply;
  const error = new AppError('provider_error', "The model's answer was cut off. Try again.");
  throw new RefusalError({ error, retryable: true, retryAfterMs: null });
}

function* endOfBudget(hasSpoken: boolean): Generator<BrainStep> {
  if (hasSpoken) yield { kind: 'cut' };
  else
    throw new AppError(
      'insufficient_credits',
      "You don't have enough credits for an answer of this length. Use /buy to get more.",
    );
}
