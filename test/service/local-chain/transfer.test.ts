import { validateTransfer } from '@solana/pay';
import {
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeAccount3Instruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  MINT_SIZE,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Keypair,
  MessageV1,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js';
import { BigNumber } from 'bignumber.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainTransaction } from '../../../src/chain/rpc.js';
import { incomingTransfers, readTransfer, referencesIn } from '../../../src/chain/transfer.js';
import { ata, carrying, createWorld, reference, sol, type World } from './world.js';

const PRICE = 20_000_000; // lamports
const USDC_PRICE = 2_500_000n;

/** Every transaction below lands on the real virtual machine and is read back through the ordinary RPC. */
describe('the verifier, on transactions that landed', () => {
  let world: World;
  let stranger: PublicKey;

  beforeAll(async () => {
    world = await createWorld();
    stranger = Keypair.generate().publicKey;
    world.chain.controls.fund(stranger.toBase58());
    world.chain.controls.advance(1);
  });
  afterAll(() => world.close());

  const judge = (transaction: ChainTransaction, of: string | null, mint: PublicKey | null = null) =>
    readTransfer(transaction, {
      recipient: world.merchant.publicKey.toBase58(),
      mint: mint?.toBase58() ?? null,
      reference: of,
    });
  const pay = (lamports: number, ...references: string[]) =>
    carrying(sol(world.alice, world.merchant.publicKey, lamports), ...references);
  const memo = (text: string, signer?: PublicKey) =>
    new TransactionInstruction({
      programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
      keys: signer ? [{ pubkey: signer, isSigner: true, isWritable: false }] : [],
      data: Buffer.from(text),
    });
  const budget = () => [
    ComputeBudgetProgram.setComputeUnitLimit({ units: 100_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000 }),
  ];
  const payUsdc = (amount: bigint, ...references: string[]) => {
    const { mint, alice, merchant } = world;
    const [from, to] = [ata(mint, alice.publicKey), ata(mint, merchant.publicKey)];
    return carrying(
      createTransferCheckedInstruction(from, mint, to, alice.publicKey, amount, 6),
      ...references,
    );
  };
  /** A new mint of which the member holds plenty and the merchant has an account. */
  const newToken = async (program: PublicKey) => {
    const { alice, merchant, connection } = world;
    const mint = Keypair.generate();
    const lamports = await connection.getMinimumBalanceForRentExemption(MINT_SIZE);
    const [from, to] = [alice, merchant].map(({ publicKey }) => ata(mint.publicKey, publicKey, program)) as [
      PublicKey,
      PublicKey,
    ];
    const open = (account: PublicKey, owner: PublicKey) =>
      createAssociatedTokenAccountIdempotentInstruction(
        alice.publicKey,
        account,
        owner,
        mint.publicKey,
        program,
      );
    await world.send(
      [
        SystemProgram.createAccount({
          fromPubkey: alice.publicKey,
          newAccountPubkey: mint.publicKey,
          lamports,
          space: MINT_SIZE,
          programId: program,
        }),
        createInitializeMint2Instruction(mint.publicKey, 6, alice.publicKey, null, program),
        open(from, alice.publicKey),
        open(to, merchant.publicKey),
        createMintToInstruction(mint.publicKey, from, alice.publicKey, 10n ** 12n, [], program),
      ],
      { signers: [alice, mint] },
    );
    return { mint: mint.publicKey, from, to };
  };

  describe('counts what an honest payer sent', () => {
    it('in a legacy transaction, with payer, slot and time', async () => {
      const id = reference();
      const reading = judge(await world.land([pay(PRICE, id)]), id);
      expect(reading).toMatchObject({
        paidBaseUnits: BigInt(PRICE),
        payer: world.alice.publicKey.toBase58(),
        failed: false,
        reasons: [],
      });
      expect(reading.slot).toBeGreaterThan(0);
      expect(Math.abs((reading.blockTime ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    });

    it('in a v0 transaction', async () => {
      const id = reference();
      expect(judge(await world.land([pay(PRICE, id)], { v0: true }), id).paidBaseUnits).toBe(BigInt(PRICE));
    });

    it('in a v1 message, which the network is about to allow', async () => {
      const id = reference();
      const landed = await world.land([pay(PRICE, id)]);
      const { header, staticAccountKeys, recentBlockhash, compiledInstructions } = landed.transaction.message;
      const transactionConfig = {
        computeUnitLimit: null,
        heapSize: null,
        loadedAccountsDataSizeLimit: null,
        priorityFee: null,
      };
      const message = new MessageV1({
        header,
        staticAccountKeys,
        recentBlockhash,
        compiledInstructions,
        transactionConfig,
      });
      const asV1 = { ...landed, version: 1 as const, transaction: { ...landed.transaction, message } };
      expect(judge(asV1, id)).toMatchObject({ paidBaseUnits: BigInt(PRICE), reasons: [] });
    });

    it('between compute budget, memos and guards, in either version', async () => {
      for (const v0 of [false, true]) {
        const id = reference();
        const guarded = [...budget(), memo('before'), pay(PRICE, id), memo('after', world.alice.publicKey)];
        expect(judge(await world.land(guarded, { v0 }), id)).toMatchObject({
          paidBaseUnits: BigInt(PRICE),
          reasons: [],
        });
      }
    });

    it('when recipient and reference come from an address look-up table', async () => {
      const { alice, merchant, connection, chain } = world;
      const id = reference();
      const [create, table] = AddressLookupTableProgram.createLookupTable({
        authority: alice.publicKey,
        payer: alice.publicKey,
        recentSlot: (await connection.getSlot('processed')) - 1,
      });
      const extend = AddressLookupTableProgram.extendLookupTable({
        payer: alice.publicKey,
        authority: alice.publicKey,
        lookupTable: table,
        addresses: [merchant.publicKey, new PublicKey(id)],
      });
      const made = await world.land([create, extend]);
      chain.controls.advance(1);
      const { value } = await connection.getAddressLookupTable(table);
      expect(value).not.toBeNull();
      const paid = await world.land([pay(PRICE, id)], { v0: true, tables: value ? [value] : [] });
      expect(paid.transaction.message.staticAccountKeys.map(String)).not.toContain(
        merchant.publicKey.toBase58(),
      );
      expect(judge(paid, id)).toMatchObject({ paidBaseUnits: BigInt(PRICE), reasons: [] });

      // Extending a table makes its program call System Transfer: an inner instruction nobody wrote out.
      const inner = readTransfer(made, { recipient: table.toBase58(), mint: null, reference: null });
      expect(inner.paidBaseUnits).toBeGreaterThan(0n);
      expect(made.transaction.message.compiledInstructions).toHaveLength(2);
    });

    it('too little, too much, and in two halves', async () => {
      const id = reference();
      expect(judge(await world.land([pay(PRICE - 1, id)]), id).paidBaseUnits).toBe(BigInt(PRICE - 1));
      expect(judge(await world.land([pay(PRICE * 3, id)]), id).paidBaseUnits).toBe(BigInt(PRICE * 3));
      const halves = [pay(PRICE / 2, id), memo('and'), pay(PRICE / 2, id)];
      expect(judge(await world.land(halves), id).paidBaseUnits).toBe(BigInt(PRICE));
    });

    it('by TransferWithSeed', async () => {
      const { alice, merchant } = world;
      const id = reference();
      const from = await PublicKey.createWithSeed(alice.publicKey, 'purse', SystemProgram.programId);
      await world.send([sol(alice, from, 1_000_000_000)]);
      const transfer = SystemProgram.transfer({
        fromPubkey: from,
        basePubkey: alice.publicKey,
        toPubkey: merchant.publicKey,
        lamports: PRICE,
        seed: 'purse',
        programId: SystemProgram.programId,
      });
      expect(judge(await world.land([carrying(transfer, id)]), id)).toMatchObject({
        paidBaseUnits: BigInt(PRICE),
        payer: from.toBase58(),
      });
    });

    it('in USDC, by TransferChecked and by Transfer', async () => {
      const { mint, alice, merchant } = world;
      const [one, two] = [reference(), reference()];
      const unchecked = createTransferInstruction(
        ata(mint, alice.publicKey),
        ata(mint, merchant.publicKey),
        alice.publicKey,
        USDC_PRICE,
      );
      expect(judge(await world.land([payUsdc(USDC_PRICE, one)]), one, mint)).toMatchObject({
        paidBaseUnits: USDC_PRICE,
        payer: alice.publicKey.toBase58(),
        reasons: [],
      });
      expect(judge(await world.land([carrying(unchecked, two)], { v0: true }), two, mint).paidBaseUnits).toBe(
        USDC_PRICE,
      );
    });

    it('in a Token-2022 mint', async () => {
      const { mint, from, to } = await newToken(TOKEN_2022_PROGRAM_ID);
      const id = reference();
      const program = TOKEN_2022_PROGRAM_ID;
      const owner = world.alice.publicKey;
      const transfer = createTransferCheckedInstruction(from, mint, to, owner, USDC_PRICE, 6, [], program);
      expect(judge(await world.land([carrying(transfer, id)]), id, mint)).toMatchObject({
        paidBaseUnits: USDC_PRICE,
        reasons: [],
      });
    });

    it('to each of two intents in one transaction, its own amount', async () => {
      const [a, b] = [reference(), reference()];
      const transaction = await world.land([pay(PRICE, a), pay(PRICE * 2, b)]);
      expect(judge(transaction, a).paidBaseUnits).toBe(BigInt(PRICE));
      expect(judge(transaction, b).paidBaseUnits).toBe(BigInt(PRICE * 2));
    });

    it('without a reference, when asked for payments that carry none', async () => {
      const transaction = await world.land([pay(PRICE + 137)]);
      expect(judge(transaction, reference())).toMatchObject({ paidBaseUnits: 0n, reasons: ['no_reference'] });
      expect(judge(transaction, null)).toMatchObject({
        paidBaseUnits: BigInt(PRICE + 137),
        payer: world.alice.publicKey.toBase58(),
      });
    });
  });

  describe('counts nothing that was not paid to the merchant for this reference', () => {
    it('a transaction that failed after its transfer', async () => {
      const id = reference();
      const broke = sol(world.alice, stranger, 10 ** 15);
      const transaction = await world.land([pay(PRICE, id), broke], { skipPreflight: true });
      expect(judge(transaction, id)).toMatchObject({
        paidBaseUnits: 0n,
        failed: true,
        reasons: ['transaction_failed'],
      });
      expect(incomingTransfers(transaction, world.merchant.publicKey.toBase58())).toEqual([]);
      expect(referencesIn(transaction)).toEqual([id]);
    });

    it('a payment to somebody else', async () => {
      const id = reference();
      const transaction = await world.land([carrying(sol(world.alice, stranger, PRICE), id)]);
      expect(judge(transaction, id)).toMatchObject({ paidBaseUnits: 0n, reasons: ['wrong_recipient'] });
    });

    it('a token made to look like USDC, or SOL where USDC was asked for', async () => {
      const { alice, mint } = world;
      const fake = await newToken(TOKEN_PROGRAM_ID);
      const [one, two] = [reference(), reference()];
      const transfer = createTransferCheckedInstruction(
        fake.from,
        fake.mint,
        fake.to,
        alice.publicKey,
        USDC_PRICE,
        6,
      );
      expect(judge(await world.land([carrying(transfer, one)]), one, mint)).toMatchObject({
        paidBaseUnits: 0n,
        reasons: ['wrong_asset'],
      });
      expect(judge(await world.land([pay(PRICE, two)]), two, mint)).toMatchObject({
        paidBaseUnits: 0n,
        reasons: ['wrong_asset'],
      });
    });

    it('USDC in an account of the merchant that is not the associated one', async () => {
      const { alice, merchant, mint, connection } = world;
      const other = Keypair.generate();
      const id = reference();
      const lamports = await connection.getMinimumBalanceForRentExemption(165);
      const open = SystemProgram.createAccount({
        fromPubkey: alice.publicKey,
        newAccountPubkey: other.publicKey,
        lamports,
        space: 165,
        programId: TOKEN_PROGRAM_ID,
      });
      const transaction = await world.land(
        [
          open,
          createInitializeAccount3Instruction(other.publicKey, mint, merchant.publicKey),
          carrying(
            createTransferInstruction(
              ata(mint, alice.publicKey),
              other.publicKey,
              alice.publicKey,
              USDC_PRICE,
            ),
            id,
          ),
        ],
        { signers: [alice, other] },
      );
      expect(judge(transaction, id, mint)).toMatchObject({ paidBaseUnits: 0n, reasons: ['wrong_recipient'] });
    });

    it('a transfer that carries two references, for either of them', async () => {
      const [a, b] = [reference(), reference()];
      const transaction = await world.land([pay(PRICE, a, b)]);
      for (const id of [a, b])
        expect(judge(transaction, id)).toMatchObject({ paidBaseUnits: 0n, reasons: ['several_references'] });
    });

    it('another reference', async () => {
      const transaction = await world.land([pay(PRICE, reference())]);
      expect(judge(transaction, reference())).toMatchObject({
        paidBaseUnits: 0n,
        reasons: ['other_reference'],
      });
    });

    it('money the merchant moves himself', async () => {
      const id = reference();
      const { merchant } = world;
      const own = carrying(sol(merchant, merchant.publicKey, PRICE), id);
      expect(judge(await world.land([own], { signers: [merchant] }), id)).toMatchObject({
        paidBaseUnits: 0n,
        reasons: ['merchant_signed'],
      });
    });

    it('what goes out again in the same transaction', async () => {
      const { alice, merchant, mint } = world;
      const [mine, theirs] = [ata(mint, alice.publicKey), ata(mint, merchant.publicKey)];
      const approve = createApproveInstruction(theirs, alice.publicKey, merchant.publicKey, 2n * USDC_PRICE);
      await world.send([approve], { signers: [merchant] });
      const id = reference();
      const back = createTransferInstruction(theirs, mine, alice.publicKey, USDC_PRICE);
      expect(judge(await world.land([payUsdc(USDC_PRICE, id), back]), id, mint)).toMatchObject({
        paidBaseUnits: 0n,
        reasons: ['balance_mismatch'],
      });
    });

    it('a payment with a reference, when asked for those without', async () => {
      const transaction = await world.land([pay(PRICE, reference())]);
      expect(judge(transaction, null)).toMatchObject({ paidBaseUnits: 0n, reasons: ['other_reference'] });
    });

    it('a token account that the merchant has given away', async () => {
      const { alice, merchant } = world;
      const { mint, from, to } = await newToken(TOKEN_PROGRAM_ID);
      const giveAway = createSetAuthorityInstruction(
        to,
        merchant.publicKey,
        AuthorityType.AccountOwner,
        stranger,
      );
      await world.send([giveAway], { signers: [merchant] });
      const id = reference();
      const transfer = createTransferCheckedInstruction(from, mint, to, alice.publicKey, USDC_PRICE, 6);
      expect(judge(await world.land([carrying(transfer, id)]), id, mint)).toMatchObject({
        paidBaseUnits: 0n,
        reasons: ['wrong_recipient'],
      });
    });

    it('a mention without any transfer', async () => {
      const id = reference();
      const note = carrying(memo('hello', world.alice.publicKey));
      expect(judge(await world.land([note]), id)).toMatchObject({
        paidBaseUnits: 0n,
        reasons: ['no_transfer'],
      });
    });
  });

  it('finds the real payment behind a stranger’s one lamport with the same reference', async () => {
    const id = reference();
    const junk = await world.send([pay(1, id)]);
    const real = await world.send([pay(PRICE, id)]);
    const history = await world.rpc.signaturesFor(id);
    expect(history.map((entry) => entry.signature)).toEqual([real, junk]);
    const amounts = await Promise.all(
      history.map(async ({ signature }) => judge(await world.read(signature), id)),
    );
    expect(amounts.map((reading) => reading.paidBaseUnits)).toEqual([BigInt(PRICE), 1n]);
  });

  /** Why the verifier is our own: the library's judges the whole transaction's balance change. */
  describe('where validateTransfer of @solana/pay judges otherwise', () => {
    const theirs = (transaction: ChainTransaction, id: string) =>
      validateTransfer(
        world.connection,
        transaction.transaction.signatures[0] ?? '',
        {
          recipient: world.merchant.publicKey,
          amount: new BigNumber(PRICE).shiftedBy(-9),
          reference: new PublicKey(id),
        },
        { commitment: 'confirmed' },
      );

    it('it refuses an honest v0 payment', async () => {
      const id = reference();
      const transaction = await world.land([pay(PRICE, id)], { v0: true });
      expect(judge(transaction, id).paidBaseUnits).toBe(BigInt(PRICE));
      await expect(theirs(transaction, id)).rejects.toThrow();
    });

    it('it refuses an honest payment with a guard after the transfer', async () => {
      const id = reference();
      const transaction = await world.land([pay(PRICE, id), memo('guard', world.alice.publicKey)]);
      expect(judge(transaction, id).paidBaseUnits).toBe(BigInt(PRICE));
      await expect(theirs(transaction, id)).rejects.toThrow();
    });

    it('it accepts one lamport for an intent when another intent is paid before it', async () => {
      const [cheated, paid] = [reference(), reference()];
      const transaction = await world.land([pay(PRICE, paid), pay(1, cheated)]);
      expect(judge(transaction, cheated).paidBaseUnits).toBe(1n);
      await expect(theirs(transaction, cheated)).resolves.toBeDefined();
    });
  });
});
