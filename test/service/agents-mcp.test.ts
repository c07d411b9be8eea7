import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.js';
import { type Log, silentLog } from '../../src/base/log.js';
import type { CallOutcome } from '../../src/service/agents/mcp/call.js';
import type { McpServer } from '../../src/service/agents/mcp/config.js';
import { connectServer } from '../../src/service/agents/mcp/connection.js';
import { createMcpServers, type McpServers } from '../../src/service/agents/mcp/servers.js';
import { toolboxFor } from '../../src/service/agents/tools/index.js';
import type { ToolContext } from '../../src/service/agents/tools/tool.js';
import { eventually } from '../support/eventually.js';
import { localServer, openRemoteServer } from '../support/mcp.js';

/** Real servers in processes of their own, made with the official SDK. */

let folder: string;
let notes: string;
let open: McpServers[];
let warned: object[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-'));
  notes = join(folder, 'notes');
  writeFileSync(notes, '');
  [open, warned] = [[], []];
});
afterEach(async () => {
  await Promise.all(open.map((one) => one.stop()));
  rmSync(folder, { recursive: true });
});

const log = { ...silentLog, warn: (fields: object) => void warned.push(fields) } as Log;
/** Retries come soon. */
const clock: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 100), signal) };

function begin(...servers: McpServer[]): McpServers {
  const started = createMcpServers({ servers, connect: connectServer, log, clock });
  open.push(started);
  started.start();
  return started;
}
const connected = (servers: McpServers, count: number) =>
  eventually(() => expect(servers.tools()).toHaveLength(count));

