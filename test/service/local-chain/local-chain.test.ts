import { createTransferCheckedInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token';
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLocalChain, type LocalChain } from '../../../src/playground/chain/local-chain.js';
import { loadNative, nativePackage } from '../../../src/playground/chain/native.js';

const SOL = 1_000_000_000;

/** An unmodified web3.js client, as a wallet or a service would use it, against the playground's chain. */
describe('the local chain, seen by a web3.js Connection', () => {
  let chain: LocalChain;
  let connection: Connection;
  let payer: Keypair;
  const merchant = Keypair.generate().publicKey;

  beforeAll(async () => {
    chain = await createLocalChain({ port: 0, slotMs: 20 });
    connection = new Connection(chain.rpcUrl, 'confirmed');
    payer = Keypair.generate();
    chain.controls.fund(payer.publicKey.toBase58());
    chain.controls.airdropSol(merchant.toBase58(), BigInt(SOL));
  });
  afterAll(() => chain.close());

  const signed = async (instructions: TransactionInstruction[], version: 'legacy' | 0 = 'legacy') => {
    const { blockhash } = await connection.getLatestBlockhash();
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions,
    });
    const transaction = new VersionedTransaction(
      version === 0 ? message.compileToV0Message() : message.compileToLegacyMessage(),
    );
    transaction.sign([payer]);
    return transaction;
  };
  const pay = (lamports: number, references: PublicKey[] = []) => {
    const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: merchant, lamports });
    for (const pubkey of references) transfer.keys.push({ pubkey, isSigner: false, isWritable: false });
    return transfer;
  };
  const told = (signature: string, commitment: 'processed' | 'confirmed' | 'finalized') =>
    new Promise<{ err: unknown }>((resolve) => connection.onSignature(signature, resolve, commitment));

  it('reports its network and its health', async () => {
    expect(await connection.getGenesisHash()).toBe(chain.genesisHash);
    expect((await connection.getVersion())['solana-core']).toBe('2.2.0');
    expect(await connection.getSlot('processed')).toBeGreaterThan(0);
    expect(await connection.getMinimumBalanceForRentExemption(0)).toBe(890_880);
  });

  it('gives an airdrop that a new wallet can wait for', async () => {
    const wallet = Keypair.generate().publicKey;
    const signature = await connection.requestAirdrop(wallet, 2 * SOL);
    const { value } = await connection.confirmTransaction({
      signature,
      ...(await connection.getLatestBlockhash()),
    });
    expect(value.err).toBeNull();
    expect(await connection.getBalance(wallet)).toBe(2 * SOL);
  });

  it('moves SOL with sendAndConfirmTransaction, which uses the derived WebSocket port', async () => {
    const before = await connection.getBalance(merchant);
    const signature = await sendAndConfirmTransaction(connection, new Transaction().add(pay(SOL / 10)), [
      payer,
    ]);
    const transaction = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(await connection.getBalance(merchant)).toBe(before + SOL / 10);
    expect(transaction?.meta?.fee).toBe(5_000);
    expect(transaction?.meta?.postBalances[1]).toBe(before + SOL / 10);
  });

  it('finds a v0 payment by its reference, and requires clients to declare v0 support', async () => {
    const reference = Keypair.generate().publicKey;
    const signature = await connection.sendTransaction(await signed([pay(SOL / 10, [reference])], 0));
    await told(signature, 'confirmed');
    const found = await connection.getSignaturesForAddress(reference, {}, 'confirmed');
    expect(found.map((entry) => entry.signature)).toEqual([signature]);
    await expect(connection.getTransaction(signature, {})).rejects.toThrow('maxSupportedTransactionVersion');
    const transaction = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(transaction?.version).toBe(0);
    const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(parsed?.transaction.message.instructions[0]).toMatchObject({
      program: 'system',
      parsed: { type: 'transfer', info: { destination: merchant.toBase58(), lamports: SOL / 10 } },
    });
  });

  it('pages through the history of an address from the newest, between two signatures', async () => {
    const reference = Keypair.generate().publicKey;
    const sent: string[] = [];
    for (const amount of [1, 2, 3, 4])
      sent.push(await connection.sendTransaction(await signed([pay(amount, [reference])])));
    await told(sent[3] ?? '', 'confirmed');
    const page = async (options: { limit?: number; before?: string; until?: string }) =>
      (await connection.getSignaturesForAddress(reference, options)).map((entry) =>
        sent.indexOf(entry.signature),
      );
    expect(await page({})).toEqual([3, 2, 1, 0]);
    expect(await page({ limit: 2 })).toEqual([3, 2]);
    expect(await page({ before: sent[2] })).toEqual([1, 0]);
    expect(await page({ until: sent[1] })).toEqual([3, 2]);
  });

  it('moves USDC at its mainnet address and shows the token balances', async () => {
    const mint = new PublicKey(chain.usdcMint);
    chain.controls.airdropUsdc(merchant.toBase58(), 1n);
    const from = getAssociatedTokenAddressSync(mint, payer.publicKey);
    const to = getAssociatedTokenAddressSync(mint, merchant);
    const transfer = createTransferCheckedInstruction(from, mint, to, payer.publicKey, 2_500_000n, 6);
    const signature = await connection.sendTransaction(await signed([transfer]));
    await told(signature, 'confirmed');
    expect((await connection.getTokenAccountBalance(to)).value.uiAmountString).toBe('2.500001');
    const owned = await connection.getParsedTokenAccountsByOwner(merchant, { mint });
    expect(owned.value[0]?.account.data.parsed.info.tokenAmount.amount).toBe('2500001');
    const transaction = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(transaction?.meta?.postTokenBalances).toContainEqual(
      expect.objectContaining({ mint: chain.usdcMint, owner: merchant.toBase58() }),
    );
  });

  it('refuses a transfer beyond the balance before it lands, with the simulation logs', async () => {
    const transaction = await signed([pay(1_000 * SOL)]);
    await expect(connection.sendTransaction(transaction)).rejects.toThrow('custom program error: 0x1');
  });

  it('lands a failing transaction that skipped preflight, with its error and its fee', async () => {
    const before = await connection.getBalance(payer.publicKey);
    const transaction = await signed([pay(1_000 * SOL)]);
    const signature = await connection.sendTransaction(transaction, { skipPreflight: true });
    expect((await told(signature, 'confirmed')).err).toEqual({ InstructionError: [0, { Custom: 1 }] });
    expect(await connection.getBalance(payer.publicKey)).toBe(before - 5_000);
  });

  it('never lands a bad signature, an unknown blockhash or the same transaction twice', async () => {
    const forged = await signed([pay(SOL)]);
    const [signature] = forged.signatures;
    if (!signature) throw new Error('no signature to forge');
    // Flipped, not set: a fixed value is the right one in one of 256 signatures.
    signature[7] = (signature[7] ?? 0) ^ 1;
    await expect(connection.sendTransaction(forged)).rejects.toThrow('signature verification failure');
    const unseen = await connection.sendTransaction(forged, { skipPreflight: true });
    expect((await connection.getSignatureStatus(unseen)).value).toBeNull();

    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: Keypair.generate().publicKey.toBase58(),
      instructions: [pay(SOL)],
    });
    const stale = new VersionedTransaction(message.compileToLegacyMessage());
    stale.sign([payer]);
    await expect(connection.sendTransaction(stale)).rejects.toThrow('Blockhash not found');

    const honest = await signed([pay(1_000_000)]);
    await connection.sendTransaction(honest);
    const after = await connection.getBalance(payer.publicKey);
    await expect(connection.sendTransaction(honest)).rejects.toThrow('already been processed');
    await connection.sendTransaction(honest, { skipPreflight: true });
    expect(await connection.getBalance(payer.publicKey)).toBe(after);
  });

  it('simulates without landing, and gives the fee of a message', async () => {
    const priced = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 });
    const limited = ComputeBudgetProgram.setComputeUnitLimit({ units: 10_000 });
    const transaction = await signed([priced, limited, pay(SOL / 10)]);
    const before = await connection.getBalance(payer.publicKey);
    expect((await connection.simulateTransaction(transaction)).value.err).toBeNull();
    expect((await connection.simulateTransaction(await signed([pay(1_000 * SOL)]))).value.err).toEqual({
      InstructionError: [0, { Custom: 1 }],
    });
    expect(await connection.getBalance(payer.publicKey)).toBe(before);
    const fee = (await connection.getFeeForMessage(transaction.message)).value;
    await connection.sendTransaction(transaction);
    expect(await connection.getBalance(payer.publicKey)).toBe(before - SOL / 10 - (fee ?? 0));
    expect(fee).toBe(15_000);
  });

  it('notifies subscribers of an account and of its logs', async () => {
    const shop = Keypair.generate().publicKey;
    // A client with listeners connects again for ever once its chain is gone.
    const logs = new Promise<string>((resolve) => {
      const id = connection.onLogs(shop, (entry) => resolve(entry.signature), 'confirmed');
      onTestFinished(() => connection.removeOnLogsListener(id));
    });
    const lamports = new Promise<number>((resolve) => {
      const told = (account: { lamports: number }) => resolve(account.lamports);
      const id = connection.onAccountChange(shop, told, { commitment: 'confirmed' });
      onTestFinished(() => connection.removeAccountChangeListener(id));
    });
    // The socket is open and subscribed.
    await new Promise((resolve) => {
      const id = connection.onSlotChange(resolve);
      onTestFinished(() => connection.removeSlotChangeListener(id));
    });
    const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: shop, lamports: SOL });
    const signature = await connection.sendTransaction(await signed([transfer]));
    expect(await logs).toBe(signature);
    expect(await lamports).toBe(SOL);
  });
});

