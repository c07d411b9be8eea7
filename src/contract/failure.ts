import { z } from 'zod';
import {
  AppError,
  clientCodes,
  type ErrorCode,
  errorTable,
  type Fault,
  type Limit,
  toAppError,
} from '../base/errors.js';
import { errorCodeOf, errorDetail } from './read/failure.js';
import { parseOwn } from './read/own.js';

/** RFC 9457 problem details with our extensions: the format of every error reply. */
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
  limit: z
    .object({ unit: z.string(), period: z.string(), most: z.number(), until: z.string() })
    .partial()
    .optional()
    .catch(undefined)
    .describe('the quota that is used up, or how long a block lasts'),
});
export type ProblemDetails = z.infer<typeof problem>;

const problemType = 'urn:rigsmith:problem:';

/** Whether an error body is in our own dialect, so that its code can be trusted. */
export const isOwnProblem = (body: unknown): boolean => {
  const { type } = (typeof body === 'object' && body !== null ? body : {}) as { type?: unknown };
  return typeof type === 'string' && type.startsWith(problemType);
};

/** Codes any endpoint may return; endpoints do not list them. */
export const commonErrors = ['invalid_request', 'rate_limited', 'maintenance', 'internal'] as const;

/** @param at the request path; @param requestId as in the log line */
export function toProblem(thrown: unknown, at?: string, requestId?: string): ProblemDetails {
  const { code, status, message, context } = toAppError(thrown);
  const { errors, retryAfter, needed, available, limit } = context as {
    errors?: Fault[];
    retryAfter?: number;
    needed?: number;
    available?: number;
    limit?: Limit;
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
    ...(limit && { limit }),
  };
}

/** Code by status, for bodies without a known code. */
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
 * Converts an error reply to an AppError. Never throws.
 * Only a body with a known code supplies the error's message. What a service says with an unknown code is the
 * `serviceDetail`, and the cause for the log.
 */
export function fromProblem(status: number, body: unknown, retryAfterHeader?: string): AppError {
  const parsed = parseOwn(problem.partial(), body);
  const read = parsed.success ? parsed.data : {};
  const known =
    read.code !== undefined && Object.hasOwn(errorTable, read.code) && !clientCodes.has(read.code);
  const foreign = known ? undefined : foreignCode(status, body);
  const code = known ? (read.code as ErrorCode) : (foreign ?? byStatus[status] ?? 'provider_error');
  const seconds = read.retry_after ?? Number(retryAfterHeader ?? Number.NaN);
  const context = {
    ...(read.errors && { errors: read.errors }),
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
    ...(read.needed !== undefined && { needed: read.needed }),
    ...(read.available !== undefined && { available: read.available }),
    ...(read.limit && { limit: read.limit }),
  };
  const sentence = known && code !== 'internal' ? read.detail : undefined;
  const said = known ? undefined : errorDetail(body);
  const serviceDetail = sentence ?? (foreign === undefined ? said : undefined);
  return new AppError<ErrorCode>(code, sentence, {
    context: context as never,
    ...(said && { cause: `status ${status}: ${said}` }),
    ...(serviceDetail && { serviceDetail }),
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
