import * as z from 'zod/mini';
import type { BodyChecks } from '../validation/document.js';
import { checkQuery } from '../validation/query.js';
import type { Call, Route } from './route.js';

/** What the document says of a route's query and body, as one check of its calls; it throws 50035. */
export function callCheck(route: Route, checks: BodyChecks): (call: Call) => void {
  const { body = z.object({}), query = {} } = route;
  const schemaOf = typeof body === 'function' ? body : () => body;
  return (call) => {
    checkQuery(call.query, query);
    const schema = schemaOf(call);
    if (schema) checks(schema)(call.body);
  };
}
