import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressBytes, signatureBytes } from '../../../src/chain/address.js';
import { encodePayUrl } from '../../../src/chain/pay-url.js';
import { verifySignature } from '../../../src/chain/signature.js';
import { buildSignInMessage, signInBytes, signInEncodings } from '../../../src/chain/siws.js';
import { readTransfer } from '../../../src/chain/transfer.js';
import { createTestWallet, type TestWallet } from '../../../src/playground/wallet/wallet.js';
import { createWorld, reference, type World } from './world.js';

describe('the test wallet', () => {
  let world: World;
  let wallet: TestWallet;

  beforeAll(async () => {
    world = await createWorld();
    wallet = createTestWallet({ rpcUrl: world.chain.rpcUrl, name: 'Alice', seed: 'member 1' });
    world.chain.controls.fund(wallet.address);
    world.chain.controls.advance(1);
  });
  afterAll(() => world.close());

  const invoice = (currency: 'SOL' | 'USDC', amountBaseUnits: bigint) => {
    const id = reference();
    const mint = currency === 'SOL' ? null : world.chain.usdcMint;
    const url = encodePayUrl({
      recipient: world.merchant.publicKey.toBase58(),
      amountBaseUnits,
      mint,
      decimals: currency === 'SOL' ? 9 : 6,
      reference: id,
      label: 'Rigsmith',
      message: '100 credits & a smile',
      memo: 'int_1',
    });
    const judge = async (signature: string) => {
      world.chain.controls.advance(1);
      const query = { recipient: world.merchant.publicKey.toBase58(), mint, reference: id };
      return readTransfer(await world.read(signature), query);
    };
    return { url, judge };
  };

  it('keeps its address over a restart; another seed gives another wallet', () => {
    const { rpcUrl } = world.chain;
    expect(createTestWallet({ rpcUrl, name: 'Alice again', seed: 'member 1' }).address).toBe(wallet.address);
    expect(createTestWallet({ rpcUrl, name: 'Bob', seed: 'member 2' }).address).not.toBe(wallet.address);
  });

  it('shows the balance from the faucet', async () => {
    expect(await wallet.balances()).toEqual({
      lamports: 10_000_000_000n,
      usdc: 1_000_000_000n,
      isCurrent: true,
    });
  });

  it('pays a Solana Pay link in SOL and in USDC, in each way real wallets do', async () => {
    for (const currency of ['SOL', 'USDC'] as const)
      for (const how of [{}, { asV0: true }, { withGuards: true }, { asV0: true, withGuards: true }]) {
        const { url, judge } = invoice(currency, 1_234_567n);
        const { signature } = await wallet.pay(url, how);
        expect(await judge(signature)).toMatchObject({
          paidBaseUnits: 1_234_567n,
          payer: wallet.address,
          reasons: [],
        });
      }
  });

  it('can pay another amount or omit the reference', async () => {
    const under = invoice('SOL', 1_000_000n);
    const { signature } = await wallet.pay(under.url, { amountBaseUnits: 999_999n });
    expect((await under.judge(signature)).paidBaseUnits).toBe(999_999n);
    const dropped = invoice('SOL', 1_000_000n);
    const sent = await wallet.pay(dropped.url, { omitReference: true });
    expect(await dropped.judge(sent.signature)).toMatchObject({
      paidBaseUnits: 0n,
      reasons: ['no_reference'],
    });
  });

  it('can pay twice, each time with a new transaction', async () => {
    for (const withGuards of [false, true]) {
      const { url, judge } = invoice('USDC', 1_000_000n);
      const { signature, signatures } = await wallet.pay(url, { times: 2, withGuards });
      expect(signatures[0]).toBe(signature);
      expect(new Set(signatures).size).toBe(2);
      for (const each of signatures) expect((await judge(each)).paidBaseUnits).toBe(1_000_000n);
    }
  });

  it('can pay in two halves, and send a stray lamport first', async () => {
    const { url, judge } = invoice('SOL', 1_234_567n);
    const { signatures } = await wallet.pay(url, { inHalves: true, junkFirst: true });
    const paid = [];
    for (const each of signatures) paid.push((await judge(each)).paidBaseUnits);
    expect(paid).toEqual([1n, 617_283n, 617_284n]);
  });

  it('can pay another address, or in another asset, under the same reference', async () => {
    const stranger = createTestWallet({ rpcUrl: world.chain.rpcUrl, name: 'Bob' });
    world.chain.controls.fund(stranger.address);
    const elsewhere = invoice('SOL', 1_000_000n);
    const { signature } = await wallet.pay(elsewhere.url, { recipient: stranger.address });
    expect((await elsewhere.judge(signature)).reasons).toEqual(['wrong_recipient']);
    const converted = invoice('SOL', 20_000_000n);
    const before = (await wallet.balances()).usdc;
    const other = await wallet.pay(converted.url, { mint: world.chain.usdcMint });
    expect((await converted.judge(other.signature)).reasons).toEqual(['wrong_asset']);
    expect(before - (await wallet.balances()).usdc).toBe(3_000_000n); // 0.02 SOL at the playground's rate
    const back = invoice('USDC', 3_000_000n);
    const inSol = await wallet.pay(back.url, { mint: null });
    expect((await back.judge(inSol.signature)).reasons).toEqual(['wrong_asset']);
  });

  it('can pay two links in one transaction, and then shows both as paid', async () => {
    const [first, second] = [invoice('SOL', 1_000_000n), invoice('USDC', 2_000_000n)];
    const [asked, other] = [wallet.scan(first.url), wallet.scan(second.url)];
    const { signature } = await wallet.approve(asked.id, { along: [second.url] });
    expect((await first.judge(signature ?? '')).paidBaseUnits).toBe(1_000_000n);
    expect((await second.judge(signature ?? '')).paidBaseUnits).toBe(2_000_000n);
    expect(other).toMatchObject({ state: 'approved', signature });
  });

  it('can send a payment that lands on the chain and fails there', async () => {
    const { url, judge } = invoice('USDC', 1_000_000n);
    const { usdc } = await wallet.balances();
    const { signature } = await wallet.pay(url, { fails: true });
    const { reasons } = await judge(signature);
    expect(reasons.length).toBeGreaterThan(0);
    expect((await world.read(signature))?.meta?.err).not.toBeNull();
    expect((await wallet.balances()).usdc).toBe(usdc);
  });

  it('pays an approved request late, unless its owner cancels', async () => {
    const [late, undone] = [invoice('USDC', 1_000_000n), invoice('USDC', 1_000_000n)];
    let timeIsUp = () => {};
    const until = new Promise<void>((resolve) => {
      timeIsUp = resolve;
    });
    const delay = { dueAt: 1_000, until };
    const request = wallet.approveLater(wallet.scan(late.url).id, delay);
    const taken = wallet.approveLater(wallet.scan(undone.url).id, delay);
    expect(request).toMatchObject({ state: 'scheduled', dueAt: 1_000, signature: null });
    wallet.reject(taken.id);
    timeIsUp();
    await expect.poll(() => request.signature).not.toBeNull();
    expect((await late.judge(request.signature ?? '')).paidBaseUnits).toBe(1_000_000n);
    expect(taken).toMatchObject({ state: 'rejected', signature: null });
  });

  it('says in one sentence why it cannot pay', async () => {
    const { url } = invoice('SOL', 10n ** 15n);
    await expect(wallet.pay(url)).rejects.toThrow('The wallet cannot pay that: insufficient funds.');
    await expect(wallet.pay('https://example.org')).rejects.toThrow("isn't a Solana Pay link");
  });

  it.each(['down', 'rate_limited', 'garbled'] as const)(
    'keeps its last balance, and says that it cannot pay, while the node is %s',
    async (mood) => {
      const { url } = invoice('SOL', 1_000_000n);
      const seen = await wallet.balances();
      world.chain.controls.setRpc(mood);
      expect(await wallet.balances()).toEqual({ ...seen, isCurrent: false });
      await expect(wallet.pay(url)).rejects.toThrow('The wallet can’t reach the Solana network right now.');
      world.chain.controls.setRpc('healthy');
      expect(await wallet.balances()).toEqual(seen);
    },
  );

  it('waits for its owner after a scan, pays once on approval and never on rejection', async () => {
    const { url, judge } = invoice('USDC', 5_000_000n);
    const request = wallet.scan(url);
    expect(request).toMatchObject({ state: 'pending', payment: { amount: '5', label: 'Rigsmith' } });
    const approved = await wallet.approve(request.id);
    expect((await judge(approved.signature ?? '')).paidBaseUnits).toBe(5_000_000n);
    await expect(wallet.approve(request.id)).rejects.toMatchObject({ code: 'not_found' });
    const other = wallet.scan(url);
    expect(wallet.reject(other.id).state).toBe('rejected');
    await expect(wallet.approve(other.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('signs the same sign-in in every encoding, and each proves only its own bytes', async () => {
    const input = {
      domain: 'rigsmith.example',
      address: wallet.address,
      nonce: 'abcd1234efgh5678',
      issuedAt: '2026-01-01T00:00:00.000Z',
    };
    const text = buildSignInMessage(input);
    const publicKey = addressBytes(wallet.address);
    for (const encoding of signInEncodings) {
      const proof = wallet.signIn(input, encoding);
      expect(proof.encoding).toBe(encoding);
      const signature = signatureBytes(proof.signature);
      for (const other of signInEncodings) {
        const message = signInBytes(text, other, wallet.address);
        const sameBytes = Buffer.compare(message, signInBytes(text, encoding, wallet.address)) === 0;
        expect(await verifySignature({ publicKey, message, signature })).toBe(sameBytes);
      }
    }
  });
});
