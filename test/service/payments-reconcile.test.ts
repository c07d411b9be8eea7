import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type Keypair, PublicKey, SystemProgram } from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SetupError } from '../../src/base/errors.js';
import { runReconcile } from '../../src/cli/reconcile.js';
import { runReview } from '../../src/cli/review.js';
import type { Intent } from '../../src/contract/payments.js';
import { databaseUrlFor } from '../support/engines.js';
import { eachOf } from '../support/slice.js';
import { grantCredits, holdCredits, isOnPostgres, type Person } from './http-world.js';
import { openStreet, price, type Shop, type Street } from './payments-world.js';

/** The operator's commands, run from the command line on the files of a running service. */

let street: Street;
let shop: Shop;
let alice: Person;
let folder: string;
/** A separate chain for this file, since reconcile reads all of it. */
let merchant: Keypair;
beforeAll(async () => {
  street = await openStreet(Date.now() - 600_000); // the commands read the real clock
});
afterAll(() => street.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rigsmith-'));
  merchant = street.openMerchant();
  shop = await street.openShop(home());
  alice = await shop.signedIn('alice');
  const environment = {
    DATA_DIR: folder,
    SOLANA_RPC_URL: street.chain.rpcUrl,
    SOLANA_NETWORK: 'localnet',
    MERCHANT_ADDRESS: merchant.publicKey.toBase58(),
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.stubEnv('DATABASE_URL', await databaseUrlFor(join(folder, 'service.db')));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await shop.close();
  rmSync(folder, { recursive: true });
});

const home = () => ({
  dbPath: join(folder, 'service.db'),
  masterKeys: ['7'.repeat(64)],
  merchantAddress: merchant.publicKey.toBase58(),
});

type Verb = (argv: string[], io: { stdout: Writable; stderr: Writable }) => Promise<number>;
const run = async (verb: Verb, ...argv: string[]) => {
  let text = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return { code: await verb(argv, { stdout, stderr: stdout }), text };
};
const paid = async (how?: Parameters<Shop['pay']>[2]) => {
  const intent = await shop.buy(alice);
  const signature = await shop.pay(alice, intent, how);
  shop.finalise();
  await shop.confirm(alice, intent);
  return { intent, signature };
};
/** Rows seen in the last minutes are skipped: this makes them older. */
const age = () =>
  shop.context.db.transaction(async (t) => {
    await t.run('UPDATE payment SET seen_at = seen_at - 600000');
    await t.run('UPDATE dust SET counted_at = counted_at - 600000');
  });
/** A service that runs until everything is recorded, and is closed before the records are read. */
const catchUp = async () => {
  const awake = await street.openShop(home());
  await awake.listen();
  await awake.until(async () => {
    await age();
    return (await run(runReconcile)).code === 0;
  });
  await awake.close();
};

/** SQL that allows entries to be deleted. */
const forgetProtection = isOnPostgres
  ? 'DROP TRIGGER ledger_entry_is_never_changed ON ledger_entry'
  : 'DROP TRIGGER ledger_entry_is_never_deleted';

