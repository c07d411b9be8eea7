import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, refusalOfCode, toErrorBody } from '../failure.js';
import type { Application } from '../state/model.js';
import type { Clock, RestFault } from '../types.js';
import { sendBan } from './ban.js';
import { sendRateLimit } from './limiter.js';
import { API_PATH, type Rest } from './route.js';

/** The request as faults match it: the decoded path below the API's base, and the bot. */
export function toFaulty(rest: Rest, request: FastifyRequest, app: Application | undefined) {
  const path = request.url.slice(API_PATH.length).split('?', 1)[0]!;
  const botUserId = (app ?? behindToken(rest, request))?.botId;
  return {
    method: request.method,
    path: path.includes('%') ? decodeURIComponent(path) : path,
    ...(botUserId === undefined ? {} : { botUserId }),
  };
}

/** Interaction requests have no bot token; their path contains the interaction or the application. */
function behindToken({ state }: Rest, request: FastifyRequest): Application | undefined {
  const { interactionId, appId } = request.params as Record<string, string | undefined>;
  const id = interactionId === undefined ? appId : state.interactions.get(interactionId)?.applicationId;
  return id === undefined ? undefined : state.applications.get(id);
}

/** Applies a fault before the request is handled. Returns true when the fault has answered the request. */
export async function strike(clock: Clock, reply: FastifyReply, fault: RestFault): Promise<boolean> {
  switch (fault.kind) {
    case 'slow':
      await clock.sleep(fault.ms);
      return false;
    case 'hang-up':
      if (!fault.after) hangUp(reply);
      return !fault.after;
    case 'rate-limit':
      sendRateLimit(reply, fault);
      return true;
    case 'refusal': {
      const refusal = refusalOfCode(fault.code) ?? new Refusal('badRequest');
      reply.status(refusal.status).send(toErrorBody(refusal));
      return true;
    }
    case 'ban':
      sendBan(reply);
      return true;
    case 'error':
      sendServerError(reply, fault.status);
      return true;
  }
}

/** Ends the connection without an answer. */
export function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Discord itself answers 500 with JSON; the other statuses come from its proxies, which answer with a page. */
export function sendServerError(reply: FastifyReply, status: number): void {
  if (status === 500) {
    reply.status(status).send(toErrorBody(new Refusal('internal')));
    return;
  }
  const title = `${status} ${STATUS_CODES[status]}`;
  reply
    .status(status)
    .type('text/html')
    .send(`<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>`);
}
