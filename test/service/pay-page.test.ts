import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/errors.js';
import { createLog } from '../../src/base/log.js';
import { createReadiness } from '../../src/base/readiness.js';
import { payPage } from '../../src/bot/purchase/page.js';
import type { Purchase } from '../../src/bot/purchase/purchase.js';
import { createWeb } from '../../src/bot/web/server.js';
import { type PaymentRefusal, PaymentRefused } from '../../src/chain/payment-refused.js';
import { type ManualClock, manualClock } from '../support/clock.js';
import { copy } from '../support/copy.js';
import { ownBase } from '../support/ports.js';
import { purchase } from '../unit/bot/cards/sample.js';

/** The pay page over real sockets; the flow behind it records its calls. */

const token = 'abcdefghijklmnopqrstuvwxyz012345';
const address = 'Vote111111111111111111111111111111111111111';
let url: string;
let found: Purchase;
let calls: string[];
/** Why the wallet cannot pay. */
let refusal: PaymentRefusal | null;
let clock: ManualClock;
let web: ReturnType<typeof createWeb>;

beforeEach(async () => {
  const port = await ownBase();
  url = `http://127.0.0.1:${port}`;
  found = purchase();
  calls = [];
  refusal = null;
  clock = manualClock();
  const page = payPage({
    flow: {
      findByToken: async (given) => (given === token ? found : null),
      async checkFor({ memberId, id }) {
        calls.push(`check ${memberId} ${id}`);
        return found;
      },
    },
    async build(payUrl, payer) {
      calls.push(`build ${payUrl} for ${payer}`);
      if (payer !== address) throw new AppError('invalid_request', 'That is not a Solana address.');
      if (refusal) throw new PaymentRefused(refusal);
      return 'AQAB';
    },
    folder: resolve(import.meta.dirname, '../../dist/src/bot/purchase/page'),
    wallet: null,
    origin: url,
    clock,
  });
  const site = { origin: url, wallet: null, clock, log: createLog('silent') };
  web = createWeb({ ...site, copy, pages: [page], readiness: createReadiness() });
  await web.listen(port, '127.0.0.1');
});
afterEach(() => web.close());

const post = async (act: string, body: object, origin: string | null = url) => {
  const response = await fetch(`${url}/pay/api/${act}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(origin && { origin }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
};

it('the page allows no frames, sends no referrer, loads nothing from other hosts, and does nothing when fetched', async () => {
  const { headers, status } = await fetch(`${url}/pay`);
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect((await fetch(`${url}/pay/api/check`)).status).toBe(404);
  expect(calls).toEqual([]);
});

it('the page has a text for every placeholder', async () => {
  const html = await (await fetch(`${url}/pay`)).text();
  const shown = html.replace(/<script type="application\/json"[\s\S]*?<\/script>/, '');
  expect(shown).toContain('<html lang="en-US"');
  expect(shown).toContain('<title>Pay · Rigsmith</title>');
  expect(shown).not.toMatch(/\{\{|\bpurchase\.\w/);
});

it.each([null, 'https://evil.example', 'null'])('the page refuses another origin: %s', async (origin) => {
  for (const act of ['view', 'check', 'transaction'])
    expect((await post(act, { token, address }, origin)).status).toBe(403);
  expect(calls).toEqual([]);
});

describe("the page's token", () => {
  it('shows the purchase, and only the name of its member', async () => {
    const { answer } = await post('view', { token });
    expect(answer).toMatchObject({ amount: found.intent.amount, recipient: found.intent.recipient });
    expect(JSON.stringify(answer)).not.toContain(found.memberId);
  });

  it('is required, and a wrong one finds nothing', async () => {
    expect((await post('view', {})).status).toBe(400);
    expect((await post('view', { token: 'x'.repeat(32) })).status).toBe(404);
    expect((await post('check', { token: 'x'.repeat(32) })).status).toBe(404);
    expect(calls).toEqual([]);
  });

  it('allows a limited number of transactions a minute', async () => {
    const statuses = [];
    for (let count = 0; count < 70; count += 1)
      statuses.push((await post('transaction', { token, address })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });

  it('serves many viewers with an occasional request to the chain for all of them', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 70; count += 1)
      for (const act of ['view', 'check']) statuses.add((await post(act, { token })).status);
    expect([...statuses]).toEqual([200]);
    expect(calls).toHaveLength(1);
    await clock.advance(5_000);
    await post('check', { token });
    expect(calls).toHaveLength(2);
  });
});

describe('the transaction', () => {
  it('is built from the link of the card for the requesting wallet', async () => {
    expect((await post('transaction', { token, address })).answer).toEqual({ transaction: 'AQAB' });
    expect(calls).toEqual([`build ${found.intent.solana_pay_url} for ${address}`]);
  });

  it.each(['processing', 'succeeded', 'expired', 'canceled', 'requires_review', 'refunded'] as const)(
    'is refused when the purchase is %s',
    async (status) => {
      found = purchase({ status });
      const { answer } = await post('transaction', { token, address });
      expect(answer).toMatchObject({ detail: "You can't pay this here anymore." });
      expect(calls).toEqual([]);
    },
  );

  it('is refused when the card has a newer code', async () => {
    found = { ...purchase(), replacedBy: 'int_2' };
    expect((await post('transaction', { token, address })).status).toBe(400);
    expect(calls).toEqual([]);
  });

  it.each([
    ['empty', 'That wallet is empty on this network.'],
    ['insufficient', "doesn't have enough funds"],
    ['no_token', 'none of the currency'],
    ['other', "can't make this payment"],
  ] as const)('is refused with a sentence for a wallet that cannot pay: %s', async (why, sentence) => {
    refusal = why;
    const { status, answer } = await post('transaction', { token, address });
    expect([status, answer.detail]).toEqual([400, expect.stringContaining(sentence)]);
  });

  it('is refused with a sentence for an invalid address', async () => {
    const { answer } = await post('transaction', { token, address: 'me' });
    expect(answer).toMatchObject({ detail: 'That is not a Solana address.' });
  });
});
