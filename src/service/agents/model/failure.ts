import OpenAI from 'openai';
import { AppError } from '../../../base/errors.js';
import { waitIn } from './wait.js';

/** A model failure: the member's sentence, and whether a retry may help. */
export type ModelFailure = {
  error: AppError;
  retryable: boolean;
  retryAfterMs: number | null;
  /** For the operator's log. */
  hint?: string;
  /** The server is there and reads the model, which takes minutes for a large one. */
  isLoading?: boolean;
  /** The whole time for the first words has passed. */
  isLate?: boolean;
};

type Thrown = InstanceType<typeof OpenAI.APIError>;

const failure = (
  error: AppError,
  retryable: boolean,
  rest: Partial<Omit<ModelFailure, 'error' | 'retryable'>> = {},
): ModelFailure => ({ error, retryable, retryAfterMs: null, ...rest });

const notSetUp = (hint: string): ModelFailure =>
  failure(
    new AppError('maintenance', "The agent isn't set up properly here. Please tell a moderator."),
    false,
    { hint },
  );

/**
 * Converts any error of a model request. Never passes on text from the model's server, which may contain keys or
 * addresses.
 * @param now in ms, for a Retry-After that is a date
 */
export function failureOf(thrown: unknown, now: number): ModelFailure {
  if (!(thrown instanceof OpenAI.APIError))
    return failure(new AppError('provider_error', "We couldn't read the model's answer. Try again."), true);
  if (isFiltered(thrown)) return failure(new AppError('content_rejected', filtered), false);
  const retryAfterMs = waitIn(thrown.headers, wordsOf(thrown), now);
  const hint = operatorHint(thrown, retryAfterMs);
  if (hint) return notSetUp(hint);
  const { status } = thrown;
  if (status === 429) return busy(retryAfterMs);
  if (status === 503 && isLoading(thrown))
    return failure(new AppError('provider_error', loading), true, { isLoading: true });
  if (status !== undefined && status < 500 && status !== 408 && status !== 409)
    return failure(
      new AppError('provider_error', "The agent's model refused that request. Try other words."),
      false,
    );
  const isLate = thrown instanceof OpenAI.APIConnectionTimeoutError;
  const sentence = isLate
    ? "The agent's model took too long to answer. Try again."
    : "We can't reach the agent's model right now. Try again in a moment.";
  return failure(new AppError('provider_error', sentence), true, { retryAfterMs, isLate });
}

export const filtered = "The agent's model wouldn't answer that. Try other words.";
const loading = "The agent's model is still starting. Try again in a minute.";

function busy(retryAfterMs: number | null): ModelFailure {
  const context = retryAfterMs === null ? {} : { retryAfter: Math.ceil(retryAfterMs / 1000) };
  const sentence = "The agent's model is busy. Try again in a moment.";
  return failure(new AppError('rate_limited', sentence, { context }), true, { retryAfterMs });
}

/** What only the operator can mend. Some servers answer 400 to it. */
function operatorHint(thrown: Thrown, retryAfterMs: number | null): string | null {
  const { status } = thrown;
  const words = wordsOf(thrown);
  if (isUnpaid(thrown, retryAfterMs))
    return "the account of AGENT_MODEL_KEY has no quota left; check the provider's billing page";
  if (status === 401 || status === 403 || (status === 400 && wrongKey.test(words)))
    return 'the model server refused AGENT_MODEL_KEY';
  if (status === 404 || status === 405 || (status === 400 && unknownModel.test(words)))
    return 'the model server knows no such model or path; check AGENT_MODEL and AGENT_MODEL_URL';
  return null;
}

const wrongKey = /(invalid|incorrect|missing|expired) api.?key|api.?key (not valid|is invalid|expired)/i;
const unknownModel =
  /not a valid model|no such model|unknown model|model_not_found|no models? (is )?loaded|\bmodel\b.{0,60}(not found|does not exist|not exist)/i;

export const isFiltered = (thrown: Thrown): boolean =>
  /content.?filter|content management policy|usage polic(y|ies)|safety (system|policy)|moderation|flagged|inappropriate content|content exists risk|data_inspection|invalid_prompt/i.test(
    wordsOf(thrown),
  );

const isLoading = (thrown: Thrown): boolean =>
  /loading|warming up|starting up|not ready/i.test(wordsOf(thrown));

/**
 * Whether the account lacks money. The sentences about a limit of a minute name bills and plans as well, but also the
 * time to wait (Groq, Gemini). Anthropic refuses with 400 and a sentence.
 */
function isUnpaid(thrown: Thrown, retryAfterMs: number | null): boolean {
  const { status, code } = thrown;
  const words = wordsOf(thrown);
  if (status === 402 || code === 'insufficient_quota') return true;
  if (status === 400) return /credit balance is too low/i.test(words);
  if (status === 403) return /insufficient (balance|credits?)|out of (available )?credits/i.test(words);
  if (status !== 429 || retryAfterMs !== null || code === 'rate_limit_exceeded') return false;
  return /current quota|billing|balance|credits?\b/i.test(words);
}

export const wordsOf = ({ message, code, type }: Thrown): string => [message, code, type].join(' ');
