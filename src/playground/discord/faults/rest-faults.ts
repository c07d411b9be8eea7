import type { Saying } from '../saying.js';
import { say } from '../sayings.js';
import type { RestFault } from '../types.js';
import { type ActiveFaults, createStanding, leftOver } from './standing.js';

/** `path` is below `/api/v10`, without its query. */
type Request = { method: string; path: string; botUserId?: string };

/** Faults for the next matching requests. */
export type RestFaults = ActiveFaults<RestFault, Request>;

export const createRestFaults = (): RestFaults => createStanding({ fits, describe });

const fits = ({ method, path, botUserId }: RestFault, request: Request): boolean =>
  (method === undefined || method.toUpperCase() === request.method) &&
  (botUserId === undefined || botUserId === request.botUserId) &&
  (path === undefined || pathPattern(path).test(request.path));

/** `/channels/*\/messages` with `*` for one segment. */
const pathPattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/]+')}/?$`,
  );

function describe(fault: RestFault, left: number): Saying {
  const { method, path, botUserId } = fault;
  const all = {
    request: [method?.toUpperCase(), path].filter(Boolean).join(' ') || '*',
    effect: effectOf(fault),
    left: leftOver(left),
  };
  return botUserId === undefined
    ? say('fault_requests', all)
    : say('fault_requests_of', { ...all, bot: botUserId });
}

function effectOf(fault: RestFault): Saying {
  if (fault.kind === 'error') return say('fault_error', { status: fault.status });
  if (fault.kind === 'refusal') return say('fault_refusal', { code: fault.code });
  if (fault.kind === 'ban') return say('fault_ban');
  if (fault.kind === 'slow') return say('fault_slow', { ms: fault.ms });
  if (fault.kind === 'hang-up') return say(fault.after ? 'fault_hang_up_after' : 'fault_hang_up_before');
  return say('fault_limit', { scope: fault.scope, ms: fault.retryAfterMs });
}
