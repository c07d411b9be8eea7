import { z } from 'zod';
import { isAppError } from '../../../base/errors.js';
import { defaultLocale } from '../../../copy/copy.js';
import type { BrainStep } from '../brain.js';
import { refusalText, shippedCopy } from '../texts.js';
import type { AnyTool, Tool, Toolbox } from '../tools/tool.js';
import { useTool } from '../use.js';
import type { ToolCall } from './written-calls.js';

const maxResultChars = 6_000;

/** A tool in the form a model expects. */
export const describeTool = ({ name, description, input, schema }: AnyTool) => {
  const { $schema: _, ...parameters } = schema ?? z.toJSONSchema(input, { io: 'input' });
  return { type: 'function' as const, function: { name, description, parameters } };
};

/** A call as it is repeated to the model that made it. */
export const callOf = ({ id, name, input, extra }: ToolCall) => ({
  ...extra,
  id,
  type: 'function' as const,
  function: { name, arguments: isJson(input) ? input : '{}' },
});

/**
 * Calls with ids of their own within an answer, because servers match results by them. New ones have nine letters and
 * digits, which Mistral requires.
 * @param taken the ids of earlier calls; those of these are added
 */
export const withIds = (calls: readonly ToolCall[], taken: Set<string>): ToolCall[] =>
  calls.map((call) => {
    const id = call.id !== '' && !taken.has(call.id) ? call.id : freeId(taken);
    taken.add(id);
    return { ...call, id };
  });

function freeId(taken: ReadonlySet<string>): string {
  for (let at = taken.size; ; at += 1) {
    const id = `call${String(at).padStart(5, '0')}`;
    if (!taken.has(id)) return id;
  }
}

/** Small models also send nothing, null, or JSON inside a JSON string. */
function inputOf({ input }: ToolCall): unknown {
  const value: unknown = input ? JSON.parse(input) : null;
  return (typeof value === 'string' && isJson(value) ? JSON.parse(value) : value) ?? {};
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Signed addresses open a file for anyone, and a model may repeat what it reads. */
const withoutAddresses = (key: string, value: unknown): unknown =>
  /(?:^|_)urls?$/.test(key) ? undefined : value;

/** The tool's result, or the error of the call, which the model may correct in the next round. */
export async function* answerCall(call: ToolCall, tools: Toolbox): AsyncGenerator<BrainStep, string> {
  const tool = tools.all.find(({ name }) => name === call.name);
  if (!tool) return JSON.stringify({ error: `There is no tool ${call.name.slice(0, 60)}.` });
  if (call.input && !isJson(call.input)) return JSON.stringify({ error: 'The arguments are not JSON.' });
  const parsed = tool.input.safeParse(inputOf(call));
  if (!parsed.success) return JSON.stringify({ error: z.prettifyError(parsed.error) });
  try {
    const value = yield* useTool(tools, tool as unknown as Tool<unknown, unknown>, parsed.data);
    return JSON.stringify(value ?? null, withoutAddresses).slice(0, maxResultChars);
  } catch (error) {
    if (isAppError(error) && error.status < 500)
      return JSON.stringify({ error: refusalText(error, shippedCopy().for(defaultLocale)) });
    throw error;
  }
}
