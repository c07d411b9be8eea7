import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { violationsOn } from './accessible.js';
import { picture, picturesDir } from './browser.js';
import { copy } from './copy.js';
import type { Look } from './looks.js';

/** What a newcomer does on the page of the playground, in any size and language. */
export function newcomerOn(page: Page, look: Look) {
  const t = copy.for(look.locale);
  const button = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true });
  const newest = () => page.locator('.message').last();

  const openChannels = async () => {
    if (look.isPhone) await button(t('playground.chat.channels')).click();
  };

  return {
    t,
    button,
    newest,
    openChannels,
    /** Presses a step of the guide and sends the command it puts into the composer. */
    async takeStep(title: string) {
      await page
        .getByRole('region', { name: t('playground.guide.label') })
        .getByRole('button', { name: title })
        .click();
      await button(t('playground.composer.send')).click();
    },
    /** Waits for the guide to tick a completed step. */
    tick: (title: string) => page.locator('.guide li.done', { hasText: title }).waitFor(),
    async actAs(name: string) {
      const people = t('playground.people.title');
      await openChannels();
      await page.getByRole('button', { name: new RegExp(t('playground.people.switch')) }).click();
      await page
        .getByRole('list', { name: people })
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click();
      await page.locator('.me-face', { hasText: name }).waitFor({ state: 'attached' });
    },
    /** The wallet is beside the messages, or behind its button. */
    async openWallet() {
      if (look.isPhone) await button(t('playground.panel.wallet')).click();
    },
    async closePanel() {
      if (look.isPhone) await page.locator('.panel-close').click();
    },
    async write(message: string) {
      await page.getByLabel(t('playground.composer.message'), { exact: true }).fill(message);
    },
  };
}

/**
 * Looks at a step of the story: takes its picture, and lets axe judge it.
 * @returns every violation so far
 */
export function createEyes(look: Look): {
  see(page: Page, name: string): Promise<void>;
  violations: string[];
} {
  const violations: string[] = [];
  const isForReadme = process.env.LOOKS === undefined;
  let count = 0;
  return {
    violations,
    async see(page, name) {
      count += 1;
      if (picturesDir && !isForReadme) {
        const folder = join(picturesDir, look.name);
        mkdirSync(folder, { recursive: true });
        await picture(page, `${look.name}/${String(count).padStart(2, '0')}-${name}`);
      }
      violations.push(...(await violationsOn(page, name)));
    },
  };
}
