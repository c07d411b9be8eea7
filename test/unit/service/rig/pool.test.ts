import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RigRequest } from '../../../../src/engine/index.js';
import type { Executor, Outcome } from '../../../../src/service/rig/executor.js';
import { createThreadPool } from '../../../../src/service/rig/pool.js';

/** A worker that does what the prompt says, in the words of the pool's protocol. */
const worker = `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ prompt }) => {
  if (prompt === 'exit') process.exit(3);
  if (prompt === 'throw') throw new Error('broken');
  if (prompt === 'hang') for (;;);
  if (prompt === 'eat') { const all = []; for (;;) all.push(new Array(1e5).fill({})); }
  parentPort.postMessage({ kind: 'stage', stage: 'model', fraction: 0.5 });
  const outcome = prompt === 'refuse'
    ? { kind: 'refused', code: 'unriggable', detail: 'no figure' }
    : { kind: 'made', rig: { glb: new Uint8Array([threadId]), preview: new Uint8Array(), report: {} } };
  parentPort.postMessage({ kind: 'outcome', outcome });
});`;

let folder: string;
let pool: Executor;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigsmith-pool-'));
  writeFileSync(join(folder, 'worker.mjs'), worker);
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => pool.stop());

const open = () => {
  pool = createThreadPool({ workerUrl: pathToFileURL(join(folder, 'worker.mjs')), maxHeapMb: 32 });
  return pool;
};
const run = (prompt: string, signal = new AbortController().signal, onStage = (_: string) => {}) => {
  const request: RigRequest = { kind: 'text', prompt };
  return pool.run(request, { signal, onStage });
};
const threadOf = (outcome: Outcome) => (outcome.kind === 'made' ? outcome.rig.glb[0] : undefined);

test('a job runs in a thread that is kept for the next one, and tells its stages', async () => {
  open();
  const told: string[] = [];
  const first = await run('fox', undefined, (stage) => told.push(stage));
  const second = await run('fox');
  expect(first.kind).toBe('made');
  expect(threadOf(first)).toBeGreaterThan(0);
  expect(threadOf(second)).toBe(threadOf(first));
  expect(told).toEqual(['model']);
});

test('a job beyond its size waits, and takes the thread that comes free', async () => {
  open();
  const stopping = new AbortController();
  const first = run('hang', stopping.signal);
  const second = run('fox');
  expect(await Promise.race([second, Promise.resolve('waits')])).toBe('waits');
  stopping.abort('canceled');
  expect((await first).kind).toBe('stopped');
  expect((await second).kind).toBe('made');
});

test('a refusal is an answer and keeps the thread', async () => {
  open();
  const before = threadOf(await run('fox'));
  expect(await run('refuse')).toEqual({ kind: 'refused', code: 'unriggable', detail: 'no figure' });
  expect(threadOf(await run('fox'))).toBe(before);
});

test.each(['exit', 'throw', 'eat'])('a thread that dies by %s costs only its own job', async (death) => {
  open();
  const before = threadOf(await run('fox'));
  expect((await run(death)).kind).toBe('crashed');
  const after = threadOf(await run('fox'));
  expect(after).toBeGreaterThan(0);
  expect(after).not.toBe(before);
});

test('stopping ends a thread that listens to nothing', async () => {
  open();
  const stopping = new AbortController();
  const outcome = run('hang', stopping.signal);
  stopping.abort('canceled');
  expect(await outcome).toEqual({ kind: 'stopped' });
  expect((await run('fox')).kind).toBe('made');
  expect(await run('fox', stopping.signal)).toEqual({ kind: 'stopped' });
});

test('a worker that cannot be loaded is a crash, not the end of the process', async () => {
  pool = createThreadPool({ workerUrl: pathToFileURL(join(folder, 'absent.mjs')) });
  expect((await run('fox')).kind).toBe('crashed');
});
