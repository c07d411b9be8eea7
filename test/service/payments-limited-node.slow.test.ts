import { Connection, PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Log } from '../../src/base/log.js';
import type { Rpc } from '../../src/chain/rpc.js';
import type { Intent } from '../../src/contract/payments.js';
import { createPaymentsFeature } from '../../src/service/payments/payments.js';
import { openWorld } from './http-world.js';
import { type Counting, startLimitedNode } from './limited-node.js';
import { carrying } from './local-chain/world.js';
import { openStreet, type Street } from './payments-world.js';

/** A node that accepts 40 requests in ten seconds, as public ones do; or none for half a minute. */

let street: Street;
beforeAll(async () => {
  street = await openStreet();
});
afterAll(() => street.close());
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  street.chain.controls.setRpc('healthy');
  for (const close of closing.splice(0).reverse()) await close();
});

const openShop = async (rpc: Rpc, merchant: string) => {
  const lines: string[] = [];
  const note = (_fields: unknown, message?: unknown) => void lines.push(String(message));
  const quiet = () => undefined;
  const log = { debug: quiet, info: note, warn: note, error: note, child: () => log } as unknown as Log;
  const { clock } = street;
  const world = await openWorld({
    rpc,
    clock,
    log,
    rpcUrl: street.chain.rpcUrl,
    plug: async (context) => [await createPaymentsFeature(context)],
    config: {
      merchantAddress: merchant,
      usdcMint: street.chain.usdcMint,
      requiredCommitment: 'finalized',
      webhookSecrets: { helius: 'open sesame' },
    },
  });
  closing.push(world.close);
  const buyer = async (name: string) => {
    const person = world.person(name);
    await person.signIn();
    const order = { pack_id: 'starter', currency: 'SOL' };
    const intent: Intent = (await person.post('/api/payments/intents', order)).json();
    return {
      intent,
      pay: () => person.wallet.pay(intent.solana_pay_url),
      isCredited: async () =>
        (await person.get(`/api/payments/intents/${intent.id}`)).json().status === 'succeeded',
    };
  };
  return {
    /** What was logged, except about single payments and, on PostgreSQL, about who watches the chain. */
    logged: () => lines.filter((line) => !/^(payment needs review|lease taken)/.test(line)),
    buyer,
    listen: world.listen,
    hint: () =>
      world
        .person('nobody')
        .post('/api/payments/webhooks/helius', [], { authorization: 'open sesame' })
        .then(({ statusCode }) => expect(statusCode).toBe(202)),
    /** Simulated milliseconds until the condition holds. */
    async timeUntil(condition: () => Promise<boolean>) {
      const begun = clock.now();
      while (!(await condition())) {
        if (clock.now() - begun > 400_000) throw new Error('it never came to that');
        await clock.advance(250);
        await new Promise((resolve) => setTimeout(resolve, 4)); // the node is reached over a real socket
      }
      return clock.now() - begun;
    },
  };
};

const openMerchant = () => {
  const merchant = street.openMerchant().publicKey.toBase58();
  street.chain.controls.advance(10);
  return merchant;
};

let lamports = 0; // makes every transfer a distinct transaction
const sendDust = async (count: number, recipient: string, ...references: string[]) => {
  const connection = new Connection(street.chain.rpcUrl, 'processed');
  const { blockhash } = await connection.getLatestBlockhash();
  for (let sent = 0; sent < count; sent += 1) {
    const transfer = SystemProgram.transfer({
      fromPubkey: street.passerBy.publicKey,
      toPubkey: new PublicKey(recipient),
      lamports: ++lamports,
    });
    const transaction = new Transaction({ recentBlockhash: blockhash, feePayer: street.passerBy.publicKey });
    transaction.add(carrying(transfer, ...references)).sign(street.passerBy);
    await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
  }
  street.chain.controls.advance(1);
};

describe('a node that allows 40 requests in 10 s', () => {
  const boundMs = 30_000;
  let merchant: string;
  beforeAll(async () => {
    merchant = openMerchant();
    await sendDust(470, merchant);
  });

  test.each<[Counting]>([['requests'], ['questions'], ['no batches']])(
    '(limit counts %s) lets honest buyers among 500 transfers of dust wait 30 s at most',
    async (counting) => {
      const node = await startLimitedNode(street.chain.rpcUrl, { clock: street.clock, limit: 40, counting });
      const rpc = street.openRpc({ endpoints: [node.url], random: () => 0.5 });
      closing.push(node.close, rpc.close);
      const shop = await openShop(rpc, merchant);
      await shop.listen();
      const [alice, bob] = [await shop.buyer('alice'), await shop.buyer('bob')];
      await bob.pay();
      await sendDust(20, merchant, alice.intent.reference);
      await alice.pay();
      await sendDust(10, merchant, alice.intent.reference);
      street.chain.controls.advance(10);

      const waited = await shop.timeUntil(async () => (await bob.isCredited()) && (await alice.isCredited()));
      expect(waited).toBeLessThanOrEqual(boundMs);
      const { refused } = node.counts();
      expect(refused).toBeLessThanOrEqual(10);
      // At most one line when the nodes refuse, one when they answer again, and none for a transaction.
      const lines = shop.logged();
      expect(lines.filter((line) => !line.includes('Solana node'))).toEqual([]);
      expect(lines.length).toBeLessThanOrEqual(2 * refused);
    },
  );
});

describe('a node that is down for half a minute while hints come in', () => {
  test.each(['down', 'rate_limited'] as const)(
    '(%s) delays the credit by at most 5 s after it answers again, and is logged in two lines',
    async (mood) => {
      const shop = await openShop(street.rpc, openMerchant());
      await shop.listen();
      const alice = await shop.buyer('alice');
      await shop.timeUntil(async () => true);
      await street.clock.advance(2_000);
      await alice.pay();
      street.chain.controls.setRpc(mood);
      street.chain.controls.advance(10);
      for (let half = 0; half < 60; half += 1) {
        await shop.hint();
        await street.clock.advance(500);
        await new Promise((resolve) => setTimeout(resolve, 4));
      }
      expect(await alice.isCredited()).toBe(false);
      street.chain.controls.setRpc('healthy');
      expect(await shop.timeUntil(alice.isCredited)).toBeLessThanOrEqual(5_000);
      expect(shop.logged()).toEqual([
        expect.stringContaining('no Solana node answers'),
        expect.stringContaining('a Solana node answers again'),
      ]);
    },
  );
});
