import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../src/app.js';
import type { App } from '../../src/app-types.js';
import { silentLog } from '../../src/base/log.js';
import { readConfig } from '../../src/config.js';
import { environmentOfBot } from '../support/bot-environment.js';
import { missingBrowser, openBrowser, visit } from '../support/browser.js';
import { t } from '../support/copy.js';
import { ownBase } from '../support/ports.js';
import { openWorld, startLink, type TestWorld } from '../support/world.js';

if (missingBrowser) console.warn(`Linked roles are not tested in a browser: ${missingBrowser}.`);

describe.skipIf(missingBrowser)('linked roles in a browser', () => {
  let browser: Browser;
  let world: TestWorld;
  let bot: App;
  const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-linked-role-'));

  beforeAll(async () => {
    const port = await ownBase();
    // The service accepts signatures for the bot's page only.
    const pages = { PUBLIC_URL: `http://127.0.0.1:${port}` };
    [browser, world] = await Promise.all([openBrowser(), openWorld(pages, false)]);
    const created = await fetch(`${world.addresses.actor_api}/bots`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Rigs' }),
    });
    const account = (await created.json()) as { token: string; client_secret: string };
    const environment = {
      ...(await environmentOfBot(world.addresses, { port, dataDir })),
      DISCORD_TOKEN: account.token,
      DISCORD_CLIENT_SECRET: account.client_secret,
    };
    bot = await startApp(
      readConfig(environment, t),
      { world: false, service: false, bot: true },
      { log: silentLog },
    );
  });
  afterAll(async () => {
    await browser?.close();
    await bot?.stop();
    rmSync(dataDir, { recursive: true, force: true });
    expect(await world?.close()).toEqual([]);
  });

  const agree = (page: Page) => page.getByRole('button', { name: 'Authorize as Mia' }).click();

  it('the link page leads to consent at Discord and back, after the wallet is linked', {
    tags: 'slow',
  }, async () => {
    const mia = world.actor.as('mia');
    const { card, url } = await startLink(mia);
    const { page, close } = await visit(browser, url);
    await page.getByRole('button', { name: 'Sign with Playground wallet' }).click();
    await page.locator('#identify-link').click();
    await agree(page);
    await page.getByRole('heading', { name: 'Almost done' }).waitFor();
    const code = (await page.locator('#code').textContent()) ?? '';
    await mia.clicks('Enter code', { message: card.id });
    await mia.fills({ code });
    await page.getByRole('link', { name: 'Show it on your profile' }).click();
    await agree(page);
    await page.getByText('Discord now knows since when your wallet is linked').waitFor();
    await close();
  });
});
