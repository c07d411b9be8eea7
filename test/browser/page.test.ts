import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingBrowser, openBrowser, type Visit, visit } from '../support/browser.js';
import { openPlayground, picture, type TestPlayground } from '../support/playground.js';

describe.skipIf(missingBrowser)(
  `the page of the playground${missingBrowser ? `: ${missingBrowser}` : ''}`,
  () => {
    let browser: Browser;
    let playground: TestPlayground;
    let visitor: Visit;

    beforeAll(async () => {
      [browser, playground] = await Promise.all([openBrowser(), openPlayground()]);
    });
    afterAll(async () => {
      await browser?.close();
      await playground?.close();
    });
    beforeEach(async () => {
      visitor = await visit(browser, playground.url);
      await visitor.page.getByRole('heading', { name: 'Welcome to #welcome' }).waitFor();
    });
    afterEach(async () => {
      const { complaints } = visitor;
      await visitor.close();
      expect(complaints).toEqual([]);
    });

    const greet = async (whom: string) => {
      const { page } = visitor;
      await page.getByLabel('Message', { exact: true }).fill('/gre');
      await page.keyboard.press('Enter');
      await page.locator('input[name=whom]').fill(whom);
      await page.keyboard.press('Enter');
      return page.locator('.message', { hasText: `Hello ${whom}` });
    };

    it('runs a command picked with the keyboard and shows its answer', async () => {
      const { page } = visitor;
      const answer = await greet('Ada');
      await answer.waitFor();
      expect(await answer.locator('strong').textContent()).toBe('Ada');
      expect(await answer.textContent()).toContain('Mia used /greet');
      expect(await page.getByLabel('Message', { exact: true }).isVisible()).toBe(true);
    });

    it('will not send a command without a required option', async () => {
      const { page } = visitor;
      await page.getByLabel('Message', { exact: true }).fill('/greet');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      expect(await page.locator('input[name=whom]').evaluate((input) => input.matches(':valid'))).toBe(false);
      expect((await playground.actor.as('mia').messages()).filter((m) => m.content === 'Hello ****')).toEqual(
        [],
      );
    });

    it('presses a button, and the message changes in place', async () => {
      const answer = await greet('Bo');
      await answer.getByRole('button', { name: 'Wave' }).click();
      await visitor.page.locator('.message', { hasText: 'mia waves' }).waitFor();
      expect(await answer.count()).toBe(0);
    });

    it('shows an ephemeral answer to the one it is for and to nobody else', async () => {
      const { page } = visitor;
      const answer = await greet('Cleo');
      await answer.getByRole('button', { name: 'Tell me a secret' }).click();
      const secret = page.locator('.message', { hasText: 'the secret is 42' });
      await secret.getByText('Only you can see this').first().waitFor();
      await page.getByRole('button', { name: /Switch/ }).click();
      await page.getByRole('button', { name: /Max/ }).click();
      await page.locator('.message', { hasText: 'Hello Cleo' }).waitFor();
      expect(await secret.count()).toBe(0);
      await page.getByRole('button', { name: 'mods' }).waitFor();
    });

    it('fills in a form', async () => {
      const { page } = visitor;
      const answer = await greet('Dot');
      await answer.getByRole('button', { name: 'Sign the book' }).click();
      await page.getByRole('dialog', { name: 'Guest book' }).getByLabel('Your line').fill('was here');
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByText('The book says: was here').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    });

    it('sends a picture with a command and shows the one that comes back', async () => {
      const { page } = visitor;
      const bytes = await picture();
      await page.getByLabel('Message', { exact: true }).fill('/mirror');
      await page.keyboard.press('Enter');
      await page
        .locator('input[name=picture]')
        .setInputFiles({ name: 'green.png', mimeType: 'image/png', buffer: bytes });
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const answer = page.locator('.message', { hasText: `${bytes.length} bytes` });
      const image = answer.getByRole('img', { name: 'green.png' });
      await image.waitFor();
      await expect
        .poll(() => image.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
        .toBe(120);
    });

    it('shows what others write as it happens', async () => {
      await playground.actor.as('max').posts('good **evening**', { channel: 'welcome' });
      const message = visitor.page.locator('.message', { hasText: 'good evening' });
      await message.waitFor();
      expect(await message.locator('strong').textContent()).toBe('evening');
    });

    it('pays a code that stands in the chat, after a review', async () => {
      const { page } = visitor;
      const url = `solana:${playground.addressOf('max')}?amount=1.25&label=Max%27s%20shop`;
      await playground.actor.as('max').posts(`pay here: \`${url}\``, { channel: 'welcome' });
      await page.getByRole('button', { name: 'Pay the code in this channel' }).click();
      const review = page.getByLabel('Payment to approve');
      expect(await review.textContent()).toMatch(/Max's shop asks for1.25 SOL/);
      await review.getByRole('button', { name: 'Approve' }).click();
      await expect
        .poll(() => page.locator('[data-balance=sol]').textContent(), { timeout: 8_000 })
        .toMatch(/^8\.7/);
    });

    it('says in a sentence what was refused', async () => {
      const { page } = visitor;
      const url = `solana:${playground.addressOf('max')}?amount=99999`;
      await playground.actor.as('max').posts(url, { channel: 'welcome' });
      await page.getByRole('button', { name: 'Pay the code in this channel' }).click();
      await page.getByLabel('Payment to approve').getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('alert').waitFor();
      visitor.complaints.length = 0; // the browser notes the 400 itself
      await page.getByLabel('Payment to approve').getByRole('button', { name: 'Reject' }).click();
      await expect.poll(() => page.getByLabel('Payment to approve').count()).toBe(0);
    });

    it('fits a phone, with channels and wallet behind their buttons', async () => {
      const phone = await visit(browser, playground.url, { width: 390, height: 844, colorScheme: 'light' });
      const { page } = phone;
      await page.getByRole('button', { name: 'Channels' }).click();
      await page.getByRole('button', { name: 'rigs' }).click();
      await page.getByRole('heading', { name: 'Welcome to #rigs' }).waitFor();
      await page.getByRole('button', { name: 'Wallet', exact: true }).click();
      await page.getByRole('heading', { name: 'Test wallet' }).waitFor();
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(overflow).toBeLessThanOrEqual(0);
      expect(phone.complaints).toEqual([]);
      await phone.close();
    });
  },
);
