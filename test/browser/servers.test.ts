import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { workshop } from '../../src/playground/workshop.js';
import { missingBrowser, openBrowser, type Visit, visit } from '../support/browser.js';
import { openPlayground, type TestPlayground } from '../support/playground.js';

const PHONE = { width: 390, height: 780, hasTouch: true };
const HOME = 'Rigsmith Playground';
const WORKSHOP = 'Pixel Workshop';

describe.skipIf(missingBrowser)('the servers of the playground', () => {
  let browser: Browser;
  let playground: TestPlayground;
  let visitor: Visit;
  let page: Page;

  beforeAll(async () => {
    [browser, playground] = await Promise.all([openBrowser(), openPlayground({ guilds: [workshop] })]);
    visitor = await visit(browser, playground.url);
    page = visitor.page;
  });
  afterAll(async () => {
    await browser?.close();
    await playground?.close();
  });
  afterEach(() => expect(visitor.complaints).toEqual([]));

  const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name, exact: true });
  const channels = (on = page) => on.getByRole('navigation', { name: 'Channels' });
  const server = (name: string | RegExp, on = page) =>
    on.getByRole('navigation', { name: 'Servers' }).getByRole('button', { name });
  const rooms = (on = page) =>
    channels(on).locator('.room > .channel > span:first-of-type').allTextContents();
  const idOf = (name: string) => playground.discord.guild(name).id;

  it('are in a rail, by name, and each shows its own channels, members and language', async () => {
    await heading('welcome').waitFor();
    expect(await server(HOME).getAttribute('aria-current')).toBe('true');
    expect(await server(WORKSHOP).getAttribute('title')).toBe(WORKSHOP);
    expect(await rooms()).toEqual(['welcome', 'rigs', 'agent']);

    await server(WORKSHOP).click();
    await heading('willkommen').waitFor();
    expect(await server(WORKSHOP).getAttribute('aria-current')).toBe('true');
    expect(await rooms()).toEqual(['willkommen', 'figuren', 'werkbank']);
    await page.getByRole('button', { name: 'Members' }).click();
    const members = page.getByRole('region', { name: 'Members' });
    await members.getByRole('heading', { name: 'Moderator — 2' }).waitFor();
    expect(await members.getByRole('button').allTextContents()).not.toContain('OOlga');
    await page.getByRole('button', { name: 'Members' }).click();
    await page.getByRole('button', { name: /Switch/ }).click();
    await expect.poll(() => page.getByLabel('Server language').inputValue()).toBe('de');
    await page.keyboard.press('Escape');
  });

  it('have addresses: Back, Forward and a reload return to the server and its channel', {
    tags: 'slow',
  }, async () => {
    await channels().getByRole('button', { name: 'figuren', exact: true }).click();
    await heading('figuren').waitFor();
    expect(page.url()).toContain(`/channels/${idOf(WORKSHOP)}/`);
    await server(HOME).click();
    await heading('welcome').waitFor();
    expect(page.url()).toContain(`/channels/${idOf(HOME)}/`);
    await server(WORKSHOP).click();
    await heading('figuren').waitFor(); // the last channel there
    await page.goBack();
    await heading('welcome').waitFor();
    expect(await rooms()).toEqual(['welcome', 'rigs', 'agent']);
    await page.goForward();
    await heading('figuren').waitFor();
    await expect.poll(() => page.title()).toBe(`#figuren · ${WORKSHOP}`);
    await page.reload();
    await heading('figuren').waitFor();
    expect(await rooms()).toEqual(['willkommen', 'figuren', 'werkbank']);
    const other = await visit(browser, page.url());
    await heading('figuren', other.page).waitFor();
    await other.close();
  });

  it('mark new messages and mentions in a server that is not open', { tags: 'slow' }, async () => {
    await server(WORKSHOP).click();
    const mia = playground.discord.as('mia').member.id;
    await playground.actor.as('max').posts(`<@${mia}> look`, { channel: 'rigs' });
    await server(/^Rigsmith Playground ?, unread ?1 ?for you$/).waitFor();
    await server(HOME).click();
    await channels().getByRole('button', { name: /^rigs/ }).click();
    await heading('rigs').waitFor();
    await expect.poll(() => server(HOME).textContent()).not.toContain('unread');
  });

  it('stay apart in what a member can name, and a command runs in the open one', {
    tags: 'slow',
  }, async () => {
    await server(WORKSHOP).click();
    await channels().getByRole('button', { name: 'figuren', exact: true }).click();
    const box = page.getByLabel('Message', { exact: true });
    await box.fill('#');
    const names = page.getByRole('listbox');
    await names.getByRole('option', { name: 'werkbank' }).waitFor();
    expect(await names.getByRole('option', { name: 'rigs' }).count()).toBe(0);
    await box.fill('');
    await playground.actor.as('mia').runs('/greet', { whom: 'the figures' }, { channel: 'figuren' });
    await page.locator('.message', { hasText: 'the figures' }).waitFor();
  });

  it('show each person their own, with their role there, also on a phone', { tags: 'slow' }, async () => {
    const sam = await visit(browser, `${playground.url}/?as=sam`);
    const face = sam.page.getByRole('button', { name: /^S?\s*Sam/ });
    await heading('welcome', sam.page).waitFor();
    await expect.poll(() => face.textContent()).toContain('Stranger');
    await server(WORKSHOP, sam.page).click();
    await expect.poll(() => face.textContent()).toContain('Moderator');
    await sam.close();

    const olga = await visit(browser, `${playground.url}/?as=olga`);
    await heading('welcome', olga.page).waitFor();
    expect(await server(WORKSHOP, olga.page).count()).toBe(0);
    await olga.close();

    const phone = await visit(browser, playground.url, PHONE);
    await heading('welcome', phone.page).waitFor();
    await phone.page.getByRole('button', { name: 'Channels' }).click();
    await server(WORKSHOP, phone.page).click();
    await channels(phone.page).getByRole('button', { name: 'werkbank', exact: true }).click();
    await heading('werkbank', phone.page).waitFor();
    await expect.poll(() => server(WORKSHOP, phone.page).isVisible()).toBe(false);
    await phone.close();
  });

  it('leave the chat its place beside a thread with a long name', async () => {
    const { page: own } = await visit(browser, playground.url);
    await heading('welcome', own).waitFor();
    const name = 'Can you make a grumpy old dwarf blacksmith with a red beard and a hammer, please?';
    const welcome = playground.discord
      .as('mia')
      .channels()
      .find((one) => one.name === 'welcome')!;
    playground.discord.as('mia').startThread({ channelId: welcome.id, name });
    await channels(own).getByText(name).waitFor();
    const [list, chat] = await Promise.all([
      channels(own).boundingBox(),
      own.getByRole('main').boundingBox(),
    ]);
    expect(list!.width).toBeLessThan(260);
    expect(chat!.width).toBeGreaterThan(500);
    await own.close();
  });
});
