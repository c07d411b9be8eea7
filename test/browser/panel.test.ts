import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser, openBrowser, type Visit, visit } from '../support/browser.js';
import { openPlayground, type TestPlayground } from '../support/playground.js';
import { eachOf } from '../support/slice.js';

/** Any key can be a reference. */
const reference = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

describe.skipIf(missingBrowser)('wallet, chain and faults beside the chat', () => {
  let browser: Browser;
  let playground: TestPlayground;
  let visitor: Visit;

  beforeAll(async () => {
    [browser, playground] = await Promise.all([openBrowser(), openPlayground()]);
    visitor = await visit(browser, playground.url);
    await visitor.page.getByRole('heading', { name: 'Welcome to #welcome' }).waitFor();
  });
  afterAll(async () => {
    await visitor?.close();
    await browser?.close();
    await playground?.close();
  });
  afterEach(() => expect(visitor.complaints).toEqual([]));

  const solOf = async (name: string) => Number((await playground.actor.as(name).wallet.look()).sol);
  const activity = () => visitor.page.getByRole('region', { name: 'Activity' });
  /** Max asks Mia for money in the chat; she opens it in her wallet. */
  const review = async (amount: string) => {
    const url = `solana:${playground.addressOf('max')}?amount=${amount}&label=Max%27s%20shop&reference=${reference}`;
    const { people } = await playground.actor.world();
    const mia = people.find(({ username }) => username === 'mia');
    await playground.actor.as('max').posts(`<@${mia?.id}> pay here: \`${url}\``, { channel: 'welcome' });
    await visitor.page.locator('.message', { hasText: `amount=${amount}&` }).waitFor();
    await visitor.page.getByRole('button', { name: 'Scan the QR in the chat' }).click();
    return visitor.page.getByLabel('Payment to approve');
  };

  it('pays a code in the chat, after a review', async () => {
    const asked = await review('1.25');
    expect(await asked.textContent()).toMatch(/Max's shop asks for\s*1.25 SOL/);
    await asked.getByText("You pay 1.25 SOL to Max's shop.").waitFor();
    expect(await asked.getByRole('definition').allTextContents()).toContain('EPjF…Dt1v');
    await asked.getByRole('button', { name: 'Approve' }).click();
    const balance = visitor.page.locator('[data-balance=sol]');
    await expect.poll(() => balance.textContent()).toMatch(/^8\.7/);
    await visitor.page.getByRole('region', { name: 'Activity' }).getByText('Paid 1.25 SOL').waitFor();
  });

  eachOf(2, [
    ['Under: half of it', 0.2, 'Paid 0.2 SOL instead of 0.4 SOL'],
    ['Over: twice as much', 0.8, 'Paid 0.8 SOL instead of 0.4 SOL'],
    ['Twice', 0.8, 'Paid 0.8 SOL in 2 payments'],
    ['In two halves', 0.4, 'Paid 0.4 SOL in 2 payments'],
    ['With guard instructions', 0.4, 'Paid 0.4 SOL'],
    ['Without the reference', 0.4, 'Paid 0.4 SOL without the reference'],
    ['A stray lamport first', 0.4, 'Paid 0.400000001 SOL in 2 payments'],
    ['In the other currency', 0, 'Paid 60 USDC instead of 0.4 SOL'],
    ['In a fake token', 0, 'Paid 60 fake USDC instead of 0.4 SOL'],
    ['To somebody else', 0, 'Paid 0.4 SOL to another address'],
    ['A transaction that fails', 0, 'Failed: 0.4 SOL was not paid'],
  ])('pays in a special way, and shows the paid amount: %s', async (way, received, said) => {
    const before = await solOf('max');
    // Every payment link is different, so that the wallet does not know it yet.
    const asked = await review(`0.4&message=${encodeURIComponent(way)}`);
    await asked.getByRole('combobox', { name: 'Pay' }).selectOption(way);
    if (way === 'To somebody else') await asked.getByRole('combobox', { name: 'Payee' }).selectOption('sam');
    await asked.getByRole('button', { name: 'Approve' }).click();
    await asked.waitFor({ state: 'detached' });
    await expect.poll(async () => (await solOf('max')) - before).toBeCloseTo(received, 5);
    await activity().getByRole('listitem').first().getByText(said, { exact: true }).waitFor();
  });

  it('pays an approved request late, and cancels one before', { tags: 'slow' }, async () => {
    const asked = await review('0.3');
    await asked.getByRole('combobox', { name: 'Pay' }).selectOption('Late');
    await asked.getByRole('button', { name: 'Approve' }).click();
    await activity()
      .getByText(/Scheduled 0.3 SOL/)
      .waitFor();
    await activity().getByRole('button', { name: 'Cancel' }).click();
    await activity().getByText('Rejected 0.3 SOL').waitFor();
  });

  it("offers only the member's own code, not another member's newer one", { tags: 'slow' }, async () => {
    const { page } = visitor;
    const url = `solana:${playground.addressOf('max')}?amount=7&label=Not%20hers`;
    await playground.actor.as('max').posts(`for Sam: \`${url}\``, { channel: 'welcome' });
    await page.locator('.message', { hasText: 'amount=7&' }).waitFor();
    await page.getByRole('button', { name: 'Scan the QR in the chat' }).click();
    const asked = page.getByLabel('Payment to approve');
    await asked.getByText("You pay 0.3 SOL to Max's shop.").waitFor();
    await asked.getByRole('button', { name: 'Reject' }).click();
    await asked.waitFor({ state: 'detached' });
  });

  it('explains a refusal in a sentence', async () => {
    const asked = await review('99999');
    await asked.getByRole('button', { name: 'Approve' }).click();
    await visitor.page.getByRole('alert').filter({ hasText: 'insufficient funds' }).waitFor();
    visitor.complaints.length = 0; // the browser reports the 400 itself
    await asked.getByRole('button', { name: 'Reject' }).click();
    await asked.waitFor({ state: 'detached' });
  });

  it('asks before it signs for another page, once this is switched on', { tags: 'slow' }, async () => {
    const { page } = visitor;
    await page.getByText('Sign a message').click();
    await page.getByLabel(/Ask me before signing/).check();
    const mia = playground.actor.as('mia');
    await expect.poll(async () => (await mia.wallet.look()).asks_before_signing).toBe(true);
    const signed = fetch(`${playground.url}/actor/people/mia/wallet/sign`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://127.0.0.1:49152' },
      body: JSON.stringify({ message: 'I am Mia' }),
    });
    const asked = page.getByLabel('Text to sign').and(page.locator('section'));
    await asked.getByText('I am Mia').waitFor();
    expect(await asked.textContent()).toContain('127.0.0.1:49152');
    await asked.getByRole('button', { name: 'Sign' }).click();
    expect((await signed).status).toBe(200);
    await page.getByLabel(/Ask me before signing/).uncheck();
  });

  it('signs a text as the chosen wallet would', { tags: 'slow' }, async () => {
    const { page } = visitor;
    const mia = playground.actor.as('mia').wallet;
    const sign = async () => {
      await page.getByRole('textbox', { name: 'Text to sign' }).fill('hello');
      await page.getByRole('button', { name: 'Sign', exact: true }).click();
    };
    await mia.behaves('rejects');
    await sign();
    await page.getByRole('alert').filter({ hasText: 'User rejected the request.' }).waitFor();
    await mia.behaves('other-account');
    await sign();
    await page.getByText('Signed by another account').waitFor();
    await mia.behaves('phantom');
    await sign();
    await page.getByText('Signed by another account').waitFor({ state: 'detached' });
    visitor.complaints.length = 0; // the browser reports the refusal itself
  });

  it('imitates another wallet, for the person who chose it', async () => {
    const { page } = visitor;
    await page.getByText('Behave like another wallet').click();
    const choice = page.getByRole('combobox', { name: 'Behavior of the wallet' });
    await choice.selectOption({ label: 'Like a Ledger: pays, but cannot sign texts' });
    const behaviourOf = async (name: string) => (await playground.actor.as(name).wallet.look()).behaviour;
    await expect.poll(() => behaviourOf('mia')).toBe('ledger');
    expect(await behaviourOf('max')).toBe('phantom');
    await choice.selectOption('phantom');
    await expect.poll(() => behaviourOf('mia')).toBe('phantom');
  });

  it('applies every chain fault, and shows the active one', { tags: 'slow' }, async () => {
    const { page } = visitor;
    await page.getByRole('tab', { name: 'Chain' }).click();
    const press = (name: string) => page.getByRole('button', { name, exact: true });
    const state = () => playground.actor.chain.state();
    const presses = [
      ['Held', 'Payments are confirmed, but never become final', { finality_held: true }],
      ['Running', 'Blocks become final after', { finality_held: false }],
      ['Down', 'Answers every request with 503', { mood: 'down' }],
      ['Busy', 'Answers 429', { mood: 'rate_limited' }],
      ['Silent', 'never answers', { mood: 'silent' }],
      ['Garbled', 'Cuts off every answer', { mood: 'garbled' }],
      ['Healthy', 'Answers normally', { mood: 'healthy' }],
      ['40 slots behind', 'Shows an old state', { lag_slots: 40 }],
      ['No transactions', 'returns no transactions', { transactions_hidden: true }],
      ['Up to date', 'Shows every block', { lag_slots: 0, transactions_hidden: false }],
    ] as const;
    for (const [name, does, expected] of presses) {
      await press(name).click();
      await page.getByText(does).waitFor();
      expect(await state()).toMatchObject(expected);
      await page.locator('.chip[aria-pressed=true]', { hasText: name }).waitFor();
    }
    await press('Roll back').click();
    await page.getByText(/Transactions dropped: \d+/).waitFor();
    await press('Make fake USDC').click();
    await page.getByText('fake token that looks like USDC').waitFor();
  });

  it('makes the next request fail, shows the fault while it is pending, and clears it', {
    tags: 'slow',
  }, async () => {
    const { page } = visitor;
    await page.getByRole('tab', { name: 'Discord' }).click();
    await page.getByText('No faults in force.').waitFor();
    await page.getByRole('button', { name: '5 s late', exact: true }).click();
    const active = page.getByRole('status');
    await active.getByRole('listitem').waitFor();
    expect(await playground.actor.discord.active()).toHaveLength(1);
    await active.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('No faults in force.').waitFor();
  });

  it('lists what Discord would refuse, with the path of each fault', async () => {
    const { page } = visitor;
    await page.getByRole('tab', { name: 'Problems' }).click();
    await page.getByText('So far there was none').waitFor();
    const [bot] = playground.discord.bots();
    const { channels } = playground.discord.guild();
    await fetch(`${playground.discord.api}/v10/channels/${channels[0]?.id}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bot ${bot?.token}` },
      body: JSON.stringify({ content: 'x'.repeat(2_001) }),
    });
    const problem = page.getByRole('listitem').filter({ hasText: 'Must be 2000 or fewer' }).first();
    await problem.getByText('content', { exact: true }).waitFor();
    expect(await problem.textContent()).toContain('Greeter');
  });
});
