import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createChild } from '../../src/cli/child.js';
import { createActor } from '../../src/playground/actor/client.js';
import { missingBrowser, openBrowser, visit } from '../support/browser.js';
import { patienceMs } from '../support/eventually.js';
import { ownBase } from '../support/ports.js';

it.skipIf(missingBrowser)('the playground starts again from nothing after a question', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-visit-'));
  const child = createChild('start', {
    PORT: String(await ownBase()),
    DATA_DIR: dataDir,
    PLAYGROUND_STATE: join(dataDir, 'discord.state'),
  });
  const [browser, addresses] = await Promise.all([openBrowser(), child.start()]);
  const web = addresses.web ?? '';
  const { page } = await visit(browser, web);
  const me = () => page.getByRole('button', { name: /Switch/ });
  const mia = createActor(web, patienceMs).as('mia');
  await mia.posts('Hello', { channel: 'welcome' });
  const channels = page.getByRole('navigation', { name: 'Channels' });
  await channels.getByRole('button', { name: 'rigs', exact: true }).click();
  await page.waitForURL(/channels/); // a new start has no channel in its address

  await me().click();
  await page.getByRole('button', { name: 'Reset the playground' }).click();
  const question = page.getByRole('dialog', { name: 'Start again from nothing?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect((await mia.messages('welcome')).length).toBeGreaterThan(0);
  await me().click();
  await page.getByRole('button', { name: 'Reset the playground' }).click();
  await question.getByRole('button', { name: 'Delete and restart' }).click();
  await page.waitForURL(`${web}/`);
  await page.getByRole('button', { name: 'Make your first character, free' }).waitFor();
  expect(await mia.messages('welcome')).toEqual([]);
  await page.getByLabel('Message', { exact: true }).fill('/cred');
  await page.getByRole('option', { name: '/credits' }).waitFor(); // the bot is back

  await browser.close();
  await child.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
