import { resolve } from 'node:path';
import { fetchTransaction, parseURL, type TransactionRequestURL } from '@solana/pay';
import { Connection, Keypair, PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/base/log.js';
import { createReadiness } from '../../src/base/readiness.js';
import { payPage } from '../../src/bot/purchase/page.js';
import type { Purchase } from '../../src/bot/purchase/purchase.js';
import { createWeb } from '../../src/bot/web/server.js';
import { createPaymentBuilder } from '../../src/chain/pay-transaction.js';
import { encodePayUrl } from '../../src/chain/pay-url.js';
import { createLocalChain, type LocalChain } from '../../src/playground/chain/local-chain.js';
import { manualClock } from '../support/clock.js';
import { copy } from '../support/copy.js';
import { ownBase } from '../support/ports.js';
import { purchase } from '../unit/bot/cards/sample.js';

/** Transaction requests and Actions, as wallets of others use them: with `@solana/pay`'s own client, from any origin. */

const token = 'abcdefghijklmnopqrstuvwxyz012345';
const [payer, merchant, reference] = [Keypair.generate(), Keypair.generate(), Keypair.generate()];
const origin = 'https://wallet.example';

let chain: LocalChain;
let connection: Connection;
let web: ReturnType<typeof createWeb>;
let url: string;
let found: Purchase;

const offered = (): Purchase => {
  const solana_pay_url = encodePayUrl({
    recipient: merchant.publicKey.toBase58(),
    amountBaseUnits: 20_000_123n,
    mint: null,
    decimals: 9,
    reference: reference.publicKey.toBase58(),
    label: 'Rigsmith',
    message: '100 credits',
  });
  return purchase({ id: 'int_1', solana_pay_url, network: 'devnet' });
};

/** The pages of the bot, as a browser finds them at `publicUrl`. */
function webAt(publicUrl: string) {
  const clock = manualClock();
  const page = payPage({
    flow: { findByToken: async (given) => (given === token ? found : null), checkFor: async () => found },
    build: createPaymentBuilder([chain.rpcUrl]),
    folder: resolve(import.meta.dirname, '../../dist/src/bot/purchase/page'),
    wallet: null,
    origin: publicUrl,
    clock,
  });
  return createWeb({
    origin: publicUrl,
    wallet: null,
    pages: [page],
    copy,
    clock,
    log: createLog('silent'),
    readiness: createReadiness(),
  });
}

beforeAll(async () => {
  chain = await createLocalChain({ port: 0, slotMs: 50 });
  for (const { publicKey } of [payer, merchant]) chain.controls.fund(publicKey.toBase58());
  connection = new Connection(chain.rpcUrl, { commitment: 'confirmed', wsEndpoint: chain.wsUrl });
  const port = await ownBase();
  url = `http://127.0.0.1:${port}`;
  web = webAt(url);
  await web.listen(port, '127.0.0.1');
});
afterAll(async () => {
  await web.close();
  await chain.close();
});
beforeEach(() => {
  found = offered();
});

const at = (kind: 'request' | 'action', of = token) => `${url}/pay/${kind}/${of}`;
const read = async (response: Response) => ({
  status: response.status,
  headers: response.headers,
  body: (await response.json()) as Record<string, unknown>,
});
const get = async (address: string) => read(await fetch(address, { headers: { origin } }));
const post = async (address: string, body: unknown) =>
  read(
    await fetch(address, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
const account = payer.publicKey.toBase58();

describe('a transaction request', () => {
  it('names the shop with an icon that any page may show', async () => {
    const { body, headers } = await get(at('request'));
    expect(body).toEqual({ label: 'Rigsmith', icon: `${url}/pay/icon.svg` });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const icon = await fetch(String(body.icon));
    expect(icon.headers.get('content-type')).toContain('image/svg+xml');
    expect(icon.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('gives the client of @solana/pay a transaction with amount, reference and memo, which the chain executes', async () => {
    const link = (parseURL(`solana:${encodeURIComponent('https://pay.example/x')}`) as TransactionRequestURL)
      .link;
    expect(link.href).toBe('https://pay.example/x'); // the client reads such links
    const before = await connection.getBalance(merchant.publicKey);
    const transaction = await fetchTransaction(connection, payer.publicKey, at('request'));
    transaction.sign(payer);
    const signature = await connection.sendRawTransaction(transaction.serialize());
    const sent = () => connection.getSignaturesForAddress(new PublicKey(reference.publicKey));
    await expect.poll(sent).toEqual([expect.objectContaining({ signature, err: null })]);
    expect(await connection.getBalance(merchant.publicKey)).toBe(before + 20_000_123);
    const memo = transaction.instructions.find(({ programId }) => programId.toBase58().startsWith('Memo'));
    expect(memo?.data.toString()).toBe('int_1');
  });

  it('gives the same payment each time it is asked', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => post(at('request'), { account })));
    expect(one!.status).toBe(200);
    expect(one!.body.message).toBe('Pay for 100 credits');
    const sizes = [one, two].map((answer) => String(answer!.body.transaction).length);
    expect(sizes[0]).toBe(sizes[1]);
  });

  it.each(['succeeded', 'expired', 'canceled', 'processing'] as const)(
    'is refused with a message once the purchase is %s',
    async (status) => {
      found = { ...found, intent: { ...found.intent, status } };
      const { status: code, body, headers } = await post(at('request'), { account });
      expect([code, body]).toEqual([400, { message: "You can't pay this here anymore." }]);
      expect(headers.get('access-control-allow-origin')).toBe('*');
    },
  );

  it('is refused when the card has a newer code', async () => {
    found = { ...found, replacedBy: 'int_2' };
    expect((await post(at('request'), { account })).status).toBe(400);
  });

  it.each([
    ['no account', {}],
    ['no address', { account: 'me' }],
    ['a number', { account: 7 }],
  ])('is refused with a message for %s', async (_what, body) => {
    const refused = await post(at('request'), body);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toEqual(expect.any(String));
  });

  it('is refused with a message for an empty wallet, and for an unknown link', async () => {
    const empty = await post(at('request'), { account: Keypair.generate().publicKey.toBase58() });
    expect(empty).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('wallet is empty') },
    });
    const unknown = await post(at('request', 'x'.repeat(32)), { account });
    expect(unknown).toMatchObject({ status: 404, body: { message: expect.stringContaining('/buy') } });
  });
});