describe('rigsmith reconcile', () => {
  test('agrees after purchases, gifts, holds and unmatched money', async () => {
    const { intent } = await paid();
    await paid({ amountBaseUnits: 7_000_000n });
    const me = (await alice.get('/api/users/me')).json();
    await grantCredits(shop.context, { userId: me.id, credits: 5, subject: 'welcome' });
    await holdCredits(shop.context, { userId: me.id, credits: 30, subject: 'gen_1' });
    await catchUp();
    const { code, text } = await run(runReconcile);
    expect(text).toMatch(/^No differences: compared \d+ accounts, 2 purchases, \d+ transactions\.\n$/);
    expect(code).toBe(0);
    expect(intent.id).toMatch(/^int_/);
  });

  eachOf<[string, (bought: { intent: Intent; signature: string }) => string, RegExp]>(2, [
    [
      'a balance that no entry explains',
      () => `UPDATE ledger_account SET balance = balance + 1 WHERE user_id IS NOT NULL`,
      /DIFFERS {2}ledger: the accounts sum to 1 instead of 0\n.*holds 101, its entries make 100/,
    ],
    [
      'a sum of purchases that no entry explains',
      () => `UPDATE ledger_account SET purchased = purchased + 7 WHERE balance > 0`,
      /DIFFERS {2}ledger: usr_\w+:available bought 107 credits, its entries make 100/,
    ],
    [
      'credits of a purchase that did not succeed',
      ({ intent }) => `UPDATE intent SET status = 'expired' WHERE id = '${intent.id}'`,
      /purchases: int_\w+ gave credits but is expired/,
    ],
    [
      'a purchase that succeeded without credits',
      ({ intent }) => `UPDATE intent SET credits = 1000 WHERE id = '${intent.id}'`,
      /purchases: int_\w+ is succeeded but the ledger has 100 credits for it/,
    ],
    [
      'a purchase that succeeded without its price',
      ({ intent }) => `UPDATE intent SET amount = '99999999999' WHERE id = '${intent.id}'`,
      /purchases: int_\w+ is succeeded with \d+ of 99999999999 paid/,
    ],
    ...['requires_payment', 'expired', 'canceled', 'partially_paid', 'requires_review'].map(
      (status): [string, (bought: { intent: Intent }) => string, RegExp] => [
        `a paid purchase without credits that is said to be ${status}`,
        ({ intent }) =>
          `${forgetProtection};
           DELETE FROM ledger_entry WHERE subject = '${intent.id}'; UPDATE ledger_account SET balance = 0;
           UPDATE intent SET status = '${status}' WHERE id = '${intent.id}'`,
        new RegExp(`purchases: int_\\w+ is ${status} though (\\d+) of \\1 are paid`),
      ],
    ),
    [
      'credits that were taken back from a purchase that succeeded',
      ({ intent }) =>
        `INSERT INTO ledger_entry (kind, subject, user_id, from_account, to_account, credits, available_change,
           available_after, created_at) SELECT 'refund', subject, user_id, to_account, from_account, credits, -credits,
           0, created_at FROM ledger_entry WHERE subject = '${intent.id}'`,
      /purchases: int_\w+ is succeeded but its credits were taken back/,
    ],
    [
      'a refund of which nothing was sent back',
      ({ intent }) => `UPDATE intent SET status = 'refunded' WHERE id = '${intent.id}'`,
      /refunded but its credits were not taken back\n.*refunded but nothing was sent back/,
    ],
    [
      'money that is marked accepted or refunded without a decision',
      ({ signature }) =>
        `UPDATE payment SET standing = 'accepted', returned = '7' WHERE signature = '${signature}'`,
      /sent back 7 base units, decisions say 0\n.*is accepted without an operator decision/,
    ],
    [
      'a surplus without a review case',
      ({ intent }) => `UPDATE intent SET amount = '10000000' WHERE id = '${intent.id}'`,
      /purchases: \d+ base units of \w+ are overpaid for int_\w+ without a review case/,
    ],
    [
      'an invalid price',
      ({ intent }) => `UPDATE intent SET amount = 'not a number' WHERE id = '${intent.id}'`,
      /purchases: int_\w+ costs "not a number", which is no amount/,
    ],
    [
      'an invalid payment amount',
      ({ signature }) => `UPDATE payment SET amount = '1e3' WHERE signature = '${signature}'`,
      /purchases: \w+ brought "1e3"/,
    ],
    [
      'a payment of more than the chain shows',
      ({ signature }) => `UPDATE payment SET amount = '88000000000' WHERE signature = '${signature}'`,
      /chain: \w+ brought \d+ base units of SOL, the books say 88000000000/,
    ],
    [
      'a payment the chain does not know',
      ({ signature }) =>
        `UPDATE payment SET signature = '${'5'.repeat(87)}' WHERE signature = '${signature}'`,
      /chain: 5+ brought 0 base units of SOL/,
    ],
    [
      'money on the chain that was never recorded',
      ({ signature }) => `DELETE FROM payment WHERE signature = '${signature}'`,
      /chain: \w+ brought \d+ base units of SOL, the books say 0/,
    ],
  ])('exits with 1 and names %s', async (_, tamper, sentence) => {
    const bought = await paid();
    await catchUp();
    for (const change of tamper(bought).split(/;\s+/)) await shop.context.db.run(change);
    const { code, text } = await run(runReconcile);
    expect(text).toMatch(sentence);
    expect(code).toBe(1);
    expect(JSON.parse((await run(runReconcile, '--json')).text).differences.length).toBeGreaterThan(0);
  });

  test('compares dust as a sum, both of a purchase and unmatched', async () => {
    const intent = await shop.buy(alice);
    for (const amountBaseUnits of [1n, 2n, 100_000n]) await shop.pay(alice, intent, { amountBaseUnits });
    await shop.pay(alice, intent, { amountBaseUnits: 5_000n, omitReference: true });
    shop.finalise();
    await catchUp();
    const agreed = await run(runReconcile);
    expect(agreed.text).toMatch(/^No differences: compared .*, 4 transfers counted as dust\.\n$/);
    expect((await shop.read(alice, intent)).status).toBe('requires_payment');

    await shop.context.db.run(`UPDATE dust SET amount = '100002' WHERE subject = '${intent.id}'`);
    const { code, text } = await run(runReconcile);
    expect(code).toBe(1);
    expect(text).toMatch(
      /chain: dust of [\d-]{10} for int_\w+ is 100003 base units of SOL on the chain, the books say 100002/,
    );
  });

  test('explains a wrong usage or a missing requirement in one sentence', async () => {
    await expect(run(runReconcile, '--days', 'many')).rejects.toThrow(SetupError);
    vi.stubEnv('SOLANA_RPC_URL', '');
    await expect(run(runReconcile)).rejects.toThrow('or use --books-only');
    expect((await run(runReconcile, '--books-only')).code).toBe(0);
    await expect(run(runReconcile, '--books-only', '--database', join(folder, 'none.db'))).rejects.toThrow(
      'not found: set DATA_DIR',
    );
  });
});

