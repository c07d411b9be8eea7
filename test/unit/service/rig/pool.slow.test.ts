import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RigRequest } from '../../../../src/engine/index.js';
import { engineProcess } from '../../../../src/service/rig/engine-process.js';
import type { Executor, JobOutcome } from '../../../../src/service/rig/executor.js';
import { createProcessPool } from '../../../../src/service/rig/pool.js';

/** A worker that acts on the prompt, over the pool's protocol. */
const worker = `
import { parentPort } from 'node:worker_threads';
const held = [];
const fill = (megabytes) => held.push(Buffer.alloc(megabytes * 1024 * 1024, 1));
const end = (outcome) => parentPort.postMessage({ kind: 'outcome', outcome });
parentPort.on('message', ({ kind, prompt }) => {
  if (kind === 'stop') return end({ kind: 'stopped' });
  if (prompt === 'work') return;
  if (prompt === 'exit') process.exit(3);
  if (prompt === 'throw') throw new Error('broken');
  if (prompt === 'hang') for (;;);
  if (prompt === 'eat') { const all = []; for (;;) all.push(new Array(1e5).fill({})); }
  if (prompt === 'flood') for (;;) fill(8);
  if (prompt === 'keep') fill(150);
  parentPort.postMessage({ kind: 'stage', stage: 'model', fraction: 0.5 });
  const { pid, env, execArgv } = process;
  const said = JSON.stringify({ pid, secrets: Object.keys(env), flags: execArgv });
  const outcome = prompt === 'refuse'
    ? { kind: 'refused', code: 'unriggable', detail: 'no figure' }
    : { kind: 'made', rig: { glb: Buffer.from(said), preview: new Uint8Array(), report: {} } };
  end(outcome);
});`;

let folder: string;
let pool: Executor;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigsmith-pool-'));
  writeFileSync(join(folder, 'worker.mjs'), worker);
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => pool.stop());

// `npm test` builds first.
const processUrl = pathToFileURL(resolve('dist/src/service/rig/worker-process.js'));
const limits = { maxHeapMb: 32, maxMb: 400, keepMb: 190 };
const open = ({ size = 1, file = 'worker.mjs', stopMs = 20 } = {}) => {
  pool = createProcessPool({
    ...limits,
    processUrl,
    workerUrl: pathToFileURL(join(folder, file)).href,
    size,
    stopMs,
  });
};
const run = (prompt: string, signal = new AbortController().signal, onStage = (_: string) => {}) => {
  const request: RigRequest = { kind: 'text', prompt };
  return pool.run(request, { signal, onStage });
};
const read = (outcome: JobOutcome) =>
  outcome.kind === 'made' ? JSON.parse(Buffer.from(outcome.rig.glb).toString()) : {};
const processOf = (outcome: JobOutcome): number | undefined => read(outcome).pid;

test('a job runs in a reused process, reports its stages, and gets no secrets', async () => {
  open();
  const told: string[] = [];
  const first = await run('fox', undefined, (stage) => told.push(stage));
  const second = await run('fox');
  expect(first.kind).toBe('made');
  expect(processOf(first)).toBeGreaterThan(0);
  expect(processOf(first)).not.toBe(process.pid);
  expect(processOf(second)).toBe(processOf(first));
  expect(told).toEqual(['model']);
  const given: string[] = read(first).secrets.filter((name: string) => !name.startsWith('NODE_CHANNEL'));
  expect(given.sort()).toEqual(['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_']);
});

test('its process has its own flags and none of the process that starts it', async () => {
  const flags = process.execArgv;
  process.execArgv = [...flags, '--enable-source-maps'];
  try {
    open();
    expect(read(await run('fox')).flags).toEqual(engineProcess.execArgv);
  } finally {
    process.execArgv = flags;
  }
});

test('a job beyond the pool size waits until a worker is free', async () => {
  open();
  const stopping = new AbortController();
  const first = run('hang', stopping.signal);
  const second = run('fox');
  expect(await Promise.race([second, Promise.resolve('waits')])).toBe('waits');
  stopping.abort('canceled');
  expect((await first).kind).toBe('stopped');
  expect((await second).kind).toBe('made');
});

test('a long job does not block another if there is room for two', async () => {
  open({ size: 2 });
  const stopping = new AbortController();
  const long = run('hang', stopping.signal);
  expect((await run('fox')).kind).toBe('made');
  stopping.abort('canceled');
  expect((await long).kind).toBe('stopped');
});

test('a refusal is a result and keeps the process', async () => {
  open();
  const before = processOf(await run('fox'));
  expect(await run('refuse')).toEqual({ kind: 'refused', code: 'unriggable', detail: 'no figure' });
  expect(processOf(await run('fox'))).toBe(before);
});

test.each([
  ['exit', 'crashed'],
  ['throw', 'crashed'],
  ['eat', 'refused'],
  ['flood', 'refused'],
])('a job that ends its process by %s fails alone', async (death, kind) => {
  open();
  const before = processOf(await run('fox'));
  const outcome = await run(death);
  expect(outcome.kind).toBe(kind);
  if (outcome.kind === 'refused') expect(outcome).toMatchObject({ code: 'too_large' });
  const after = processOf(await run('fox'));
  expect(after).toBeGreaterThan(0);
  expect(after).not.toBe(before);
});

test('a process that holds much memory after its job is replaced, and its job counts', async () => {
  open();
  const first = await run('keep');
  expect(first.kind).toBe('made');
  expect(processOf(await run('fox'))).not.toBe(processOf(first));
});

test('a job that stops when told to keeps its process', async () => {
  open({ stopMs: 60_000 });
  const before = processOf(await run('fox'));
  const stopping = new AbortController();
  const outcome = run('work', stopping.signal);
  stopping.abort('canceled');
  expect(await outcome).toEqual({ kind: 'stopped' });
  expect(processOf(await run('fox'))).toBe(before);
});

test('stopping kills a process that does not respond', async () => {
  open();
  const stopping = new AbortController();
  const outcome = run('hang', stopping.signal);
  stopping.abort('canceled');
  expect(await outcome).toEqual({ kind: 'stopped' });
  expect((await run('fox')).kind).toBe('made');
  expect(await run('fox', stopping.signal)).toEqual({ kind: 'stopped' });
});

test('a worker that cannot be loaded is a crash, not the end of the service', async () => {
  open({ file: 'absent.mjs' });
  expect((await run('fox')).kind).toBe('crashed');
});
