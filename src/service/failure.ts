import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOutOfReach } from '../base/db/out-of-reach.js';
import { AppError, type ErrorCode, errorTable, toAppError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { toProblem } from '../contract/failure.js';
import type { SetHeaders } from './security.js';

/** Errors Fastify raises before a handler runs, in our words. */
const refusals: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_request', "The body isn't valid JSON."],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media', 'Send the body as application/json.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'That request is too large. Send something smaller.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', "That address doesn't exist."],
  FST_ERR_BAD_URL: ['invalid_request', "That address isn't valid."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', "The body doesn't match its Content-Length."],
};

function readError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (isOutOfReach(error))
    return new AppError('maintenance', "The service can't store anything right now. Try again later.", {
      cause: error,
    });
  const [known, sentence] = refusals[code ?? ''] ?? [];
  if (known) return new AppError(known, sentence, { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('invalid_request', "That request isn't valid.", { cause: error });
  return toAppError(error);
}

function answer(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error, request.url.split('?')[0], request.id);
  if (problem.retry_after !== undefined) reply.header('retry-after', String(Math.ceil(problem.retry_after)));
  return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}

/** Answers errors Fastify raises before it has found a route, and so before any hook. */
export const createUnroutedAnswer =
  (setHeaders: SetHeaders) =>
  (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    setHeaders(request, reply);
    answer(readError(thrown), request, reply);
  };

/** The only place in the service that catches errors: each becomes RFC 9457 problem details. */
export function answerFailures(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = readError(thrown);
    if (error.status >= errorTable.internal[0])
      log.error({ request_id: request.id, err: error.cause ?? error }, 'request failed');
    return answer(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) =>
    answer(new AppError('not_found', "That address doesn't exist."), request, reply),
  );
}
