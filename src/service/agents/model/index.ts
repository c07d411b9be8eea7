import OpenAI from 'openai';
import { type Clock, systemClock } from '../../../base/clock.js';
import { AppError } from '../../../base/errors.js';
import type { Log } from '../../../base/log.js';
import type { Brain, BrainInput, BrainStep } from '../brain.js';
import type { AnyTool } from '../tools/tool.js';
import { answerCall, callOf, describe } from './calls.js';
import { failureOf, type ModelFailure, type Objection, objectionIn } from './failure.js';
import { composeMessages, estimateTokens, type ModelMessage } from './prompt.js';
import { type Reply, readReply, SilenceError } from './reply.js';

export type ModelOptions = {
  /** Where the endpoint is, for example `http://127.0.0.1:11434/v1`. */
  url: string;
  model: string;
  /** Local servers need none. Never logged, never told. */
  key?: string | undefined;
  /** Tokens of the conversation that are sent along. Default 8,000. */
  contextTokens?: number;
  /** Tokens of one reply. Default 4,096. */
  maxReplyTokens?: number;
  /** How long a reply may take to begin, and to go on. Default 60 s. */
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
/** How far beyond what it was allowed a reply may go by our estimate, before its server is taken to count none. */
const patience = 4;

/**
 * A brain over any endpoint that speaks OpenAI's chat completions with streaming and tool calls (hosted, Ollama,
 * llama.cpp, vLLM). What a server cannot do is left out; what it says wrong is answered to it or ends the run in a
 * sentence.
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
    // Its own retries and messages follow neither our clock nor our log.
    maxRetries: 0,
    timeout: idleMs,
    logLevel: 'off',
  });
  const objections = new Set<Objection>();

  const open = (messages: ModelMessage[], tools: readonly AnyTool[], most: number, signal: AbortSignal) => {
    const limit = objections.has('max_tokens') ? { max_completion_tokens: most } : { max_tokens: most };
    const offered = objections.has('tools') || tools.length === 0 ? {} : { tools: tools.map(describe) };
    const counted = objections.has('usage') ? {} : { stream_options: { include_usage: true } };
    return client.chat.completions.create(
      { model, messages, stream: true, ...counted, ...limit, ...offered },
      { signal },
    );
  };

  /** One reply, asked for again while nothing of it has come. */
  const ask = async function* (
    messages: ModelMessage[],
    tools: readonly AnyTool[],
    most: number,
    signal: AbortSignal,
  ): AsyncGenerator<string, Reply> {
    for (let tried = 1; ; tried += 1) {
      let begun = false;
      const onWords = () => {
        begun = true;
      };
      try {
        const stream = await open(messages, tools, most, signal);
        return whole(yield* readReply(stream, { clock, idleMs, signal, onWords }));
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

  /** How long to wait before trying again, or null. */
  const weigh = (error: unknown, tried: number): { waitMs: number | null; failure: ModelFailure } => {
    const failure = failureIn(error, clock.now());
    const { status, code, type } = (error ?? {}) as { status?: unknown; code?: unknown; type?: unknown };
    log.warn({ model, tried, status, kind: code ?? type }, 'the model failed');
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
      const asked = estimateTokens(JSON.stringify([messages, offered.map(describe)]));
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

/** `counted`: tokens of its words by our estimate. */
type SpokenReply = Reply & { counted: number };

/** Says a reply as it comes. Null where it is longer than `mostTokens`: whatever more comes is not waited for. */
async function* speak(
  replying: AsyncGenerator<string, Reply>,
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
    void replying.return(undefined as never).catch(() => undefined); // lets go of the line, however this ended
  }
}

/** Carries a failure out of nested generators. */
class RefusalError extends Error {
  constructor(readonly failure: ModelFailure) {
    super('the model failed');
  }
}

const filtered = 'The model would not answer that. Please put it differently.';
const silence: ModelFailure = {
  error: new AppError('provider_error', 'The model behind the agent fell silent. Please try again.'),
  retryable: true,
  retryAfterMs: null,
};

const wordless: ModelFailure = {
  error: new AppError('provider_error', 'The model behind the agent gave no answer. Please try again.'),
  retryable: true,
  retryAfterMs: null,
};

function failureIn(error: unknown, now: number): ModelFailure {
  if (error instanceof RefusalError) return error.failure;
  return error instanceof SilenceError ? silence : failureOf(error, now);
}

/** A stream that ends without a reason, or by an error, was cut, however much of it came. */
function whole(reply: Reply): Reply {
  if (reply.finishReason !== null && reply.finishReason !== 'error') return reply;
  const error = new AppError('provider_error', 'The answer of the model broke off. Please try again.');
  throw new RefusalError({ error, retryable: true, retryAfterMs: null });
}

function* endOfBudget(hasSpoken: boolean): Generator<BrainStep> {
  if (hasSpoken) yield { kind: 'cut' };
  else
    throw new AppError(
      'insufficient_credits',
      'Your credits do not reach for an answer of this length. Use /buy to get more.',
    );
}
