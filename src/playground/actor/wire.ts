/**
 * The format of the actor API: the local Discord's views with snake_case keys. Discord's raw JSON (`embeds`,
 * `components`) is already in snake_case and passes through unchanged.
 */

type Snake<K extends string> = K extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : K;

/** A view in wire format: keys in snake_case, bigints as decimal strings. */
export type SnakeCased<T> = T extends bigint
  ? string
  : T extends readonly (infer U)[]
    ? SnakeCased<U>[]
    : T extends object
      ? string extends keyof T
        ? T
        : { [K in keyof T as Snake<K & string>]: SnakeCased<T[K]> }
      : T;

const raw = new Set(['embeds', 'components']);
const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export function toWire<T>(value: T): SnakeCased<T> {
  return convert(value) as SnakeCased<T>;
}

function convert(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [snake(key), raw.has(key) ? inner : convert(inner)]),
  );
}
