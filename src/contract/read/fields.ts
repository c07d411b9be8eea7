import { mismatch, type Notes } from './reading.js';
import {
  type Dictionary,
  isDictionary,
  plainWord,
  toFlag,
  toId,
  toNumber,
  toText,
  toTime,
} from './values.js';

/**
 * Reads the fields of an object under any of their common names. Names are compared without case and separators:
 * `created_at`, `createdAt` and `created-at` are the same. The first name of a list is ours; a match of another is noted.
 */
export type Fields = {
  readonly at: string;
  readonly notes: Notes;
  /** The first value that is present and not null. */
  any(names: readonly string[]): unknown;
  has(names: readonly string[]): boolean;
  /** The plain names of all fields that are present. */
  names(): string[];
  text(names: readonly string[]): string | undefined;
  id(names: readonly string[]): string | undefined;
  number(names: readonly string[]): number | undefined;
  flag(names: readonly string[]): boolean | undefined;
  time(names: readonly string[]): string | undefined;
  list(names: readonly string[]): readonly unknown[] | undefined;
  object(names: readonly string[]): Fields | undefined;
  /** @throws AppError `provider_mismatch` naming the first name */
  missing(names: readonly string[], why?: string): never;
};

type Found = { value: unknown; name: string };

/** Other common names of a time: `created_on` and `created_utc` for `created_at`. */
const timeNames = (name: string): string[] =>
  name.endsWith('_at')
    ? ['_at', '_on', '_utc', '_time', '_date'].map((end) => name.replace(/_at$/, end))
    : [name];

/** A field name without the name of its resource: `generationStatus` of a generation is its `status`. */
export const withoutPrefix = (key: string, prefixes: readonly string[]): string => {
  const prefix = prefixes.find((one) => key.startsWith(one) && key.length > one.length);
  return prefix === undefined ? key : key.slice(prefix.length);
};

/**
 * @param layers searched in order
 * @param prefixes plain names of the resource; `generationStatus` counts as `status` when no field has that name
 */
export function fieldsOf(
  layers: readonly Dictionary[],
  at: string,
  notes: Notes,
  prefixes: readonly string[] = [],
): Fields {
  const direct = new Map<string, Found>();
  const prefixed = new Map<string, Found>();
  for (const layer of layers)
    for (const [name, value] of Object.entries(layer)) {
      if (value === null || value === undefined) continue;
      const key = plainWord(name);
      const short = withoutPrefix(key, prefixes);
      if (!direct.has(key)) direct.set(key, { value, name });
      if (short !== key && !prefixed.has(short)) prefixed.set(short, { value, name });
    }
  const pathOf = (name: string): string => (at === '' ? name : `${at}.${name}`);

  const pickFrom = <T>(
    found: ReadonlyMap<string, Found>,
    names: readonly string[],
    convert: (value: unknown) => T | undefined,
  ): T | undefined => {
    for (const name of names) {
      const field = found.get(plainWord(name));
      if (!field) continue;
      const value = convert(field.value);
      if (value === undefined) {
        if (name === names[0]) notes.add(`${pathOf(name)}: its value is not understood`);
        continue;
      }
      if (field.name !== names[0]) notes.add(`${pathOf(names[0] ?? '')}: read from "${field.name}"`);
      return value;
    }
    return undefined;
  };
  const pick = <T>(names: readonly string[], convert: (value: unknown) => T | undefined): T | undefined =>
    pickFrom(direct, names, convert) ?? pickFrom(prefixed, names, convert);
  /** Some services write every field and use an empty text for a missing one. */
  const toFilledText = (value: unknown): string | undefined => toText(value) || undefined;

  return {
    at,
    notes,
    any: (names) => pick(names, (value) => value),
    has: (names) => names.some((name) => direct.has(plainWord(name)) || prefixed.has(plainWord(name))),
    names: () => [...direct.keys()],
    text: (names) => pick(names, toFilledText) ?? pick(names, toText),
    id: (names) => pick(names, toId),
    number: (names) => pick(names, toNumber),
    flag: (names) => pick(names, toFlag),
    time: (names) => pick(names.flatMap(timeNames), toTime),
    list: (names) => pick(names, (value) => (Array.isArray(value) ? value : undefined)),
    object: (names) =>
      pick(names, (value) =>
        isDictionary(value) ? fieldsOf([value], pathOf(names[0] ?? ''), notes) : undefined,
      ),
    missing(names, why = 'is missing') {
      throw mismatch(pathOf(names[0] ?? ''), why);
    },
  };
}
