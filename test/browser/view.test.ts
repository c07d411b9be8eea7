import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser, openBrowser, type Visit, visit } from '../support/browser.js';
import { openPlayground, picture, type TestPlayground } from '../support/playground.js';

/** What a visitor sees first, and what the address, the message box and a slow or lost connection do to it. */
describe.skipIf(missingBrowser)('the view of the playground', () => {
  let browser: Browser;
  let playground: TestPlayground;
  let visitor: Visit;
  let page: Page;

  beforeAll(async () => {
    [browser, playground] = await Promise.all([openBrowser(), openPlayground()]);
    visitor = await visit(browser, playground.url);
    page = visitor.page;
  });
  afterAll(async () => {
    await browser?.close();
    await playground?.close();
  });
  afterEach(() => expect(visitor.complaints).toEqual([]));

  const box = () => page.getByLabel('Message', { exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const channels = () => page.getByRole('navigation', { name: 'Channels' });
  const open = (name: string) => channels().getByRole('button', { name, exact: true }).click();

  it('has an address for each channel: reload, Back and Forward return to it', async () => {
    await open('rigs');
    await heading('rigs').waitFor();
    const address = page.url();
    await open('agent');
    await heading('agent').waitFor();
    expect(page.url()).not.toBe(address);
    await page.reload();
    await heading('agent').waitFor();
    await page.goBack();
    await heading('rigs').waitFor();
    expect(page.url()).toBe(address);
    await page.goForward();
    await heading('agent').waitFor();
    await expect.poll(() => page.title()).toContain('#agent');
  });

  it('has an address for threads and direct messages, and for the person who looks', async () => {
    const max = playground.actor.as('max');
    const { id } = await max.startsThread('ideas', { channel: 'rigs' });
    await page.getByRole('button', { name: /Switch/ }).click();
    await page.getByRole('button', { name: /^Max Moderator/ }).click();
    await channels().getByRole('button', { name: /ideas/ }).click();
    await heading('ideas').waitFor();
    expect(page.url()).toContain(`/${id}?as=max`);
    const dm = await max.opensDm('sam');
    await channels().getByRole('button', { name: /Sam/ }).click();
    await heading('Sam').waitFor();
    expect(page.url()).toContain(`/@me/${dm}?as=max`);

    const other = await visit(browser, page.url());
    await other.page.getByRole('heading', { level: 1, name: 'Sam' }).waitFor();
    await other.page.getByText('Moderator', { exact: true }).first().waitFor();
    await other.close();
    await page.goBack();
    await heading('ideas').waitFor();
    await page.goto(playground.url);
    await heading('welcome').waitFor();
  });

  it('puts a command that a message mentions into the message box', async () => {
    const mia = playground.actor.as('mia').in('welcome');
    await mia.runs('/greet', { whom: 'you, see `/whisper` or /hug someone' });
    const answer = page.locator('.message', { hasText: 'or /hug someone' });
    await answer.getByRole('button', { name: '/whisper' }).click();
    await page.getByRole('form', { name: '/whisper' }).waitFor();
    await page.keyboard.press('Escape');
    await answer.getByRole('button', { name: '/hug' }).click();
    await page.getByRole('textbox', { name: 'who' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await answer.textContent()).toContain('see /whisper or /hug someone');
  });

  it('shows every word of the first steps at 1,280 pixels', async () => {
    const cut = `[...document.querySelectorAll('.guide b, .guide code, .guide li span')]
      .filter((part) => getComputedStyle(part).overflow !== 'visible' || part.scrollWidth > part.clientWidth + 1)
      .filter((part) => getComputedStyle(part).display !== 'inline')
      .map((part) => part.textContent)`;
    expect(await page.evaluate(cut)).toEqual([]);
    const tops = `[...document.querySelectorAll('.guide li')].map((step) => step.getBoundingClientRect().top)`;
    expect(new Set(await page.evaluate<number[]>(tops)).size).toBe(1);
  });

  it('counts a long text at the message box and says how much is too much', async () => {
    await box().fill('a'.repeat(1_900));
    await page.getByText('1900 of 2000 characters').waitFor();
    await box().fill('a'.repeat(2_004));
    await page.getByRole('status').filter({ hasText: '4 characters too long' }).waitFor();
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    expect((await box().inputValue()).length).toBe(2_004);
    await box().fill('');
  });

  it('keeps the place of pictures: nothing moves when they load', { tags: 'slow' }, async () => {
    const mia = playground.actor.as('mia').in('welcome');
    for (const color of ['#aa3355', '#3355aa'])
      await mia.runs(
        '/mirror',
        {},
        { attachments: { picture: { name: 'p.png', bytes: await picture(color) } } },
      );
    const slow = await visit(browser, 'about:blank');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await slow.page.route('**/attachments/**', async (route) => {
      await released;
      await route.continue();
    });
    await slow.page.goto(playground.url);
    const images = slow.page.locator('.message img[data-picture]');
    await expect.poll(() => images.count()).toBe(2);
    const evaluate = <T>(body: string) =>
      slow.page.evaluate<T>(`[...document.querySelectorAll('.message img[data-picture]')].${body}`);
    const sizes = () => evaluate<number[]>('map((image) => image.getBoundingClientRect().height)');
    const before = await sizes();
    expect(await evaluate('some((image) => image.naturalWidth > 0)')).toBe(false);
    release();
    await expect.poll(() => evaluate('every((image) => image.naturalWidth > 0)')).toBe(true);
    expect(await sizes()).toEqual(before);
    expect(Math.min(...before)).toBeGreaterThan(10);
    await slow.close();
  });

  it('paints first without its script, from what a line of 50 kB/s brings within a second', async () => {
    const slow = await visit(browser, 'about:blank');
    await slow.page.route('**/*.js', () => undefined); // never answered
    await slow.page.goto(playground.url, { waitUntil: 'commit' });
    const painted = "performance.getEntriesByName('first-contentful-paint').length";
    await expect.poll(() => slow.page.evaluate(painted)).toBe(1);
    const needed = await slow.page.evaluate<number>(`[
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource').filter((one) => one.renderBlockingStatus === 'blocking'),
    ].reduce((sum, { transferSize }) => sum + transferSize, 0)`);
    expect(needed).toBeGreaterThan(0);
    expect(needed).toBeLessThan(45_000);
    await slow.close();
  });

  it('says that the line is down, keeps the text, and recovers by itself', { tags: 'slow' }, async () => {
    await box().fill('kept');
    await playground.stopPage();
    await page.getByText('Reconnecting…').waitFor();
    await page.getByText('Your text stays here').waitFor();
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await playground.startPage();
    await page.getByText('Reconnecting…').waitFor({ state: 'detached' });
    expect(await box().inputValue()).toBe('kept');
    visitor.complaints.length = 0; // the browser reports the failed requests itself
  });
});
