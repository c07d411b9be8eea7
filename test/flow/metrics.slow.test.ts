import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metricTable } from '../../src/base/metrics.js';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { eventually } from '../support/eventually.js';
import { ownBase } from '../support/ports.js';
import { type Family, parsePrometheus } from '../support/prometheus.js';
import { answer, startTalk } from '../support/talk.js';
import { openWorld, type TestWorld } from '../support/world.js';

let world: TestWorld;
let mia: ActorPerson;
let port: string;
let dashboardPort: string;
const token = 'a-token-of-the-operator';
const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
let text: string;
let families: Map<string, Family>;
/** The value of a sample, by its name with the ending, and its labels. */
const figure = (name: string, labels: Record<string, string> = {}): number | undefined =>
  families
    .get(name.replace(/_(count|sum|bucket)$/, ''))
    ?.samples.find(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )?.value;

beforeAll(async () => {
  port = String(await ownBase());
  dashboardPort = String(await ownBase());
  world = await openWorld({
    METRICS_PORT: port,
    DASHBOARD_PORT: dashboardPort,
    DASHBOARD_TOKEN: token,
  });
  mia = await world.rich('mia');
  await mia.in('rigs').runs('/rig text', { prompt: 'a small blue robot', detail: 'low' });
  await mia.in('rigs').sees('Your character is ready', { after: '0' });
  await answer(mia, await startTalk(mia, 'What does a rig cost?'));
  text = await scrape();
  families = parsePrometheus(text);
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

describe('the figures after a member linked, paid, made a character and talked', () => {
  it('include every metric of the table with its description', () => {
    for (const [name, [type, help]] of Object.entries(metricTable))
      expect(families.get(name)).toMatchObject({ type, help });
  });

  it('tell how members were answered', () => {
    expect(figure('rigsmith_interactions_total', { outcome: 'answered' })).toBeGreaterThan(2);
    expect(figure('rigsmith_interactions_total', { outcome: 'failed' })).toBeUndefined();
    expect(figure('rigsmith_interaction_acknowledge_seconds_count')).toBeGreaterThan(2);
    expect(figure('rigsmith_interaction_acknowledge_seconds_sum')).toBeGreaterThanOrEqual(0);
    expect(figure('rigsmith_outbox_oldest_seconds')).toBeLessThan(60);
  });

  it('tell the state of the connection to Discord', () => {
    expect(figure('rigsmith_gateway_shards', { state: 'ready' })).toBe(1);
    expect(figure('rigsmith_gateway_shards', { state: 'connecting' })).toBe(0);
    expect(figure('rigsmith_servers')).toBe(2);
    expect(figure('rigsmith_discord_requests_total', { status: '200' })).toBeGreaterThan(5);
  });

  it('tell the purchase, the rig and the answer', () => {
    expect(figure('rigsmith_purchases', { status: 'succeeded' })).toBe(1);
    expect(figure('rigsmith_review_cases_open')).toBe(0);
    expect(figure('rigsmith_chain_lag_seconds')).toBeLessThan(60);
    expect(figure('rigsmith_rigs_total', { outcome: 'made' })).toBe(1);
    expect(figure('rigsmith_rigs_queued')).toBe(0);
    expect(figure('rigsmith_rig_stage_seconds_count', { stage: 'skin' })).toBe(1);
    expect(figure('rigsmith_agent_first_token_seconds_count')).toBe(1);
  });

  it('tell the state of the process and its disk', () => {
    expect(figure('rigsmith_disk_free_bytes')).toBeLessThanOrEqual(figure('rigsmith_disk_size_bytes') ?? 0);
    expect(figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    const { version } = JSON.parse(readFileSync(resolve('package.json'), 'utf8'));
    expect(figure('rigsmith_build_info', { version })).toBe(1);
  });

  it('name no person, wallet, server or message', async () => {
    const { people } = await world.actor.world();
    const wallet = await mia.wallet.look();
    for (const { id, username } of people) {
      expect(text).not.toContain(id);
      expect(text).not.toMatch(new RegExp(`"[^"]*${username}`));
    }
    expect(text).not.toContain(wallet.address);
    for (const { samples } of families.values())
      for (const { labels } of samples)
        for (const value of Object.values(labels)) expect(value).toMatch(/^[\w.:+-]{1,40}$/);
  });

  it('are plotted for the operator, beside the jobs, without anyone’s name', async () => {
    const url = `http://127.0.0.1:${dashboardPort}`;
    const body = new URLSearchParams({ token });
    const entered = await fetch(`${url}/login`, { method: 'POST', body, redirect: 'manual' });
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    // The figures are looked at every half minute.
    const page = await eventually(async () => {
      const read = await (await fetch(url, { headers: { cookie } })).text();
      expect(read).toMatch(/succeeded<\/span> <b>1</);
      return read;
    });
    expect(page).toContain('Everything works');
    const { people } = await world.actor.world();
    for (const { id, username } of people)
      for (const name of [id, username]) expect(page).not.toContain(name);
  });

  it('are valid for Prometheus itself, where it is installed', () => {
    const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    });
    if (error)
      return console.warn('promtool is not installed, so only the parser of the tests read the figures');
    const own = `${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('rigsmith_'));
    expect({ own, isParsed: status !== 1 }).toEqual({ own: [], isParsed: true });
  });

  it('are the only thing on their port', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  });
});
