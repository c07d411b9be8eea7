import type { ToolCall } from './written-calls.js';

const maxCalls = 8;
const maxInputChars = 20_000;

type Piece = {
  index?: unknown;
  id?: unknown;
  function?: { name?: unknown; arguments?: unknown };
  extra_content?: unknown;
};

/** Joins the pieces of calls in one chunk: a list, or one piece. Skips anything else. */
export function addPieces(calls: ToolCall[], given: unknown): void {
  if (typeof given !== 'object' || given === null) return;
  for (const piece of Array.isArray(given) ? given : [given]) addPiece(calls, (piece ?? {}) as Piece);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Joins the pieces of a call by their index. Some servers omit the index and send a call whole, others give every
 * call the same one (Ollama), and no id either (Gemini).
 */
function addPiece(calls: ToolCall[], { index, id: givenId, function: part, extra_content }: Piece): void {
  const [id, name] = [textOf(givenId), textOf(part?.name)];
  const text = inputOf(part?.arguments);
  const numbered = typeof index === 'number' ? index : null;
  const current = calls[numbered ?? calls.length - 1];
  const hasNewId = id !== '' && !calls.some((call) => call?.id === id);
  const isNext = Boolean(current?.name) && name !== '' && (hasNewId || isSecond(current, text, id));
  const at = isNext || numbered === null ? placeOf(calls, isNext || hasNewId) : numbered;
  if (!Number.isInteger(at) || at < 0 || at >= maxCalls) return;
  // An id that another call has is none.
  calls[at] ??= { id: calls.some((call) => call?.id === id) ? '' : id, name: '', input: '' };
  const call = calls[at];
  call.name ||= name;
  call.input = (call.input + text).slice(0, maxInputChars);
  if (extra_content) call.extra = { extra_content };
}

const placeOf = (calls: readonly ToolCall[], isNew: boolean): number =>
  isNew ? calls.length : Math.max(0, calls.length - 1);

/** Whether another call follows in the place of one whose arguments are complete. */
const isSecond = (current: ToolCall | undefined, text: string, id: string): boolean =>
  text !== '' && (id === '' || id !== current?.id) && isJson(current?.input ?? '');

const inputOf = (input: unknown): string =>
  typeof input === 'string' ? input : input === undefined ? '' : JSON.stringify(input);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