describe('rigsmith review', () => {
  const numberOf = (text: string) => text.match(/^(\d+) /)?.[1] ?? '';
  const payBack = async (to: string, lamports: bigint, from = merchant) => {
    const transfer = SystemProgram.transfer({
      fromPubkey: from.publicKey,
      toPubkey: new PublicKey(to),
      lamports,
    });
    const signature = await street.send(from, transfer);
    street.chain.controls.advance(10);
    return signature;
  };

  test('shows no case, then the surplus of a payment, and records its refund once the chain shows it', async () => {
    expect((await run(runReview)).text).toBe('No payments or debts are under review.\n');
    const intent = await shop.buy(alice);
    await shop.pay(alice, intent, { amountBaseUnits: price(intent) + 3_000_000n });
    shop.finalise();
    await shop.confirm(alice, intent);
    const { text } = await run(runReview);
    expect(text).toContain(`overpaid  0.003 SOL from ${alice.wallet.address} for ${intent.id}`);
    const refund = (by: string) => run(runReview, 'refund', numberOf(text), '--by', by, '--note', 'sorry');
    await expect(refund('5'.repeat(87))).rejects.toThrow('That refund transaction is not final yet');
    const astray = await payBack(street.passerBy.publicKey.toBase58(), 3_000_000n);
    await expect(refund(astray)).rejects.toThrow('sends nothing from');
    const back = await payBack(alice.wallet.address, 3_000_000n);
    expect((await refund(back)).text).toContain('refunded  0.003 SOL');
    expect((await run(runReview)).text).toBe('No payments or debts are under review.\n');
    await expect(refund(back)).rejects.toThrow('is already decided: refunded');
  });

  test('refunds the price of a settled purchase by the signature of its payment', async () => {
    const { intent, signature } = await paid();
    const back = await payBack(alice.wallet.address, price(intent));
    await run(runReview, 'refund', signature, '--by', back);
    expect((await shop.read(alice, intent)).status).toBe('refunded');
    expect(await shop.credits(alice)).toBe(0);
  });

  test('rejects as a refund a transaction of a stranger, an old one, and one that is too small', async () => {
    const early = await payBack(alice.wallet.address, 30_000_000n);
    const { intent, signature } = await paid();
    const refuses = (by: string, sentence: string) =>
      expect(run(runReview, 'refund', signature, '--by', by)).rejects.toThrow(sentence);
    await refuses(early, 'older than the payment');
    await refuses(await payBack(alice.wallet.address, 30_000_000n, street.passerBy), 'sends nothing from');
    await refuses(
      await payBack(alice.wallet.address, 1_000_000n),
      `sends back 1000000 of the ${price(intent)}`,
    );
    expect((await shop.read(alice, intent)).status).toBe('succeeded');
    expect(await shop.credits(alice)).toBe(100);
    expect((await run(runReview)).text).toBe('No payments or debts are under review.\n');
  });

  test('credits money without reference to the purchase the operator names', async () => {
    await shop.listen();
    const [one, two] = [await shop.buy(alice), await shop.buy(alice)];
    const signature = await shop.pay(alice, one, { omitReference: true, amountBaseUnits: 19_000_000n });
    shop.finalise();
    const find = async () =>
      (await shop.store.reviews.listOpen()).find((each) => each.signature === signature);
    await shop.until(async () => (await find()) !== undefined);
    await run(runReview, 'credit', String((await find())?.id), '--purchase', two.id);
    expect((await shop.read(alice, two)).status).toBe('succeeded');
  });

  test.each([
    [['pay', '1'], 'Use: rigsmith review'],
    [['credit'], 'Use: rigsmith review'],
    [['refund', '7'], 'Send the money back from your own wallet first'],
    [['credit', '7'], 'There is no case 7'],
    [['credit', '5'.repeat(87)], 'No payment with that signature was seen'],
  ])('%j is answered with one sentence', async (argv, sentence) => {
    await expect(run(runReview, ...argv)).rejects.toThrow(sentence);
  });
});
