import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser, openBrowser, picture, picturesDir, type Visit, visit } from '../support/browser.js';
import { chosenLooks } from '../support/looks.js';
import { createEyes, newcomerOn } from '../support/newcomer.js';
import { openWorld, type TestWorld } from '../support/world.js';

if (missingBrowser) console.warn(`The newcomer's story is not tested: ${missingBrowser}.`);

/** The pictures of the README; `npm run pictures -- --all` takes others, of every step. */
const isForReadme = Boolean(picturesDir) && process.env.LOOKS === undefined;

describe.skipIf(missingBrowser).each(chosenLooks)('a new member with the whole program, $name', (look) => {
  const { width, height, colorScheme, isPhone, locale } = look;
  const { see, violations } = createEyes(look);
  let browser: Browser;
  let world: TestWorld;
  let visitor: Visit;
  let page: Page;
  let on: ReturnType<typeof newcomerOn>;

  const readmePicture = (of: Page, name: string) => (isForReadme ? picture(of, name) : undefined);

  beforeAll(async () => {
    [browser, world] = await Promise.all([openBrowser({ webgl: Boolean(picturesDir) }), openWorld()]);
    if (locale !== 'en-US') {
      await world.actor.usesLocale(locale);
      for (const { username, bot } of (await world.actor.world()).people)
        if (!bot) await world.actor.as(username).speaks(locale);
    }
    visitor = await visit(browser, world.addresses.web ?? '', {
      width,
      height: isForReadme ? 1_080 : height,
      colorScheme,
      hasTouch: isPhone,
      isMoving: Boolean(picturesDir),
      locale: locale === 'en-US' ? 'en-GB' : locale,
    });
    page = visitor.page;
    on = newcomerOn(page, look);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  /** Opens a link of the newest message in a new tab. */
  const follow = async (name: string): Promise<Page> => {
    const opened = page.context().waitForEvent('page');
    await on.newest().getByRole('link', { name }).first().click();
    return opened;
  };

  it('sees what this is', async () => {
    await page.getByText(on.t('playground.welcome.make.button')).waitFor();
    await on.button(on.t('playground.composer.commands')).waitFor();
    await see(page, 'welcome');
  });

  it('links a wallet by clicks alone, after the wallet has asked', async () => {
    const { t, button, newest } = on;
    await world.actor.as('mia').wallet.asksBeforeSigning(true);
    await on.takeStep(t('playground.guide.link.title'));
    await newest().getByText(t('link.card.title')).waitFor();
    await see(page, 'link-card');
    const linkPage = await follow(t('link.card.open.button'));
    const wallet = t('playground.wallet.prompt.name');
    const sign = linkPage.getByRole('button', { name: /Playground/ });
    await sign.waitFor();
    await readmePicture(linkPage, 'link-page');
    await see(linkPage, 'link-page');
    await sign.click();
    const asked = linkPage.getByRole('dialog', { name: wallet });
    await asked.getByText('wants you to sign in with your Solana account').waitFor();
    await see(linkPage, 'wallet-asks');
    await button(t('playground.wallet.prompt.sign.button'), asked).click();
    const code = await linkPage.locator('#code').filter({ hasText: /\d/ }).textContent();
    await see(linkPage, 'link-code');
    await linkPage.close();

    await newest()
      .locator('button.button', { hasText: t('link.card.code.button') })
      .click();
    const form = page.getByRole('dialog');
    await see(page, 'code-form');
    await form.getByRole('textbox').fill(code ?? '');
    await button(t('playground.form.submit.button'), form).click();
    await on.tick(t('playground.guide.link.title'));
    await newest().getByText(t('playground.chat.only_you')).waitFor();
    await expect.poll(() => form.count()).toBe(0);
    await see(page, 'linked');

    const before = await page.locator('.message').count();
    await button(t('playground.chat.dismiss')).first().click();
    await expect.poll(() => page.locator('.message').count()).toBe(before - 1);
  });

  it('buys credits: chooses a pack, lets the wallet pay, sees the card change', async () => {
    const { t, button, newest } = on;
    await on.takeStep(t('playground.guide.buy.title'));
    await newest().locator('.select-face').click();
    await page.getByRole('option', { name: /SOL/ }).first().waitFor();
    await see(page, 'packs');
    await page.getByRole('option', { name: /SOL/ }).first().click();
    await newest().locator('.picture img').waitFor();
    await see(page, 'buy-card');
    const payPage = await follow(t('purchase.card.browser.button'));
    await payPage.getByRole('button', { name: /Playground/ }).waitFor();
    await see(payPage, 'pay-page');
    await payPage.close();
    await on.openWallet();
    await button(t('playground.wallet.scan.button')).click();
    const review = page.getByLabel(t('playground.wallet.review.label'));
    expect(await review.textContent()).toMatch(/[\d.,]+ SOL/);
    await readmePicture(page, 'buy');
    await see(page, 'approve');
    await button(t('playground.wallet.review.approve.button'), review).click();
    await on.tick(t('playground.guide.buy.title'));
    await on.closePanel();
    await see(page, 'bought');
  });

  it('makes a rigged character from a sentence', async () => {
    const { t, newest } = on;
    await on.takeStep(t('playground.guide.rig.title'));
    await on.tick(t('playground.guide.rig.title'));
    await newest().getByText('.glb').first().waitFor();
    await readmePicture(page, 'rig');
    await see(page, 'rig');
  });

  it.skipIf(!picturesDir)('shows the character in 3D, with its bones', async () => {
    const { t, button, newest } = on;
    await newest().getByRole('button', { name: /3D/ }).first().click();
    const viewer = page.getByRole('dialog');
    await button(t('playground.viewer.skeleton'), viewer).click();
    await readmePicture(page, 'viewer');
    await see(page, 'viewer');
    await page.keyboard.press('Escape');
  });

  it('opens the page of that character, which has its file', async () => {
    const rigPage = await follow(on.t('rig.view.button'));
    await rigPage.getByRole('link', { name: on.t('rig.page.download') }).waitFor();
    expect(await rigPage.getByRole('heading').textContent()).toContain('fox');
    await see(rigPage, 'rig-page');
    await rigPage.close();
  });

  it('finds the character in the gallery', async () => {
    await on.write('/rigs');
    await page
      .getByRole('option', { name: /^\/rigs/ })
      .first()
      .click();
    await on.button(on.t('playground.composer.send')).click();
    await on.newest().getByText(on.t('playground.chat.only_you')).waitFor();
    await see(page, 'gallery');
  });

  it('talks to the agent in a separate thread', async () => {
    const { t } = on;
    await on.takeStep(t('playground.guide.talk.title'));
    await page.getByText(t('playground.guide.show.button')).waitFor(); // the steps have folded
    expect(await page.locator('.guide li').count()).toBe(0);
    await on.openChannels();
    await page.getByRole('navigation').locator('.channel.thread').first().click();
    await page
      .locator(`.actions [aria-label="${t('playground.message.reply')}"]`)
      .last()
      .waitFor({ state: 'attached' });
    const answers = await page.locator('.message').count();
    await on.write('Thank you. What can you make?');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.message').count()).toBeGreaterThan(answers + 1);
    await expect.poll(() => on.button(t('talk.answer.stop.button')).count()).toBe(0); // the answer is complete
    await readmePicture(page, 'talk');
    await see(page, 'talk');
  });

  it('shows who can be played, and who is here', async () => {
    const { t, button } = on;
    await on.openChannels();
    await page.getByRole('button', { name: new RegExp(t('playground.people.switch')) }).click();
    await page.getByRole('list', { name: t('playground.people.title') }).waitFor();
    await see(page, 'people');
    await page.keyboard.press('Escape');
    if (isPhone) await page.mouse.click(width - 10, height / 2);
    await button(t('playground.chat.members')).click();
    await page.getByRole('region', { name: t('playground.chat.members') }).waitFor();
    await see(page, 'members');
    if (isPhone) await page.mouse.click(10, height / 2);
    else await button(t('playground.chat.members')).click();
  });

  it("shows a stranger neither the purchase, nor the link, nor the moderators' commands", async () => {
    const { t, newest } = on;
    await on.actAs('Sam');
    await on.openChannels();
    await page.getByRole('navigation').getByRole('button', { name: 'welcome' }).click();
    await on.write('Hello everybody!');
    await page.keyboard.press('Enter');
    await newest().getByText('Hello everybody!').waitFor(); // the messages are loaded
    expect(await page.locator('.message', { hasText: /credits/i }).count()).toBe(0);
    expect(await page.getByText(t('playground.chat.only_you')).count()).toBe(0);
    await on.write('/mod');
    await page.getByText(t('playground.composer.no_commands')).waitFor();
  });

  it('lets a moderator look up the new member', async () => {
    const { t, button, newest } = on;
    await on.actAs('Max');
    await on.write('/mod credits');
    await page.getByRole('option', { name: '/mod credits' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('mi');
    await page.getByRole('option', { name: 'Mia' }).click();
    await see(page, 'command');
    await button(t('playground.composer.send')).click();
    await newest().getByText(t('playground.chat.only_you')).waitFor();
    await newest().getByText(/mia/i).first().waitFor();
    await see(page, 'moderator');
  });

  it.skipIf(isPhone)('finds everything on a phone too, in the light theme', async () => {
    const phone = await visit(browser, world.addresses.web ?? '', {
      width: 390,
      height: 844,
      colorScheme: 'light',
    });
    await phone.page.locator('.message').last().waitFor();
    expect(await phone.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await readmePicture(phone.page, 'phone');
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });

  it('leaves no console error, no request beyond this machine, and no message Discord would refuse', async () => {
    expect(visitor.complaints).toEqual([]);
    expect(await world.actor.problems()).toEqual([]);
  });

  it('can be used by everybody: axe finds nothing in any of these states, in both themes', () => {
    expect(violations).toEqual([]);
  });
});