/** Uses a tool as the agent does. */
function use(servers: McpServers, name: string, input: object, signal?: AbortSignal) {
  const context = { userId: 'usr_1', files: [], sources: {} } as unknown as ToolContext;
  const tools = toolboxFor({ ...context, others: servers.tools(), ...(signal && { signal }) });
  const tool = tools.all.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name} among ${tools.all.map((one) => one.name)}`);
  return tools.use(tool as never, input as never);
}
const called = (servers: McpServers, tool: string, input = {}): Promise<CallOutcome> =>
  servers.call({ server: 'usual', tool, input });

describe('a local server', () => {
  test('runs the tools that its entry allows, and shows a card for every other, whatever it declares', async () => {
    const servers = begin(localServer('usual', { allow: ['forecast'] }, notes));
    await connected(servers, 8);
    expect(await use(servers, 'usual_forecast', { city: 'Oslo' })).toEqual({
      value: { result: 'Oslo: sunny' },
    });
    const { proposal } = await use(servers, 'usual_book', { place: 'Chez `Mia`' });
    expect(proposal).toMatchObject({
      kind: 'tool',
      title: 'Run Book a table',
      tool: { server: 'usual', name: 'book', input: '{"place":"Chez \\u0060Mia\\u0060"}' },
    });
    expect(readFileSync(notes, 'utf8')).toBe('');
    expect(await servers.call(proposal?.request as never)).toEqual({
      status: 'done',
      text: 'booked Chez `Mia`',
    });
    expect(readFileSync(notes, 'utf8')).toBe('{"place":"Chez `Mia`"}\n');
  });

  test('is only believed that a tool changes nothing where the operator trusts it', {
    tags: 'slow',
  }, async () => {
    const wary = begin(localServer('usual', { tools: ['forecast'] }));
    const trusting = begin(localServer('usual', { tools: ['forecast', 'book'], trustHints: true }));
    await connected(wary, 1);
    await connected(trusting, 2);
    expect(await use(wary, 'usual_forecast', { city: 'Oslo' })).toHaveProperty('proposal');
    expect(await use(trusting, 'usual_forecast', { city: 'Oslo' })).not.toHaveProperty('proposal');
    expect(await use(trusting, 'usual_book', {})).toHaveProperty('proposal');
  });

  test("doesn't see the secrets in the environment of the bot", { tags: 'slow' }, async () => {
    process.env.MASTER_KEY_OF_TEST = 'secret';
    const servers = begin(localServer('usual'));
    await connected(servers, 8);
    const { text } = await called(servers, 'environment');
    delete process.env.MASTER_KEY_OF_TEST;
    expect(text).toContain('PATH');
    expect(text).not.toContain('MASTER_KEY_OF_TEST');
  });

  test('gives results of limited length, and its errors in words', async () => {
    const servers = begin(localServer('usual', { allow: ['broken'] }));
    await connected(servers, 8);
    const { text } = await called(servers, 'long');
    expect(text.length).toBeLessThan(5_100);
    expect(text).toMatch(/x\n\[cut\]$/);
    await expect(use(servers, 'usual_broken', {})).rejects.toThrow('usual_broken: no table is free');
    expect(await called(servers, 'nonsense')).toMatchObject({ status: 'unknown' });
  });

  test('that takes too long is not waited for, and goes on answering', { tags: 'slow' }, async () => {
    const servers = begin(localServer('usual', { timeoutMs: 6_000 }));
    await connected(servers, 8);
    expect(await called(servers, 'slow')).toEqual({
      status: 'unknown',
      text: 'It did not answer within 6 s.',
    });
    expect(await called(servers, 'forecast', { city: 'Oslo' })).toMatchObject({ text: 'Oslo: sunny' });
  });

  test('is told when the run that asked has ended', { tags: 'slow' }, async () => {
    const servers = begin(localServer('usual', { allow: ['slow'] }));
    await connected(servers, 8);
    const ending = new AbortController();
    const asked = use(servers, 'usual_slow', {}, ending.signal);
    ending.abort(new Error('stopped'));
    await expect(asked).rejects.toThrow('stopped');
  });

  test('that dies in the middle of a call is started again, and the log says so once', async () => {
    const servers = begin(localServer('usual'));
    await connected(servers, 8);
    expect(await called(servers, 'die')).toEqual({
      status: 'unknown',
      text: 'The connection ended before it answered.',
    });
    await eventually(async () =>
      expect(await called(servers, 'forecast', { city: 'Bonn' })).toMatchObject({ text: 'Bonn: sunny' }),
    );
    expect(warned).toMatchObject([{ server: 'usual', problem: 'the connection ended' }]);
  });

  test('with 200 tools offers the first 40, or those that the operator names', { tags: 'slow' }, async () => {
    const servers = begin(localServer('many'));
    await connected(servers, 40);
    expect(servers.tools()[39]?.name).toBe('many_tool_39');
    const named = begin(localServer('many', { tools: ['tool 150'] }));
    await connected(named, 1);
    expect(named.tools()[0]?.name).toBe('many_tool_150');
  });
});

describe('a server that never works', () => {
  test.each([
    ['never answers', localServer('mute', { timeoutMs: 1_000 })],
    ['writes anything but the protocol', localServer('noise', { timeoutMs: 1_000 })],
    ['is no program', { ...localServer('none'), command: '/nowhere/at-all' }],
  ])('because it %s is named in one line of the log, and other servers work', async (_, bad) => {
    const servers = begin(bad, localServer('usual', { tools: ['forecast'] }));
    await connected(servers, 1);
    await eventually(() => expect(warned).toMatchObject([{ server: bad.name }]));
    expect(await called(servers, 'forecast', { city: 'Oslo' })).toMatchObject({ status: 'done' });
    expect(await servers.call({ server: bad.name, tool: 'any', input: {} })).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('not connected'),
    });
  });
});

test("a tool never gets the name of one of the agent's own", async () => {
  const servers = createMcpServers({
    servers: [{ ...localServer('usual'), name: 'search' }],
    connect: async (_, ending) => ({
      tools: [{ name: 'docs', inputSchema: { type: 'object' } }],
      call: async () => ({ status: 'done', text: '' }),
      closed: new Promise<void>((resolve) => ending.addEventListener('abort', () => resolve())),
    }),
    log,
    clock,
  });
  open.push(servers);
  servers.start();
  await connected(servers, 1);
  expect(servers.tools()[0]?.name).toBe('search_docs_2');
});

test('a server that was away is not connected any more once the process stops', async () => {
  let asked = 0;
  const servers = createMcpServers({
    servers: [localServer('usual')],
    connect: async () => {
      asked += 1;
      throw new Error('away');
    },
    log,
    clock: { ...systemClock, sleep: (_, signal) => systemClock.sleep(600_000, signal) },
  });
  servers.start();
  await eventually(() => expect(warned).toHaveLength(1));
  await servers.stop();
  expect(asked).toBe(1);
});

describe('a server over HTTP', () => {
  test('gets the headers of its entry, and is asked again after it was restarted', async () => {
    const first = await openRemoteServer({ allow: ['forecast'] });
    const servers = begin(first.server);
    await connected(servers, 8);
    expect(await use(servers, 'remote_forecast', { city: 'Oslo' })).toEqual({
      value: { result: 'Oslo: sunny' },
    });
    await first.close();
    await expect(use(servers, 'remote_forecast', { city: 'Oslo' })).rejects.toThrow('remote_forecast');
    const second = await openRemoteServer({}, first.port);
    await eventually(() => use(servers, 'remote_forecast', { city: 'Bonn' }));
    await second.close();
  });

  test('that refuses its key is named in the log', { tags: 'slow' }, async () => {
    const remote = await openRemoteServer();
    const servers = begin({ ...remote.server, headers: {} } as McpServer);
    await eventually(() => expect(warned).toMatchObject([{ server: 'remote' }]));
    expect(servers.tools()).toEqual([]);
    await remote.close();
  });
});
