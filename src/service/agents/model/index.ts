import { type Clock, systemClock } from '../../../base/clock.js';
import { AppError } from '../../../base/errors.js';
import type { Log } from '../../../base/log.js';
import type { Brain, BrainInput, BrainStep } from '../brain.js';
import { answerCall, callOf, describeTool, withIds } from './calls.js';
import { inWords } from './calls-in-words.js';
import type { DialectName } from './dialects/dialect.js';
import { createEndpoint, RefusalError, type Shape } from './endpoint.js';
import { filtered, type ModelFailure } from './failure.js';
import { noPictures, readPictures } from './pictures.js';
import { composeMessages, estimateMessages, estimateTokens, type ModelMessage } from './prompt.js';
import type { ModelReply, Piece } from './reply.js';

export type ModelOptions = {
  /** URL of the endpoint, for example `http://127.0.0.1:11434/v1`. */
  url: string;
  model: string;
  /** The interface of the server; by its address when omitted. */
  dialect?: DialectName | undefined;
  /** Optional for local servers. Never logged or shown. */
  key?: string | undefined;
  /** Limit of conversation tokens sent to the model. Default 8,000. */
  contextTokens?: number;
  /** Whether it reads pictures. */
  canSee?: boolean;
  /** How the operator wants it to speak, below the rules. */
  persona?: string;
  /** Limit of tokens in one reply. Default 4,096. */
  maxReplyTokens?: number;
  /** Time limit for the first words of a reply. Default 10 minutes. */
  firstMs?: number;
  /** Time limit for each further part of a reply. Default 60 s. */
  idleMs?: number;
  clock?: Clock;
  log: Log;
  /** From 0 to 1, spreads retries. */
  jitter?: () => number;
};

const maxRounds = 6;
const leastReplyTokens = 32;
/** How far a reply may exceed its limit by our estimate before the server is assumed to ignore limits. */
const patience = 4;

/**
 * A brain over any endpoint with OpenAI's chat completions (hosted, Ollama, llama.cpp, vLLM) or Responses, or with
 * Anthropic's Messages. Omits features the server lacks; answers the model's invalid calls, or ends the run with a sentence.
 */
export function createModelBrain(options: ModelOptions): Brain {
  const { url, model, dialect, key, contextTokens = 8_000, maxReplyTokens = 4_096 } = options;
  const { firstMs = 600_000, idleMs = 60_000, canSee = false, persona = '' } = options;
  const { clock = systemClock, log, jitter = Math.random } = options;
  const endpoint = createEndpoint({ url, model, dialect, key, firstMs, idleMs, clock, log, jitter });

  const converse = async function* (input: BrainInput): AsyncGenerator<BrainStep> {
    const { tools, budgetTokens, signal, history, task } = input;
    const shape = endpoint.firstShape();
    const later: ModelMessage[] = [];
    const pictures = canSee ? await readPictures(input) : noPictures;
    const personas = [persona, input.persona ?? ''];
    const composed = ({ share, isMerged, withPictures }: Shape) => {
      const room =
        Math.floor(contextTokens * share) - (share < 1 ? estimateTokens(JSON.stringify(later)) : 0);
      const shown = withPictures ? pictures : noPictures;
      return composeMessages(history, task, { contextTokens: room, isMerged, pictures: shown, personas });
    };
    const compose = (now: Shape) => [...composed(now).messages, ...(now.withTools ? later : inWords(later))];
    const callIds = new Set<string>();
    let used = 0;
    let hasSpoken = false;
    const note = noteOnce(() => composed(shape).isCut);
    yield* note();
    for (let round = 1; ; round += 1) {
      const offered = round < maxRounds ? tools.all : [];
      const asked =
        estimateMessages(compose(shape)) + estimateTokens(JSON.stringify(offered.map(describeTool)));
      const left = budgetTokens - used - asked;
      if (left < leastReplyTokens) return yield* endOfBudget(hasSpoken);
      yield { kind: 'usage', tokens: asked };
      const most = Math.min(maxReplyTokens, left);
      const replying = endpoint.ask({ compose, tools: offered, most, shape, signal });
      const reply: SpokenReply | null = yield* speak(replying, {
        most: most * patience,
        isFurther: hasSpoken,
        note,
      });
      if (!reply) return yield { kind: 'cut' };
      const { finishReason, text, totalTokens, reasoning } = reply;
      const calls = withIds(reply.calls, callIds);
      if (text !== '') hasSpoken = true;
      const counted = asked + reply.counted;
      if (totalTokens !== null) yield { kind: 'usage', tokens: totalTokens - counted };
      used += totalTokens ?? counted;
      if (finishReason === 'content_filter') throw new AppError('content_rejected', filtered);
      if (calls.length === 0 && !hasSpoken && round === 1) throw new RefusalError(wordless);
      if (calls.length === 0 || offered.length === 0) {
        if (finishReason === 'length') yield { kind: 'cut' };
        return;
      }
      const asking: ModelMessage = {
        role: 'assistant',
        content: text || null,
        tool_calls: calls.map(callOf),
        ...reasoning,
      };
      later.push(asking);
      for (const call of calls) {
        const content = yield* answerCall(call, tools);
        later.push({ role: 'tool', tool_call_id: call.id, content });
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

/**
 * Streams a reply as it arrives. Null when it exceeds `most` tokens; the rest is not awaited.
 * @param options.isFurther whether the answer has words before these
 * @param options.note the text shown before its first words
 */
async function* speak(
  replying: AsyncGenerator<Piece, ModelReply>,
  options: { most: number; isFurther: boolean; note: () => Iterable<BrainStep> },
): AsyncGenerator<BrainStep, SpokenReply | null> {
  const { most, isFurther, note } = options;
  let counted = 0;
  let length = 0;
  const say = (delta: string, back = 0): BrainStep => {
    length += delta.length - back;
    return { kind: 'text', delta, ...(back > 0 && { back }) };
  };
  try {
    for (let step = await replying.next(); ; step = await replying.next()) {
      if (counted === 0) yield* note();
      if (step.done) return { ...step.value, counted };
      const { text, isRestart } = step.value;
      if (isRestart) yield say('', length);
      if (isFurther && length === 0 && text !== '') yield say('\n\n');
      if (text !== '') yield say(text);
      const tokens = estimateTokens(text);
      counted += tokens;
      yield { kind: 'usage', tokens };
      if (counted > most) return null;
    }
  } finally {
    void replying.return(undefined as never).catch(() => undefined); // closes the connection in any case
  }
}

/** Tells once that the conversation was cut, by our limit or by the server's. */
function noteOnce(isCut: () => boolean): () => BrainStep[] {
  let isTold = false;
  return () => {
    if (isTold || !isCut()) return [];
    isTold = true;
    return [cutStep];
  };
}

const cutStep: BrainStep = {
  kind: 'progress',
  step: 'history',
  label: 'Reading the newest part of this conversation',
};

const wordless: ModelFailure = {
  error: new AppError('provider_error', "The agent's model gave no answer. Try again."),
  retryable: true,
  retryAfterMs: null,
};

function* endOfBudget(hasSpoken: boolean): Generator<BrainStep> {
  if (hasSpoken) yield { kind: 'cut' };
  else
    throw new AppError(
      'insufficient_credits',
      "You don't have enough credits for an answer of this length. Use /buy to get more.",
    );
}
