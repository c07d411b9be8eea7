import { Refusal } from './failure.js';

/** No body that Discord takes comes near; whatever walks through it would run out of stack. */
const NESTING = 200;

/** JSON from outside; a `__proto__` in it would reach into every object that is copied from it. */
export function parseJson(text: string): unknown {
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
 * Turns bare integers beyond 2^53 into strings. Python libraries send ids as integers, and `JSON.parse` would round
 * them to another id.
 */
export function quoteSnowflakes(text: string): string {
  if (!MAY_HOLD_SNOWFLAKE.test(text)) return text;
  return text.replace(STRINGS_AND_NUMBERS, (token) =>
    /^\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}