describe('the controls of the local chain', () => {
  let chain: LocalChain;
  let connection: Connection;
  const wallet = Keypair.generate().publicKey;

  beforeAll(async () => {
    chain = await createLocalChain({ port: 0, slotMs: 0, finalityLagSlots: 3 });
    connection = new Connection(chain.rpcUrl, { commitment: 'processed', disableRetryOnRateLimit: true });
  });
  afterAll(() => chain.close());

  const commitment = async (signature: string) =>
    (await connection.getSignatureStatus(signature)).value?.confirmationStatus;

  it('raise a transaction from processed over confirmed to finalized, unless finality is paused', async () => {
    const signature = chain.controls.airdropSol(wallet.toBase58(), 1_000_000_000n);
    expect(await commitment(signature)).toBe('processed');
    chain.controls.advance(1);
    expect(await commitment(signature)).toBe('confirmed');
    chain.controls.pauseFinality();
    chain.controls.advance(10);
    expect(await commitment(signature)).toBe('confirmed');
    expect(
      await connection.getTransaction(signature, {
        commitment: 'finalized',
        maxSupportedTransactionVersion: 0,
      }),
    ).toBeNull();
    chain.controls.resumeFinality();
    chain.controls.advance(1);
    expect(await commitment(signature)).toBe('finalized');
  });

  it('drop confirmed transactions with a lost fork, and keep final ones', async () => {
    const before = await connection.getBalance(wallet);
    const [first, second] = [5_000_000n, 7_000_000n].map((lamports) =>
      chain.controls.airdropSol(wallet.toBase58(), lamports),
    );
    chain.controls.advance(1);
    expect(await connection.getBalance(wallet)).toBe(before + 12_000_000);
    expect(chain.controls.rollback()).toEqual([second, first]);
    expect(await connection.getBalance(wallet)).toBe(before);
    expect(await commitment(first ?? '')).toBeUndefined();
    expect(await connection.getSignaturesForAddress(wallet, {}, 'confirmed')).toHaveLength(1);
  });

  it('can stop it or make it refuse requests with 429, and restore it', async () => {
    chain.controls.setRpc('down');
    await expect(connection.getSlot()).rejects.toThrow('503');
    chain.controls.setRpc('rate_limited');
    await expect(connection.getSlot()).rejects.toThrow('429');
    chain.controls.setRpc('healthy');
    expect(await connection.getSlot()).toBeGreaterThan(0);
  });

  it('can make it a node that lags, or one that lists transactions it cannot serve yet', async () => {
    const signature = chain.controls.airdropSol(wallet.toBase58(), 1_000_000n);
    chain.controls.advance(2);
    const newest = async () =>
      (await connection.getSignaturesForAddress(wallet, {}, 'confirmed'))[0]?.signature;
    const served = () =>
      connection.getTransaction(signature, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 });
    chain.controls.setView({ lagSlots: 10 });
    expect(await newest()).not.toBe(signature);
    expect(await commitment(signature)).toBeUndefined();
    chain.controls.setView({ lagSlots: 0, transactionsHidden: true });
    expect(await newest()).toBe(signature);
    expect(await served()).toBeNull();
    chain.controls.setView({ transactionsHidden: false });
    expect((await served())?.slot).toBeGreaterThan(0);
  });

  it('keep it running on damaged transactions, which would crash the virtual machine', async () => {
    const { blockhash } = await connection.getLatestBlockhash();
    const payer = Keypair.generate();
    const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: wallet, lamports: 1 });
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions: [transfer],
    });
    const transaction = new VersionedTransaction(message.compileToV0Message());
    transaction.sign([payer]);
    const whole = Buffer.from(transaction.serialize());
    const damage = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255), cut: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, byte, cut }) => {
        const damaged = Buffer.from(cut ? whole.subarray(0, at) : whole);
        if (!cut) damaged[at] = byte;
        const params = [damaged.toString('base64'), { encoding: 'base64', skipPreflight: true }];
        for (const method of ['simulateTransaction', 'sendTransaction']) {
          const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
          const answer = await (await fetch(chain.rpcUrl, { method: 'POST', body })).json();
          expect(Object.keys(answer as object)).toContain('id');
        }
      }),
      { numRuns: 150 },
    );
    expect(await connection.getSlot()).toBeGreaterThan(0);
  });

  it('keep it answering any input with a JSON-RPC error', async () => {
    const post = async (body: string) => (await fetch(chain.rpcUrl, { method: 'POST', body })).json();
    const call = (method: string, params?: unknown) =>
      post(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }));
    expect(await post('{"jsonrpc":')).toMatchObject({ error: { code: -32700 } });
    expect(await post('null')).toMatchObject({ error: { code: -32600 } });
    expect(await post('[]')).toMatchObject({ error: { code: -32600 } });
    expect(await call('getMoney')).toMatchObject({
      id: 7,
      error: { code: -32601, message: 'Method not found' },
    });
    expect(await call('constructor')).toMatchObject({ error: { code: -32601 } });
    expect(await call('getBalance', ['not an address'])).toMatchObject({ error: { code: -32602 } });
    expect(await call('getBalance', { a: 1 })).toMatchObject({ error: { code: -32602 } });
    expect(await call('getSignaturesForAddress', [wallet.toBase58(), { limit: 1e9 }])).toMatchObject({
      error: { code: -32602 },
    });
    for (const bytes of ['', 'AQ==', 'A'.repeat(400), Buffer.alloc(1300).toString('base64')])
      expect(
        await call('sendTransaction', [bytes, { encoding: 'base64', skipPreflight: true }]),
      ).toMatchObject({ error: { code: -32602 } });
    expect(await call('getHealth')).toMatchObject({ result: 'ok' });
  });
});

describe('a local chain that cannot start', () => {
  it('names the missing package', () => {
    expect(nativePackage('linux', 'x64', true)).toBe('litesvm-linux-x64-gnu');
    expect(nativePackage('linux', 'arm64', false)).toBe('litesvm-linux-arm64-musl');
    expect(nativePackage('darwin', 'arm64', false)).toBe('litesvm-darwin-arm64');
    expect(() => loadNative(nativePackage('win32', 'x64', false))).toThrow(
      /^The local chain needs the package litesvm-win32-x64, which is not installed/,
    );
  });

  it('names the port in use', async () => {
    const first = await createLocalChain({ port: 0, slotMs: 0 });
    const port = Number(new URL(first.rpcUrl).port);
    await expect(createLocalChain({ port, slotMs: 0 })).rejects.toThrow(
      new RegExp(`^The local chain cannot listen on 127.0.0.1:${port}`),
    );
    await first.close();
  });
});
