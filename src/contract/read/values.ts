/** Converters for single values in common forms. Each returns undefined for unreadable input. */

export type Dictionary = Readonly<Record<string, unknown>>;

export const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const longestId = 200;

/** Ids are strings or numbers. */
export function toId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  return typeof value === 'string' && value !== '' && value.length <= longestId ? value : undefined;
}

/** A finite number, also one written in a string. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

export function toFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 1) return true;
  return value === 'false' || value === 0 ? false : undefined;
}

const latestSeconds = 1e11;
const latestMs = 1e14;

const fromEpoch = (number: number): number => {
  if (number < latestSeconds) return number * 1_000;
  return number < latestMs ? number : number / 1_000;
};

/** ISO 8601 with any offset, or the Unix epoch in seconds, ms or µs. @returns ISO 8601 in UTC */
export function toTime(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const number = toNumber(value);
  const ms = number === undefined ? parseDate(String(value)) : number > 0 ? fromEpoch(number) : Number.NaN;
  const date = new Date(ms);
  return date.getTime() > 0 ? date.toISOString() : undefined; // a zero time means none
}

/** A time without an offset is in UTC; `Date.parse` would take it for local. */
function parseDate(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return Date.parse(text);
  const joined = text.trim().replace(/^(\d{4}-\d{2}-\d{2})[ t]/, '$1T');
  const isBare = /^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(joined);
  return Date.parse(isBare ? `${joined}Z` : joined);
}

const textFields = [
  'text',
  'content',
  'value',
  'message',
  'delta',
  'answer',
  'output',
  'response',
  'reply',
  'output_text',
  'parts',
  'body',
] as const;
const deepest = 6;

/**
 * Text in the forms chat services use: a string, `{text}`, `parts[].text`, `content[].text`. Other parts (images, tool
 * calls) are skipped.
 */
export function toText(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (depth > deepest) return undefined;
  if (Array.isArray(value)) {
    const parts = value.flatMap((part) => toText(part, depth + 1) ?? []);
    return parts.length > 0 ? parts.join('') : undefined;
  }
  if (!isDictionary(value) || isSilent(value)) return undefined;
  for (const name of textFields) {
    const found = toText(value[name], depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reasoning, tool calls and media are not part of the text. */
const isSilent = ({ type }: Dictionary): boolean =>
  typeof type === 'string' && /thinking|reasoning|tool|function|image|audio|file/i.test(type);

/** A foreign value, shortened for notes and logs. */
export const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 40);

/** A word without case and separators: `In-Progress`, `in_progress` and `inProgress` are the same. */
export const plainWord = (value: unknown): string =>
  typeof value === 'string' ? value.toLowerCase().replace(/[^a-z0-9]/g, '') : '';

/** Matches JSON strings, which stay unchanged, and integers of at least 16 digits. */
const longIntegers = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

const quoteUnsafe = (token: string): string =>
  token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`;

/**
 * Parses JSON; undefined for other text. Integers beyond the safe range, such as 64-bit ids, become strings.
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return /\d{16}/.test(text) ? JSON.parse(text.replace(longIntegers, quoteUnsafe)) : value;
  } catch {
    return undefined;
  }
}

/** Decodes a part of a URL; returns it unchanged if its escapes are malformed. */
export const safeDecode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