describe('the pay page', () => {
  const linksOn = async (publicUrl: string, address: string) => {
    const { body } = await read(
      await fetch(`${address}/pay/api/view`, {
        method: 'POST',
        headers: { origin: publicUrl, 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      }),
    );
    return body as { walletUrl: string; shareUrl: string };
  };

  it('opens wallets with a transaction request and has a link to share, behind HTTPS', async () => {
    const publicUrl = 'https://pay.example';
    const port = await ownBase();
    const local = `http://127.0.0.1:${port}`;
    const behindProxy = webAt(publicUrl);
    await behindProxy.listen(port, '127.0.0.1');
    try {
      const { walletUrl, shareUrl } = await linksOn(publicUrl, local);
      const { link } = parseURL(walletUrl) as TransactionRequestURL;
      expect(link.origin).toBe(publicUrl);
      const transaction = await fetchTransaction(connection, payer.publicKey, `${local}${link.pathname}`);
      expect(transaction.instructions.length).toBeGreaterThan(0);
      expect(new URL(shareUrl).origin).toBe(publicUrl);
      const shared = await fetch(`${local}${new URL(shareUrl).pathname}`);
      expect(shared.headers.get('content-type')).toContain('text/html');
    } finally {
      await behindProxy.close();
    }
  });

  it('opens wallets with the transfer itself over plain HTTP, which they refuse to ask', async () => {
    const links = await linksOn(url, url);
    expect(links.walletUrl).toBe(found.intent.solana_pay_url);
    expect(links.shareUrl).toBe(found.intent.solana_pay_url);
  });
});

describe('an action', () => {
  it('is found from the shared link', async () => {
    const { body } = await get(`${url}/actions.json`);
    const { rules } = body as { rules: { pathPattern: string; apiPath: string }[] };
    expect(rules).toContainEqual({ pathPattern: '/pay/s/*', apiPath: '/pay/action/*' });
    const page = await fetch(`${url}/pay/s/${token}`);
    expect(page.headers.get('content-type')).toContain('text/html');
  });

  it('has a title, a description and a button with the amount', async () => {
    const { body, headers } = await get(at('action'));
    expect(body).toEqual({
      type: 'action',
      icon: `${url}/pay/icon.svg`,
      title: 'Pay for 100 credits',
      description: expect.stringMatching(/mia[\s\S]*0\.02 SOL \+ 0\.000000123 SOL/),
      label: 'Pay 0.020000123 SOL',
    });
    expect(headers.get('x-action-version')).toBe('2.4');
    expect(headers.get('x-blockchain-ids')).toBe('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1');
  });

  it('gives a transaction', async () => {
    const { body } = await post(at('action'), { account });
    expect(body).toMatchObject({ type: 'transaction', transaction: expect.any(String) });
  });

  it('is disabled with the reason once it was paid', async () => {
    found = { ...found, intent: { ...found.intent, status: 'succeeded' } };
    expect((await get(at('action'))).body).toMatchObject({
      disabled: true,
      error: { message: '100 credits arrived' },
    });
  });

  it('answers the preflight of every origin, for nothing but these addresses', async () => {
    const ask = (path: string) => fetch(`${url}${path}`, { method: 'OPTIONS', headers: { origin } });
    const allowed = await ask(`/pay/action/${token}`);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-methods')).toContain('POST');
    expect(allowed.headers.get('access-control-allow-headers')).toContain('Content-Type');
    const closed = await ask('/pay/api/view');
    expect([closed.status, closed.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });
});
