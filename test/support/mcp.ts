import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { McpServer } from '../../src/service/agents/mcp/config.js';

const script = resolve('test/support/mcp-server.mjs');

type Changes = Partial<Pick<McpServer, 'allow' | 'tools' | 'trustHints' | 'timeoutMs'>>;
const entry = (name: string, changes: Changes) => ({
  name,
  allow: [],
  tools: undefined,
  trustHints: false,
  timeoutMs: 20_000,
  ...changes,
});

/** The entry of a real server process of a kind that `mcp-server.mjs` lists. */
export const localServer = (kind: string, changes: Changes = {}, notes = '') =>
  ({
    ...entry(kind, changes),
    command: process.execPath,
    args: [script, kind, notes],
    env: {},
  }) satisfies McpServer;

/** Starts a real server of the streamable HTTP transport. */
export async function openRemoteServer(changes: Changes = {}, port = 0) {
  const child: ChildProcess = spawn(process.execPath, [script, 'http', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout!, 'data');
  const used = Number(String(said));
  const server: McpServer = {
    ...entry('remote', changes),
    url: `http://127.0.0.1:${used}/mcp`,
    headers: { authorization: 'Bearer right' },
  };
  return {
    server,
    port: used,
    async close() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
