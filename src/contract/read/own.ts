import type { z } from 'zod';
import { isDictionary, toId } from './values.js';

/** Fields of our schemas that hold the id of a resource. A cursor may be an id as well. */
const isIdName = (name: PropertyKey | undefined): boolean =>
  typeof name === 'string' &&
  (/(^|_)id$/.test(name) || ['subject', 'replaced_by', 'next_cursor'].includes(name));

/** The paths at which a schema expects the text of an id; of a union, those of all its members. */
const idPaths = (issues: readonly z.core.$ZodIssue[], before: readonly PropertyKey[] = []): PropertyKey[][] =>
  issues.flatMap((issue) => {
    const path = [...before, ...issue.path];
    if (issue.code === 'invalid_union') return issue.errors.flatMap((errors) => idPaths(errors, path));
    const isId = issue.code === 'invalid_type' && issue.expected === 'string' && isIdName(path.at(-1));
    return isId ? [path] : [];
  });

/** Turns the number at the path, if there is one, into text. */
function setText(body: unknown, path: readonly PropertyKey[]): void {
  const name = path.at(-1);
  const holder = path.slice(0, -1).reduce((value, key) => (value as never)?.[key], body);
  if (isDictionary(holder) && typeof name === 'string' && typeof holder[name] === 'number')
    Object.assign(holder, { [name]: toId(holder[name]) });
}

/** `notes` names the ids that were numbers, for operators. */
type Parsed<S extends z.ZodType> = z.ZodSafeParseResult<z.output<S>> & { notes: readonly string[] };

const nothingNoted: readonly string[] = [];

/**
 * Parses a body in our own dialect. An id written as a number counts as its text, because services with numbered rows
 * write it so. No other field is converted: a number where text is expected may be an amount.
 */
export function parseOwn<S extends z.ZodType>(schema: S, body: unknown): Parsed<S> {
  const strict = schema.safeParse(body);
  if (strict.success) return { success: true, data: strict.data, notes: nothingNoted };
  const paths = idPaths(strict.error.issues);
  if (paths.length === 0) return { ...strict, notes: nothingNoted };
  const copy: unknown = structuredClone(body);
  for (const path of paths) setText(copy, path);
  const again = schema.safeParse(copy);
  if (!again.success) return { ...strict, notes: nothingNoted };
  const names = new Set(paths.map((path) => path.filter((one) => typeof one === 'string').join('.')));
  return { ...again, notes: [...names].map((name) => `${name}: is a number, read as text`) };
}
