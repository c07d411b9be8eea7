import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { statusCard } from '../../../src/bot/status/card.js';
import { createStatusFlow, type Status } from '../../../src/bot/status/flow.js';
import { readServiceState } from '../../../src/client/service-state.js';
import { manualClock } from '../../support/clock.js';
import { t } from '../../support/copy.js';
import { faultsOf, read } from './cards/sample.js';

const well: Status = {
  pingMs: 82,
  waitedMs: 0,
  answeredMs: 12,
  chain: { works: true, behindSeconds: 4 },
  rigs: { waiting: 0, running: 1, oldestSeconds: 0 },
};

async function answering(status: number, body: unknown): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the card of /status', () => {
  it('says that everything works, a line for each part', () => {
    const card = statusCard(well, t);
    expect(faultsOf(card)).toEqual([]);
    const said = read(card);
    expect(said).toContain('Everything works');
    expect(said).toMatch(/🟢 \*\*Discord\*\* answers in 82 ms[\s\S]*🟢 \*\*Service\*\* answers in 12 ms/);
    expect(said).toMatch(
      /🟢 \*\*Payments\*\* Payments are read\.[\s\S]*🟢 \*\*Rigs\*\* No rig waits; 1 in progress\./,
    );
    expect(said).not.toContain('are safe');
  });

  it.each<[string, Partial<Status>, string, RegExp]>([
    ['messages wait', { waitedMs: 180_000 }, 'slow', /🟡 \*\*Discord\*\* Messages are late.*3 minutes/],
    ['the service is silent', { answeredMs: null }, "doesn't work", /🔴 \*\*Service\*\* doesn't answer/],
    [
      'the chain is down',
      { chain: { works: false, behindSeconds: 90 } },
      "doesn't work",
      /🔴 \*\*Payments\*\*.*credited/,
    ],
    [
      'the chain is behind',
      { chain: { works: true, behindSeconds: 300 } },
      'slow',
      /🟡 \*\*Payments\*\*.*5 minutes/,
    ],
    [
      'rigs wait for long',
      { rigs: { waiting: 9, running: 2, oldestSeconds: 1_200 } },
      'slow',
      /🟡 \*\*Rigs\*\* 9 rigs wait, the oldest for 20 minutes/,
    ],
  ])('says so when %s, and that nothing is lost', (_, change, title, line) => {
    const said = read(statusCard({ ...well, ...change }, t));
    expect(said.split('\n')[0]).toContain(title);
    expect(said).toMatch(line);
    expect(said).toContain('Your credits and characters are safe');
  });

  it('does not guess what a service of others keeps to itself', () => {
    const said = read(statusCard({ ...well, chain: null, rigs: null }, t));
    expect(said.match(/⚪ .* This service doesn't say\./g)).toHaveLength(2);
    expect(said).toContain('Everything works');
  });
});

describe('the state of a service', () => {
  const clock = manualClock();
  const parts = {
    chain: { works: false, behind_seconds: null },
    rigs: { waiting: 2, running: 1, oldest_seconds: 30 },
  };

  it.each([200, 503])('is read from /readyz, also where that answers %d', async (status) => {
    const url = await answering(status, { status: 'ready', problems: [], parts });
    expect(await readServiceState(url, clock)).toEqual({
      answeredMs: 0,
      chain: { works: false, behindSeconds: null },
      rigs: { waiting: 2, running: 1, oldestSeconds: 30 },
    });
  });

  it.each<[string, number, unknown, number | null]>([
    ['has no such page', 404, { code: 'not_found' }, 0],
    ['says something else there', 200, { parts: { chain: 'fine' } }, 0],
    ['is behind a proxy that cannot reach it', 502, '<html>Bad gateway</html>', null],
  ])('of others that %s is only whether it answers', async (_, status, body, answeredMs) => {
    const url = await answering(status, body);
    expect(await readServiceState(url, clock)).toEqual({ answeredMs, chain: null, rigs: null });
  });

  it('that cannot be reached is silent', async () => {
    const outbox = { oldestSince: async () => clock.now() - 5_000 };
    const flow = createStatusFlow({ serviceUrl: 'http://127.0.0.1:1', outbox, clock });
    expect(await flow.read(-1)).toEqual({
      answeredMs: null,
      chain: null,
      rigs: null,
      pingMs: null,
      waitedMs: 5_000,
    });
  });
});
