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
 * The fields of one object under any of their usual names. Names are compared without case and separators, so that
 * `created_at`, `createdAt` and `created-at` are one. The first name of a list is ours; another is noted.
 */
export type Fields = {
  readonly at: string;
  readonly notes: Notes;
  /** The first value that is there and not null. */
  any(names: readonly string[]): unknown;
  has(names: readonly string[]): boolean;
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

/** @param layers are searched in order */
export function fieldsOf(layers: readonly Dictionary[], at: string, notes: Notes): Fields {
  const found = new Map<string, { value: unknown; name: string }>();
  for (const layer of layers)
    for (const [name, value] of Object.entries(layer)) {
      const key = plainWord(name);
      if (value !== null && value !== undefined && !found.has(key)) found.set(key, { value, name });
    }
  const pathOf = (name: string): string => (at === '' ? name : `${at}.${name}`);

  const pick = <T>(names: readonly string[], convert: (value: unknown) => T | undefined): T | undefined => {
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

  return {
    at,
    notes,
    any: (names) => pick(names, (value) => value),
    has: (names) => names.some((name) => found.has(plainWord(name))),
    text: (names) => pick(names, toText),
    id: (names) => pick(names, toId),
    number: (names) => pick(names, toNumber),
    flag: (names) => pick(names, toFlag),
    time: (names) => pick(names, toTime),
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
