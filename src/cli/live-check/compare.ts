import type { Seen } from './seen.js';

/** A value that differs from the expected one, with its path. */
export type Difference = { path: string; expected: Seen | undefined; seen: Seen | undefined };

const isTree = (value: Seen | undefined): value is { readonly [name: string]: Seen } =>
  typeof value === 'object' && value !== null;

/** @returns every leaf that differs; empty when both are equal */
export function differencesOf(expected: Seen | undefined, seen: Seen | undefined, path = ''): Difference[] {
  if (!isTree(expected) || !isTree(seen) || Array.isArray(expected) !== Array.isArray(seen))
    return Object.is(expected, seen) ? [] : [{ path, expected, seen }];
  const names = [...new Set([...Object.keys(expected), ...Object.keys(seen)])];
  return names.flatMap((name) =>
    differencesOf(expected[name], seen[name], path === '' ? name : `${path}.${name}`),
  );
}
