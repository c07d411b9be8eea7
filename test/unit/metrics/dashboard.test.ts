import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { metricTable } from '../../../src/base/metrics.js';
import { plots, quantileOf } from '../../../src/metrics/dashboard/plots.js';
import { niceTop } from '../../../src/metrics/dashboard/svg.js';
import { dashboardToken, openTestDashboard } from '../../support/monitoring.js';

type Dashboard = Awaited<ReturnType<typeof openTestDashboard>>;
let dashboard: Dashboard;

beforeEach(async () => {
  dashboard = await openTestDashboard();
});
afterEach(() => dashboard.stop());

/** The newest values of the plot with this title, as the page writes them. */
function shownIn(page: string, title: string): string[] {
  const figure =
    page.split('<figure>').find((part) => part.includes(`<figcaption>${title}</figcaption>`)) ?? '';
  return [...figure.matchAll(/<li class="key[^>]*>(.*?)<\/li>/g)].map(([, html = '']) =>
    html.replace(/<[^>]+>/g, ''),
  );
}

describe('access to the dashboard', () => {
  it('needs the token: without it there is only the form', async () => {
    const stranger = await fetch(dashboard.url);
    expect(stranger.status).toBe(401);
    const text = await stranger.text();
    expect(text).toContain('type="password"');
    expect(text).not.toContain('1.2.3');
    expect(await dashboard.page()).toContain('Version 1.2.3');
  });

  it('refuses a wrong token, and every token after ten attempts in a minute', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await dashboard.enter(`wrong ${attempt}`)).status).toBe(403);
    const late = await dashboard.enter(dashboardToken);
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '60']);
    await dashboard.clock.advance(60_000);
    expect((await dashboard.enter(dashboardToken)).status).toBe(303);
  });

  it('keeps the token out of the cookie, and the cookie from scripts and other sites', async () => {
    const cookie = (await dashboard.enter(dashboardToken)).headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict;/);
    expect(cookie).not.toContain(dashboardToken);
    const forged = await fetch(dashboard.url, { headers: { cookie: 'dashboard=forged' } });
    expect(forged.status).toBe(401);
  });

  it('has only what reads: other methods and paths are not found', async () => {
    for (const [method, path] of [
      ['POST', '/'],
      ['DELETE', '/'],
      ['GET', '/login'],
      ['GET', '/metrics'],
      ['GET', '/../package.json'],
    ])
      expect((await fetch(`${dashboard.url}${path}`, { method })).status).toBe(404);
  });

  it('allows no script, no foreign content and no frame', async () => {
    const { headers } = await fetch(dashboard.url);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await dashboard.page()).not.toMatch(/<script|style="|\son\w+=/);
  });
});

