import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { createReadiness } from '../../src/base/readiness.js';
import { rigPage } from '../../src/bot/rig/page.js';
import { createWeb } from '../../src/bot/web/server.js';
import { convertRig, makeRig } from '../../src/engine/index.js';
import { missingBrowser, openBrowser, settled, type Visit, visit } from '../support/browser.js';
import { copy } from '../support/copy.js';
import { freePort } from '../support/postgres.js';
import { quick } from '../support/rig.js';
import { job, output } from '../unit/bot/cards/sample.js';

const token = 'of-a-rig-that-is-ready-12345';
const model = 'https://files.example/gen_1.glb?signature=abc';

describe.skipIf(missingBrowser)(
  `the page of a rig in a browser${missingBrowser ? `: ${missingBrowser}` : ''}`,
  () => {
    let browser: Browser;
    let web: ReturnType<typeof createWeb>;
    let origin: string;
    let visitor: Visit;

    beforeAll(async () => {
      const making = makeRig({ kind: 'text', prompt: 'a knight', seed: 1, ...quick });
      browser = await openBrowser({ webgl: true });
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      const files = [{ format: 'glb', url: model, bytes: 1, sha256: 'x' }] as const;
      const ready = job({
        status: 'succeeded',
        output: { ...output(), files: [...files], formats: ['usdz', 'stl'], clip: 'walk' },
      });
      const { glb } = await making;
      const about = { name: 'knight', author: 'Mia', license: 'owner' } as const;
      const page = rigPage({
        folder: resolve('dist/src/bot/rig/page'),
        flow: {
          findByToken: async () => ready,
          findShared: async () => null,
          readFile: async (_, format) =>
            (await convertRig(glb, format as 'glb' | 'usdz' | 'stl', about))[0]!.bytes,
          linkToModel: async () => model,
        },
      });
      const readiness = createReadiness();
      web = createWeb({
        origin,
        wallet: null,
        pages: [page],
        copy,
        clock: systemClock,
        log: silentLog,
        readiness,
      });
      await web.listen(port, '127.0.0.1');
    });
    afterAll(async () => {
      await browser?.close();
      await web?.close();
    });
    afterEach(async () => {
      expect(visitor.complaints).toEqual([]);
      await visitor.close();
    });

    const slider = (page: Page) => page.getByLabel('Time in the clip');
    const open = async (look: Parameters<typeof visit>[2] = {}, before = 'undefined'): Promise<Page> => {
      visitor = await visit(browser, 'about:blank', { width: 740, height: 600, ...look });
      await visitor.page.addInitScript(before);
      await visitor.page.goto(`${origin}/rig#${token}`);
      await visitor.page.getByRole('group', { name: 'Standing' }).waitFor();
      return visitor.page;
    };

    it('shows a moment of the clip by a slider, and goes on from there', async () => {
      const page = await open({ isMoving: true });
      await page.getByRole('button', { name: 'walk', exact: true }).click();
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await slider(page).fill('250');
      await page.getByRole('button', { name: 'Play' }).waitFor();
      const picture = () => page.locator('#canvas').screenshot();
      const still = await settled(picture);
      expect(await slider(page).inputValue()).toBe('250');
      await slider(page).fill('750');
      await expect.poll(async () => (await settled(picture)).equals(still)).toBe(false);
      await page.getByRole('button', { name: 'Play' }).click();
      await expect.poll(async () => (await slider(page).inputValue()) === '750').toBe(false);
      await page.getByRole('button', { name: 'rest pose' }).click();
      await expect.poll(() => slider(page).isVisible()).toBe(false);
    });

    it('saves the character in another format', async () => {
      const page = await open();
      await page.getByText('Other formats').click();
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'USDZ' }).click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toBe('red-fox.usdz');
      const bytes = await readFile(await saved.path());
      expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
      expect(await page.getByRole('button', { name: 'See it in your room' }).isVisible()).toBe(false);
    });

    it('opens Quick Look where links may, with the character as USDZ', async () => {
      const page = await open(
        { hasTouch: true, width: 390, height: 844 },
        `DOMTokenList.prototype.supports = (name) => name === 'ar';
        HTMLAnchorElement.prototype.click = function () {
          const isPicture = this.firstElementChild?.tagName === 'IMG';
          globalThis.opened = [this.rel, this.download, isPicture, this.href.startsWith('blob:')];
        };`,
      );
      await page.getByRole('button', { name: 'See it in your room' }).click();
      await expect.poll(() => page.evaluate('globalThis.opened')).toEqual(['ar', 'red-fox.usdz', true, true]);
    });
  },
);
