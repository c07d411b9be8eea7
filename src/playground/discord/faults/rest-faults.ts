import type { RestFault } from '../types.js';
import { type ActiveFaults, createStanding } from './standing.js';

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

function describe(fault: RestFault, left: number): string {
  const where = `${fault.method?.toUpperCase() ?? 'every'} ${fault.path ?? 'request'}`;
  const whose = fault.botUserId === undefined ? '' : ` of bot ${fault.botUserId}`;
  const often = left === Number.POSITIVE_INFINITY ? 'until cleared' : `${left} more`;
  return `${where}${whose}: ${effectOf(fault)}, ${often}`;
}

function effectOf(fault: RestFault): string {
  if (fault.kind === 'error') return `error ${fault.status}`;
  if (fault.kind === 'refusal') return `refused with ${fault.code}`;
  if (fault.kind === 'ban') return 'ban page';
  if (fault.kind === 'slow') return `slow by ${fault.ms} ms`;
  if (fault.kind === 'hang-up') return `hang-up ${fault.after ? 'after' : 'before'} the effect`;
  return `rate limit (${fault.scope}) for ${fault.retryAfterMs} ms`;
}
