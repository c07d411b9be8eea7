import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingBrowser, openAfresh, openBrowser, type Visit, visit } from '../support/browser.js';
import { openPlayground, picture, type TestPlayground } from '../support/playground.js';

describe.skipIf(missingBrowser)(
  `the page of the playground${missingBrowser ? `: ${missingBrowser}` : ''}`,
  () => {
    let browser: Browser;
    let playground: TestPlayground;
    let visitor: Visit;

    beforeAll(async () => {
      [browser, playground] = await Promise.all([openBrowser(), openPlayground()]);
      visitor = await visit(browser, playground.url);
    });
    afterAll(async () => {
      await browser?.close();
      await playground?.close();
    });
    beforeEach(() => openAfresh(visitor.page));
    afterEach(() => expect(visitor.complaints).toEqual([]));

    const write = () => visitor.page.getByLabel('Message', { exact: true });
    const message = (text: string) => visitor.page.locator('.message', { hasText: text });
    const greet = async (whom: string) => {
      const { page } = visitor;
      await write().fill('/gre');
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'whom' }).fill(whom);
      await page.keyboard.press('Enter');
      return message(`Hello ${whom}`);
    };

    it('runs a command chosen with the keyboard and shows its answer', async () => {
      const answer = await greet('Ada');
      await answer.waitFor();
      expect(await answer.locator('strong').textContent()).toBe('Ada');
      expect(await answer.textContent()).toMatch(/Mia used \/greet/);
      expect(await write().isVisible()).toBe(true);
    });

    it('refuses a command without a required option, and says so beside it', { tags: 'slow' }, async () => {
      const { page } = visitor;
      await write().fill('/greet');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('alert').filter({ hasText: 'This field is required' }).waitFor();
      expect(await page.getByRole('textbox', { name: 'whom' }).getAttribute('aria-invalid')).toBe('true');
      const said = await playground.actor.as('mia').messages();
      expect(said.filter(({ content }) => content === 'Hello ****')).toEqual([]);
    });

    it('adds an optional option, picks its choice by arrow and Tab, and asks the app for suggestions', {
      tags: 'slow',
    }, async () => {
      const { page } = visitor;
      await write().fill('/greet');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Eve');
      await page.getByRole('button', { name: '+1 optional' }).click();
      await page.getByRole('option', { name: 'Warm' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await message('Hello Eve (cold)').waitFor();

      await write().fill('/city');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Small');
      await page.getByRole('option', { name: 'Smallville' }).click();
      expect(await page.getByRole('textbox', { name: 'name' }).inputValue()).toBe('Smallville');
      await page.keyboard.press('Escape');
      expect(await write().isVisible()).toBe(true);
    });

    it('presses a button, and the message changes in place', async () => {
      const answer = await greet('Bo');
      await answer.getByRole('button', { name: 'Wave' }).click();
      await message('mia waves').waitFor();
      await expect.poll(() => answer.count()).toBe(0);
    });

    it('chooses from a menu by keyboard', { tags: 'slow' }, async () => {
      const { page } = visitor;
      const answer = await greet('Fay');
      await answer.getByRole('button', { name: 'Make a selection' }).press('Enter');
      await page.getByRole('option', { name: 'Wine red' }).press('Enter');
      await message('painted red').waitFor();
    });

    it('shows an ephemeral answer only to its member', async () => {
      const { page } = visitor;
      const answer = await greet('Cleo');
      await answer.getByRole('button', { name: 'Tell me a secret' }).click();
      const secret = message('the secret is 42');
      await secret.getByText('Only you can see this').first().waitFor();
      await page.getByRole('button', { name: /Switch/ }).click();
      await page.getByRole('button', { name: /^Max Moderator/ }).click();
      await message('Hello Cleo').waitFor();
      expect(await secret.count()).toBe(0);
      await page.getByRole('button', { name: 'mods' }).waitFor();
    });

    it('fills in a form after it named the missing fields', { tags: 'slow' }, async () => {
      const { page } = visitor;
      const answer = await greet('Dot');
      await answer.getByRole('button', { name: 'Sign the book' }).click();
      const form = page.getByRole('dialog', { name: 'Guest book' });
      await form.getByRole('button', { name: 'Submit' }).click();
      await form.getByText('This field is required').waitFor();
      await form.getByLabel('Your line').fill('was here');
      await form.getByRole('button', { name: 'Submit' }).click();
      await page.getByText('The book says: was here').waitFor();
      await expect.poll(() => form.count()).toBe(0);
    });

    it('sends a picture with a command and shows the one that comes back', { tags: 'slow' }, async () => {
      const { page } = visitor;
      const bytes = await picture();
      await write().fill('/mirror');
      await page.keyboard.press('Enter');
      const file = { name: 'green.png', mimeType: 'image/png', buffer: bytes };
      await page.locator('input[name=picture]').setInputFiles(file);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const image = message(`${bytes.length} bytes`).getByRole('img', { name: 'green.png' });
      await image.waitFor();
      await expect
        .poll(() => image.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
        .toBe(120);
    });

    it("shows other people's messages as they arrive, and highlights mentions", async () => {
      const max = playground.actor.as('max');
      await max.posts('good **evening**', { channel: 'welcome' });
      const seen = message('good evening');
      await seen.waitFor();
      expect(await seen.locator('strong').textContent()).toBe('evening');
      const mia = (await playground.actor.world()).people.find(({ username }) => username === 'mia');
      await max.posts(`look here <@${mia?.id}>`, { channel: 'agent' });
      await visitor.page.getByRole('button', { name: /agent.*1 for you/ }).click();
      await visitor.page.locator('.message.mentioned', { hasText: '@Mia' }).waitFor();
    });

    it('changes its theme and keeps it over a reload', { tags: 'slow' }, async () => {
      const { page } = visitor;
      const background = () =>
        page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
      const dark = await background();
      await page.getByRole('button', { name: 'Theme: as the system' }).click();
      expect(await background()).not.toBe(dark);
      await page.reload();
      await page.getByRole('button', { name: 'Theme: light' }).click();
      expect(await background()).toBe(dark);
    });

    it('fits a phone, with channels and wallet behind their buttons', { tags: 'slow' }, async () => {
      const phone = await visit(browser, playground.url, { width: 390, height: 844, colorScheme: 'light' });
      const { page } = phone;
      await page.getByRole('button', { name: 'Channels' }).click();
      await page.getByRole('button', { name: 'rigs' }).click();
      await page.getByRole('heading', { name: 'Welcome to #rigs' }).waitFor();
      await page.getByRole('button', { name: 'Wallet', exact: true }).click();
      await page.getByRole('heading', { name: 'Mia’s test wallet' }).waitFor();
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(overflow).toBeLessThanOrEqual(0);
      expect(phone.complaints).toEqual([]);
      await phone.close();
    });
  },
);
