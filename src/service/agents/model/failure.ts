import OpenAI from 'openai';
import { AppError } from '../../../base/errors.js';

/** A model failure: the member's sentence, and whether a retry may help. */
export type ModelFailure = { error: AppError; retryable: boolean; retryAfterMs: number | null };

const failure = (error: AppError, retryable: boolean, retryAfterMs: number | null = null): ModelFailure => ({
  error,
  retryable,
  retryAfterMs,
});

/**
 * Converts any error of a model request. Never passes on text from the model's server, which may contain keys or
 * addresses.
 * @param now in ms, for a Retry-After that is a date
 */
export function failureOf(thrown: unknown, now: number): ModelFailure {
  if (!(thrown instanceof OpenAI.APIError))
    return failure(new AppError('provider_error', "We couldn't read the model's answer. Try again."), true);
  const { status, headers } = thrown;
  if (status === 429) {
    const retryAfterMs = waitIn(headers, now);
    const context = retryAfterMs === null ? {} : { retryAfter: Math.ceil(retryAfterMs / 1000) };
    const sentence = "The agent's model is busy. Try again in a moment.";
    return failure(new AppError('rate_limited', sentence, { context }), true, retryAfterMs);
  }
  if (status === 401 || status === 403 || status === 404)
    return failure(
      new AppError('maintenance', "The agent isn't set up properly here. Please tell a moderator."),
      false,
    );
  if (status !== undefined && status < 500 && status !== 408 && status !== 409)
    return failure(
      new AppError('provider_error', "The agent's model refused that request. Try other words."),
      false,
    );
  const sentence =
    thrown instanceof OpenAI.APIConnectionTimeoutError
      ? "The agent's model took too long to answer. Try again."
      : "We can't reach the agent's model right now. Try again in a moment.";
  return failure(new AppError('provider_error', sentence), true, waitIn(headers, now));
}

/** Retry-After in seconds or as a date (RFC 9110, section 10.2.3), in ms. */
function waitIn(headers: Headers | undefined, now: number): number | null {
  const text = headers?.get('retry-after');
  if (!text) return null;
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** What a server rejected, detected from its message: servers that lack a feature answer 400. */
export type Objection = 'tools' | 'max_tokens' | 'usage';
export function objectionIn(thrown: unknown): Objection | null {
  if (!(thrown instanceof OpenAI.APIError) || (thrown.status !== 400 && thrown.status !== 422)) return null;
  if (/stream_options|include_usage/i.test(thrown.message)) return 'usage';
  if (/max_completion_tokens|max_tokens/i.test(thrown.message)) return 'max_tokens';
  return /\btools?\b|function.?call/i.test(thrown.message) ? 'tools' : null;
}
