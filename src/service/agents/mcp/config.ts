import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { SetupError } from '../../../base/errors.js';

const common = {
  /** Tools that run without asking; every other tool waits for a person's button. */
  allow: z.array(z.string().max(128)).default([]),
  /** The only tools that are offered; all by default. */
  tools: z.array(z.string().max(128)).optional(),
  /** Whether its tools run without asking where it declares that they only read. */
  trustHints: z.boolean().default(false),
  timeoutSeconds: z.number().min(1).max(300).default(30),
};
const local = z.strictObject({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  ...common,
});
const remote = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()).default({}),
  ...common,
});
const file = z.strictObject({
  mcpServers: z.record(z.string().regex(/^[\w-]{1,24}$/), z.union([local, remote])),
});

/** A server of tools: a program that is started here, or an address. */
export type McpServer = {
  name: string;
  allow: readonly string[];
  tools: readonly string[] | undefined;
  trustHints: boolean;
  timeoutMs: number;
} & (
  | { command: string; args: string[]; env: Record<string, string> }
  | { url: string; headers: Record<string, string> }
);

/**
 * Reads `{"mcpServers": {"NAME": {"command": …} or {"url": …}}}`.
 * @param isNeeded false: a file that does not exist names no servers
 * @throws SetupError that names the file and the invalid field
 */
export function readMcpServers(path: string, isNeeded: boolean): McpServer[] {
  if (!isNeeded && !existsSync(path)) return [];
  const read = file.safeParse(jsonIn(path));
  if (!read.success) throw new SetupError(`AGENT_MCP: ${path} is not valid.\n${z.prettifyError(read.error)}`);
  return Object.entries(read.data.mcpServers).map(([name, { timeoutSeconds, tools, ...server }]) => ({
    name,
    tools,
    timeoutMs: timeoutSeconds * 1_000,
    ...server,
  }));
}

function jsonIn(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SetupError(`AGENT_MCP: ${path} cannot be read (${code}). Check the path and its permissions.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new SetupError(`AGENT_MCP: ${path} is not JSON.`);
  }
}
