import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser, openBrowser, picture, picturesDir, type Visit, visit } from '../support/browser.js';
import { openWorld, type TestWorld } from '../support/world.js';

if (missingBrowser) console.warn(`The newcomer's story is not tested: ${missingBrowser}.`);

/** Presses a step of the guide and sends the command it puts into the composer. */
async function takeStep(page: Page, title: string) {
  await page.getByRole('region', { name: 'First steps' }).getByRole('button', { name: title }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Waits for the guide to tick a completed step. */
const tick = (page: Page, title: string) => page.locator('.guide li.done', { hasText: title }).waitFor();

async function actAs(page: Page, name: string) {
  await page.getByRole('button', { name: /Switch/ }).click();
  await page
    .getByRole('list', { name: 'Act as' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  await page.getByRole('button', { name: new RegExp(`${name}.*Switch`) }).waitFor();
}

/** Shows the character in 3D, with its bones, and hides it again. */
async function pictureIn3D(page: Page) {
  await newest(page).getByRole('button', { name: /3D/ }).first().click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('button', { name: 'Skeleton', exact: true }).click();
  await picture(page, 'viewer');
  await page.keyboard.press('Escape');
}

const newest = (page: Page) => page.locator('.message').last();

describe.skipIf(missingBrowser)('a new member with the whole program', () => {
  let browser: Browser;
  let world: TestWorld;
  let visitor: Visit;
  let page: Page;

  beforeAll(async () => {
    [browser, world] = await Promise.all([openBrowser({ webgl: Boolean(picturesDir) }), openWorld()]);
    visitor = await visit(browser, world.addresses.web ?? '', { height: picturesDir ? 1_080 : 800 });
    page = visitor.page;
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('links a wallet by clicks alone, after the wallet has asked', async () => {
    await world.actor.as('mia').wallet.asksBeforeSigning(true);
    await takeStep(page, 'Link your wallet');
    const opened = page.context().waitForEvent('page');
    await newest(page).getByRole('link').first().click();
    const linkPage = await opened;
    await linkPage.getByRole('button', { name: /^Sign with/ }).waitFor();
    await picture(linkPage, 'link-page');
    await linkPage.getByRole('button', { name: /^Sign with/ }).click();
    const asked = linkPage.getByRole('dialog', { name: 'Playground wallet' });
    await asked.getByText('wants you to sign in with your Solana account').waitFor();
    await asked.getByRole('button', { name: 'Sign' }).click();
    const code = await linkPage.locator('#code').filter({ hasText: /\d/ }).textContent();
    await linkPage.close();

    await newest(page).locator('button.button', { hasText: /code/i }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox').fill(code ?? '');
    await form.getByRole('button', { name: 'Submit' }).click();
    await tick(page, 'Link your wallet');
    await newest(page).getByText('Only you can see this').waitFor();
    expect(await form.count()).toBe(0);

    const before = await page.locator('.message').count();
    await page.getByRole('button', { name: 'Dismiss message' }).first().click();
    await expect.poll(() => page.locator('.message').count()).toBe(before - 1);
  });

  it('buys credits: chooses a pack, lets the wallet pay, sees the card change', async () => {
    await takeStep(page, 'Buy credits');
    await newest(page).locator('.select-face').click();
    await page.getByRole('option', { name: /SOL/ }).first().click();
    await page.getByRole('button', { name: 'Scan the QR in the chat' }).click();
    const review = page.getByLabel('Payment to approve');
    expect(await review.textContent()).toMatch(/asks for\s*[\d.]+ SOL/);
    await picture(page, 'buy');
    await review.getByRole('button', { name: 'Approve' }).click();
    await tick(page, 'Buy credits');
  });

  it('makes a rigged character from a sentence', async () => {
    await takeStep(page, 'Make a character');
    await tick(page, 'Make a character');
    await newest(page).getByText('.glb').first().waitFor();
    await picture(page, 'rig');
    if (picturesDir) await pictureIn3D(page);
  });

  it('opens the page of that character, which has its file', async () => {
    const opened = page.context().waitForEvent('page');
    await newest(page).getByRole('link', { name: 'View in 3D' }).click();
    const rigPage = await opened;
    await rigPage.getByRole('link', { name: 'Download GLB' }).waitFor();
    expect(await rigPage.getByRole('heading').textContent()).toContain('fox');
    await rigPage.close();
  });

  it('talks to the agent in a separate thread', async () => {
    await takeStep(page, 'Talk to the agent');
    await page.getByText("You're done. Type /").waitFor(); // the steps have folded
    expect(await page.locator('.guide li').count()).toBe(0);
    await page.getByRole('navigation').locator('.channel.thread').first().click();
    await page.getByRole('button', { name: 'Reply', exact: true }).last().waitFor();
    const answers = await page.locator('.message').count();
    await page.getByLabel('Message', { exact: true }).fill('Thank you. What can you make?');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.message').count()).toBeGreaterThan(answers + 1);
    await picture(page, 'talk');
  });

  it("shows a stranger neither the purchase, nor the link, nor the moderators' commands", async () => {
    await actAs(page, 'Sam');
    await page.getByRole('navigation').getByRole('button', { name: 'welcome' }).click();
    await page.getByLabel('Message', { exact: true }).fill('Hello everybody!');
    await page.keyboard.press('Enter');
    await newest(page).getByText('Hello everybody!').waitFor(); // the messages are loaded
    expect(await page.locator('.message', { hasText: /credits/i }).count()).toBe(0);
    expect(await page.getByText('Only you can see this').count()).toBe(0);
    await page.getByLabel('Message', { exact: true }).fill('/mod');
    await page.getByText('No commands found').waitFor();
  });

  it('lets a moderator look up the new member', async () => {
    await actAs(page, 'Max');
    await page.getByLabel('Message', { exact: true }).fill('/mod credits');
    await page.getByRole('option', { name: '/mod credits' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('mi');
    await page.getByRole('option', { name: 'Mia' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await newest(page).getByText('Only you can see this').waitFor();
    await newest(page).getByText(/mia/i).first().waitFor();
  });

  it('finds everything on a phone too, in the light theme', async () => {
    const phone = await visit(browser, world.addresses.web ?? '', {
      width: 390,
      height: 844,
      colorScheme: 'light',
    });
    await phone.page.locator('.message').last().waitFor();
    expect(await phone.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await picture(phone.page, 'phone');
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });

  it('leaves no console error, no request beyond this machine, and no message Discord would refuse', async () => {
    expect(visitor.complaints).toEqual([]);
    expect(await world.actor.problems()).toEqual([]);
  });
});
