import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openGpu } from '../../../../support/providers/gpu.js';
import { openMeshy } from '../../../../support/providers/meshy.js';
import { key, model, openRuns, type Runs, text } from '../../../../support/providers/run.js';
import type { FakeServer } from '../../../../support/providers/server.js';

let fake: FakeServer;
let runs: Runs;
beforeEach(() => {
  runs = openRuns();
});
afterEach(() => fake.close());

const live = (
  provider: 'meshy' | 'gpu',
  begun: string | null,
  options: { diesWhenStoring?: RegExp; signal?: AbortSignal } = {},
) => runs.live({ [provider]: { baseUrl: fake.url, apiKey: key } }, text, { begun, ...options });
const steps = () =>
  fake.seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body.toString()).mode);

describe("a service that is killed during a provider's job", () => {
  test.each([
    ['the first step', /^task:preview/, 'asked:', ['preview']],
    ['the second step', /^task:refine/, 'asked:preview/task-1', ['preview', 'refine']],
  ])('starts no second paid job for %s when it never stored the answer', async (_, moment, last, begun) => {
    fake = await openMeshy({ key, model });
    await expect(live('meshy', null, { diesWhenStoring: moment })).rejects.toThrow('killed');
    expect(runs.kept.at(-1)).toBe(last);
    expect(await live('meshy', runs.kept.at(-1) ?? null)).toMatchObject({
      kind: 'refused',
      detail: expect.stringMatching(/isn't available right now. Your credits were returned/),
    });
    expect(steps()).toEqual(begun);
    expect(runs.logged).toContain('it may have started, so it is not requested again');
  });

  test.each([
    ['before it asked', /^asked:/, ['preview', 'refine']],
    ['before it asked for more', /^asked:preview/, ['preview', 'refine']],
  ])('resumes after it was killed %s', async (_, moment, begun) => {
    fake = await openMeshy({ key, model });
    await expect(live('meshy', null, { diesWhenStoring: moment })).rejects.toThrow('killed');
    expect(await live('meshy', runs.kept.at(-1) ?? null)).toMatchObject({ kind: 'made' });
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

test('a rig of a provider has no second reading, which would be another paid task', async () => {
  fake = await openMeshy({ key, model });
  const outcome = await live('meshy', null);
  if (outcome.kind !== 'made') throw new Error(outcome.kind);
  expect(outcome.rig.report).not.toHaveProperty('alternative');
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
  expect(runs.logged).toContain('bad key key or key');
  expect(runs.logged).not.toMatch(/secret/);
});
