import { createTransferCheckedInstruction } from '@solana/spl-token';
import { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { incomingTransfers } from '../../src/chain/transfer.js';
import { type RpcFinding, readKnownKinds } from '../../src/cli/live-check/rpc.js';
import { ata, carrying, createWorld, reference, sol, type World } from './local-chain/world.js';

let world: World;
const memo = (text: string) =>
  new TransactionInstruction({
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    keys: [],
    data: Buffer.from(text),
  });

beforeAll(async () => {
  world = await createWorld();
  const { alice, merchant, mint, send } = world;
  const usdc = (amount: bigint) =>
    createTransferCheckedInstruction(
      ata(mint, alice.publicKey),
      mint,
      ata(mint, merchant.publicKey),
      alice.publicKey,
      amount,
      6,
    );
  await send([carrying(sol(alice, merchant.publicKey, 50_000_000), reference())]);
  await send([usdc(15_000_000n), memo('a purchase')], { v0: true });
  await send([sol(alice, merchant.publicKey, 999_000_000_000)], { skipPreflight: true });
});
afterAll(() => world.close());

const sources = () => [world.merchant.publicKey.toBase58(), world.mint.toBase58()];
const kindIn = (findings: readonly RpcFinding[], name: string) => findings.find(({ kind }) => kind === name);

it('reads transactions of known kinds as payments, and agrees with the balances', async () => {
  const findings = await readKnownKinds(world.rpc, sources());
  for (const kind of [
    'SOL transfer',
    'token transfer',
    'with references',
    'with memo',
    'version 0',
    'failed',
  ]) {
    const { read = 0, agreed = 0, less = 0, wrong, example } = kindIn(findings, kind) ?? {};
    // The playground's airdrops mint tokens, which is not a transfer.
    expect({ kind, isAgreed: agreed > 0, left: read - agreed - less, wrong }).toEqual({
      kind,
      isAgreed: true,
      left: 0,
      wrong: [],
    });
    expect(example).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
  }
  expect(kindIn(findings, 'Token-2022 transfer')).toMatchObject({ read: 0, example: null });
});

it('reads each transaction once, although several accounts name it', async () => {
  const once = await readKnownKinds(world.rpc, sources());
  expect(await readKnownKinds(world.rpc, [...sources(), ...sources()])).toEqual(once);
});

it('names a transaction for which the verifier counts more than arrived', async () => {
  const doubled: typeof incomingTransfers = (transaction, recipient) =>
    incomingTransfers(transaction, recipient).flatMap((each) => [each, each]);
  const findings = await readKnownKinds(world.rpc, sources(), doubled);
  const { wrong = [], example } = kindIn(findings, 'with references') ?? {};
  expect(wrong).toEqual([
    `${example}: counts 100000000 of SOL for ${world.merchant.publicKey}, who received 50000000`,
  ]);
});

it('says when the verifier counts less, which is not an error: other instructions may have brought the money', async () => {
  const findings = await readKnownKinds(world.rpc, sources(), () => []);
  const { read, less, wrong } = kindIn(findings, 'with memo') ?? {};
  expect({ less, wrong }).toEqual({ less: read, wrong: [] });
});
