/**
 * Reasoning in fields of its own. DeepSeek and Kimi refuse calls that come back without `reasoning_content`, and
 * models behind OpenRouter lose their thread without `reasoning_details`.
 */
export type Reasoning = { reasoning_content?: string; reasoning_details?: Detail[] };
type Detail = { type?: unknown; index?: unknown; text?: string; summary?: string };

const maxChars = 200_000;
const maxDetails = 1_000;

/** Adds what a piece of a reply has of it. */
export function addReasoning(all: Reasoning, delta: unknown): void {
  const { reasoning_content: text, reasoning_details: details } = (delta ?? {}) as Record<string, unknown>;
  if (typeof text === 'string' && text !== '')
    all.reasoning_content = ((all.reasoning_content ?? '') + text).slice(0, maxChars);
  if (!Array.isArray(details)) return;
  for (const detail of details) if (typeof detail === 'object' && detail !== null) addDetail(all, detail);
}

/** A block arrives in pieces with the same type and index. */
function addDetail(all: Reasoning, detail: Detail): void {
  all.reasoning_details ??= [];
  const list = all.reasoning_details;
  const last = list.at(-1);
  const isMore = last && last.type === detail.type && last.index === detail.index;
  const [text, summary] = [joined(last?.text, detail.text), joined(last?.summary, detail.summary)];
  if (!isMore || (text === undefined && summary === undefined)) {
    if (list.length < maxDetails) list.push({ ...detail });
    return;
  }
  Object.assign(last, detail, text !== undefined && { text }, summary !== undefined && { summary });
}

const joined = (before: unknown, more: unknown): string | undefined =>
  typeof before === 'string' && typeof more === 'string' ? (before + more).slice(0, maxChars) : undefined;
