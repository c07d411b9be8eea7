import { Refusal } from './failure.js';

/** Maximum depth. No valid body comes near it; deeper ones would overflow the stack of code that walks them. */
const NESTING = 200;

/** Parses untrusted JSON without `__proto__` keys, which would change the prototype of copied objects. */
export function parseBotJson(text: string): unknown {
  if (isDeeplyNested(text)) throw new Refusal('invalidJson');
  try {
    const exact = quoteSnowflakes(text);
    return exact.includes('__proto__') ? JSON.parse(exact, withoutPrototype) : JSON.parse(exact);
  } catch {
    throw new Refusal('invalidJson');
  }
}

const withoutPrototype = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value);

function isDeeplyNested(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length && depth <= NESTING; at += 1) {
    const mark = text[at];
    if (mark === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += mark === '\\' ? 1 : 0;
    else if (mark === '[' || mark === '{') depth += 1;
    else if (mark === ']' || mark === '}') depth -= 1;
  }
  return depth > NESTING;
}

const MAY_HOLD_SNOWFLAKE = /[:,[]\s*\d{16,}/;
const STRINGS_AND_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/**
 * Quotes integers beyond 2^53. Python libraries send ids as integers, and `JSON.parse` would round them to a different
 * id.
 */
export function quoteSnowflakes(text: string): string {
  if (!MAY_HOLD_SNOWFLAKE.test(text)) return text;
  return text.replace(STRINGS_AND_NUMBERS, (token) =>
    /^\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}
