import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser, openBrowser, type Visit, visit } from '../support/browser.js';
import { openWorld, type TestWorld } from '../support/world.js';

if (missingBrowser) console.warn(`The newcomer's story is not tested: ${missingBrowser}.`);

/** Presses a step of the guide and sends the command it puts into the composer. */
async function takeStep(page: Page, title: RegExp) {
  await page.getByRole('button', { name: title }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

async function actAs(page: Page, name: string) {
  await page.getByRole('button', { name: /Switch/ }).click();
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('button', { name: new RegExp(`${name}.*Switch`) }).waitFor();
}

const card = (page: Page, text: string | RegExp) => page.locator('.message', { hasText: text }).last();

describe.skipIf(missingBrowser)('a newcomer before the whole program', () => {
  let browser: Browser;
  let world: TestWorld;
  let visitor: Visit;
  let page: Page;

  beforeAll(async () => {
    [browser, world] = await Promise.all([openBrowser(), openWorld()]);
    visitor = await visit(browser, world.addresses.web ?? '');
    page = visitor.page;
    page.setDefaultTimeout(15_000);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('links a wallet by clicks alone', async () => {
    await takeStep(page, /Link your wallet/);
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Open the page' }).click();
    const linkPage = await opened;
    await linkPage.getByRole('button', { name: /^Sign with/ }).click();
    const code = await linkPage.locator('#code').filter({ hasText: /\d/ }).textContent();
    await linkPage.close();

    await page.getByRole('button', { name: 'Enter code' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox').fill(code ?? '');
    await form.getByRole('button', { name: 'Submit' }).click();
    await card(page, 'Wallet linked').getByText('Only you can see this').waitFor();
    expect(await form.count()).toBe(0);

    const linkCards = page.locator('.message', { hasText: 'Link your Solana wallet' });
    await linkCards.getByRole('button', { name: 'Dismiss' }).click();
    await linkCards.waitFor({ state: 'detached' });
  });

  it('buys credits: choose a pack, let the wallet pay, see the card change', async () => {
    await takeStep(page, /Buy credits/);
    await card(page, 'Buy credits').getByRole('button', { name: 'Choose a pack' }).click();
    await page.locator('.select-options button', { hasText: 'SOL' }).first().click();
    await card(page, /Pay for \d+ credits/).waitFor();
    await page.getByRole('button', { name: 'Pay the code in this channel' }).click();
    const review = page.getByLabel('Payment to approve');
    expect(await review.textContent()).toContain('Rigsmith asks for');
    await review.getByRole('button', { name: 'Approve' }).click();
    await card(page, /\d+ credits arrived/).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Make a character' })
      .and(page.locator('.next'))
      .waitFor();
  });

  it('lets a stranger see the purchase but neither the link nor what is for moderators', async () => {
    await actAs(page, 'Sam');
    await card(page, /credits arrived/).waitFor();
    expect(await card(page, 'Wallet linked').count()).toBe(0);
    await page.getByLabel('Message', { exact: true }).fill('/mod');
    await page.getByText('No command fits').waitFor();
  });

  it('lets a moderator look up the newcomer', async () => {
    await actAs(page, 'Max');
    await card(page, /credits arrived/).waitFor();
    await page.getByLabel('Message', { exact: true }).fill('/mod');
    await page.locator('.picker button', { hasText: '/mod credits' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: /member/ }).selectOption({ label: 'Mia' });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await card(page, 'Credits of mia').getByText('100 credits').first().waitFor();
  });

  it('is left without an error in the console or a request beyond this machine', () => {
    expect(visitor.complaints).toEqual([]);
  });
});
