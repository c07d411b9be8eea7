import * as z from 'zod/mini';
import type { BodyChecks } from '../validation/document.js';
import { checkQuery } from '../validation/query.js';
import type { RestCall, RestRoute } from './route.js';

/** Combines the checks of a route's query and body against Discord's OpenAPI document. Throws 50035. */
export function callCheck(route: RestRoute, checks: BodyChecks): (call: RestCall) => void {
  const { body = z.object({}), query = {} } = route;
  const schemaOf = typeof body === 'function' ? body : () => body;
  return (call) => {
    checkQuery(call.query, query);
    const schema = schemaOf(call);
    if (schema) checks(schema)(call.body);
  };
}
