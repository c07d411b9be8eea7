import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRpc, type Rpc } from '../../src/chain/rpc.js';
import type { Nonce } from '../../src/contract/auth.js';
import { createLocalChain, type LocalChain } from '../../src/playground/chain/local-chain.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import { createPaymentsFeature } from '../../src/service/payments/payments.js';
import { type ManualClock, manualClock } from '../support/clock.js';
import { openWorld, type Person, type World } from './http-world.js';

/** A hardware wallet that signs only transactions proves itself with a small transfer. */

let chain: LocalChain;
let rpc: Rpc;
let clock: ManualClock;
let world: World;
let alice: Person;
let ledgerKeys: Keypair; // signs as the hardware wallet would
const merchant = Keypair.generate().publicKey;

beforeAll(async () => {
  clock = manualClock();
  chain = await createLocalChain({ port: 0, slotMs: 0, clock });
  rpc = createRpc({ endpoints: [chain.rpcUrl], wsEndpoint: chain.wsUrl, clock });
  chain.controls.airdropSol(merchant.toBase58(), 1_000_000_000n);
});
afterAll(async () => {
  await rpc.close();
  await chain.close();
});
beforeEach(async () => {
  ledgerKeys = Keypair.generate();
  world = await openWorld({
    rpc,
    clock,
    rpcUrl: chain.rpcUrl,
    plug: async (context) => [await createPaymentsFeature(context)],
    config: { merchantAddress: merchant.toBase58() },
  });
  alice = world.person('alice');
  alice.wallet = createTestWallet({ rpcUrl: chain.rpcUrl, name: 'alice', keypair: ledgerKeys });
  chain.controls.fund(alice.wallet.address);
  chain.controls.advance(1);
});
afterEach(() => world.close());

type Asked = Nonce & { transfer: NonNullable<Nonce['transfer']> };
const ask = async (person = alice, statement?: string): Promise<Asked> =>
  (
    await person.post('/api/auth/nonce', {
      address: person.wallet.address,
      purpose: 'transfer_proof',
      ...(statement && { statement }),
    })
  ).json();
const handIn = (asked: Pick<Nonce, 'nonce'>, signature?: string, person = alice) =>
  person.post('/api/auth/wallet', {
    address: person.wallet.address,
    nonce: asked.nonce,
    encoding: 'transfer',
    ...(signature !== undefined && { signature }),
  });
const pay = async (asked: Asked, how?: Parameters<Person['wallet']['pay']>[1], person = alice) => {
  const { signature } = await person.wallet.pay(asked.transfer.solana_pay_url, how);
  chain.controls.advance(1);
  return signature;
};
const credits = async () => (await alice.get('/api/users/credits')).json().available;
const count = async (table: string) => (await world.context.db.all(`SELECT * FROM "${table}"`)).length;

const transfer = (asked: Asked, from: Keypair, lamports = Number(asked.transfer.amount_base_units)) => {
  const instruction = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: merchant, lamports });
  const reference = new PublicKey(asked.transfer.reference);
  instruction.keys.push({ pubkey: reference, isSigner: false, isWritable: false });
  return instruction;
};
const memo = (text: string) =>
  new TransactionInstruction({
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    keys: [{ pubkey: ledgerKeys.publicKey, isSigner: true, isWritable: false }],
    data: Buffer.from(text),
  });
const broadcast = async (instructions: TransactionInstruction[], signers = [ledgerKeys]): Promise<string> => {
  const connection = new Connection(chain.rpcUrl, 'processed');
  const { blockhash: recentBlockhash } = await connection.getLatestBlockhash();
  const message = new TransactionMessage({ payerKey: signers[0]!.publicKey, recentBlockhash, instructions });
  const transaction = new VersionedTransaction(message.compileToV0Message());
  transaction.sign(signers);
  const signature = await connection.sendTransaction(transaction, { skipPreflight: true });
  chain.controls.advance(1);
  return signature;
};

