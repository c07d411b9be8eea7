import type { JsonObject } from '../types.js';

/** The audit log entries of a route. Prepared before the route runs, recorded with its result afterwards. */
export type Audited = (result: unknown) => {
  action: number;
  targetId: string | null;
  changes?: JsonObject[];
  options?: JsonObject;
} | null;
