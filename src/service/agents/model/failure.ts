import OpenAI from 'openai';
import { AppError } from '../../../base/errors.js';

/** A model failure: the member's sentence, and whether a retry may help. */
export type ModelFailure = {
  error: AppError;
  retryable: boolean;
  retryAfterMs: number | null;
  /** For the operator's log. */
  hint?: string;
};

const failure = (
  error: AppError,
  retryable: boolean,
  rest: { retryAfterMs?: number | null; hint?: string } = {},
): ModelFailure => ({ error, retryable, retryAfterMs: null, ...rest });

const notSetUp = (hint: string): ModelFailure =>
  failure(
    new AppError('maintenance', "The agent isn't set up properly here. Please tell a moderator."),
    false,
    {
      hint,
    },
  );

/**
 * Converts any error of a model request. Never passes on text from the model's server, which may contain keys or
 * addresses.
 * @param now in ms, for a Retry-After that is a date
 */
export function failureOf(thrown: unknown, now: number): ModelFailure {
  if (!(thrown instanceof OpenAI.APIError))
    return failure(new AppError('provider_error', "We couldn't read the model's answer. Try again."), true);
  const { status, headers } = thrown;
  if (isFiltered(thrown)) return failure(new AppError('content_rejected', filtered), false);
  if (isUnpaid(thrown))
    return notSetUp("the account of AGENT_MODEL_KEY has no quota left; check the provider's billing page");
  if (status === 429) {
    const retryAfterMs = waitIn(headers, now);
    const context = retryAfterMs === null ? {} : { retryAfter: Math.ceil(retryAfterMs / 1000) };
    const sentence = "The agent's model is busy. Try again in a moment.";
    return failure(new AppError('rate_limited', sentence, { context }), true, { retryAfterMs });
  }
  if (status === 401 || status === 403) return notSetUp('the model server refused AGENT_MODEL_KEY');
  if (status === 404)
    return notSetUp('the model server knows no such model or path; check AGENT_MODEL and AGENT_MODEL_URL');
  if (status !== undefined && status < 500 && status !== 408 && status !== 409)
    return failure(
      new AppError('provider_error', "The agent's model refused that request. Try other words."),
      false,
    );
  const sentence =
    thrown instanceof OpenAI.APIConnectionTimeoutError
      ? "The agent's model took too long to answer. Try again."
      : "We can't reach the agent's model right now. Try again in a moment.";
  return failure(new AppError('provider_error', sentence), true, { retryAfterMs: waitIn(headers, now) });
}

export const filtered = "The agent's model wouldn't answer that. Try other words.";

const isFiltered = (thrown: InstanceType<typeof OpenAI.APIError>): boolean =>
  /content.?filter|content management policy|usage policies|safety (system|policy)|moderation/i.test(
    wordsOf(thrown),
  );

/** Anthropic refuses with 400 and a sentence where others have a status. */
const isUnpaid = (thrown: InstanceType<typeof OpenAI.APIError>): boolean => {
  const { status } = thrown;
  if (status === 429) return /quota|billing|balance|credits?\b/i.test(wordsOf(thrown));
  return status === 402 || (status === 400 && /credit balance is too low/i.test(wordsOf(thrown)));
};

const wordsOf = ({ message, code, type }: InstanceType<typeof OpenAI.APIError>): string =>
  [message, code, type].join(' ');

/** Retry-After in seconds or as a date (RFC 9110, section 10.2.3), in ms. */
function waitIn(headers: Headers | undefined, now: number): number | null {
  const text = headers?.get('retry-after');
  if (!text) return null;
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** What a server rejected, detected from its message: servers that lack a feature answer 400 or 500. */
export type Objection = 'context' | 'usage' | 'max_tokens' | 'system' | 'pictures' | 'tools';

/** In this order: the message about a context that is too long also names max_tokens and tools. */
const objections: readonly [Objection, RegExp][] = [
  [
    'context',
    /context.?(length|size|window)|maximum context|prompt is too long|too many (input )?tokens|n_ctx|input is too long|reduce the length/i,
  ],
  ['usage', /stream_options|include_usage/i],
  [
    'system',
    /system.{0,40}(not supported|unsupported|not allowed|not enabled)|(not support|unsupported).{0,20}system|roles? must alternate|only user(,| and) (assistant|model)|developer instruction/i,
  ],
  [
    'pictures',
    /image_url|image input|(images?|vision|multi-?modal).{0,60}(not support|unsupported|not enabled|not available)|(not support|unsupported|cannot|no).{0,40}(images?|vision|multi-?modal)|mmproj/i,
  ],
  ['max_tokens', /max_completion_tokens|max_output_tokens|max_tokens/i],
  ['tools', /\btools?\b|tool_choice|function.?call|--jinja/i],
];

export function objectionIn(thrown: unknown): Objection | null {
  if (!(thrown instanceof OpenAI.APIError) || isFiltered(thrown)) return null;
  const { status } = thrown;
  if (status === undefined || ![400, 413, 422, 500, 501].includes(status)) return null;
  const words = wordsOf(thrown);
  return objections.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/** What the operator can do about it. */
export const hintOf = (objection: Objection): string | undefined => hints[objection];

const hints: { [one in Objection]?: string } = {
  pictures: 'answering without pictures; set AGENT_VISION=off, or use a model that sees',
  context: "AGENT_CONTEXT_TOKENS is larger than the model's context",
  tools: 'answering without tools; llama.cpp needs --jinja for them, vLLM --enable-auto-tool-choice',
};
