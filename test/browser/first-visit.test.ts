import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser, openBrowser, type Visit, visit } from '../support/browser.js';
import { openWorld, type TestWorld } from '../support/world.js';

/** Keeps the page waiting for an address until the returned function is called. */
async function holdBack(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The playground as `npm start` opens it, for a visitor who reads nothing. */
describe.skipIf(missingBrowser)('a first visit', () => {
  let browser: Browser;
  let world: TestWorld;
  let visitor: Visit;
  let page: Page;
  let web: string;

  beforeAll(async () => {
    [browser, world] = await Promise.all([openBrowser(), openWorld({ WELCOME_CREDITS: '20' })]);
    web = world.addresses.web ?? '';
    visitor = await visit(browser, web);
    page = visitor.page;
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const me = () => page.getByRole('button', { name: /Switch/ });

  it('greets with a turning character and makes one on a press, before anything is linked or bought', async () => {
    const release = await holdBack(page, '**/people/mia/wallet');
    await page.reload();
    const picture = page.getByRole('img', { name: 'A character made with Rigsmith, turning' });
    await picture.waitFor();
    const frames = await page.request.get(`${web}/character.webp`);
    expect((await frames.body()).includes('ANIM')).toBe(true);
    const make = page.getByRole('button', { name: 'Make your first character, free' });
    await make.click();
    await page.locator('.model-card').waitFor();
    release(); // a visitor can press before the wallet is read
    await page.getByText('Credits belong to a wallet').first().waitFor();
    await make.waitFor({ state: 'detached' });
    const shown = await page.locator('.message .avatar[src="/icon.svg"]').count();
    expect(shown).toBeGreaterThan(0); // the bot's picture is the logo
    expect(visitor.complaints).toEqual([]);
  });

  it('has a gallery behind a link', async () => {
    const address = await page.getByRole('link', { name: 'See more characters' }).getAttribute('href');
    const answer = await page.request.get(`${web}${address}`);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp']);
  });

  it('shows what a moderator and the operator see, one after the other', async () => {
    await me().click();
    await page.getByRole('button', { name: /^Tour/ }).click();
    const card = page.getByRole('region', { name: 'Tour' });
    await card.getByText("You're Mia, a member.").waitFor();
    await card.getByRole('button', { name: 'Next' }).click();
    await card.getByText("You're Max, a moderator.").waitFor();
    await page.getByRole('form', { name: '/mod credits' }).waitFor();
    await card.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { level: 1, name: 'mods' }).waitFor();
    await card.getByRole('button', { name: 'Next' }).click();
    await card.getByText("You're Olga, the operator").waitFor();
    await page.getByRole('form', { name: '/link-panel' }).waitFor();
    await card.getByRole('button', { name: 'End the tour' }).click();
    await expect.poll(() => card.count()).toBe(0);
    expect(visitor.complaints).toEqual([]);
  });
});
