import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { PersonError } from '../discord/failure.js';
import { SaidError } from '../wallet/sayings.js';

/** Validates a body or query. @throws AppError with a sentence about the first fault */
export function readAs<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  throw new AppError('invalid_request', `${place}${issue?.message ?? 'Invalid input.'}`);
}

/** Answers failures as `{ error: sentence, saying }`: 4xx when the caller can fix it, otherwise 500 and a log line. */
export const failureHandler =
  (log: Log) => (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const status = statusOf(error);
    if (status >= 500) log.error({ err: error, url: request.url }, 'playground request failed');
    return reply.code(status).send({ error: error.message, ...sayingOf(error) });
  };

const sayingOf = (error: Error) =>
  error instanceof PersonError || error instanceof SaidError ? { saying: error.saying } : {};

function statusOf(error: FastifyError | Error): number {
  if (error instanceof AppError) return error.status;
  if (error.name === 'PersonError') return 400;
  return 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
}
