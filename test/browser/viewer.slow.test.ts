import type { Browser, Locator, Page, Response } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeRig } from '../../src/engine/index.js';
import { missingBrowser, openBrowser, settled, type Visit, visit } from '../support/browser.js';
import { openPlayground, picture, type TestPlayground } from '../support/playground.js';
import { quick } from '../support/rig.js';

/** Small enough for the CPU to draw it several times a second. */
const WINDOW = { width: 740, height: 480 };

describe.skipIf(missingBrowser)(
  `the viewer for rigs and pictures in the chat${missingBrowser ? `: ${missingBrowser}` : ''}`,
  () => {
    let browser: Browser;
    let playground: TestPlayground;
    let visitor: Visit;

    beforeAll(async () => {
      const making = makeRig({ kind: 'text', prompt: 'a fox', seed: 1, ...quick });
      [browser, playground] = await Promise.all([openBrowser({ webgl: true }), openPlayground()]);
      const mia = playground.actor.as('mia').in('welcome');
      await mia.posts('my fox', { attachments: [{ name: 'fox.glb', bytes: (await making).glb }] });
      await mia.posts('torn', {
        attachments: [{ name: 'torn.glb', bytes: (await making).glb.subarray(0, 4_000) }],
      });
      await mia.posts('notes', {
        attachments: [{ name: 'notes.md', bytes: Buffer.from('# The fox\nis red.') }],
      });
      const pictures = await Promise.all(['#2fb67c', '#b62f7c'].map(picture));
      await mia.posts('two colours', {
        attachments: [
          ...pictures.map((bytes, index) => ({ name: `colour-${index}.png`, bytes })),
          { name: 'SPOILER_end.png', bytes: await picture('#222222') },
        ],
      });
      visitor = await visit(browser, playground.url, WINDOW);
    });
    afterAll(async () => {
      await browser?.close();
      await playground?.close();
    });
    afterEach(async () => {
      await visitor.page.keyboard.press('Escape');
      expect(visitor.complaints).toEqual([]);
    });

    const messageOf = (page: Page, text: string) => page.locator('.message', { hasText: text });
    const view3d = (page: Page, text: string) =>
      messageOf(page, text).getByRole('button', { name: 'View in 3D' });
    const openFox = async (page: Page): Promise<Locator> => {
      await view3d(page, 'my fox').click();
      const viewer = page.getByRole('dialog', { name: '3D view of fox.glb' });
      await viewer.getByRole('toolbar').waitFor();
      return viewer;
    };
    const timeOf = async (viewer: Locator) =>
      Number(await viewer.locator('.transport').getAttribute('data-time'));
    /** The middle of the stage as pixels, clear of tools and labels. */
    const pixelsOf = async (viewer: Locator): Promise<Buffer> => {
      const { x, y, width, height } = (await viewer.locator('canvas').boundingBox())!;
      const clip = { x: x + width * 0.25, y: y + height * 0.2, width: width * 0.5, height: height * 0.7 };
      return sharp(await viewer.page().screenshot({ clip }))
        .removeAlpha()
        .raw()
        .toBuffer();
    };
    /** Share of the pixels that differ visibly. */
    const difference = (a: Buffer, b: Buffer): number => {
      let changed = 0;
      for (let at = 0; at < a.length; at += 3)
        if ([0, 1, 2].some((channel) => Math.abs(a[at + channel]! - b[at + channel]!) > 24)) changed++;
      return changed / (a.length / 3);
    };

    it('loads the 3D code on demand, and shows a still image with reduced motion', async () => {
      const { page } = visitor;
      const parts: Response[] = [];
      page.on('response', (part) => {
        if (/\/stage-\w+\.js$/.test(part.url())) parts.push(part);
      });
      await view3d(page, 'my fox').waitFor();
      expect(await page.evaluate('performance.getEntriesByType("resource").length')).toBeGreaterThan(1);
      expect(
        await page.evaluate(
          'performance.getEntriesByType("resource").filter(({ name }) => /stage-/.test(name))',
        ),
      ).toEqual([]);
      const viewer = await openFox(page);
      expect(parts.map((part) => part.headers())).toEqual([
        expect.objectContaining({
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
        }),
      ]);
      expect(await viewer.locator('.transport').getAttribute('data-playing')).toBe('false');
      expect(await timeOf(viewer)).toBe(0);
    });

    it('shows a rig in 3D: its clips play and pause, its skeleton comes and goes, keys turn it', {
      tags: 'slow',
    }, async () => {
      const { page } = visitor;
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      const viewer = await openFox(page);
      const clips = viewer.getByRole('group', { name: 'Clips' }).getByRole('button');
      expect(await clips.allTextContents()).toEqual(
        expect.arrayContaining(['idle', 'walk', 'run', 'wag', 'Rest pose']),
      );
      expect(await viewer.locator('.viewer-counts').textContent()).toMatch(
        /Triangles: [\d,]+Joints: \d+Clips: 15\d?/,
      );

      await viewer.getByRole('button', { name: 'walk' }).click();
      const before = await timeOf(viewer);
      await expect.poll(() => timeOf(viewer)).not.toBe(before);
      await viewer.getByRole('button', { name: 'Pause' }).click();
      await viewer.getByLabel('Time in the clip').fill('0.3');
      const standing = await settled(() => pixelsOf(viewer));
      expect(new Set(standing).size).toBeGreaterThan(40);
      expect(await timeOf(viewer)).toBeCloseTo(0.3, 3);

      await viewer.getByLabel('Time in the clip').fill('0.6');
      await expect.poll(async () => difference(standing, await pixelsOf(viewer))).toBeGreaterThan(0.005);
      await viewer.getByLabel('Time in the clip').fill('0.3');

      const skeleton = viewer.getByRole('button', { name: 'Skeleton' });
      await skeleton.click();
      await expect.poll(() => skeleton.getAttribute('aria-pressed')).toBe('true');
      await expect.poll(async () => difference(standing, await pixelsOf(viewer))).toBeGreaterThan(0.005);
      await skeleton.click();
      await expect.poll(async () => difference(standing, await pixelsOf(viewer))).toBe(0);

      await page.keyboard.press('ArrowLeft');
      await expect.poll(async () => difference(standing, await pixelsOf(viewer))).toBeGreaterThan(0.01);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      expect(await view3d(page, 'my fox').evaluate((button) => button.matches(':focus'))).toBe(true);
      await expect.poll(() => view3d(page, 'my fox').locator('img').count()).toBe(1);
    });

    it('says that a file is damaged, and still offers it for download', async () => {
      const { page } = visitor;
      await view3d(page, 'torn').click();
      const viewer = page.getByRole('dialog', { name: '3D view of torn.glb' });
      expect(await viewer.getByRole('alert').textContent()).toContain('it is damaged or not a GLB file.');
      const href = await viewer.getByRole('link', { name: 'Download the file' }).getAttribute('href');
      expect((await (await fetch(href!)).arrayBuffer()).byteLength).toBe(4_000);
    });

    it('says that the browser cannot show 3D when WebGL 2 is missing', async () => {
      const { page } = visitor;
      await page.evaluate('HTMLCanvasElement.prototype.asked = HTMLCanvasElement.prototype.getContext');
      await page.evaluate('HTMLCanvasElement.prototype.getContext = () => null');
      await view3d(page, 'my fox').click();
      const told = await page.getByRole('dialog').getByRole('alert').textContent();
      expect(told).toContain("This browser can't show 3D");
      await page.evaluate('HTMLCanvasElement.prototype.getContext = HTMLCanvasElement.prototype.asked');
    });

    it('shows pictures large: next by keyboard, zoom in and out, and return to the previous focus', async () => {
      const { page } = visitor;
      const first = messageOf(page, 'two colours').getByRole('button', { name: 'colour-0.png' });
      await first.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'colour-0.png' }).waitFor();
      await page.keyboard.press('ArrowRight');
      const second = page.getByRole('dialog', { name: 'colour-1.png' });
      await second.waitFor();
      expect(await second.getByText('2 of 3').count()).toBe(1);

      const scale = async () => Number(await page.locator('.closeup-frame').getAttribute('data-scale'));
      expect(await scale()).toBe(1);
      await page.keyboard.press('+');
      await expect.poll(scale).toBeGreaterThan(1);
      await page.keyboard.press('0');
      await expect.poll(scale).toBe(1);
      await second.getByRole('button', { name: 'Look closer' }).click();
      await expect.poll(scale).toBe(2.5);

      for (let stop = 0; stop < 12; stop++) await page.keyboard.press('Tab');
      expect(await second.evaluate((dialog) => dialog.matches(':focus-within'))).toBe(true);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      expect(await first.evaluate((button) => button.matches(':focus'))).toBe(true);
    });

    it('keeps a spoiler blurred until it is clicked', async () => {
      const { page } = visitor;
      await messageOf(page, 'two colours').getByRole('button', { name: 'colour-0.png' }).press('Enter');
      await page.getByRole('button', { name: 'Previous' }).click();
      const frame = page.getByRole('button', { name: 'Show the spoiler' }).last();
      expect(await page.locator('.closeup-frame.hidden').count()).toBe(1);
      await frame.click();
      await page.getByRole('button', { name: 'Look closer' }).waitFor();
      expect(await page.locator('.closeup-frame.hidden').count()).toBe(0);
    });

    it('shows the first lines of a text', async () => {
      const { page } = visitor;
      await messageOf(page, 'notes').getByText('is red.').waitFor();
      await messageOf(page, 'notes').getByRole('button', { name: 'Expand' }).click();
      await messageOf(page, 'notes').getByRole('button', { name: 'Collapse' }).waitFor();
    });
  },
);
