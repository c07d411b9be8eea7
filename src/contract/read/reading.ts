import { AppError, isAppError } from '../../base/errors.js';

/**
 * What a reader made of a body.
 *
 * `notes` is empty when the body is in our own dialect. Otherwise each note names a field that was read from another
 * place or filled in, in words for an operator.
 */
export type Reading<T> = { value: T; notes: readonly string[] };

/** What the caller knows and a reply may leave out. */
export type Asked = {
  params?: Readonly<Record<string, string>>;
  query?: object;
  body?: unknown;
  /** The resource as it was read last. */
  known?: unknown;
  /** ms; stands in for times the service leaves out. */
  now: number;
};

/** @throws AppError `provider_mismatch`, and nothing else, whatever the body is */
export type Reader<T> = (body: unknown, asked: Asked) => Reading<T>;

/** Notes of one reading, each once. */
export type Notes = { add(note: string): void; all(): string[] };

export const createNotes = (): Notes => {
  const kept = new Set<string>();
  return { add: (note) => void kept.add(note), all: () => [...kept] };
};

/** The code a member can quote and an operator finds in the log. */
export const mismatchSentence = (kind: string): string =>
  `The service answered in a way this bot doesn't understand. The operator has been told (code ${kind}).`;

/**
 * The typed mismatch.
 * @param field where the body does not fit, as a path
 * @param why in words for an operator
 */
export const mismatch = (field: string, why: string): AppError<'provider_mismatch'> =>
  new AppError('provider_mismatch', undefined, { context: { field }, cause: `"${field}": ${why}` });

export const isMismatch = (error: unknown): error is AppError<'provider_mismatch'> =>
  isAppError(error, 'provider_mismatch');
