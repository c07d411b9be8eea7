import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser, openBrowser, type Visit, visit } from '../support/browser.js';
import { hasHardCodedWords } from '../support/member-texts.js';
import { openPlayground, type TestPlayground } from '../support/playground.js';
import { brackets, pseudoMessage } from '../support/pseudo-locale.js';

/**
 * The page in a pseudo-locale: a text that stays plain English is not in the catalog. It is served as Japanese, whose
 * dates and numbers have no Latin words.
 */

const locale = 'ja';
const english: Record<string, string> = JSON.parse(readFileSync('data/locales/en-US.json', 'utf8'));
const pseudo = Object.fromEntries(
  Object.entries(english)
    .filter(([key]) => key.startsWith('playground.'))
    .map(([key, text]) => [key, pseudoMessage(text, brackets, 2_000)]),
);

/** Names that are the same in every language, and texts of the test's bot and of Discord's API. */
const data = ['Rigsmith Playground', 'Greeter', 'Discord', 'Solana', 'APP', 'SOL', 'USDC', 'Ctrl+K'];
const names = [
  'Mia',
  'Max',
  'Olga',
  'Sam',
  'Noor',
  'Pixel Workshop',
  'mia',
  'welcome',
  'rigs',
  'agent',
  'mods',
  'Moderator',
  'solana:',
];
const topics = ['Start here.', 'Characters made by the members.', 'Talk to the agent.', 'Party'];
const api = ['PUT', 'Must be 2000 or fewer in length.', 'Invalid Form Body', 'POST', 'content'];
const bot = ['Hello', 'plain', 'Wave', 'Tell me a secret', 'Sign the book', 'Sea green', 'Wine red', 'greet'];
const permissions = [
  'SendMessages',
  'EmbedLinks',
  'AttachFiles',
  'SendMessagesInThreads',
  'CreatePublicThreads',
];
const known = [...data, ...names, ...topics, ...api, ...bot, ...permissions].toSorted(
  (a, b) => b.length - a.length,
);

/** Every text of the page that a person reads or hears, with the languages of Discord left out. */
const readPage = (page: Page): Promise<string[]> =>
  page.evaluate(`
    [...document.body.querySelectorAll('*')]
      .filter((element) => !element.closest('option[lang], script, style, code'))
      .flatMap((element) => [
        ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
        ...[...element.childNodes].map((node) => (node.nodeType === 3 ? node.textContent : '')),
      ])
      .map((text) => text.trim())
      .filter((text, at, all) => text !== '' && all.indexOf(text) === at)
  `);

describe.skipIf(missingBrowser)('the page in a pseudo-locale shows no hard-coded text', () => {
  let browser: Browser;
  let playground: TestPlayground;
  let visitor: Visit;
  let page: Page;

  beforeAll(async () => {
    [browser, playground] = await Promise.all([openBrowser(), openPlayground()]);
    await playground.actor.as('mia').speaks(locale);
    visitor = await visit(browser, 'about:blank');
    page = visitor.page;
    await page.route(`**/copy-${locale}.json`, (route) => route.fulfill({ json: pseudo }));
    await page.goto(playground.url);
    await page.getByRole('heading', { name: brackets[0] }).first().waitFor();
  });
  afterAll(async () => {
    await visitor?.close();
    await browser?.close();
    await playground?.close();
  });

  const text = (key: string) => page.getByText(pseudo[key] ?? key).first();
  const tab = (at: number) => page.getByRole('tab').nth(at).click();
  const withoutKeys = (one: string) => one.replace(/[1-9A-HJ-NP-Za-km-z]{32,88}/g, '');
  const plain = async () =>
    (await readPage(page)).map(withoutKeys).filter((one) => hasHardCodedWords(one, known));

  it('in the welcome channel', async () => {
    await text('playground.welcome.text').waitFor();
    expect(await plain()).toEqual([]);
    expect((await readPage(page)).filter((one) => one.includes(brackets[0])).length).toBeGreaterThan(20);
    expect(hasHardCodedWords('[!! Ḃüüẏ !!] now', known)).toBe(true);
  });

  it('in the wallet, with its history and an error', async () => {
    for (const drawer of await page.locator('details.drawer').all())
      await drawer.evaluate((element) => element.setAttribute('open', ''));
    const { wallet } = playground.actor.as('mia');
    const url = `solana:${playground.addressOf('max')}?amount=0.1&label=Max`;
    await wallet.approves((await wallet.scans({ url })).id);
    await wallet.scans({ url });
    await text('playground.wallet.activity.label').waitFor();
    expect(await plain()).toEqual([]);
  });

  it('in the chain panel, after pressing every button', async () => {
    await tab(1);
    await text('playground.chain.group.finality').waitFor();
    for (const chip of await page.locator('.chip:enabled').all()) {
      await chip.click();
      await expect.poll(() => page.locator('output').textContent()).toMatch(/\S/);
      expect(await plain()).toEqual([]);
    }
  });

  it('in the fault panel, with faults of every kind in force', async () => {
    await tab(2);
    await text('playground.fault_panel.none').waitFor();
    const { discord } = playground.actor;
    for (const [name, body] of [
      ['rest', { kind: 'error', status: 503, path: '/nowhere', times: null }],
      ['rest', { kind: 'slow', ms: 5, method: 'PUT', path: '/nowhere', bot: 'Greeter' }],
      ['rest', { kind: 'hang-up', after: true, path: '/nowhere' }],
      ['rest', { kind: 'refusal', code: 50013, path: '/nowhere' }],
      ['interactions', { duplicated: true, delay_ms: 10 }],
      ['permission', { permission: 'SendMessages', allowed: false, channel: 'rigs' }],
      ['heartbeat_acks', { withheld: true }],
      ['withhold_ready', {}],
      ['ban', { who: 'sam' }],
    ] as const)
      await discord.fault(name, body);
    await expect.poll(() => page.getByRole('status').getByRole('listitem').count()).toBe(9);
    expect(await plain()).toEqual([]);
    await text('playground.faults.unban').click(); // of the only bot, which is not banned
    await text('playground.said.not_banned').waitFor();
    await text('playground.fault_panel.clear.button').click();
    await text('playground.fault_panel.cleared').waitFor();
    expect(await plain()).toEqual([]);
  });

  it('in the list of problems', async () => {
    await tab(3);
    await text('playground.problems.none').waitFor();
    expect(await plain()).toEqual([]);
  });

  it('among notices of Discord in a thread', async () => {
    const mia = playground.actor.as('mia').in('rigs');
    const thread = await mia.startsThread('Party');
    await mia.invites('max', thread.id);
    await page.getByRole('button', { name: 'Party' }).first().click();
    await page.locator('.system').first().waitFor();
    expect(await plain()).toEqual([]);
    expect(await page.locator('.system').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\[!! Mia .*Max.* !!\]/)]),
    );
  });

  it('in the settings', async () => {
    await page.locator('.me button').first().click();
    await text('playground.people.language').waitFor();
    expect(await plain()).toEqual([]);
  });
});
