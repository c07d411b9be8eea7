import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { expect } from 'vitest';
import { patienceMs } from './eventually.js';

/** Debian's headless build starts faster and draws no windows of its own; the usual one does as well. */
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM_PATH ?? programs.find((path) => existsSync(path)) ?? '';

/** The reason shown by a skipped suite, or null when there is a browser. */
export const missingBrowser = existsSync(executablePath)
  ? null
  : 'Chromium is missing (apt-get install chromium-headless-shell, or set CHROMIUM_PATH)';

const browsers = new Map<boolean, Promise<Browser>>();

/**
 * Opens the browser that the files of a test worker share; it ends with the worker. Each visit has its own profile, and
 * closing the browser closes only the windows opened here.
 * @param options.webgl whether pages can draw in 3D, by the processor; slower for everything else
 */
export async function openBrowser({ webgl = false } = {}): Promise<Browser> {
  const started = browsers.get(webgl) ?? launch(webgl);
  browsers.set(webgl, started);
  const browser = await started;
  const own = new Set<BrowserContext>();
  return Object.assign(Object.create(browser) as Browser, {
    async newContext(options?: BrowserContextOptions) {
      const context = await browser.newContext(options);
      own.add(context);
      context.once('close', () => own.delete(context));
      return context;
    },
    async close() {
      await Promise.all([...own].map((context) => context.close()));
    },
  });
}

const launch = (webgl: boolean): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      ...(webgl ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : ['--disable-gpu']),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });

export type Visit = {
  page: Page;
  /** Problems of a page: console errors and warnings, uncaught errors, foreign requests. */
  complaints: string[];
  close(): Promise<void>;
};

/** Opens an address in a new window and records its problems. */
export async function visit(
  browser: Browser,
  url: string,
  look: {
    width?: number;
    height?: number;
    colorScheme?: 'light' | 'dark';
    hasTouch?: boolean;
    locale?: string;
    /** Without it, nothing is animated: drawing without a GPU takes more processor time than the program. */
    isMoving?: boolean;
  } = {},
): Promise<Visit> {
  const { width = 1280, height = 800, colorScheme = 'dark', hasTouch = false, locale = 'en-GB' } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    hasTouch,
    isMobile: hasTouch,
    locale,
    reducedMotion: look.isMoving ? 'no-preference' : 'reduce',
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type()))
      complaints.push(`console: ${line.text()} (${line.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(hostname))
      complaints.push(`foreign request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}

/** The same window, as if the playground were opened for the first time. */
export async function openAfresh(page: Page): Promise<void> {
  await page.evaluate('localStorage.clear()');
  const start = new URL('/', page.url()).href;
  await Promise.all([page.waitForResponse(/\/commands\?channel=/), page.goto(start)]);
  await page.getByRole('heading', { name: /#welcome$/ }).waitFor();
}

/** A picture once it no longer changes: the browser may show a frame after the page has answered. */
export async function settled(take: () => Promise<Buffer>): Promise<Buffer> {
  let newest = await take();
  const isStill = async () => {
    const before = newest;
    newest = await take();
    return newest.equals(before);
  };
  await expect.poll(isStill).toBe(true);
  return newest;
}

/** Where a test writes the pictures of the README; set by `npm run pictures`. */
export const picturesDir = process.env.PICTURES;

/** Takes a picture for the README if the test runs for its pictures. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!picturesDir) return;
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(picturesDir, `${name}.png`), animations: 'disabled' });
}