describe('a proof by transfer', () => {
  test('is found by its reference alone, opens the session and returns its value as credits', async () => {
    const asked = await ask(alice, 'Link this wallet to Discord user alice.');
    const lamports = BigInt(asked.transfer.amount_base_units);
    expect(lamports).toBeGreaterThan(890_880n); // a merchant account may be new: below the rent minimum, the chain would refuse
    expect(lamports).toBeLessThanOrEqual(1_000_000n);
    expect(alice.wallet.scan(asked.transfer.solana_pay_url).payment).toMatchObject({
      message: 'Link this wallet to Discord user alice.',
      memo: null,
    });
    expect((await handIn(asked)).json()).toMatchObject({
      status: 404,
      detail: expect.stringContaining("doesn't show that transfer yet"),
    });
    await pay(asked);
    expect((await handIn(asked)).statusCode).toBe(200);
    expect(await credits()).toBe(asked.transfer.credits);
    // At least as many credits as the same money buys in the shop.
    const [starter] = (await alice.get('/api/payments/credit-packs?currency=SOL')).json().data;
    const lamportsPerCredit = Number(starter.prices[0].amount_base_units) / starter.credits;
    expect(asked.transfer.credits * lamportsPerCredit).toBeGreaterThanOrEqual(Number(lamports));
  });

  test.each([
    ['named by its signature', {}],
    ['in a v0 transaction', { asV0: true }],
    ['between the guards a wallet adds', { withGuards: true }],
    ['without the reference, as some wallets send it', { omitReference: true }],
  ])('is accepted %s', async (_, how) => {
    const asked = await ask();
    const signature = await pay(asked, how);
    expect((await handIn(asked, signature)).statusCode).toBe(200);
    expect(await credits()).toBe(5);
  });

  test('is found despite junk that others send under its reference', async () => {
    const asked = await ask();
    const mallory = Keypair.generate();
    chain.controls.fund(mallory.publicKey.toBase58());
    await pay(asked);
    for (const lamports of [1, 2, 3]) await broadcast([transfer(asked, mallory, lamports)], [mallory]);
    expect((await handIn(asked)).statusCode).toBe(200);
  });

  test('proves one sign-in and pays for nothing else', async () => {
    const asked = await ask();
    const signature = await pay(asked, { omitReference: true });
    expect((await handIn(asked, signature)).statusCode).toBe(200);
    expect((await handIn(asked, signature)).json().code).toBe('nonce_used');
    const again = await ask();
    expect((await handIn(again, signature)).json().code).toBe('signature_invalid');
    const intent = (
      await alice.post('/api/payments/intents', { pack_id: 'starter', currency: 'SOL' })
    ).json();
    const claimed = await alice.post(`/api/payments/intents/${intent.id}/confirm`, { signature });
    expect(claimed.json().code).toBe('signature_already_used');
    expect(await credits()).toBe(5);
  });

  test('submitted twice at once opens one session and gives credits once', async () => {
    const asked = await ask();
    await pay(asked);
    const replies = await Promise.all([handIn(asked), handIn(asked)]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    expect([await count('session'), await credits()]).toEqual([1, 5]);
  });

  test('gives rpc_unavailable while no node answers, and works afterwards', async () => {
    const asked = await ask();
    await pay(asked);
    chain.controls.setRpc('down');
    expect((await handIn(asked)).json()).toMatchObject({ status: 502, code: 'rpc_unavailable' });
    chain.controls.setRpc('healthy');
    expect((await handIn(asked)).statusCode).toBe(200);
  });
});

test('a catalog without usable terms is reported to the operator at startup', async () => {
  const config = { merchantAddress: merchant.toBase58(), catalogDir: 'test' };
  await expect(openWorld({ rpc, clock, config })).rejects.toThrow(
    'transfer-proof.json: not readable as JSON',
  );
});

describe('a proof is refused, and changes nothing, for', () => {
  afterEach(async () => {
    expect([
      await count('session'),
      await count('transfer_proof'),
      await count('ledger_entry'),
      await count('user'),
    ]).toEqual([0, 0, 0, 0]);
  });
  const refused = async (asked: Asked, signature: string | undefined, sentence: string) => {
    const reply = await handIn(asked, signature);
    expect(reply.json()).toMatchObject({ code: 'signature_invalid', detail: sentence });
  };

  test('a memo transaction that carries the text, the nonce or the reference', async () => {
    const asked = await ask();
    for (const text of [asked.message, asked.nonce, asked.transfer.reference]) {
      const signature = await broadcast([memo(text)]);
      await refused(
        asked,
        signature,
        "That transaction doesn't contain the requested transfer. Check the amount and the recipient.",
      );
    }
  });

  test('a transfer of another amount', async () => {
    const asked = await ask();
    const lamports = Number(asked.transfer.amount_base_units);
    for (const wrong of [lamports - 1, lamports + 1]) {
      const signature = await broadcast([transfer(asked, ledgerKeys, wrong)]);
      await refused(
        asked,
        signature,
        "That transfer isn't exactly the requested amount. Send the exact amount shown.",
      );
    }
  });

  test("a transfer that another wallet paid, alone or together with the member's", async () => {
    const asked = await ask();
    const mallory = Keypair.generate();
    chain.controls.fund(mallory.publicKey.toBase58());
    const alone = await broadcast([transfer(asked, mallory)], [mallory]);
    await refused(
      asked,
      alone,
      'Another wallet signed that transaction. Send it from the wallet you want to link.',
    );
    await refused(
      asked,
      undefined,
      'Another wallet signed that transaction. Send it from the wallet you want to link.',
    );
    const half = Number(asked.transfer.amount_base_units) - 100;
    const both = await broadcast(
      [transfer(asked, mallory, half), transfer(asked, ledgerKeys, 100), memo('hello')],
      [mallory, ledgerKeys],
    );
    await refused(
      asked,
      both,
      'Another wallet paid for that transfer. Send it from the wallet you want to link.',
    );
  });

  test('a transfer for another nonce, or an older one of the same amount without reference', async () => {
    const asked = await ask();
    const old = await broadcast([
      SystemProgram.transfer({
        fromPubkey: ledgerKeys.publicKey,
        toPubkey: merchant,
        lamports: 950_000,
      }),
    ]);
    await world.clock.advance(5 * 60_000);
    const { db } = world.context;
    const other = await ask();
    await db.run('UPDATE nonce SET lamports = 950000 WHERE reference = @reference', {
      reference: other.transfer.reference,
    });
    await refused(
      other,
      old,
      "That transaction doesn't contain the requested transfer. Check the amount and the recipient.",
    );
    const first = await pay(asked);
    await refused(
      other,
      first,
      "That transaction doesn't contain the requested transfer. Check the amount and the recipient.",
    );
  });

  test('a transfer that failed', async () => {
    const asked = await ask();
    const beyond = transfer(asked, ledgerKeys, 10 ** 15);
    const reply = await handIn(asked, await broadcast([beyond]));
    expect(reply.json()).toMatchObject({ status: 422, code: 'transaction_failed' });
  });

  test('a signature of the text for a transfer nonce, and a transfer for a text nonce', async () => {
    const asked = await ask();
    const { signature } = alice.wallet.signIn(asked.message);
    const text = { address: alice.wallet.address, nonce: asked.nonce, signature, encoding: 'raw' };
    expect((await alice.post('/api/auth/wallet', text)).json()).toMatchObject({
      code: 'signature_invalid',
      detail: 'That sign-in request expects another kind of proof. Start again with /link.',
    });
    const paid = await pay(asked);
    const { address } = alice.wallet;
    const ofText = (await alice.post('/api/auth/nonce', { address })).json();
    expect((await handIn(ofText, paid)).json().detail).toContain('another kind of proof');
  });

  test('a late transfer, an unknown one, or an invalid signature', async () => {
    const asked = await ask();
    const signature = await pay(asked);
    expect((await handIn(asked, 'nonsense')).json().code).toBe('invalid_request');
    const unknown = alice.wallet.signIn('never sent').signature;
    expect((await handIn(asked, unknown)).json().code).toBe('not_found');
    await world.clock.advance(10 * 60_000);
    expect((await handIn(asked, signature)).json().code).toBe('nonce_expired');
  });
});
