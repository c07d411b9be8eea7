import type { RestFault } from '../types.js';

type Request = { method: string; path: string; botUserId?: string };

/** The REST faults in force: each hits the requests it names until it is used up. The oldest that fits is taken. */
export type RestFaults = {
  add(fault: RestFault): void;
  /** The fault this request meets, counted as used. `path` is below `/api/v10`, without its query. */
  take(request: Request): RestFault | undefined;
  /** One line for each that is in force. */
  active(): string[];
  clear(): void;
};

type Standing = { fault: RestFault; left: number; fits: (request: Request) => boolean };

export function createRestFaults(): RestFaults {
  const standing = new Set<Standing>();
  return {
    add(fault) {
      standing.add({ fault, left: fault.times ?? 1, fits: fitting(fault) });
    },
    take(request) {
      if (standing.size === 0) return undefined;
      for (const one of standing) {
        if (!one.fits(request)) continue;
        one.left -= 1;
        if (one.left <= 0) standing.delete(one);
        return one.fault;
      }
      return undefined;
    },
    active: () => [...standing].map(describe),
    clear: () => standing.clear(),
  };
}

function fitting({ method, path, botUserId }: RestFault): Standing['fits'] {
  const pattern = path === undefined ? undefined : pathPattern(path);
  return (request) =>
    (method === undefined || method.toUpperCase() === request.method) &&
    (botUserId === undefined || botUserId === request.botUserId) &&
    (pattern === undefined || pattern.test(request.path));
}

/** `/channels/*\/messages` with `*` for one segment. */
const pathPattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/]+')}/?$`,
  );

function describe({ fault, left }: Standing): string {
  const where = `${fault.method?.toUpperCase() ?? 'every'} ${fault.path ?? 'request'}`;
  const whose = fault.botUserId === undefined ? '' : ` of bot ${fault.botUserId}`;
  const often = left === Number.POSITIVE_INFINITY ? 'until cleared' : `${left} more`;
  return `${where}${whose}: ${effectOf(fault)}, ${often}`;
}

function effectOf(fault: RestFault): string {
  if (fault.kind === 'error') return `error ${fault.status}`;
  if (fault.kind === 'slow') return `slow by ${fault.ms} ms`;
  if (fault.kind === 'hang-up') return `hang-up ${fault.after ? 'after' : 'before'} the effect`;
  return `rate limit (${fault.scope}) for ${fault.retryAfterMs} ms`;
}
