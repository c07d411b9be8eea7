import { Connection, type Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Rpc } from '../../src/chain/rpc.js';
import type { Intent } from '../../src/contract/payments.js';
import { reconcile } from '../../src/service/payments/reconcile.js';
import { eachOf } from '../support/slice.js';
import { type AlteredNode, startAlteredNode } from './altered-node.js';
import type { Person } from './http-world.js';
import { carrying } from './local-chain/world.js';
import { openStreet, price, type Shop, type Street } from './payments-world.js';

/** Nodes that answer partially, omit payments or report payments that no other node knows. */

let street: Street;
let node: AlteredNode;
let rpc: Rpc;
let shop: Shop;
let alice: Person;
const secondNodeAbove = { SOL: 10_000_000n, USDC: 1_000_000n };
beforeAll(async () => {
  street = await openStreet();
});
afterAll(() => street.close());
beforeEach(async () => {
  street.chain.controls.advance(10);
  await street.clock.advance(120_000);
  node = await startAlteredNode(street.chain.rpcUrl);
});
afterEach(async () => {
  expect(await shop.ledgerDifferences()).toEqual([]);
  await shop.close();
  await rpc.close();
  await node.close();
});

const open = async (endpoints: string[], config: Parameters<Street['openShop']>[0] = {}) => {
  rpc = street.openRpc({ endpoints, random: () => 0 });
  shop = await street.openShop(config, rpc);
  alice = await shop.signedIn('alice');
};
const pass = async (ms: number) => {
  for (let passed = 0; passed < ms; passed += 1_000) {
    await street.clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
};
const paid = async () => {
  const intent = await shop.buy(alice);
  const signature = await shop.pay(alice, intent);
  shop.finalise();
  return { intent, signature };
};
const statusOf = async (intent: Intent) => (await shop.read(alice, intent)).status;
const meta = (change: (meta: Record<string, unknown>) => unknown) => (method: string, result: never) =>
  method === 'getTransaction' && result !== null
    ? { ...(result as object), meta: change((result as { meta: Record<string, unknown> }).meta) }
    : result;

describe('a node that reports only part of a transaction', () => {
  const partial: [string, Parameters<AlteredNode['alter']>[0]][] = [
    ['without meta', meta(() => null)],
    ['without inner instructions', meta((whole) => ({ ...whole, innerInstructions: null }))],
  ];

  eachOf(1, partial)(
    '%s: the payment is not judged as failed, and is credited once the node reports it whole',
    async (_, change) => {
      await open([node.url]);
      await shop.listen();
      node.alter(change);
      const { intent, signature } = await paid();
      await pass(30_000);
      expect(await statusOf(intent)).toBe('requires_payment');
      expect((await shop.confirm(alice, intent, signature)).statusCode).toBe(202);
      node.alter(undefined);
      await shop.untilStatus(alice, intent, 'succeeded');
    },
  );

  eachOf(1, partial)('%s: another node is asked', async (_, change) => {
    await open([node.url, street.chain.rpcUrl]);
    node.alter(change);
    const { intent } = await paid();
    expect((await shop.confirm(alice, intent)).json().status).toBe('succeeded');
  });
});

describe('a payment the first node never lists', () => {
  const hide = (method: string, result: never) => (method === 'getSignaturesForAddress' ? [] : result);

  test.each(['SOL', 'USDC'])(
    'in %s is found at the second node within a minute',
    { tags: 'slow' },
    async (currency) => {
      await open([node.url, street.chain.rpcUrl]);
      await shop.listen();
      node.alter(hide);
      const intent = await shop.buy(alice, currency);
      await shop.pay(alice, intent);
      shop.finalise();
      await pass(60_000);
      expect(await statusOf(intent)).toBe('succeeded');
      expect(await shop.credits(alice)).toBe(100);
    },
  );

  test('is found on request, though the first node lists another transaction with its reference', async () => {
    await open([node.url, street.chain.rpcUrl]);
    const intent = await shop.buy(alice);
    const to = new PublicKey(intent.recipient);
    const dust = await street.send(
      street.passerBy,
      carrying(
        SystemProgram.transfer({ fromPubkey: street.passerBy.publicKey, toPubkey: to, lamports: 1 }),
        intent.reference,
      ),
    );
    await shop.pay(alice, intent);
    shop.finalise();
    node.alter((method, result) =>
      method === 'getSignaturesForAddress'
        ? (result as { signature: string }[]).filter(({ signature }) => signature === dust)
        : result,
    );
    expect((await shop.confirm(alice, intent)).json().status).toBe('succeeded');
  });
});

/** A transaction as a lying node would report it, with twice the amount transferred. */
function doubled(told: object): object {
  const result = structuredClone(told) as {
    transaction: { message: { instructions: { data: string }[] } };
    meta: { postBalances: number[] };
  };
  const transfer = result.transaction.message.instructions.find(
    ({ data }) => bs58.decode(data).length === 12,
  )!;
  const data = Buffer.from(bs58.decode(transfer.data));
  const amount = data.readBigUInt64LE(4);
  data.writeBigUInt64LE(amount * 2n, 4);
  transfer.data = bs58.encode(data);
  result.meta.postBalances[1]! += Number(amount);
  return result;
}

describe('a large payment', () => {
  test('known to one node alone is credited only when the second node knows it', async () => {
    await open([street.chain.rpcUrl, node.url], { secondNodeAbove });
    await shop.listen();
    node.alter((method, result) => (method === 'getTransaction' ? null : result));
    const { intent, signature } = await paid();
    await pass(120_000);
    expect(await statusOf(intent)).toBe('processing');
    expect((await shop.confirm(alice, intent, signature)).json().status).toBe('processing');
    expect(await shop.credits(alice)).toBe(0);
    node.alter(undefined);
    await shop.untilStatus(alice, intent, 'succeeded');
    expect(await shop.credits(alice)).toBe(100);
  });

  test('that the first node exaggerates is not credited', async () => {
    await open([node.url, street.chain.rpcUrl], { secondNodeAbove });
    const intent = await shop.buy(alice);
    await shop.pay(alice, intent, { amountBaseUnits: price(intent) / 2n });
    shop.finalise();
    node.alter((method, result) => (method === 'getTransaction' ? doubled(result) : result));
    expect((await shop.confirm(alice, intent)).json().status).toBe('processing');
    expect(await shop.credits(alice)).toBe(0);
  });

  test('is credited when both nodes agree, and at once when there is only one node', async () => {
    await open([node.url, street.chain.rpcUrl], { secondNodeAbove });
    expect((await shop.confirm(alice, (await paid()).intent)).json().status).toBe('succeeded');
    await shop.close();
    await rpc.close();
    await open([street.chain.rpcUrl], { secondNodeAbove });
    expect((await shop.confirm(alice, (await paid()).intent)).json().status).toBe('succeeded');
  });

  test('up to the limit is credited on one node’s report', async () => {
    await open([street.chain.rpcUrl, node.url], { secondNodeAbove: { SOL: 30_000_000n, USDC: 0n } });
    node.alter((method, result) => (method === 'getTransaction' ? null : result));
    expect((await shop.confirm(alice, (await paid()).intent)).json().status).toBe('succeeded');
  });
});

describe('a payment whose fee the merchant paid', () => {
  const sponsored = async (
    merchant: Keypair,
    payer: Keypair,
    ...instructions: Transaction['instructions']
  ) => {
    const connection = new Connection(street.chain.rpcUrl, 'processed');
    const { blockhash } = await connection.getLatestBlockhash();
    const transaction = new Transaction({ feePayer: merchant.publicKey, recentBlockhash: blockhash });
    transaction.add(...instructions).sign(merchant, payer);
    const signature = await connection.sendRawTransaction(transaction.serialize());
    street.chain.controls.advance(1);
    shop.finalise();
    return signature;
  };
  const transfer = (from: Keypair, to: PublicKey, lamports: bigint, ...references: string[]) =>
    carrying(SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports }), ...references);
  const agrees = async (merchant: Keypair) => {
    await street.clock.advance(180_000);
    const recipient = merchant.publicKey.toBase58();
    const side = { rpc, recipient, usdcMint: street.chain.usdcMint, since: 0 };
    expect((await reconcile(shop.context.db, street.clock, side)).differences).toEqual([]);
  };

  test('is recorded for an operator, who may credit it', async () => {
    const merchant = street.openMerchant();
    await open([street.chain.rpcUrl], { merchantAddress: merchant.publicKey.toBase58() });
    await shop.listen();
    const intent = await shop.buy(alice);
    const { passerBy } = street;
    const signature = await sponsored(
      merchant,
      passerBy,
      transfer(passerBy, merchant.publicKey, price(intent), intent.reference),
    );
    const find = async () =>
      (await shop.store.reviews.listOpen()).find((each) => each.signature === signature);
    await shop.until(async () => (await find()) !== undefined);
    expect(await find()).toMatchObject({ reason: 'unmatched', amountBaseUnits: price(intent) });
    expect(await statusOf(intent)).toBe('requires_payment');
    await agrees(merchant);
    await shop.store.reviews.credit({ signature }, { by: 'olga', intentId: intent.id });
    expect(await shop.credits(alice)).toBe(100);
    await agrees(merchant);
  });

  test("together with the merchant's own transfer is recorded without a case", async () => {
    const merchant = street.openMerchant();
    await open([street.chain.rpcUrl], { merchantAddress: merchant.publicKey.toBase58() });
    await shop.listen();
    const { passerBy } = street;
    const signature = await sponsored(
      merchant,
      passerBy,
      transfer(passerBy, merchant.publicKey, 9_000_000n),
      transfer(merchant, passerBy.publicKey, 2_000_000n),
      transfer(merchant, merchant.publicKey, 4_000_000n),
    );
    const select = 'SELECT amount FROM payment WHERE signature = @signature';
    const kept = () => shop.context.db.all(select, { signature });
    await shop.until(async () => (await kept()).length > 0);
    expect(await kept()).toEqual([{ amount: '7000000' }]);
    expect((await shop.store.reviews.listOpen()).filter((each) => each.signature === signature)).toEqual([]);
    await agrees(merchant);
  });
});
