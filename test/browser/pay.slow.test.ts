import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { missingBrowser, openBrowser, type Visit, visit } from '../support/browser.js';
import { type JumpingClock, jumpingClock } from '../support/clock.js';
import { eachOf } from '../support/slice.js';
import { find, justBefore, openWorld, order, type TestWorld, text } from '../support/world.js';

if (missingBrowser) console.warn(`The pay page is not tested in a browser: ${missingBrowser}.`);

const PHONE = { width: 390, height: 844 };

describe.skipIf(missingBrowser)('the pay page in a browser', () => {
  let browser: Browser;
  let world: TestWorld;
  let clock: JumpingClock;
  let mia: ActorPerson;
  let card: SeenMessage;
  let visitor: Visit;

  beforeAll(async () => {
    clock = jumpingClock();
    [browser, world] = await Promise.all([openBrowser(), openWorld({}, true, clock)]);
    mia = await world.linked('mia');
  });
  afterAll(async () => {
    await browser?.close();
    expect(await world?.close()).toEqual([]);
  });
  afterEach(async () => {
    const { complaints } = visitor;
    await visitor.close();
    await mia.wallet.behaves('phantom');
    // A refusal appears in the console as a failed request; nothing else may.
    expect(complaints.filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
  });

  /** `/buy`, and the page its card links to. */
  const openPage = async (look: Parameters<typeof visit>[2] = {}, currency = 'SOL'): Promise<Page> => {
    ({ card } = await order(mia, 'starter', currency));
    visitor = await visit(browser, find(card, /http:\/\/127\.0\.0\.1:\d+\/pay#\w+/), look);
    await visitor.page.getByRole('heading', { name: 'Pay for 100 credits' }).waitFor();
    return visitor.page;
  };
  const payHere = (page: Page) => page.getByRole('button', { name: 'Pay with Playground wallet' }).click();
  const titled = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
  const linkOn = async (page: Page) => (await page.locator('#copy-link').textContent()) ?? '';

  eachOf(1, [
    ['SOL', { colorScheme: 'light' }],
    ['USDC', PHONE],
  ] as const)('pays in %s with a browser wallet, and card and page say so', async (currency, look) => {
    const page = await openPage(look, currency);
    await payHere(page);
    await titled(page, '100 credits arrived');
    expect(await page.getByText(/R-\d+/).count()).toBe(1);
    expect(await page.locator('#payable').isVisible()).toBe(false);
    expect(text(await mia.sees('100 credits arrived', { after: justBefore(card) }))).toMatch(/R-\d+/);
  });

  it('shows amount and payee before the payment, and the paid amount after it', {
    tags: 'slow',
  }, async () => {
    await mia.wallet.asksBeforeSigning(true);
    const page = await openPage();
    await payHere(page);
    const asked = page.getByRole('dialog', { name: 'Playground wallet' });
    const shown = (await asked.textContent()) ?? '';
    const { recipient, amount, reference } =
      /solana:(?<recipient>\w+)\?amount=(?<amount>[\d.]+)&.*reference=(?<reference>\w+)/.exec(
        find(card, /solana:[^"`\\]+/),
      )!.groups!;
    expect(shown).toContain(`${amount} SOL`);
    expect(shown).toContain(recipient);
    expect(shown).toContain(reference);
    await asked.getByRole('button', { name: 'Pay' }).click();
    await titled(page, '100 credits arrived');
    await mia.wallet.asksBeforeSigning(false);
    const { sign_requests } = await mia.wallet.look();
    expect(sign_requests.at(-1)).toMatchObject({
      state: 'signed',
      failed: false,
      payment: { transfers: [{ asset: 'SOL', amount, recipient }], references: [reference] },
    });
  });

  it('pays nothing when the owner declines, and can be retried', { tags: 'slow' }, async () => {
    await mia.wallet.behaves('rejects');
    const page = await openPage();
    await payHere(page);
    await page.getByRole('status').filter({ hasText: 'You declined in your wallet' }).waitFor();
    expect((await page.locator('#title').textContent()) ?? '').toBe('Pay for 100 credits');
    await mia.wallet.behaves('phantom');
    await payHere(page);
    await titled(page, '100 credits arrived');
  });

  it('offers every field for copying, and the same code as the card', async () => {
    const page = await openPage();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the payment link' }).click();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(find(card, /solana:[^"`\\]+/));
    for (const name of ['the amount', 'the recipient', 'the reference'])
      expect(await page.getByRole('button', { name: `Copy ${name}` }).isVisible()).toBe(true);
    expect(await page.getByRole('img', { name: /Solana Pay QR code/ }).isVisible()).toBe(true);
  });

  it("follows another wallet's payments: a part, then the rest", { tags: 'slow' }, async () => {
    const page = await openPage();
    const whole = await linkOn(page);
    await mia.wallet.pays(whole, { amount_base_units: '10000000' });
    await titled(page, 'Partial payment received');
    const rest = await linkOn(page);
    expect(rest).not.toBe(whole);
    await mia.wallet.pays(rest);
    await titled(page, '100 credits arrived');
  });

  it('checks on request, and never says that nothing was paid', async () => {
    const page = await openPage();
    await page.getByRole('button', { name: 'Check now' }).click();
    const said = page.getByRole('status').filter({ hasText: 'Not seen yet' });
    await said.waitFor();
    expect(await said.textContent()).toMatch(/checked( 1 node)? at \d/);
  });

  it('ends with the purchase: cancelled on the card, or expired', { tags: 'slow' }, async () => {
    const page = await openPage();
    await mia.clicks('Cancel', { message: card.id });
    await titled(page, 'Purchase cancelled');
    expect(await page.locator('#payable').isVisible()).toBe(false);
    await visitor.close();

    const other = await openPage();
    clock.jump(16 * 60_000);
    await titled(other, 'This offer expired');
    expect(await other.locator('#payable').isVisible()).toBe(false);
  });

  it('fits a phone, where wallet apps open by a tap, on one screen and without a code', {
    tags: 'slow',
  }, async () => {
    const page = await openPage({ ...PHONE, hasTouch: true });
    await page.getByRole('button', { name: 'Pay with Playground wallet' }).waitFor();
    expect(await page.locator('#qr').isVisible()).toBe(false);
    const app = await page.getByRole('link', { name: 'Open in a wallet app' }).boundingBox();
    expect((app?.y ?? 0) + (app?.height ?? 0)).toBeLessThan(PHONE.height);
    const height = await page.locator('html').evaluate((html: { scrollHeight: number }) => html.scrollHeight);
    expect(height).toBeLessThanOrEqual(PHONE.height);
    const widths = await page
      .locator('html')
      .evaluate(({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) => [
        scrollWidth,
        clientWidth,
      ]);
    expect(widths[0]).toBe(widths[1]);
    expect(await page.getByRole('link', { name: 'Open in a wallet app' }).getAttribute('href')).toBe(
      await linkOn(page),
    );
    expect(await page.getByRole('link', { name: 'Phantom' }).getAttribute('href')).toContain(
      encodeURIComponent(page.url()),
    );
  });

  it('says that an address is unknown', { tags: 'slow' }, async () => {
    await openPage();
    await visitor.close();
    visitor = await visit(browser, `${world.addresses.link!.replace(/link$/, 'pay')}#${'x'.repeat(32)}`);
    await visitor.page.getByText("This link isn't valid").waitFor();
  });
});
