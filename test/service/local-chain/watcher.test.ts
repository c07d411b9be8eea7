import { TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.js';
import { AppError } from '../../../src/base/errors.js';
import { silentLog } from '../../../src/base/log.js';
import { accountsOf } from '../../../src/chain/accounts.js';
import type { Cursors } from '../../../src/chain/followed.js';
import { checkNetwork } from '../../../src/chain/network.js';
import type { SeenSignature } from '../../../src/chain/reader.js';
import { createRpc, type Rpc } from '../../../src/chain/rpc.js';
import { type Confirmations, createWatcher } from '../../../src/chain/watcher.js';
import { carrying, createWorld, reference, sol, type World } from './world.js';

const PRICE = 20_000_000;

describe('the watcher', () => {
  let world: World;
  let stored: Cursors;
  let seen: SeenSignature[];
  let progress: Confirmations[];

  beforeEach(async () => {
    world = await createWorld();
    stored = {};
    seen = [];
    progress = [];
  });
  afterEach(() => world.close());

  const watch = (
    changes: Partial<Rpc> = {},
    onSignature = async (each: SeenSignature) => void seen.push(each),
    since?: number,
  ) =>
    createWatcher({
      rpc: { ...world.rpc, ...changes },
      clock: systemClock,
      log: silentLog,
      recipient: world.merchant.publicKey.toBase58(),
      mints: [world.chain.usdcMint],
      cursors: {
        load: async () => stored,
        save: async (cursors) => {
          stored = cursors;
        },
      },
      hasOpenIntents: async () => true,
      ...(since === undefined ? {} : { since }),
      async onSignatures(batch) {
        for (const each of batch) await onSignature(each);
      },
      onProgress: async (confirmations) => void progress.push(confirmations),
    });
  const pay = (id: string, lamports = PRICE) =>
    world.send([carrying(sol(world.alice, world.merchant.publicKey, lamports), id)]);
  const told = (signature: string) =>
    seen.filter((each) => each.signature === signature).map((each) => each.commitment);
  const settle = () => world.chain.controls.advance(5);

  it('looks back to its configured start when it has never run before', { tags: 'slow' }, async () => {
    const signature = await pay(reference());
    world.chain.controls.advance(10_000); // more than the hour it looks back by default
    await watch().poll();
    expect(told(signature)).toEqual([]);
    stored = {};
    await watch({}, undefined, systemClock.now() - 10_100 * 400).poll();
    expect(told(signature)).toEqual(['finalized']);
  });

  it('reports a payment when it is confirmed, again when it is final, and then no more', async () => {
    const watcher = watch();
    const id = reference();
    const signature = await pay(id);
    await watcher.poll();
    await watcher.poll();
    expect(told(signature)).toEqual(['confirmed']);
    settle();
    await watcher.poll();
    await watcher.poll();
    expect(told(signature)).toEqual(['confirmed', 'finalized']);
    expect(seen.at(-1)).toMatchObject({
      references: [id],
      transfers: [{ mint: null, amountBaseUnits: BigInt(PRICE), references: [id] }],
    });
  });

  it('counts confirmations of all pending payments in one request, and sends none when all are final', async () => {
    let asked = 0;
    const slot: Rpc['slot'] = (commitment) => {
      asked += 1;
      return world.rpc.slot(commitment);
    };
    const watcher = watch({ slot });
    await watcher.poll(); // the first request finds out where to start
    asked = 0;
    world.chain.controls.pauseFinality();
    const [first, second] = [await pay(reference()), await pay(reference())];
    const counts = async () => {
      await watcher.poll();
      return [first, second].map((signature) => progress.at(-1)?.get(signature));
    };
    const [of1 = 0, of2 = 0] = await counts();
    expect(of1).toBeGreaterThan(of2);
    world.chain.controls.advance(7);
    expect(await counts()).toEqual([of1 + 7, of2 + 7]);
    world.chain.controls.advance(60);
    expect(await counts()).toEqual([31, 31]);
    expect(asked).toBe(3);
    world.chain.controls.rollback();
    expect(await counts()).toEqual([undefined, undefined]);
    world.chain.controls.resumeFinality();
    await pay(reference());
    settle();
    await watcher.poll();
    expect([progress.at(-1)?.size, asked]).toEqual([0, 3]);
  });

  it('sees USDC, which never names the merchant’s wallet', async () => {
    const watcher = watch();
    const signature = world.chain.controls.airdropUsdc(world.merchant.publicKey.toBase58(), 7n);
    settle();
    await watcher.poll();
    expect(told(signature)).toEqual(['finalized']);
  });

  it('reports every payment of a reference, junk too, and reads no failed transaction', async () => {
    const reads: string[] = [];
    const transactions: Rpc['transactions'] = (signatures, commitment) => {
      reads.push(...signatures);
      return world.rpc.transactions(signatures, commitment);
    };
    const watcher = watch({ transactions });
    const id = reference();
    const junk = await pay(id, 1);
    const failing = [
      carrying(sol(world.alice, world.merchant.publicKey, PRICE), id),
      sol(world.alice, world.alice.publicKey, 10 ** 15),
    ];
    const failed = await world.send(failing, { skipPreflight: true });
    const real = await pay(id);
    await watcher.poll();
    const ofReference = seen.filter((each) => each.references.includes(id));
    expect(ofReference.map(({ signature }) => signature)).toEqual([junk, real]);
    expect(reads).not.toContain(failed);
  });

  it('continues from the stored cursor after a restart and finds payments made meanwhile', async () => {
    const early: string[] = [];
    for (let count = 0; count < 3; count += 1) early.push(await pay(reference()));
    world.chain.controls.advance(100);
    const late = await pay(reference());
    settle();
    await watch().poll();
    expect(stored[world.merchant.publicKey.toBase58()]?.signature).toBe(early.at(-1));

    seen = [];
    const missed = await pay(reference());
    settle();
    await watch().poll();
    expect(told(missed)).toEqual(['finalized']);
    expect(told(late)).toEqual(['finalized']); // within the overlap: reported again, so handling must be idempotent
    expect(early.flatMap(told)).toEqual([]);
  });

  it('stores the start of every account before it reads anything, so that a later start skips nothing', {
    tags: 'slow',
  }, async () => {
    const unreadable: Partial<Rpc> = {
      signaturesFor: async () => {
        throw new AppError('rpc_unavailable');
      },
    };
    await expect(watch(unreadable).poll()).rejects.toMatchObject({ code: 'rpc_unavailable' });
    expect(Object.keys(stored)).toHaveLength(2);
    const missed = await pay(reference());
    world.chain.controls.advance(9_500); // longer than the first scan reaches back
    await watch().poll();
    expect(told(missed)).toEqual(['finalized']);
  });

  it('does not move its cursor past a transaction that is listed but not served yet', async () => {
    for (let count = 0; count < 2; count += 1) await pay(reference());
    const hidden = await pay(reference());
    world.chain.controls.advance(100);
    await pay(reference());
    settle();
    let hiding = true;
    const watcher = watch({
      transactions: async (signatures, commitment) =>
        (await world.rpc.transactions(signatures, commitment)).map((one, index) =>
          hiding && signatures[index] === hidden ? null : one,
        ),
    });
    await watcher.poll();
    expect(told(hidden)).toEqual([]);
    expect(stored[world.merchant.publicKey.toBase58()]?.signature).not.toBe(hidden);
    hiding = false;
    await watcher.poll();
    expect(told(hidden)).toEqual(['finalized']);
  });

  it('forgets a payment that a fork dropped, and reports it again when the same one lands again', async () => {
    const watcher = watch();
    const message = new TransactionMessage({
      payerKey: world.alice.publicKey,
      recentBlockhash: (await world.connection.getLatestBlockhash()).blockhash,
      instructions: [carrying(sol(world.alice, world.merchant.publicKey, PRICE), reference())],
    });
    const transaction = new VersionedTransaction(message.compileToLegacyMessage());
    transaction.sign([world.alice]);
    const dropped = await world.connection.sendTransaction(transaction);
    world.chain.controls.advance(1);
    await watcher.poll();
    expect(world.chain.controls.rollback()).toEqual([dropped]);
    settle();
    await watcher.poll();
    expect(told(dropped)).toEqual(['confirmed']);

    expect(await world.connection.sendTransaction(transaction)).toBe(dropped);
    world.chain.controls.advance(1);
    await watcher.poll();
    settle();
    await watcher.poll();
    expect(told(dropped)).toEqual(['confirmed', 'confirmed', 'finalized']);
  });

  it('retries a payment when handling it failed, without delaying the others', async () => {
    const poison = await pay(reference());
    const next = await pay(reference());
    let broken = true;
    const watcher = watch({}, async (each) => {
      if (broken && each.signature === poison) throw new Error('the database is locked');
      seen.push(each);
    });
    await watcher.poll();
    expect(told(next)).toEqual(['confirmed']);
    expect(told(poison)).toEqual([]);
    broken = false;
    await watcher.poll();
    expect(told(poison)).toEqual(['confirmed']);
  });

  it('skips a transaction that no node can serve, but not while the network is down', async () => {
    const poison = await pay(reference());
    const next = await pay(reference());
    const unserved: Partial<Rpc> = {
      transactions: async (signatures, commitment) => {
        if (signatures.includes(poison)) throw new AppError('rpc_unavailable');
        return world.rpc.transactions(signatures, commitment);
      },
    };
    await watch(unserved).poll();
    expect(told(next)).toEqual(['confirmed']);
    expect(told(poison)).toEqual([]);
    const gone = async () => {
      throw new AppError('rpc_unavailable');
    };
    await expect(watch({ transactions: gone, slot: gone }).poll()).rejects.toMatchObject({
      code: 'rpc_unavailable',
    });
  });

  it('stops at its slot when a lagging node ignores the cursor’s signature', async () => {
    const [oldest, atCursor] = [await pay(reference()), await pay(reference())];
    world.chain.controls.advance(100);
    const newest = await pay(reference());
    settle();
    await watch().poll();
    expect(stored[world.merchant.publicKey.toBase58()]?.signature).toBe(atCursor);
    seen = [];
    const ignoring: Partial<Rpc> = {
      signaturesFor: (address, options) => world.rpc.signaturesFor(address, { ...options, until: undefined }),
    };
    await watch(ignoring).poll();
    expect(told(newest)).toEqual(['finalized']);
    expect(told(oldest)).toEqual([]);
  });

  it('sends the same few requests for one open intent as for a hundred', async () => {
    let asked = 0;
    const counting: Partial<Rpc> = {
      signaturesFor: (address, options) => {
        asked += 1;
        return world.rpc.signaturesFor(address, options);
      },
    };
    const watcher = watch(counting);
    const ids = Array.from({ length: 100 }, reference);
    const paid = await pay(ids[42] ?? '');
    settle();
    await watcher.poll();
    expect(told(paid)).toEqual(['finalized']);
    expect(asked).toBe(2); // the wallet and its USDC account
  });

  it('starts early on a hint, long before the next round is due', async () => {
    const id = reference();
    let arrive = (_signature: string) => {};
    const arrived = new Promise<string>((resolve) => {
      arrive = resolve;
    });
    const watcher = createWatcher({
      rpc: world.rpc,
      clock: systemClock,
      log: silentLog,
      recipient: world.merchant.publicKey.toBase58(),
      mints: [],
      cursors: { load: async () => ({}), save: async () => undefined },
      hasOpenIntents: async () => false,
      async onSignatures(batch) {
        for (const { references, signature } of batch) if (references.includes(id)) arrive(signature);
      },
      intervals: { openMs: 60_000, idleMs: 60_000 },
    });
    watcher.start();
    expect(await pay(id)).toBe(await arrived);
    await watcher.stop();
  });
});

describe('the RPC port', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const over = (...endpoints: string[]) => createRpc({ endpoints, clock: systemClock });

  it('uses the next endpoint when the first is down, and says which one answered', async () => {
    const rpc = over('http://127.0.0.1:9', world.chain.rpcUrl);
    expect(await rpc.genesisHash()).toBe(world.chain.genesisHash);
    expect(rpc.nodes()).toMatchObject([{ answeredAt: null }, { failedAt: null }]);
    expect(rpc.nodes()[0]?.failedAt).not.toBeNull();
  });

  it('rejects with rpc_unavailable when no endpoint answers, and recovers by itself', async () => {
    world.chain.controls.setRpc('rate_limited');
    await expect(world.rpc.slot('confirmed')).rejects.toMatchObject({ code: 'rpc_unavailable', status: 502 });
    world.chain.controls.setRpc('down');
    await expect(world.rpc.slot('confirmed')).rejects.toBeInstanceOf(AppError);
    world.chain.controls.setRpc('healthy');
    expect(await world.rpc.slot('processed')).toBeGreaterThan(0);
  });

  it('tries every endpoint before it reports a transaction as unknown', async () => {
    const other = await createWorld();
    const rpc = over(other.chain.rpcUrl, world.chain.rpcUrl);
    const signature = await world.send([sol(world.alice, world.merchant.publicKey, PRICE)]);
    expect((await rpc.transaction(signature, 'confirmed'))?.transaction.signatures[0]).toBe(signature);
    expect(await over(other.chain.rpcUrl).transaction(signature, 'confirmed')).toBeNull();
    await other.close();
  });

  it('reads balances, owners and statuses', async () => {
    const signature = await world.send([sol(world.alice, world.merchant.publicKey, PRICE)]);
    const merchant = world.merchant.publicKey.toBase58();
    expect(await world.rpc.balance(merchant)).toBe(1_020_000_000n);
    expect(await world.rpc.ownerOf(world.chain.usdcMint)).toBe('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
    expect(await world.rpc.ownerOf(reference())).toBeNull();
    const unknown = '1'.repeat(64);
    expect(await world.rpc.statuses([signature, unknown])).toEqual([
      { slot: expect.any(Number), commitment: 'confirmed', failed: false },
      null,
    ]);
  });

  it('retries a token that the node does not know yet, and follows no wrong account meanwhile', async () => {
    const merchant = world.merchant.publicKey.toBase58();
    const young = { ...world.rpc, ownerOf: async () => null };
    await expect(accountsOf(young, merchant, [world.chain.usdcMint])).rejects.toMatchObject({
      code: 'rpc_unavailable',
    });
    expect(await accountsOf(world.rpc, merchant, [world.chain.usdcMint])).toHaveLength(2);
  });

  it('refuses another network than the configured one', async () => {
    await expect(checkNetwork(world.rpc, 'mainnet')).rejects.toThrow('serves localnet, but mainnet');
    await expect(checkNetwork(world.rpc, 'localnet')).resolves.toBeUndefined();
  });

  it('refuses an invalid endpoint address', () => {
    expect(() => over('ftp://example.org')).toThrow('http or https');
    expect(() => over()).toThrow('http or https');
  });
});