describe('the figures on the dashboard', () => {
  it('are those of /metrics: every metric of the table but the version has a plot', () => {
    const shown = new Set(plots.flatMap(({ metrics }) => metrics));
    expect(Object.keys(metricTable).filter((name) => !shown.has(name))).toEqual(['rigsmith_build_info']);
  });

  it('show gauges as they are and counters as events a minute', async () => {
    const { registry, history, clock } = dashboard;
    registry.gauge('rigsmith_rigs_queued', () => [{ value: 4 }]);
    registry.gauge('rigsmith_outbox_oldest_seconds', () => [{ value: 0.02 }]);
    await history.take();
    registry.count('rigsmith_interactions_total', { outcome: 'answered' });
    registry.count('rigsmith_interactions_total', { outcome: 'answered' });
    registry.count('rigsmith_interactions_total', { outcome: 'failed' });
    await clock.advance(30_000);
    await history.take();
    const page = await dashboard.page();
    expect(shownIn(page, 'Rigs waiting and running')).toEqual(['queued 4']);
    expect(shownIn(page, 'Oldest waiting message')).toEqual(['20 ms']);
    expect(shownIn(page, 'Commands, buttons and forms')).toEqual(['answered 4/min', 'failed 2/min']);
  });

  it('show the time within which 95 % of the events since the look before ended', async () => {
    const { registry, history, clock } = dashboard;
    for (let each = 0; each < 50; each += 1) registry.took('rigsmith_interaction_acknowledge_seconds', 2.9);
    await history.take();
    for (let each = 0; each < 19; each += 1) registry.took('rigsmith_interaction_acknowledge_seconds', 0.15);
    registry.took('rigsmith_interaction_acknowledge_seconds', 2.9);
    await clock.advance(30_000);
    await history.take();
    expect(shownIn(await dashboard.page(), 'Acknowledgement, 95 %')).toEqual(['0.2 s']);
  });

  it('have a line that is interrupted while a figure has no value', async () => {
    const { registry, history, clock } = dashboard;
    let ping: number | null = 0.1;
    registry.gauge('rigsmith_gateway_ping_seconds', () => (ping === null ? [] : [{ value: ping }]));
    for (const next of [0.1, 0.2, null, 0.1, 0.1]) {
      ping = next;
      await history.take();
      await clock.advance(30_000);
    }
    const figure = (await dashboard.page()).split('<figcaption>Gateway ping')[1] ?? '';
    const [, path = ''] = /class="line line-0" d="([^"]*)"/.exec(figure) ?? [];
    expect(path.match(/M/g)).toHaveLength(2);
    expect(path.match(/L/g)).toHaveLength(2);
  });

  it('are kept for six hours', async () => {
    for (let look = 0; look < 725; look += 1) {
      await dashboard.history.take();
      await dashboard.clock.advance(30_000);
    }
    expect(dashboard.history.points()).toHaveLength(720);
  });

  it.each([
    [0, 1],
    [0.03, 0.05],
    [7, 10],
    [13, 20],
    [5_000, 5_000],
  ])('up to %d are drawn on an axis up to %d', (highest, top) => expect(niceTop(highest)).toBe(top));

  it('count longer durations as the length of the last bucket', () => {
    const counts = new Map([
      [1, 0],
      [3, 1],
      [Number.POSITIVE_INFINITY, 10],
    ]);
    expect(quantileOf(counts, 0.95)).toBe(3);
    expect(quantileOf(new Map(), 0.95)).toBeNull();
  });
});

describe('the lists on the dashboard', () => {
  it('show open cases, jobs, faults and the last problems, as text', async () => {
    const { registry, readiness, problems, clock } = dashboard;
    const openedAt = clock.now();
    registry.list('cases', async () => [
      { id: '12', reason: 'overpaid', amount: '0.05 SOL', signature: '5Tk3abc', openedAt },
    ]);
    registry.list('jobs', async () => [
      { queue: 'rigs', kind: 'rig-text', running: 1, waiting: 3, failing: 2, oldestAt: openedAt },
    ]);
    registry.list('jobs', () => Promise.reject(new Error('closed')));
    readiness.add(() => 'the chain was not read for <b>60 s</b>');
    const err = { code: 'rpc_unavailable', message: 'no node\nat all' };
    for (let each = 0; each < 2; each += 1)
      problems.add({ level: 50, time: openedAt, msg: 'no Solana node answers', err });
    const page = await dashboard.page();
    for (const text of ['overpaid', '0.05 SOL', '5Tk3abc', 'rig-text', 'rpc_unavailable: no node'])
      expect(page).toContain(`>${text}</td>`);
    expect(page).toContain('1 part does not work');
    expect(page).toContain('the chain was not read for &lt;b&gt;60 s&lt;/b&gt;');
    expect(page).toContain('Some rows could not be read.');
    expect(page).toMatch(/no Solana node answers<\/td>.*rpc_unavailable: no node<\/td>.*>2<\/td>/);
  });

  it('say so where nothing is open, in the language of the browser', async () => {
    expect(await dashboard.page()).toContain('No payment waits for a decision.');
    expect(await dashboard.page('de-AT, en;q=0.5')).toContain('Keine Zahlung wartet auf eine Entscheidung.');
  });
});
