import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import type { BehaviourName } from '../../src/playground/wallet/behaviour.js';
import { missingBrowser, openBrowser, type Visit, visit } from '../support/browser.js';
import { eachOf } from '../support/slice.js';
import { justBefore, openWorld, startLink, type TestWorld, text } from '../support/world.js';

if (missingBrowser) console.warn(`The link page is not tested in a browser: ${missingBrowser}.`);

const PHONE = { width: 390, height: 844 };
const people = ['mia', 'sam', 'max', 'olga'];

describe.skipIf(missingBrowser)('the link page in a browser', () => {
  let browser: Browser;
  let world: TestWorld;
  let turn = 0;
  let member: ActorPerson;
  let card: string;
  let visitor: Visit;

  beforeAll(async () => {
    [browser, world] = await Promise.all([openBrowser(), openWorld()]);
  });
  afterAll(async () => {
    await browser?.close();
    expect(await world?.close()).toEqual([]);
  });
  /** Each person in turn, so that each test has a new link. */
  beforeEach(() => {
    member = world.actor.as(people[turn++ % people.length] ?? 'mia');
  });
  afterEach(async () => {
    const { complaints } = visitor;
    await visitor.close();
    await member.wallet.behaves('phantom');
    // A refusal appears in the console as a failed request; nothing else may.
    expect(complaints.filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
  });

  /** `/link`, and its page in a browser whose wallet has that behaviour. */
  const openLink = async (behaviour: BehaviourName, look: Parameters<typeof visit>[2] = {}) => {
    await member.wallet.behaves(behaviour);
    const { card: message, url } = await startLink(member);
    card = message.id;
    visitor = await visit(browser, url, look);
    return visitor.page;
  };
  const sign = (page: Page) => page.getByRole('button', { name: 'Sign with Playground wallet' }).click();
  const says = (page: Page, words: string | RegExp) =>
    page.getByRole('status').filter({ hasText: words }).waitFor();
  const codeOn = async (page: Page): Promise<string> => {
    await page.getByRole('heading', { name: 'Almost done' }).waitFor();
    return (await page.locator('#code').textContent()) ?? '';
  };
  /** Types the code of the page into Discord; the wallet is then linked. */
  const finish = async (page: Page) => {
    const code = await codeOn(page);
    await member.clicks('Enter code', { message: card });
    await member.fills({ code });
    const { address } = await member.wallet.look();
    const linked = await member.sees('Wallet linked', { after: justBefore({ id: card }) });
    expect(linked.id).toBe(card);
    expect(text(linked)).toContain(address.slice(0, 4));
    await page.getByRole('heading', { name: 'Done, you can close this' }).waitFor();
    expect(await page.locator('#code').isVisible()).toBe(false);
  };
  const isWithin = (page: Page) =>
    page
      .locator('html')
      .evaluate(
        ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) =>
          scrollWidth <= clientWidth,
      );

  eachOf(1, [
    ['phantom', {}],
    ['solflare', { colorScheme: 'light' }],
    ['offchain-v1', {}],
    ['offchain-v0', PHONE],
    ['offchain-legacy', {}],
    ['phantom', PHONE],
  ] as const)('links a wallet that behaves like %s %o', async (behaviour, look) => {
    const page = await openLink(behaviour, look);
    await page.getByText(/\d{17,20}/).waitFor();
    expect(await page.locator('dl').first().textContent()).toContain(`Discord user${member.name}`);
    expect(await isWithin(page)).toBe(true);
    await sign(page);
    await finish(page);
    expect(await isWithin(page)).toBe(true);
  });

  it('links a Ledger by a small transfer, which it finds automatically', { tags: 'slow' }, async () => {
    const page = await openLink('ledger', PHONE);
    await sign(page);
    await says(page, /signs transactions only\. You can use a small transfer instead/);
    await page.keyboard.press('Enter'); // the next step has the focus
    const link = page.getByRole('link', { name: 'Open in a wallet app' });
    await page.getByText('You get it back as').waitFor();
    await page.getByRole('img', { name: 'Solana Pay QR code' }).waitFor();
    expect(await isWithin(page)).toBe(true);
    await member.wallet.pays((await link.getAttribute('href')) ?? '');
    await finish(page);
    await member.runs('/credits');
    await member.sees(/\b5 credits/, { after: card });
  });

  it('links a Ledger whose wallet app drops the reference, by the transaction’s signature', {
    tags: 'slow',
  }, async () => {
    const page = await openLink('ledger');
    const { address } = await member.wallet.look();
    await page.getByText("My wallet can't sign messages").click();
    await page.locator('#transfer-address').fill(` ${address} `);
    await page.getByRole('button', { name: 'Show the transfer' }).click();
    const url = await page.getByRole('link', { name: 'Open in a wallet app' }).getAttribute('href');
    const { signature } = await member.wallet.pays(url ?? '', { omit_reference: true });
    await page.getByLabel(/Paid without the reference/).fill(signature);
    await page.locator('#transfer-sent').getByRole('button').click();
    await finish(page);
  });

  it('links a key without a browser wallet, by a pasted signature', { tags: 'slow' }, async () => {
    const page = await openLink('phantom', PHONE);
    const { address } = await member.wallet.look();
    await page.getByText('Sign with the command line').click();
    await page.locator('#offline-address').fill(address);
    await page.getByRole('button', { name: 'Show the message' }).click();
    await page.getByText('This is the message').waitFor();
    const words = (await page.locator('#offline-text').textContent()) ?? '';
    const command = await page.locator('#offline-command').textContent();
    expect(command).toBe(`solana sign-offchain-message '${words}' -k KEYPAIR`);
    expect(words).toContain(`Discord user ${member.name} (`);
    expect(await isWithin(page)).toBe(true);
    const paste = async (signature: string) => {
      await page.getByLabel('The signature it prints').fill(signature);
      await page.locator('#offline-sent').getByRole('button').click();
    };
    await paste(await member.wallet.signs(`${words} `, 'offchain_legacy'));
    await says(page, "That signature doesn't match");
    await paste(await member.wallet.signs(words, 'offchain_legacy'));
    await finish(page);
  });

  eachOf(1, [
    ['other-account', /signed with .+ but it is connected with/],
    ['edits-text', "That signature doesn't match the wallet and the text"],
    ['rejects', 'You declined in your wallet'],
  ] as const)(
    'refuses a wallet that behaves like %s in one sentence, then lets it sign',
    async (behaviour, words) => {
      const page = await openLink(behaviour);
      await sign(page);
      await says(page, words);
      expect(await page.locator('#code').textContent()).toBe('');
      await member.wallet.behaves('phantom');
      await sign(page);
      await finish(page);
    },
  );

  it('shows the code again after a reload, and to no other browser', { tags: 'slow' }, async () => {
    const page = await openLink('phantom');
    await sign(page);
    const code = await codeOn(page);
    await page.reload();
    expect(await codeOn(page)).toBe(code);
    const other = await visit(browser, page.url());
    await other.page.getByText('This link was already used').waitFor();
    await other.close();
    await finish(page);
  });

  it('continues in the browser that opened it last', { tags: 'slow' }, async () => {
    const page = await openLink('phantom', PHONE);
    const phone = await visit(browser, page.url(), PHONE);
    await phone.page.getByRole('button', { name: 'Sign with Playground wallet' }).waitFor();
    await sign(page);
    await says(page, 'This link is open in another browser');
    await sign(phone.page);
    await finish(phone.page);
    await phone.close();
  });

  it('offers the wallet apps of a phone, with the whole address', { tags: 'slow' }, async () => {
    const page = await openLink('phantom');
    await page.getByText('Continue on your phone').click();
    await page.getByRole('img', { name: 'QR code of this page' }).waitFor();
    const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: PHONE });
    const phone = await context.newPage();
    await phone.goto(page.url());
    const href = await phone.getByRole('link', { name: 'Open in Phantom' }).getAttribute('href');
    expect(href).toContain(encodeURIComponent(page.url()));
    expect(await phone.getByRole('link', { name: 'Open in Solflare' }).isVisible()).toBe(true);
    expect(await isWithin(phone)).toBe(true);
    await context.close();
  });

  it('explains an invalid address in one sentence', { tags: 'slow' }, async () => {
    const page = await openLink('phantom');
    const address = new URL(page.url());
    for (const [hash, words] of [
      ['', 'This link is incomplete'],
      ['cut-off', 'This link is incomplete'],
      ['x'.repeat(32), "This link isn't valid"],
    ] as const) {
      address.hash = hash;
      const other = await visit(browser, address.href);
      await other.page.getByRole('heading', { name: "This link doesn't work" }).waitFor();
      await other.page.getByText(words).waitFor();
      expect(await other.page.getByRole('button').count()).toBe(0);
      await other.close();
    }
    await startLink(member);
    await sign(page);
    await says(page, 'only the newer link works');
  });

  it('redirects to Discord and back if the operator requires it', { tags: 'slow' }, async () => {
    const page = await openLink('phantom');
    const { origin, hash } = new URL(page.url());
    const identityUrl = `${origin}/link/discord?state=s123`; // imitates Discord, which adds a code and redirects back
    await page.route('**/link/api/prove', (route) => route.fulfill({ json: { identityUrl } }));
    await page.route('**/link/api/identify', (route) =>
      route.request().postDataJSON().code === 'c456' && route.request().postDataJSON().token === hash.slice(1)
        ? route.fulfill({ json: { code: '123-456' } })
        : route.abort(),
    );
    await page.route('**/link/discord?state=s123', (route) =>
      route.fulfill({ status: 302, headers: { location: `${identityUrl}&code=c456` } }),
    );
    await sign(page);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await page.getByRole('link', { name: 'Continue with Discord' }).click();
    expect(await codeOn(page)).toBe('123-456');
    expect(page.url()).toBe(`${origin}/link?lang=en-US${hash}`);
  });

  it('survives a lost network', { tags: 'slow' }, async () => {
    const page = await openLink('phantom');
    await page.getByRole('button', { name: 'Sign with Playground wallet' }).waitFor();
    await page.route('**/link/api/challenge', (route) => route.abort());
    await sign(page);
    await says(page, "We can't reach the server");
    await page.unroute('**/link/api/challenge');
    visitor.complaints.length = 0; // the browser's own line about the interrupted request
    await sign(page);
    await finish(page);
  });
});
