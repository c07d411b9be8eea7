import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from '../support/accessible.js';
import { missingBrowser, openBrowser, picture, visit } from '../support/browser.js';
import { dashboardToken, openTestDashboard } from '../support/monitoring.js';
import { eachOf } from '../support/slice.js';

/** The operator's page as a browser shows it, after an hour with some work and one failure. */
describe.skipIf(missingBrowser)('the dashboard', () => {
  let browser: Browser;
  let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

  beforeAll(async () => {
    [browser, dashboard] = await Promise.all([openBrowser(), openTestDashboard()]);
    await passAnHour(dashboard);
  });
  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
  });

  const enter = async (look: Parameters<typeof visit>[2]) => {
    const visitor = await visit(browser, dashboard.url, look);
    await visitor.page.getByLabel('Token').fill(dashboardToken);
    await visitor.page.getByRole('button', { name: 'Show the dashboard' }).click();
    await visitor.page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    return visitor;
  };

  eachOf(2, [
    [1280, 900, 'light'],
    [360, 740, 'dark'],
    [1280, 900, 'dark'],
    [360, 740, 'light'],
  ] as const)(
    'fits into %i × %i px (%s), plots figures, and breaks no rule of its own',
    async (width, height, colorScheme) => {
      const { page, complaints, close } = await enter({ width, height, colorScheme });
      expect(await page.locator('figure').count()).toBeGreaterThan(18);
      const drawn = page
        .locator('figure', { hasText: 'Commands, buttons and forms' })
        .locator('path.line')
        .first();
      expect((await drawn.boundingBox())?.width).toBeGreaterThan(200);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await picture(page, `dashboard-${width}-${colorScheme}`);
      // The form was answered with 401 before the token was typed.
      expect(complaints.filter((line) => !line.includes('401'))).toEqual([]);
      await close();
    },
  );

  it('shows the open case, the jobs and the last error', async () => {
    const { page, close } = await enter({});
    const cellsOf = (name: string) =>
      page.getByRole('region', { name }).getByRole('row').nth(1).getByRole('cell').allTextContents();
    expect((await cellsOf('Open payment cases')).slice(0, 3)).toEqual(['12', 'overpaid', '0.05 SOL']);
    expect((await cellsOf('Jobs')).slice(0, 5)).toEqual(['rigs', 'rig-text', '1', '3', '2']);
    expect(await cellsOf('Last warnings and errors')).toContain('no Solana node answers');
    await close();
  });

  it('loads itself again only after the reader asked for it', async () => {
    const { page, close } = await enter({});
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0);
    await page.getByRole('link', { name: 'Refresh every 30 s' }).click();
    await page.getByRole('link', { name: 'Stop refreshing' }).waitFor();
    expect(await page.locator('meta[http-equiv=refresh]').getAttribute('content')).toBe('30');
    await close();
  });

  it('is accessible in both themes, on a desktop and on a phone', { tags: 'slow' }, async () => {
    for (const width of [1280, 360]) {
      // axe is a script, which the page itself does not allow.
      const context = await browser.newContext({ viewport: { width, height: 800 }, bypassCSP: true });
      const page = await context.newPage();
      await page.goto(dashboard.url);
      const found = await violationsOn(page, `sign-in at ${width}`);
      await page.getByLabel('Token').fill(dashboardToken);
      await page.keyboard.press('Enter');
      await page.locator('figure').first().waitFor();
      expect([...found, ...(await violationsOn(page, `dashboard at ${width}`))]).toEqual([]);
      await context.close();
    }
  });
});

async function passAnHour({
  registry,
  history,
  problems,
  clock,
}: Awaited<ReturnType<typeof openTestDashboard>>): Promise<void> {
  const openedAt = clock.now();
  registry.list('cases', async () => [
    { id: '12', reason: 'overpaid', amount: '0.05 SOL', signature: '5Tk3'.repeat(22), openedAt },
  ]);
  registry.list('jobs', async () => [
    { queue: 'rigs', kind: 'rig-text', running: 1, waiting: 3, failing: 2, oldestAt: openedAt },
    { queue: 'outbox', kind: 'purchase', running: 0, waiting: 1, failing: 0, oldestAt: openedAt },
  ]);
  let minute = 0;
  registry.gauge('rigsmith_rigs_queued', () => [{ value: Math.round(4 + 4 * Math.sin(minute / 9)) }]);
  registry.gauge('rigsmith_gateway_ping_seconds', () => [{ value: 0.08 + 0.04 * Math.sin(minute / 5) }]);
  registry.gauge('rigsmith_disk_free_bytes', () => [{ value: 6e10 - minute * 1e8 }]);
  registry.gauge('rigsmith_disk_size_bytes', () => [{ value: 1e11 }]);
  registry.gauge('rigsmith_purchases', () =>
    ['created', 'processing', 'succeeded', 'expired'].map((status, at) => ({
      value: at * 3 + (minute % 4),
      labels: { status },
    })),
  );
  for (; minute < 60; minute += 0.5) {
    for (let each = 0; each < (minute % 7) + 1; each += 1) {
      registry.count('rigsmith_interactions_total', { outcome: 'answered' });
      registry.took('rigsmith_interaction_acknowledge_seconds', 0.08 * (each + 1));
    }
    if (minute % 11 === 0) registry.count('rigsmith_interactions_total', { outcome: 'failed' });
    await history.take();
    await clock.advance(30_000);
  }
  const err = { code: 'rpc_unavailable', message: 'no node answers' };
  problems.add({ level: 50, time: clock.now(), msg: 'no Solana node answers', err });
}
