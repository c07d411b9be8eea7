import OpenAI from 'openai';
import { z } from 'zod';
import { type Clock, systemClock } from '../../../base/clock.js';
import { AppError, isAppError } from '../../../base/errors.js';
import type { Log } from '../../../base/log.js';
import type { Brain, BrainInput, BrainStep } from '../brain.js';
import type { AnyTool, Tool, Toolbox } from '../tools/tool.js';
import { useTool } from '../use.js';
import { failureOf, type ModelFailure, type Objection, objectionIn } from './failure.js';
import { composeMessages, estimateTokens, type ModelMessage } from './prompt.js';
import { type Reply, readReply, SilenceError, type ToolCall } from './reply.js';

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
const maxResultChars = 6_000;

/**
 * A brain over any endpoint that speaks OpenAI's chat completions with streaming and tool calls (hosted, Ollama,
 * llama.cpp, vLLM). What a server cannot do is left out; what it says wrong is answered to it or ends the run in a
 * sentence.
 */
export function createModelBrain(options: ModelOptions): Brain {
  const { url, model, key, contextTokens = 8_000, maxReplyTokens = 4_096, idleMs = 60_000 } = options;
  const { clock = systemClock, log, jitter = Math.random } = options;
  const client = new OpenAI({
    ...{ baseURL: url, apiKey: key || 'none', organization: null, project: null, webhookSecret: null },
    // Its own retries and messages follow neither our clock nor our log.
    ...{ maxRetries: 0, timeout: idleMs, logLevel: 'off' },
  });
  const objections = new Set<Objection>();

  const open = (messages: ModelMessage[], tools: readonly AnyTool[], most: number, signal: AbortSignal) => {
    const limit = objections.has('max_tokens') ? { max_completion_tokens: most } : { max_tokens: most };
    const offered = objections.has('tools') || tools.length === 0 ? {} : { tools: tools.map(describe) };
    return client.chat.completions.create(
      { model, messages, stream: true, stream_options: { include_usage: true }, ...limit, ...offered },
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
      try {
        const replying = readReply(await open(messages, tools, most, signal), { clock, idleMs, signal });
        for (let step = await replying.next(); ; step = await replying.next()) {
          if (step.done) return whole(step.value);
          begun = true;
          yield step.value;
        }
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
      const replying = ask(messages, offered, Math.min(maxReplyTokens, left), signal);
      let counted = asked;
      let step = await replying.next();
      if (!step.done && hasSpoken) yield { kind: 'text', delta: '\n\n' };
      for (; !step.done; step = await replying.next()) {
        hasSpoken = true;
        yield { kind: 'text', delta: step.value };
        counted += estimateTokens(step.value);
        yield { kind: 'usage', tokens: estimateTokens(step.value) };
      }
      const { calls, finishReason, text, totalTokens } = step.value;
      if (totalTokens !== null) yield { kind: 'usage', tokens: totalTokens - counted };
      used += totalTokens ?? counted;
      if (finishReason === 'content_filter') throw new AppError('content_rejected', filtered);
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

/** Carries a failure out of nested generators. */
class RefusalError extends Error {
  constructor(readonly failure: ModelFailure) {
    super('the model failed');
  }
}

const filtered = 'The model would not answer that. Please put it differently.';
const silence: ModelFailure = {
  error: new AppError('provider_error', 'The model behind the agent fell silent. Please try again.'),
  ...{ retryable: true, retryAfterMs: null },
};

function failureIn(error: unknown, now: number): ModelFailure {
  if (error instanceof RefusalError) return error.failure;
  return error instanceof SilenceError ? silence : failureOf(error, now);
}

/** A stream that ends without a reason was cut, however much of it came. */
function whole(reply: Reply): Reply {
  if (reply.finishReason !== null) return reply;
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

const describe = ({ name, description, input }: AnyTool) => {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'input' });
  return { type: 'function' as const, function: { name, description, parameters } };
};

const callOf = ({ id, name, input }: ToolCall) => ({
  ...{ id, type: 'function' as const },
  function: { name, arguments: isJson(input) ? input : '{}' },
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The tool's result, or what was wrong with the call: the model may mend it in the next round. */
async function* answerCall(call: ToolCall, tools: Toolbox): AsyncGenerator<BrainStep, string> {
  const tool = tools.all.find(({ name }) => name === call.name);
  if (!tool) return JSON.stringify({ error: `There is no tool ${call.name.slice(0, 60)}.` });
  if (call.input && !isJson(call.input)) return JSON.stringify({ error: 'The arguments are not JSON.' });
  const parsed = tool.input.safeParse(call.input ? JSON.parse(call.input) : {});
  if (!parsed.success) return JSON.stringify({ error: z.prettifyError(parsed.error) });
  try {
    const value = yield* useTool(tools, tool as unknown as Tool<unknown, unknown>, parsed.data);
    return JSON.stringify(value ?? null).slice(0, maxResultChars);
  } catch (error) {
    if (isAppError(error) && error.status < 500) return JSON.stringify({ error: error.message });
    throw error;
  }
}
