import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../../../src/base/log.js';
import type { Executor } from '../../../../../src/service/rig/executor.js';
import { createProviderExecutor, createProviders } from '../../../../../src/service/rig/providers/index.js';
import { rigOf } from '../../../../service/rig-world.js';
import { manualClock } from '../../../../support/clock.js';
import { openGpu } from '../../../../support/providers/gpu.js';
import { openMeshy } from '../../../../support/providers/meshy.js';
import type { FakeServer } from '../../../../support/providers/server.js';

const key = 'msy-secret-key';
const model = Buffer.from('glTF the shape a provider made');
const request = { kind: 'text', prompt: 'a knight' } as const;
const engine: Executor = {
  slots: 1,
  stop: async () => undefined,
  run: async () => ({ kind: 'made', rig: rigOf(model) }),
};

let fake: FakeServer;
let kept: string[];
let logged: string;
beforeEach(() => {
  kept = [];
  logged = '';
});
afterEach(() => fake.close());

/** One process of the service, with the state stored by the process before it. */
const live = async (
  provider: 'meshy' | 'gpu',
  begun: string | null,
  options: { diesWhenStoring?: RegExp; signal?: AbortSignal } = {},
) => {
  const clock = manualClock();
  const [made] = createProviders({ [provider]: { baseUrl: fake.url, apiKey: key } });
  const destination = { write: (line: string) => (logged += line) } as unknown as NodeJS.WritableStream;
  const executor = createProviderExecutor({
    provider: made!,
    engine,
    clock,
    log: createLog('debug', { destination }),
  });
  const keep = async (task: string) => {
    if (options.diesWhenStoring?.test(task)) throw new Error('killed');
    kept.push(task);
  };
  const signal = options.signal ?? new AbortController().signal;
  const running = executor.run(request, { onStage: () => {}, signal, remote: { key: 'g1', begun, keep } });
  let ended = false;
  const outcome = running.finally(() => {
    ended = true;
  });
  outcome.catch(() => undefined);
  while (!ended) await clock.advance(1_000);
  return outcome;
};
const steps = () =>
  fake.seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body.toString()).mode);

describe("a service that is killed during a provider's job", () => {
  test.each([
    ['the first step', /^task:preview/, 'asked:', ['preview']],
    ['the second step', /^task:refine/, 'asked:preview/task-1', ['preview', 'refine']],
  ])('starts no second paid job for %s when it never stored the answer', async (_, moment, last, begun) => {
    fake = await openMeshy({ key, model });
    await expect(live('meshy', null, { diesWhenStoring: moment })).rejects.toThrow('killed');
    expect(kept.at(-1)).toBe(last);
    expect(await live('meshy', kept.at(-1) ?? null)).toMatchObject({
      kind: 'refused',
      detail: expect.stringMatching(/isn't available right now. Your credits were returned/),
    });
    expect(steps()).toEqual(begun);
    expect(logged).toContain('it may have started, so it is not requested again');
  });

  test.each([
    ['before it asked', /^asked:/, ['preview', 'refine']],
    ['before it asked for more', /^asked:preview/, ['preview', 'refine']],
  ])('resumes after it was killed %s', async (_, moment, begun) => {
    fake = await openMeshy({ key, model });
    await expect(live('meshy', null, { diesWhenStoring: moment })).rejects.toThrow('killed');
    expect(await live('meshy', kept.at(-1) ?? null)).toMatchObject({ kind: 'made' });
    expect(steps()).toEqual(begun);
  });

  test('resumes a task that an older version stored by its bare name', async () => {
    fake = await openMeshy({ key, model });
    await live('meshy', null);
    fake.seen.splice(0);
    expect(await live('meshy', 'refine/task-2')).toMatchObject({ kind: 'made' });
    expect(steps()).toEqual([]);
  });

  test("retries a machine that knows the job's key", async () => {
    fake = await openGpu({ key, model });
    await expect(live('gpu', null, { diesWhenStoring: /^task:/ })).rejects.toThrow('killed');
    expect(await live('gpu', 'asked:')).toMatchObject({ kind: 'made' });
    const looks = fake.seen.filter(({ method }) => method === 'GET').map(({ path }) => path);
    expect(new Set(looks)).toEqual(new Set(['/v1/models/m1', '/v1/models/m1/file']));
  });
});

test.each([
  ['lost', 0],
  ['shutdown', 0],
  ['timeout', 1],
])('a job that ends by %s leaves its task running or not', async (reason, told) => {
  fake = await openMeshy({ key, model });
  const stopping = new AbortController();
  fake.twists.push(({ method }) => {
    if (method === 'GET') stopping.abort(reason);
    return undefined;
  });
  expect(await live('meshy', null, { signal: stopping.signal })).toEqual({ kind: 'stopped' });
  expect(fake.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(told);
});

test('a key that a server echoes, plain or escaped, is not in the log', async () => {
  fake = await openGpu({ key, model });
  const escaped = key.replace('-', '\\u002d');
  fake.twists.push(() => ({ status: 401, bytes: Buffer.from(`{"detail":"bad key ${key} or ${escaped}"}`) }));
  await live('gpu', null);
  expect(logged).toContain('bad key key or key');
  expect(logged).not.toMatch(/secret/);
});
