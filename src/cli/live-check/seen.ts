import type { Answer } from './client.js';

/** An observation without ids and times, so that two Discords can be compared. */
export type Seen = null | boolean | number | string | readonly Seen[] | { readonly [name: string]: Seen };

/** The value at `author.id`; null where there is none. */
export function at(value: unknown, path: string): Seen {
  const found = path
    .split('.')
    .reduce<unknown>(
      (part, key) =>
        typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[key] : null,
      value,
    );
  return (found ?? null) as Seen;
}

export const idOf = (answer: Answer): string => String(at(answer.body, 'id'));
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The faults in the body of a 50035, as `content BASE_TYPE_MAX_LENGTH`. */
function faultsOf(errors: unknown, path: readonly string[] = []): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  return Object.entries(errors).flatMap(([key, value]) =>
    Array.isArray(value)
      ? value.map((fault) => `${path.join('.')} ${at(fault, 'code')}`)
      : faultsOf(value, [...path, key]),
  );
}

/** How a request was refused. */
export const refusalOf = ({ status, body }: Answer): Seen => ({
  status,
  code: at(body, 'code'),
  faults: faultsOf(at(body, 'errors')).sort(),
});

export const refused = (status: number, code: number, ...faults: string[]): Seen => ({
  status,
  code,
  faults,
});
