import { FindReferenceError, findReference, validateTransfer } from '@solana/pay';
import { AddressLookupTableProgram, Message, MessageV1, PublicKey } from '@solana/web3.js';
import { BigNumber } from 'bignumber.js';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChainTransaction } from '../../src/chain/rpc.js';
import { incomingTransfers, readTransfer, referencesIn } from '../../src/chain/transfer.js';
import { fixtures, guard, PRICE, type Stage, setStage, USDC_PRICE } from './chain-fixtures.js';
import { createWorld, reference, sol } from './local-chain/world.js';

/**
 * Every fixture lands on the real virtual machine and is read back through the ordinary RPC. Our verdict is compared
 * with the verdict of @solana/pay on the same transaction, which shows why the verifier is our own.
 */
let stage: Stage;
beforeAll(async () => {
  stage = setStage(await createWorld());
});
afterAll(() => stage.close());

const judge = (transaction: ChainTransaction, of: string | null, mint: PublicKey | null = null) =>
  readTransfer(transaction, {
    recipient: stage.merchant.publicKey.toBase58(),
    mint: mint?.toBase58() ?? null,
    reference: of,
  });

const theirVerdict = async (transaction: ChainTransaction, id: string, mint?: PublicKey) => {
  const amount = mint
    ? new BigNumber(USDC_PRICE.toString()).shiftedBy(-6)
    : new BigNumber(PRICE.toString()).shiftedBy(-9);
  const fields = { recipient: stage.merchant.publicKey, amount, reference: new PublicKey(id) };
  try {
    await validateTransfer(
      stage.connection,
      transaction.transaction.signatures[0] ?? '',
      { ...fields, ...(mint && { splToken: mint }) },
      { commitment: 'confirmed' },
    );
    return 'accepts';
  } catch {
    return 'refuses';
  }
};

/** The same transaction as if its guard program had made the transfer: an inner instruction, not an outer one. */
function asInner(transaction: ChainTransaction, position: number): ChainTransaction {
  const { message } = transaction.transaction;
  const outer = message.compiledInstructions[position]!;
  const { programIdIndex, accountKeyIndexes: accounts } = outer;
  const instruction = { programIdIndex, accounts, data: bs58.encode(outer.data) };
  const legacy = new Message({
    header: message.header,
    accountKeys: message.staticAccountKeys,
    recentBlockhash: message.recentBlockhash,
    instructions: message.compiledInstructions
      .filter((each) => each !== outer)
      .map((each) => ({
        programIdIndex: each.programIdIndex,
        accounts: each.accountKeyIndexes,
        data: bs58.encode(each.data),
      })),
  });
  return {
    ...transaction,
    transaction: { ...transaction.transaction, message: legacy },
    meta: { ...transaction.meta!, innerInstructions: [{ index: position - 1, instructions: [instruction] }] },
  };
}

const shown = (ours: (typeof fixtures)[number]['ours']) =>
  typeof ours === 'bigint' ? `counts ${ours}` : `counts nothing (${ours.join(', ')})`;

describe('our verifier, compared with validateTransfer', () => {
  test.each(fixtures.map((fixture) => [fixture.name, shown(fixture.ours), fixture.theirs, fixture] as const))(
    '%s | ours %s | @solana/pay %s',
    async (_name, _ours, theirs, { make, ours }) => {
      const [id, other] = [reference(), reference()];
      const { instructions, sending, mint } = await make(stage, id, other);
      const transaction = await stage.land(instructions, sending);
      const reading = judge(transaction, id, mint);
      const counted = typeof ours === 'bigint' ? ours : 0n;
      expect({ paid: reading.paidBaseUnits, reasons: reading.reasons.toSorted() }).toEqual({
        paid: counted,
        reasons: typeof ours === 'bigint' ? [] : ours.toSorted(),
      });
      expect(await theirVerdict(transaction, id, mint)).toBe(theirs);
    },
  );
});

/** Cases of network and time: no single transaction shows them, so `validateTransfer` has no verdict. */
const inTime: readonly (readonly [string, string])[] = [
  ['late, under, over, twice, two halves', 'payments.test.ts, payments-review.test.ts'],
  ['failed, then paid; junk with the reference first', 'below, beside findReference'],
  ['rolled back after it was confirmed', 'payments-faults.test.ts'],
  ['dropped reference: by payer and amount, by pasted signature', 'below, payments.test.ts'],
  ['lagging node, null then present, RPC down, 429', 'payments-faults.test.ts, payments-nodes.test.ts'],
  ['all of them at once, in random order', 'test/fault/schedule'],
];

