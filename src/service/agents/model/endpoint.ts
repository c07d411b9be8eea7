import { Agent, fetch } from 'undici';
import type { Clock } from '../../../base/clock.js';
import { AppError } from '../../../base/errors.js';
import type { Log } from '../../../base/log.js';
import type { AnyTool } from '../tools/tool.js';
import { adaptShape, type Shape } from './adapting.js';
import { describeTool } from './calls.js';
import { type DialectName, dialectOf } from './dialects/dialect.js';
import { createDialect } from './dialects/index.js';
import { failureOf, type ModelFailure } from './failure.js';
import { hintOf, type Objection, objectionIn } from './objection.js';
import type { ModelMessage } from './prompt.js';
import { withReadableRefusals } from './refusal-body.js';
import { type ModelReply, type Piece, readModelReply, SilenceError } from './reply.js';

export type EndpointOptions = {
  /** URL of the endpoint, for example `http://127.0.0.1:11434/v1`. */
  url: string;
  model: string;
  /** By its address when omitted. */
  dialect?: DialectName | undefined;
  key: string | undefined;
  /** Time limit for the first words; a large local model may read a long conversation for minutes. */
  firstMs: number;
  /** Time limit for each further part of a reply. */
  idleMs: number;
  clock: Clock;
  log: Log;
  /** From 0 to 1, spreads retries. */
  jitter: () => number;
};

export type { Shape } from './adapting.js';

export type ModelRequest = {
  compose: (shape: Shape) => ModelMessage[];
  tools: readonly AnyTool[];
  /** Limit of tokens in the reply. */
  most: number;
  /** Changed when the server refuses. */
  shape: Shape;
  signal: AbortSignal;
};

export type Endpoint = {
  firstShape(): Shape;
  /** Requests one reply; retries while nothing of it has arrived. @throws RefusalError */
  ask(request: ModelRequest): AsyncGenerator<Piece, ModelReply>;
};

/** Carries a failure out of nested generators. */
export class RefusalError extends Error {
  constructor(readonly failure: ModelFailure) {
    super('model request failed');
  }
}

const maxTries = 4;
const maxWaitMs = 30_000;
/** Between two tries while the server reads the model. */
const maxLoadingWaitMs = 10_000;

/** The endpoint of a model server. Remembers which options the server does not know. */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const { url, model, dialect = dialectOf(url), key, firstMs, idleMs, clock, log, jitter } = options;
  // The limits for silence are ours.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  const send = createDialect(dialect, {
    url,
    model,
    key,
    firstMs,
    fetch: withReadableRefusals(((input: string, init: object) =>
      fetch(input, { ...init, dispatcher })) as never),
  });
  const unknown = new Set<Objection>();
  let beginsThinking = false;

  const open = ({ compose, tools, most, shape }: ModelRequest, signal: AbortSignal) =>
    send(
      {
        messages: compose(shape),
        tools: shape.withTools ? tools.map(describeTool) : [],
        most: Math.max(1, Math.floor(most * shape.share)),
        refused: unknown,
      },
      signal,
    );

  /** @returns whether the request may be sent again in another shape */
  const adapt = (error: unknown, { compose, shape, tools }: ModelRequest): boolean => {
    const objection = objectionIn(error);
    if (objection === null) return false;
    if (
      !adaptShape(shape, objection, {
        refused: unknown,
        messages: compose(shape),
        hasTools: tools.length > 0,
      })
    )
      return false;
    log.warn({ model, objection, hint: hintOf(objection) }, 'the model server refused a request; adapted');
    return true;
  };

  /** The delay before the next try, or null. `waitedMs`: the sum of those before. */
  const weigh = (error: unknown, tried: number, waitedMs: number): number => {
    const failure = failureIn(error, clock.now());
    const { status, code, type } = (error ?? {}) as { status?: unknown; code?: unknown; type?: unknown };
    log.warn({ model, tried, status, kind: code ?? type, hint: failure.hint }, 'model request failed');
    const waitMs = waitFor(failure, tried, jitter());
    const mayWaitMs = failure.isLoading ? firstMs - waitedMs : maxWaitMs;
    const isLast = !failure.retryable || failure.isLate || (!failure.isLoading && tried >= maxTries);
    if (isLast || waitMs > mayWaitMs) throw new RefusalError(failure);
    return waitMs;
  };

  /** One request. Ending early cancels it at the server. */
  const attempt = async function* (
    request: ModelRequest,
    onWords: () => void,
  ): AsyncGenerator<Piece, ModelReply> {
    const ending = new AbortController();
    const signal = AbortSignal.any([request.signal, ending.signal]);
    const names = new Set(request.shape.withTools ? request.tools.map(({ name }) => name) : []);
    try {
      const chunks = await open(request, signal);
      const limits = { clock, firstMs, idleMs, signal };
      const reply = whole(yield* readModelReply(chunks, { ...limits, names, beginsThinking, onWords }));
      beginsThinking = reply.beganThinking;
      return reply;
    } finally {
      ending.abort();
    }
  };

  return {
    firstShape: () => ({
      share: 1,
      withTools: true,
      withPictures: !unknown.has('pictures'),
      isMerged: unknown.has('system'),
    }),
    async *ask(request) {
      let begun = false;
      const onWords = () => {
        begun = true;
      };
      let waitedMs = 0;
      for (let tried = 1; ; ) {
        try {
          return yield* attempt(request, onWords);
        } catch (error) {
          request.signal.throwIfAborted();
          if (begun) throw new RefusalError(failureIn(error, clock.now()));
          if (adapt(error, request)) continue;
          const waitMs = weigh(error, tried, waitedMs);
          tried += 1;
          waitedMs += waitMs;
          await clock.sleep(waitMs, request.signal);
        }
      }
    },
  };
}

const silence: ModelFailure = {
  error: new AppError('provider_error', "The agent's model stopped responding. Try again."),
  retryable: true,
  retryAfterMs: null,
  isLate: true,
};

function waitFor({ retryAfterMs, isLoading }: ModelFailure, tried: number, jitter: number): number {
  if (retryAfterMs !== null) return retryAfterMs;
  const ms = 500 * 2 ** (tried - 1) * (0.5 + jitter / 2);
  return isLoading ? Math.min(ms, maxLoadingWaitMs) : ms;
}

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
