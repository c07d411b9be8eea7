import { z } from 'zod';
import { AppError } from '../../../base/errors.js';
import type { AnyTool } from '../tools/tool.js';
import type { CallTool, ListedTool } from './call.js';
import type { McpServer } from './config.js';

/** Tools of one server that a model is offered. */
const mostTools = 40;
const longestDescription = 1_000;
const longestSchema = 8_000;
/** Models allow 64 characters. */
const longestName = 56;
const longestLabel = 80;
/** Arguments of a call that a person approves: they must be able to read all of them. */
const longestApproved = 1_500;

const isPlain = ({ name, inputSchema }: ListedTool): boolean =>
  name.length <= 128 && JSON.stringify(inputSchema).length <= longestSchema;

/** What the operator named, or the first of what the server lists. */
export const offeredBy = ({ tools }: McpServer, listed: readonly ListedTool[]): ListedTool[] =>
  listed.filter((tool) => (tools?.includes(tool.name) ?? true) && isPlain(tool)).slice(0, mostTools);

/** A declaration of a server is only believed where the operator trusts it. */
export const runsUnasked = ({ allow, trustHints }: McpServer, { name, annotations }: ListedTool): boolean =>
  allow.includes(name) || (trustHints && annotations?.readOnlyHint === true);

/** A name that every model accepts, whatever the server calls its tool. */
export function uniqueName(server: string, tool: string, names: Set<string>): string {
  const plain = `${server}_${tool}`.replace(/[^\w-]+/g, '_').slice(0, longestName);
  let name = plain;
  for (let again = 2; names.has(name); again += 1) name = `${plain}_${again}`;
  names.add(name);
  return name;
}

const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, longestLabel);

/** JSON whose every character is visible, and which cannot end the code block that shows it. */
const visible = (input: unknown): string =>
  JSON.stringify(input).replace(/[`\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) =>
    Array.from(
      { length: sign.length },
      (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

const askedFirst =
  'Shows the user a card; it runs only when they press it, and you read its result with their next message.';

/** A tool of a server as the agent's model calls it. */
export function toolOf(given: {
  server: McpServer;
  tool: ListedTool;
  name: string;
  call: CallTool;
}): AnyTool {
  const { server, tool, name, call } = given;
  const label = oneLine(tool.title ?? tool.annotations?.title ?? tool.name) || name;
  const description = (tool.description ?? '').slice(0, longestDescription);
  const common = { name, label, input: z.record(z.string(), z.unknown()), schema: tool.inputSchema };
  if (runsUnasked(server, tool))
    return {
      ...common,
      description,
      async run(input, { signal }) {
        const { status, text } = await call({ server: server.name, tool: tool.name, input }, signal);
        if (status !== 'done') throw new AppError('invalid_request', `${name}: ${text}`);
        return { value: { result: text } };
      },
    };
  return {
    ...common,
    description: `${description}\n${askedFirst}`,
    async run(input) {
      const written = visible(input);
      if (written.length > longestApproved)
        throw new AppError(
          'invalid_request',
          `Keep the arguments under ${longestApproved} characters, because a person has to read them.`,
        );
      return {
        value: { shown: 'as a card; the user presses it or not. It has not run.' },
        proposal: {
          kind: 'tool',
          title: `Run ${label}`,
          request: { server: server.name, tool: tool.name, input },
          tool: { server: server.name, name: tool.name, label, input: written },
        },
      };
    },
  };
}
