import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingBrowser, openAfresh, openBrowser, type Visit, visit } from '../support/browser.js';
import { openPlayground, type TestPlayground } from '../support/playground.js';

describe.skipIf(missingBrowser)('members and messages on the page', () => {
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

  const message = (text: string) => visitor.page.locator('.message', { hasText: text });
  const say = async (text: string) => {
    await visitor.page.getByLabel('Message', { exact: true }).fill(text);
    await visitor.page.keyboard.press('Enter');
    await message(text).last().waitFor();
    return message(text).last();
  };

  it('uses an app on a message by right-click', { tags: 'slow' }, async () => {
    const said = await say('be loud');
    await said.click({ button: 'right' });
    await visitor.page.getByRole('menuitem', { name: 'Shout this' }).click();
    await visitor.page.locator('.message', { hasText: /BE LOUD/ }).waitFor();
  });

  it('uses an app on a member from the list of members, by right-click and from their card', {
    tags: 'slow',
  }, async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Members' }).click();
    const members = page.getByRole('region', { name: 'Members' });
    await members.getByRole('heading', { name: 'Moderator — 1' }).waitFor();
    await members.getByRole('button', { name: 'Sam' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Praise' }).click();
    await message('praise be to sam').waitFor();
    await members.getByRole('button', { name: 'Olga' }).click();
    const card = page.getByRole('dialog', { name: 'Olga' });
    await card.getByText('Operator').waitFor();
    await card.getByRole('button', { name: /Praise/ }).click();
    await message('praise be to olga').waitFor();
  });

  it('writes a direct message, which its member finds among theirs', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Members' }).click();
    await page.getByRole('region', { name: 'Members' }).getByRole('button', { name: 'Max' }).click();
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await page.getByText('beginning of your direct messages with Max').waitFor();
    await say('between us');
    await page.getByRole('button', { name: /Switch/ }).click();
    await page.getByRole('button', { name: /^Max Moderator/ }).click();
    await page.getByRole('navigation').getByRole('button', { name: 'Mia' }).first().click();
    await message('between us').waitFor();
  });

  it('chooses the language of their Discord and of the server', { tags: 'slow' }, async () => {
    const { page } = visitor;
    const { actor } = playground;
    const chosen = async () => {
      const { people, guild } = await actor.world();
      return [people.find(({ username }) => username === 'mia')?.locale, guild.locale];
    };
    await page.getByRole('button', { name: /Switch/ }).click();
    await page.getByLabel('Your language').selectOption('de: Deutsch');
    await page.getByPlaceholder('Nachricht an #welcome').waitFor(); // the page follows
    await page.getByLabel('Sprache des Servers').selectOption('ja');
    await expect.poll(chosen).toEqual(['de', 'ja']);
    await page.getByLabel('Sprache des Servers').selectOption('en-US');
    await page.getByLabel('Deine Sprache').selectOption('en-US');
    await expect.poll(chosen).toEqual(['en-US', 'en-US']);
    await page.keyboard.press('Escape');
  });

  it('replies to a message, and a click on the preview jumps back to it', async () => {
    const { page } = visitor;
    const question = await say('who is there?');
    await question.hover();
    await question.getByRole('button', { name: 'Reply' }).click();
    await page.getByText('Replying to Mia').waitFor();
    const answer = await say('it is me');
    await answer.getByRole('button', { name: 'who is there?' }).click();
    await page.locator('.message.marked', { hasText: 'who is there?' }).waitFor();
  });

  it("edits one's last message with the up arrow, and deletes it", async () => {
    const { page } = visitor;
    const mine = await say('a smal mistake');
    await page.keyboard.press('ArrowUp');
    await page.getByLabel('Edit message').fill('a small mistake');
    await page.keyboard.press('Enter');
    const mended = message('a small mistake');
    await mended.getByText('(edited)').waitFor();
    await expect.poll(() => mine.count()).toBe(0);
    await mended.hover();
    await mended.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete message' }).click();
    await mended.waitFor({ state: 'detached' });
  });

  it('types into the editor right after the up arrow', { tags: 'slow' }, async () => {
    await say('hasty words');
    const place = await visitor.page.evaluate<string>(`(async () => {
      const up = new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(up);
      await null; // the page is drawn, but no frame is shown
      return document.activeElement.ariaLabel;
    })()`);
    expect(place).toBe('Edit message');
  });

  it("offers deletion of other people's messages only to moderators", { tags: 'slow' }, async () => {
    const { page } = visitor;
    await playground.actor.as('sam').posts('sam was here', { channel: 'welcome' });
    await message('sam was here').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy text' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Delete message' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Switch/ }).click();
    await page.getByRole('button', { name: /^Max Moderator/ }).click();
    await message('sam was here').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete message' }).click();
    await message('sam was here').waitFor({ state: 'detached' });
  });

  it('starts a thread from a message and goes there by Ctrl+K', async () => {
    const { page } = visitor;
    const said = await say('let us plan the feast');
    await said.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Create thread' }).click();
    await page.getByRole('heading', { level: 1, name: 'let us plan the feast' }).first().waitFor();
    await say('cake, above all');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('welc');
    await page.keyboard.press('Enter');
    await message('let us plan the feast').getByText('Messages: 1').waitFor();
  });

  it('reacts to a message from its menu, joins in and removes it, by mouse and by keyboard', {
    tags: 'slow',
  }, async () => {
    const { page } = visitor;
    const said = await say('a green frog?');
    await said.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'React with 👍' }).click();
    const reaction = said.getByRole('button', { name: '👍 1: Mia' });
    expect(await reaction.getAttribute('aria-pressed')).toBe('true');
    const { id } = (await playground.actor.as('sam').messages('welcome')).at(-1)!;
    await playground.actor.as('sam').in('welcome').reacts('👍', id);
    await said.getByRole('button', { name: '👍 2: Mia, Sam' }).press('Enter');
    await said.getByRole('button', { name: '👍 1: Sam', pressed: false }).waitFor();
    await playground.actor.as('sam').in('welcome').reacts('👍', id, { taken: true });
    await said.getByRole('button', { name: '👍' }).waitFor({ state: 'detached' });
  });

  it('turns names into mentions, completed with Tab', { tags: 'slow' }, async () => {
    const { page } = visitor;
    await page.getByLabel('Message', { exact: true }).pressSequentially('thank you @Ol');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await message('thank you').getByRole('button', { name: '@Olga' }).waitFor();
    const messages = await playground.actor.as('olga').messages('welcome');
    expect(messages.at(-1)?.mentions).toMatchObject([{ kind: 'member', name: 'Olga' }]);
  });
});