test('the table of verdicts is kept up to date in chain-fixtures.md', async () => {
  const table = (head: string[], rows: readonly (readonly string[])[]) =>
    [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  const verdicts = fixtures.map(({ name, ours, theirs }) => [name, shown(ours), theirs]);
  const text = [
    '# Verdicts on single transactions',
    'Written by `chain-fixtures.test.ts` (`npx vitest run -u` rewrites it): every row is built, lands on the local chain and is judged there by `src/chain/transfer.ts` and by `validateTransfer` of @solana/pay. The price is 20000000 lamports or 2500000 base units of USDC.',
    table(['transaction', 'our verdict', '@solana/pay'], verdicts),
    '## Cases of time and network',
    table(['case', 'held by'], inTime),
  ].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('./chain-fixtures.md');
});

describe('a reading', () => {
  test('gives payer, slot, commitment and time', async () => {
    const id = reference();
    const reading = judge(await stage.land([stage.pay(PRICE, id)]), id);
    expect(reading).toMatchObject({
      payer: stage.alice.publicKey.toBase58(),
      failed: false,
      commitment: 'confirmed',
    });
    expect(reading.slot).toBeGreaterThan(0);
    expect(Math.abs((reading.blockTime ?? 0) - Date.now() / 1000)).toBeLessThan(60);
  });

  test('gives each of two purchases in one transaction its own amount', async () => {
    const [a, b] = [reference(), reference()];
    const transaction = await stage.land([stage.pay(PRICE, a), stage.pay(PRICE * 2n, b)]);
    expect([a, b].map((id) => judge(transaction, id).paidBaseUnits)).toEqual([PRICE, PRICE * 2n]);
  });

  test('of transfers without reference counts only those, or those of one payer', async () => {
    const transaction = await stage.land([stage.pay(PRICE + 137n), stage.pay(PRICE, reference())]);
    expect(judge(transaction, null)).toMatchObject({ paidBaseUnits: PRICE + 137n });
    const query = { recipient: stage.merchant.publicKey.toBase58(), mint: null, reference: null };
    expect(readTransfer(transaction, { ...query, payer: stage.stranger.toBase58() }).paidBaseUnits).toBe(0n);
  });

  test('sees inner instructions: transfers made by a program', async () => {
    const { alice, connection, land } = stage;
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: alice.publicKey,
      payer: alice.publicKey,
      recentSlot: (await connection.getSlot('processed')) - 1,
    });
    const extend = AddressLookupTableProgram.extendLookupTable({
      payer: alice.publicKey,
      authority: alice.publicKey,
      lookupTable: table,
      addresses: [new PublicKey(reference())],
    });
    const transaction = await land([create, extend]);
    const inner = readTransfer(transaction, { recipient: table.toBase58(), mint: null, reference: null });
    expect(inner.paidBaseUnits).toBeGreaterThan(0n);
    expect(transaction.transaction.message.compiledInstructions).toHaveLength(2);
  });

  test('counts a transfer made by a program wallet, between guard instructions', async () => {
    const id = reference();
    const { alice } = stage;
    const landed = await stage.land([guard(stage), stage.pay(PRICE, id), guard(stage, 1)]);
    expect(judge(asInner(landed, 1), id)).toMatchObject({
      paidBaseUnits: PRICE,
      reasons: [],
      payer: alice.publicKey.toBase58(),
    });
  });

  test('accepts a v1 message, which the network is about to allow', async () => {
    const id = reference();
    const landed = await stage.land([stage.pay(PRICE, id)]);
    const { header, staticAccountKeys, recentBlockhash, compiledInstructions } = landed.transaction.message;
    const message = new MessageV1({
      header,
      staticAccountKeys,
      recentBlockhash,
      compiledInstructions,
      transactionConfig: {
        computeUnitLimit: null,
        heapSize: null,
        loadedAccountsDataSizeLimit: null,
        priorityFee: null,
      },
    });
    const asV1 = { ...landed, version: 1 as const, transaction: { ...landed.transaction, message } };
    expect(judge(asV1, id)).toMatchObject({ paidBaseUnits: PRICE, reasons: [] });
  });

  test('of a failed transaction has no amount but still lists its references', async () => {
    const id = reference();
    const broke = sol(stage.alice, stage.stranger, 10 ** 15);
    const transaction = await stage.land([stage.pay(PRICE, id), broke], { skipPreflight: true });
    expect(incomingTransfers(transaction, stage.merchant.publicKey.toBase58())).toEqual([]);
    expect(referencesIn(transaction)).toEqual([id]);
  });
});

describe('finding a payment by its reference, compared with findReference of @solana/pay', () => {
  const find = async (id: string) =>
    (await findReference(stage.connection, new PublicKey(id), { finality: 'confirmed' })).signature;
  const ours = async (id: string) => {
    const history = await stage.rpc.signaturesFor(id);
    const read = await Promise.all(history.map(async ({ signature }) => stage.read(signature)));
    return read.map((transaction) => judge(transaction, id).paidBaseUnits);
  };

  test('one lamport of a stranger first | ours finds both | @solana/pay finds the stranger alone', async () => {
    const id = reference();
    const junk = await stage.send([stage.pay(1n, id)]);
    await stage.send([stage.pay(PRICE, id)]);
    expect(await ours(id)).toEqual([PRICE, 1n]);
    expect(await find(id)).toBe(junk);
  });

  test('a failed attempt first | ours finds the good one too | @solana/pay finds the failed alone', async () => {
    const id = reference();
    const broke = sol(stage.alice, stage.stranger, 10 ** 15);
    const failed = await stage.send([stage.pay(PRICE, id), broke], { skipPreflight: true });
    await stage.send([stage.pay(PRICE, id)]);
    expect(await ours(id)).toEqual([PRICE, 0n]);
    expect(await find(id)).toBe(failed);
  });

  test('a dropped reference | ours reads the merchant’s account | @solana/pay never finds it', async () => {
    const id = reference();
    const signature = await stage.send([stage.pay(PRICE + 4_211n)]);
    await expect(find(id)).rejects.toBeInstanceOf(FindReferenceError);
    const [newest] = await stage.rpc.signaturesFor(stage.merchant.publicKey.toBase58(), { limit: 1 });
    expect(newest?.signature).toBe(signature);
    expect(judge(await stage.read(signature), null).paidBaseUnits).toBe(PRICE + 4_211n);
  });
});
