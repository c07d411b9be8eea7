import { z } from 'zod';
import { AppError, clientCodes, type ErrorCode, errorTable, type Fault, toAppError } from '../base/errors.js';
import { errorCodeOf, errorDetail } from './read/failure.js';

/** RFC 9457 problem details with our extensions: what every error looks like on the wire. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  instance: z.string().optional(),
  code: z.string(),
  request_id: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  retry_after: z.number().optional().describe('seconds'),
  needed: z.number().optional(),
  available: z.number().optional(),
});
export type Problem = z.infer<typeof problem>;

const problemType = 'urn:rigsmith:problem:';

/** Whether an error body is in our own dialect, so that its code means what it says. */
export const isOwnProblem = (body: unknown): boolean => {
  const { type } = (typeof body === 'object' && body !== null ? body : {}) as { type?: unknown };
  return typeof type === 'string' && type.startsWith(problemType);
};

/** Codes any endpoint may answer with, so that no endpoint has to name them. */
export const commonErrors = ['invalid_request', 'rate_limited', 'maintenance', 'internal'] as const;

/** @param at the request path; @param requestId what the log line carries */
export function toProblem(thrown: unknown, at?: string, requestId?: string): Problem {
  const { code, status, message, context } = toAppError(thrown);
  const { errors, retryAfter, needed, available } = context as {
    errors?: Fault[];
    retryAfter?: number;
    needed?: number;
    available?: number;
  };
  return {
    type: `${problemType}${code}`,
    title: code.replaceAll('_', ' '),
    status,
    detail: message,
    code,
    ...(at && { instance: at }),
    ...(requestId && { request_id: requestId }),
    ...(errors && { errors }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(needed !== undefined && { needed }),
    ...(available !== undefined && { available }),
  };
}

/** The nearest code for a status whose body named none we know: a hosted service may speak other codes. */
const byStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  401: 'unauthenticated',
  402: 'insufficient_credits',
  403: 'forbidden',
  404: 'not_found',
  409: 'idempotency_conflict',
  413: 'too_large',
  415: 'unsupported_media',
  422: 'unriggable',
  429: 'rate_limited',
  502: 'provider_unreachable',
  503: 'maintenance',
  504: 'provider_unreachable',
};

/**
 * An error reply as an AppError. Never throws, whatever the body is.
 * Only a body with a code of ours supplies the sentence: foreign text is not shown to members, but logged as the cause.
 */
export function fromProblem(status: number, body: unknown, retryAfterHeader?: string): AppError {
  const parsed = problem.partial().safeParse(body);
  const read = parsed.success ? parsed.data : {};
  const known =
    read.code !== undefined && Object.hasOwn(errorTable, read.code) && !clientCodes.has(read.code);
  const code = known
    ? (read.code as ErrorCode)
    : (foreignCode(status, body) ?? byStatus[status] ?? 'provider_error');
  const seconds = read.retry_after ?? Number(retryAfterHeader ?? Number.NaN);
  const context = {
    ...(read.errors && { errors: read.errors }),
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
    ...(read.needed !== undefined && { needed: read.needed }),
    ...(read.available !== undefined && { available: read.available }),
  };
  const sentence = known && code !== 'internal' ? read.detail : undefined;
  const said = known ? undefined : errorDetail(body);
  return new AppError<ErrorCode>(code, sentence, {
    context: context as never,
    ...(said && { cause: `status ${status}: ${said}` }),
    ...(read.request_id !== undefined && { requestId: read.request_id }),
  });
}

/** A code of another service counts only where it is of the kind its status says. */
function foreignCode(status: number, body: unknown): ErrorCode | undefined {
  const code = errorCodeOf(body);
  if (code === undefined) return undefined;
  const isClientFault = (one: number) => one >= 400 && one < 500;
  if (status === 401 || errorTable[code][0] === 401) return errorTable[code][0] === status ? code : undefined;
  return isClientFault(status) === isClientFault(errorTable[code][0]) ? code : undefined;
}
