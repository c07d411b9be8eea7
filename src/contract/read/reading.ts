import { AppError, isAppError } from '../../base/errors.js';

/**
 * Result of reading a body.
 *
 * `notes` is empty when the body is in our own dialect. Otherwise each note names a field that was read from another
 * place or filled in, in words for an operator.
 */
export type Reading<T> = { value: T; notes: readonly string[] };

/** Known the caller knows and a reply may omit. */
export type Known = {
  params?: Readonly<Record<string, string>>;
  query?: object;
  body?: unknown;
  /** The resource as last read. */
  known?: unknown;
  /** ms; default for missing times. */
  now: number;
};

/** @throws AppError only `provider_mismatch`, for any body */
export type Reader<T> = (body: unknown, asked: Known) => Reading<T>;

/** Notes of one reading, without duplicates. */
export type Notes = { add(note: string): void; all(): string[] };

export const createNotes = (): Notes => {
  const kept = new Set<string>();
  return { add: (note) => void kept.add(note), all: () => [...kept] };
};

/** Whether a note says that a part of the reply was not understood, so that it is lost. */
export const isLoss = (note: string): boolean => /left out|is unknown|is not understood/.test(note);

/** Member-facing sentence with the code that operators find in the log. */
export const mismatchSentence = (kind: string): string =>
  `The service answered in a way this bot doesn't understand. The operator has been told (code ${kind}).`;

/**
 * The error for a body that does not fit.
 * @param field path of the field
 * @param why reason for operators
 */
export const mismatch = (field: string, why: string): AppError<'provider_mismatch'> =>
  new AppError('provider_mismatch', undefined, { context: { field }, cause: `"${field}": ${why}` });

export const isMismatch = (error: unknown): error is AppError<'provider_mismatch'> =>
  isAppError(error, 'provider_mismatch');
