/**
 * A tool call of a model. `input` is text that should be JSON; `id` is empty when it has none; `extra`: fields that its
 * server wants back.
 */
export type ToolCall = { id: string; name: string; input: string; extra?: object };

/**
 * Reads tool calls that a model wrote into its text, in the forms of common templates: one JSON value or a list of
 * them, `name` followed by JSON, or the tags `<function=name><parameter=key>value`.
 * @param text between the marks of such a call
 * @param names the tools that were offered
 * @returns null when it is not a call of one of them
 */
export function readWrittenCalls(text: string, names: ReadonlySet<string>): ToolCall[] | null {
  const calls = callsInTags(text) ?? callsInJson(text) ?? callsAfterNames(text);
  if (!calls?.length || !calls.every(({ name }) => names.has(name))) return null;
  return calls.map((call) => ({ id: '', ...call }));
}

type Written = { name: string; input: string };

/** `<function=name>` with JSON or with `<parameter=key>value</parameter>` inside. */
function callsInTags(text: string): Written[] | null {
  const found = [...text.matchAll(/<function=([\w.-]+)>([\s\S]*?)(?:<\/function>|$)/g)];
  if (found.length === 0) return null;
  return found.map(([, name = '', body = '']) => {
    const fields = [...body.matchAll(/<parameter=([\w.-]+)>\s*([\s\S]*?)\s*(?:<\/parameter>|$)/g)];
    const named = Object.fromEntries(fields.map(([, key = '', value = '']) => [key, parse(value) ?? value]));
    return { name, input: fields.length > 0 ? JSON.stringify(named) : body.trim() };
  });
}

/** JSON values, one after another, or in a list; possibly inside a code block. */
function callsInJson(text: string): Written[] | null {
  const body = text.replace(/```\w*/g, ' ').trim();
  const whole = parse(body) ?? parse(`[${body.replace(/\}\s*;?\s*\{/g, '},{')}]`);
  const values = Array.isArray(whole) ? whole.flat() : [whole];
  const calls = values.map(callIn);
  return calls.every((call) => call !== null) ? calls : null;
}

function callIn(value: unknown): Written | null {
  const { function: inner = value } = (value ?? {}) as { function?: unknown };
  if (typeof inner === 'string') return callOf(inner, value);
  const { name, tool_name = name, tool = tool_name } = (inner ?? {}) as Record<string, unknown>;
  return typeof tool === 'string' ? callOf(tool, inner) : null;
}

function callOf(name: string, value: unknown): Written {
  const { arguments: given, parameters = given, input = parameters } = value as Record<string, unknown>;
  return {
    name: name.replace(/^functions\./, ''),
    input: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
  };
}

/** `name` and then JSON, as DeepSeek's and Mistral's newer templates write it. */
function callsAfterNames(text: string): Written[] | null {
  const plain = text.replace(/<[｜|][^<>]*?[｜|]>|\[(?:ARGS|CALL_ID)\]|```(?:json)?/g, '\n');
  const found = [
    ...plain.matchAll(/(?:^|\n)\s*(?:function\s*\n\s*)?(?:functions\.)?([\w.-]+?)(?::\d+)?\s*(\{)/g),
  ];
  const calls = found.map(({ 1: name = '', index, 0: head }, at) => {
    const end = found[at + 1]?.index ?? plain.length;
    return { name, input: plain.slice(index + head.length - 1, end).trim() };
  });
  return calls.length > 0 && calls.every(({ input }) => parse(input) !== undefined) ? calls : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
