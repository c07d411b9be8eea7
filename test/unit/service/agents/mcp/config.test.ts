import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readMcpServers } from '../../../../../src/service/agents/mcp/config.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-config-'));
  path = join(folder, 'mcp.json');
});
afterEach(() => rmSync(folder, { recursive: true }));
const write = (value: unknown) =>
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));

it('names programs and addresses, and lets nothing run without asking unless it says so', () => {
  write({
    mcpServers: {
      weather: { command: 'weather-server', args: ['--metric'], allow: ['forecast'], timeoutSeconds: 5 },
      tables: { url: 'https://tables.example/mcp', headers: { authorization: 'Bearer x' } },
    },
  });
  expect(readMcpServers(path, true)).toEqual([
    {
      name: 'weather',
      command: 'weather-server',
      args: ['--metric'],
      env: {},
      allow: ['forecast'],
      tools: undefined,
      trustHints: false,
      timeoutMs: 5_000,
    },
    {
      name: 'tables',
      url: 'https://tables.example/mcp',
      headers: { authorization: 'Bearer x' },
      allow: [],
      tools: undefined,
      trustHints: false,
      timeoutMs: 30_000,
    },
  ]);
});

it('is empty without a file, unless the operator named one', () => {
  expect(readMcpServers(path, false)).toEqual([]);
  expect(() => readMcpServers(path, true)).toThrow(/AGENT_MCP: .*mcp\.json cannot be read \(ENOENT\)/);
});

it('is refused with its path when it is not JSON or has an unknown field', () => {
  write('{');
  expect(() => readMcpServers(path, false)).toThrow(/mcp\.json is not JSON/);
  write({ mcpServers: { weather: { command: 'x', alow: ['forecast'] } } });
  expect(() => readMcpServers(path, false)).toThrow(/mcp\.json is not valid[\s\S]*weather/);
  write({ mcpServers: { 'a b': { command: 'x' } } });
  expect(() => readMcpServers(path, false)).toThrow(/not valid/);
  write({ mcpServers: { files: { url: 'file:///etc/passwd' } } });
  expect(() => readMcpServers(path, false)).toThrow(/not valid/);
});
