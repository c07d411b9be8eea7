import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../../../src/base/log.js';
import type { AgentEvent } from '../../../../src/contract/events.js';
import type { CallOutcome, McpCall } from '../../../../src/service/agents/mcp/call.js';
import { createToolCalls, type ToolCalls } from '../../../../src/service/agents/tool-calls.js';
import { onEveryServiceEngine } from '../../../support/service-database.js';
import { mia, openTalk, type Talk } from './talks.js';

const request: McpCall = { server: 'shop', tool: 'order', input: { what: 'a fox' } };
const done: CallOutcome = { status: 'done', text: 'Ordered.' };

/** Calls of tools that a person let run: each at most once, also across processes and restarts. */
onEveryServiceEngine((openDatabase) => {
  let talk: Talk;
  let id: string;
  /** What the tool was called with, and how to end each call. */
  let called: { call: McpCall; end: (outcome: CallOutcome) => void }[];
  let told: AgentEvent[];
  beforeEach(async () => {
    talk = await openTalk(await openDatabase());
    called = [];
    told = [];
    const tool = { server: 'shop', name: 'order', label: 'Order', input: '{}' };
    id = await talk.propose({ kind: 'tool', title: 'Order a fox', request, tool });
  });
  afterEach(() => talk.db.close());

  const startProcess = (): ToolCalls =>
    createToolCalls({
      db: talk.db,
      clock: talk.clock,
      journal: talk.journal,
      log: silentLog,
      call: (call) => new Promise((end) => called.push({ call, end })),
      tell: (event) => told.push(event),
    });
  const read = async () => (await talk.proposals.find(talk.db, mia, talk.id, id))!.proposal;

  test('is made once when two processes accept its proposal at once, and tells its outcome', async () => {
    const processes = [startProcess(), startProcess()];
    const accepted = await Promise.all(processes.map((process) => process.accept(id, request)));
    expect(accepted.filter((event) => event !== null)).toMatchObject([{ data: { status: 'accepted' } }]);
    expect(called.map(({ call }) => call)).toEqual([request]);
    called[0]!.end(done);
    await Promise.all(processes.map((process) => process.stop()));
    expect(told).toMatchObject([{ type: 'agent_proposal', data: { id, tool: { outcome: done } } }]);
    expect(await read()).toMatchObject({ status: 'accepted', tool: { outcome: done } });
    expect(await startProcess().accept(id, request)).toBeNull();
    expect(called).toHaveLength(1);
  });

  test('is not made once its proposal has expired', async () => {
    await talk.clock.advance(3_600_000);
    expect(await startProcess().accept(id, request)).toBeNull();
    expect([called, await read()]).toMatchObject([[], { status: 'expired' }]);
  });

  test('is reported as unknown by another process after its own ended, and keeps that outcome', async () => {
    const [first, second] = [startProcess(), startProcess()];
    await first.accept(id, request);
    await second.sweep();
    await talk.clock.advance(329_999);
    await second.sweep();
    expect((await read()).tool).toMatchObject({ outcome: null });
    await talk.clock.advance(60_000);
    await Promise.all([second.sweep(), startProcess().sweep()]);
    expect((await read()).tool).toMatchObject({ outcome: { status: 'unknown' } });
    expect(told).toHaveLength(1);
    called[0]!.end(done);
    await first.stop();
    expect((await read()).tool).toMatchObject({ outcome: { status: 'unknown' } });
    expect(told).toHaveLength(1);
  });
});
