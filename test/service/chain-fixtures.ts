import {
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createInitializeAccount3Instruction,
  createInitializeMint2Instruction,
  createInitializeMultisigInstruction,
  createInitializeTransferFeeConfigInstruction,
  createMintToInstruction,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
  createTransferCheckedWithFeeInstruction,
  createTransferInstruction,
  ExtensionType,
  getMintLen,
  MULTISIG_SIZE,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js';
import type { TransferReason } from '../../src/chain/transfer.js';
import { ata, carrying, lighthouse, type Sending, sol, type World } from './local-chain/world.js';

export const PRICE = 20_000_000n; // lamports
export const USDC_PRICE = 2_500_000n;

/** The transaction to land, and the verdicts allowed when asked whether `id` was paid. */
export type Fixture = {
  name: string;
  /** A transaction for the reference `id`; `other` is the reference of another purchase. */
  make(
    stage: Stage,
    id: string,
    other: string,
  ): Promise<{ instructions: TransactionInstruction[]; sending?: Sending; mint?: PublicKey }>;
  /** Base units that count for `id`, or the reasons why none do. */
  ours: bigint | TransferReason[];
  /** The verdict of `validateTransfer` from @solana/pay on the same transaction. */
  theirs: 'accepts' | 'refuses';
};

/** The world that fixtures are built from. */
export type Stage = World & {
  stranger: PublicKey;
  pay(amount: bigint, ...references: string[]): TransactionInstruction;
  payUsdc(amount: bigint, ...references: string[]): TransactionInstruction;
  /** Creates a new mint: the member holds plenty of it and the merchant has an account. */
  newToken(program: PublicKey, feeBasisPoints?: number): Promise<Token>;
};
type Token = { mint: PublicKey; from: PublicKey; to: PublicKey };

const memo = (text: string, signer?: PublicKey) =>
  new TransactionInstruction({
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    keys: signer ? [{ pubkey: signer, isSigner: true, isWritable: false }] : [],
    data: Buffer.from(text),
  });
/**
 * Laid out like Lighthouse's AssertAccountInfo: a discriminator, a log level, then the assertion (the payer keeps a
 * balance). The local chain has no Lighthouse: a test program runs at that address.
 */
export const guard = ({ alice }: World, what = 0) =>
  new TransactionInstruction({
    programId: lighthouse,
    keys: [{ pubkey: alice.publicKey, isSigner: true, isWritable: false }],
    data: Buffer.of(5, 0, what, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0, 4),
  });
const unitLimit = () => ComputeBudgetProgram.setComputeUnitLimit({ units: 120_000 });
const budget = () => [unitLimit(), ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000 })];

export function setStage(world: World): Stage {
  const { alice, merchant, mint: usdc, connection } = world;
  const stranger = Keypair.generate().publicKey;
  world.chain.controls.fund(stranger.toBase58());
  world.chain.controls.advance(1);
  return {
    ...world,
    stranger,
    pay: (amount, ...references) => carrying(sol(alice, merchant.publicKey, Number(amount)), ...references),
    payUsdc(amount, ...references) {
      const [from, to] = [ata(usdc, alice.publicKey), ata(usdc, merchant.publicKey)];
      return carrying(
        createTransferCheckedInstruction(from, usdc, to, alice.publicKey, amount, 6),
        ...references,
      );
    },
    async newToken(program, feeBasisPoints) {
      const mint = Keypair.generate();
      const space = getMintLen(feeBasisPoints === undefined ? [] : [ExtensionType.TransferFeeConfig]);
      const lamports = await connection.getMinimumBalanceForRentExemption(space);
      const [from, to] = [alice, merchant].map(({ publicKey }) => ata(mint.publicKey, publicKey, program));
      const open = (account: PublicKey, owner: PublicKey) =>
        createAssociatedTokenAccountIdempotentInstruction(
          ...([alice.publicKey, account, owner, mint.publicKey, program] as const),
        );
      await world.send(
        [
          SystemProgram.createAccount({
            fromPubkey: alice.publicKey,
            newAccountPubkey: mint.publicKey,
            lamports,
            space,
            programId: program,
          }),
          ...(feeBasisPoints === undefined
            ? []
            : [
                createInitializeTransferFeeConfigInstruction(
                  ...([mint.publicKey, null, null, feeBasisPoints, 10n ** 9n, program] as const),
                ),
              ]),
          createInitializeMint2Instruction(mint.publicKey, 6, alice.publicKey, null, program),
          open(from!, alice.publicKey),
          open(to!, merchant.publicKey),
          createMintToInstruction(mint.publicKey, from!, alice.publicKey, 10n ** 12n, [], program),
        ],
        { signers: [alice, mint] },
      );
      return { mint: mint.publicKey, from: from!, to: to! };
    },
  };
}

const checked = ({ from, mint, to }: Token, owner: PublicKey, program?: PublicKey) =>
  createTransferCheckedInstruction(from, mint, to, owner, USDC_PRICE, 6, [], program);

/** Extends a look-up table with the keys of the merchant and of the purchase. */
async function tableOf({ alice, merchant, connection, chain, land }: Stage, id: string) {
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
  await land([create, extend]);
  chain.controls.advance(1);
  return (await connection.getAddressLookupTable(table)).value!;
}

/** The ways in which wallets pay. */
const layouts: Fixture[] = [
  {
    name: 'SOL, legacy',
    make: async ({ pay }, id) => ({ instructions: [pay(PRICE, id)] }),
    ours: PRICE,
    theirs: 'accepts',
  },
  {
    name: 'SOL, v0',
    make: async ({ pay }, id) => ({ instructions: [pay(PRICE, id)], sending: { v0: true } }),
    ours: PRICE,
    theirs: 'refuses',
  },
  {
    name: 'SOL, v0, recipient and reference from a look-up table',
    make: async (stage, id) => ({
      instructions: [stage.pay(PRICE, id)],
      sending: { v0: true, tables: [await tableOf(stage, id)] },
    }),
    ours: PRICE,
    theirs: 'refuses',
  },
  {
    name: 'SOL after compute budget',
    make: async ({ pay }, id) => ({ instructions: [...budget(), pay(PRICE, id)] }),
    ours: PRICE,
    theirs: 'accepts',
  },
  {
    name: 'SOL before a guard',
    make: async ({ pay, alice }, id) => ({ instructions: [pay(PRICE, id), memo('guard', alice.publicKey)] }),
    ours: PRICE,
    theirs: 'refuses',
  },
  {
    name: 'SOL between guards, v0',
    make: async ({ pay, alice }, id) => ({
      instructions: [...budget(), memo('before', alice.publicKey), pay(PRICE, id), memo('after')],
      sending: { v0: true },
    }),
    ours: PRICE,
    theirs: 'refuses',
  },
  {
    name: 'SOL between the Lighthouse instructions of Phantom and Solflare, v0',
    make: async (stage, id) => ({
      instructions: [...budget(), guard(stage), stage.pay(PRICE, id), guard(stage, 1)],
      sending: { v0: true },
    }),
    ours: PRICE,
    theirs: 'refuses',
  },
  {
    name: 'SOL before a Lighthouse instruction, legacy',
    make: async (stage, id) => ({ instructions: [stage.pay(PRICE, id), guard(stage)] }),
    ours: PRICE,
    theirs: 'refuses',
  },
  {
    name: 'USDC between Lighthouse instructions, legacy',
    make: async (stage, id) => ({
      instructions: [...budget(), guard(stage), stage.payUsdc(USDC_PRICE, id), guard(stage, 1)],
      mint: stage.mint,
    }),
    ours: USDC_PRICE,
    theirs: 'refuses',
  },
  {
    name: 'SOL after a memo without signer',
    make: async ({ pay }, id) => ({ instructions: [memo('order 7'), pay(PRICE, id)] }),
    ours: PRICE,
    theirs: 'accepts',
  },
  {
    name: 'SOL after a memo with signer',
    make: async ({ pay, alice }, id) => ({
      instructions: [memo('order 7', alice.publicKey), pay(PRICE, id)],
    }),
    ours: PRICE,
    theirs: 'accepts',
  },
  {
    name: 'SOL whose fee another wallet pays',
    make: async ({ pay, alice, chain }, id) => {
      const sponsor = Keypair.generate();
      chain.controls.airdropSol(sponsor.publicKey.toBase58(), 1_000_000_000n);
      return { instructions: [pay(PRICE, id)], sending: { signers: [sponsor, alice] } };
    },
    ours: PRICE,
    theirs: 'accepts',
  },
  {
    name: 'SOL by TransferWithSeed',
    make: async ({ alice, merchant, send }, id) => {
      const from = await PublicKey.createWithSeed(alice.publicKey, 'purse', SystemProgram.programId);
      await send([sol(alice, from, 1_000_000_000)]);
      const transfer = SystemProgram.transfer({
        fromPubkey: from,
        basePubkey: alice.publicKey,
        toPubkey: merchant.publicKey,
        lamports: PRICE,
        seed: 'purse',
        programId: SystemProgram.programId,
      });
      return { instructions: [carrying(transfer, id)] };
    },
    ours: PRICE,
    theirs: 'refuses',
  },
  {
    name: 'SOL in two halves of one transaction',
    make: async ({ pay }, id) => ({ instructions: [pay(PRICE / 2n, id), memo('and'), pay(PRICE / 2n, id)] }),
    ours: PRICE,
    theirs: 'accepts',
  },
  {
    name: 'SOL, the reference named twice',
    make: async ({ pay }, id) => ({ instructions: [pay(PRICE, id, id)] }),
    ours: PRICE,
    theirs: 'refuses',
  },
  {
    name: 'SOL, three times the price',
    make: async ({ pay }, id) => ({ instructions: [pay(PRICE * 3n, id)] }),
    ours: PRICE * 3n,
    theirs: 'accepts',
  },
  {
    name: 'SOL, one lamport too little',
    make: async ({ pay }, id) => ({ instructions: [pay(PRICE - 1n, id)] }),
    ours: PRICE - 1n,
    theirs: 'refuses',
  },
  {
    name: 'SOL, a single lamport',
    make: async ({ pay }, id) => ({ instructions: [pay(1n, id)] }),
    ours: 1n,
    theirs: 'refuses',
  },
  {
    name: 'SOL before a transfer to another address',
    make: async ({ pay, alice, stranger }, id) => ({
      instructions: [pay(PRICE, id), sol(alice, stranger, 5_000_000)],
    }),
    ours: PRICE,
    theirs: 'refuses',
  },
  {
    name: 'two purchases in one transaction, the first',
    make: async ({ pay }, id, other) => ({ instructions: [pay(PRICE, id), pay(PRICE * 2n, other)] }),
    ours: PRICE,
    theirs: 'refuses',
  },
  {
    name: 'two purchases in one transaction, the last',
    make: async ({ pay }, id, other) => ({ instructions: [pay(PRICE * 2n, other), pay(PRICE, id)] }),
    ours: PRICE,
    theirs: 'accepts',
  },
  {
    name: 'USDC by TransferChecked',
    make: async ({ payUsdc, mint }, id) => ({ instructions: [payUsdc(USDC_PRICE, id)], mint }),
    ours: USDC_PRICE,
    theirs: 'accepts',
  },
  {
    name: 'USDC by Transfer',
    make: async ({ mint, alice, merchant }, id) => {
      const [from, to] = [ata(mint, alice.publicKey), ata(mint, merchant.publicKey)];
      const transfer = createTransferInstruction(from, to, alice.publicKey, USDC_PRICE);
      return { instructions: [carrying(transfer, id)], mint };
    },
    ours: USDC_PRICE,
    theirs: 'accepts',
  },
  {
    name: 'USDC between guards, v0',
    make: async ({ payUsdc, mint, alice }, id) => ({
      instructions: [...budget(), payUsdc(USDC_PRICE, id), memo('guard', alice.publicKey)],
      sending: { v0: true },
      mint,
    }),
    ours: USDC_PRICE,
    theirs: 'refuses',
  },
  {
    name: 'USDC after opening the token account',
    make: async ({ payUsdc, mint, alice, merchant }, id) => {
      const to = ata(mint, merchant.publicKey);
      const open = createAssociatedTokenAccountIdempotentInstruction(
        ...([alice.publicKey, to, merchant.publicKey, mint] as const),
      );
      return { instructions: [open, payUsdc(USDC_PRICE, id)], mint };
    },
    ours: USDC_PRICE,
    theirs: 'accepts',
  },
  {
    name: 'USDC of a multisig wallet',
    make: async ({ mint, alice, merchant, send, connection, chain }, id) => {
      const [wallet, second] = [Keypair.generate(), Keypair.generate()];
      const lamports = await connection.getMinimumBalanceForRentExemption(MULTISIG_SIZE);
      const signers = [alice.publicKey, second.publicKey];
      await send(
        [
          SystemProgram.createAccount({
            fromPubkey: alice.publicKey,
            newAccountPubkey: wallet.publicKey,
            lamports,
            space: MULTISIG_SIZE,
            programId: TOKEN_PROGRAM_ID,
          }),
          createInitializeMultisigInstruction(wallet.publicKey, signers, 2),
        ],
        { signers: [alice, wallet] },
      );
      chain.controls.airdropUsdc(wallet.publicKey.toBase58(), USDC_PRICE);
      const [from, to] = [ata(mint, wallet.publicKey), ata(mint, merchant.publicKey)];
      const transfer = createTransferCheckedInstruction(
        ...([from, mint, to, wallet.publicKey, USDC_PRICE, 6, signers] as const),
      );
      return { instructions: [carrying(transfer, id)], sending: { signers: [alice, second] }, mint };
    },
    ours: USDC_PRICE,
    theirs: 'refuses',
  },
  {
    name: 'a Token-2022 mint',
    make: async ({ newToken, alice }, id) => {
      const token = await newToken(TOKEN_2022_PROGRAM_ID);
      const transfer = checked(token, alice.publicKey, TOKEN_2022_PROGRAM_ID);
      return { instructions: [carrying(transfer, id)], mint: token.mint };
    },
    ours: USDC_PRICE,
    theirs: 'refuses',
  },
];

/** Transactions sent in the hope that they count, and mistakes of honest payers. */
const attacks: Fixture[] = [
  {
    name: 'a transaction that failed after its transfer',
    make: async ({ pay, alice, stranger }, id) => ({
      instructions: [pay(PRICE, id), sol(alice, stranger, 10 ** 15)],
      sending: { skipPreflight: true },
    }),
    ours: ['transaction_failed'],
    theirs: 'refuses',
  },
  {
    name: 'one lamport, beside the payment of another purchase',
    make: async ({ pay }, id, other) => ({ instructions: [pay(PRICE, other), pay(1n, id)] }),
    ours: 1n,
    theirs: 'accepts',
  },
  {
    name: 'the reference on a transfer to a third party, beside the payment of another purchase',
    make: async ({ pay, alice, stranger }, id, other) => ({
      instructions: [pay(PRICE, other), carrying(sol(alice, stranger, 1), id)],
    }),
    ours: ['other_reference', 'wrong_recipient'],
    theirs: 'accepts',
  },
  {
    name: 'a payment to another address',
    make: async ({ alice, stranger }, id) => ({
      instructions: [carrying(sol(alice, stranger, Number(PRICE)), id)],
    }),
    ours: ['wrong_recipient'],
    theirs: 'refuses',
  },
  {
    name: 'a payment to oneself',
    make: async ({ alice }, id) => ({
      instructions: [carrying(sol(alice, alice.publicKey, Number(PRICE)), id)],
    }),
    ours: ['wrong_recipient'],
    theirs: 'refuses',
  },
  {
    name: 'a transfer with two references',
    make: async ({ pay }, id, other) => ({ instructions: [pay(PRICE, id, other)] }),
    ours: ['several_references'],
    theirs: 'refuses',
  },
  {
    name: 'another reference',
    make: async ({ pay }, _id, other) => ({ instructions: [pay(PRICE, other)] }),
    ours: ['other_reference'],
    theirs: 'refuses',
  },
  {
    name: 'no reference, as some phone wallets send it',
    make: async ({ pay }) => ({ instructions: [pay(PRICE)] }),
    ours: ['no_reference'],
    theirs: 'refuses',
  },
  {
    name: 'the reference on another instruction than the transfer',
    make: async ({ pay }, id) => ({ instructions: [carrying(unitLimit(), id), pay(PRICE)] }),
    ours: ['no_reference'],
    theirs: 'refuses',
  },
  {
    name: 'the reference without any transfer',
    make: async (_stage, id) => ({ instructions: [carrying(unitLimit(), id)] }),
    ours: ['no_transfer'],
    theirs: 'refuses',
  },
  {
    name: 'lamports of a closed account, which no transfer brings',
    make: async ({ alice, merchant, send, connection }, id) => {
      const purse = Keypair.generate();
      const rent = await connection.getMinimumBalanceForRentExemption(165);
      const mint = new PublicKey('So11111111111111111111111111111111111111112');
      await send(
        [
          SystemProgram.createAccount({
            fromPubkey: alice.publicKey,
            newAccountPubkey: purse.publicKey,
            lamports: rent + Number(PRICE),
            space: 165,
            programId: TOKEN_PROGRAM_ID,
          }),
          createInitializeAccount3Instruction(purse.publicKey, mint, alice.publicKey),
        ],
        { signers: [alice, purse] },
      );
      const close = createCloseAccountInstruction(purse.publicKey, merchant.publicKey, alice.publicKey);
      return { instructions: [carrying(close, id)] };
    },
    ours: ['no_transfer'],
    theirs: 'refuses',
  },
  {
    name: 'money the merchant moves himself',
    make: async ({ merchant }, id) => ({
      instructions: [carrying(sol(merchant, merchant.publicKey, Number(PRICE)), id)],
      sending: { signers: [merchant] },
    }),
    ours: ['merchant_signed'],
    theirs: 'refuses',
  },
  {
    name: 'a payment the merchant signs along',
    make: async ({ pay, alice, merchant }, id) => ({
      instructions: [memo('me too', merchant.publicKey), pay(PRICE, id)],
      sending: { signers: [alice, merchant] },
    }),
    ours: ['merchant_signed'],
    theirs: 'accepts',
  },
  {
    name: 'SOL where USDC was asked for',
    make: async ({ pay, mint }, id) => ({ instructions: [pay(PRICE, id)], mint }),
    ours: ['wrong_asset'],
    theirs: 'refuses',
  },
  {
    name: 'USDC where SOL was asked for',
    make: async ({ payUsdc }, id) => ({ instructions: [payUsdc(USDC_PRICE, id)] }),
    ours: ['wrong_asset'],
    theirs: 'refuses',
  },
  {
    name: 'a token made to look like USDC',
    make: async ({ newToken, alice, mint }, id) => {
      const fake = await newToken(TOKEN_PROGRAM_ID);
      return { instructions: [carrying(checked(fake, alice.publicKey), id)], mint };
    },
    ours: ['wrong_asset'],
    theirs: 'refuses',
  },
  {
    name: 'a token made to look like USDC, after real USDC for another purchase',
    make: async ({ newToken, payUsdc, alice, mint }, id, other) => {
      const fake = await newToken(TOKEN_PROGRAM_ID);
      const transfer = carrying(checked(fake, alice.publicKey), id);
      return { instructions: [payUsdc(USDC_PRICE, other), transfer], mint };
    },
    ours: ['other_reference', 'wrong_asset'],
    theirs: 'accepts',
  },
  {
    name: 'a Token-2022 mint that keeps a fee of each transfer',
    make: async ({ newToken, alice }, id) => {
      const token = await newToken(TOKEN_2022_PROGRAM_ID, 5_000);
      const transfer = checked(token, alice.publicKey, TOKEN_2022_PROGRAM_ID);
      return { instructions: [carrying(transfer, id)], mint: token.mint };
    },
    ours: USDC_PRICE / 2n,
    theirs: 'refuses',
  },
  {
    name: 'a Token-2022 mint that keeps a fee, which the transfer states',
    make: async ({ newToken, alice }, id) => {
      const { from, mint, to } = await newToken(TOKEN_2022_PROGRAM_ID, 100);
      const transfer = createTransferCheckedWithFeeInstruction(
        ...([from, mint, to, alice.publicKey, USDC_PRICE, 6, USDC_PRICE / 100n] as const),
        [],
        TOKEN_2022_PROGRAM_ID,
      );
      return { instructions: [carrying(transfer, id)], mint };
    },
    ours: (USDC_PRICE * 99n) / 100n,
    theirs: 'refuses',
  },
  {
    name: 'two purchases in one transaction of a Token-2022 mint that keeps fees',
    make: async ({ newToken, alice }, id, other) => {
      const token = await newToken(TOKEN_2022_PROGRAM_ID, 100);
      const transfer = (of: string) => carrying(checked(token, alice.publicKey, TOKEN_2022_PROGRAM_ID), of);
      return { instructions: [transfer(id), transfer(other)], mint: token.mint };
    },
    ours: (USDC_PRICE * 99n) / 100n,
    theirs: 'refuses',
  },
  {
    name: 'USDC of which a part goes out again in the same transaction',
    make: async ({ alice, merchant, mint, payUsdc, send }, id) => {
      const [mine, his] = [ata(mint, alice.publicKey), ata(mint, merchant.publicKey)];
      await send([createApproveInstruction(his, alice.publicKey, merchant.publicKey, USDC_PRICE)], {
        signers: [merchant],
      });
      const back = createTransferInstruction(his, mine, alice.publicKey, USDC_PRICE / 5n);
      return { instructions: [payUsdc(USDC_PRICE, id), back], mint };
    },
    ours: (USDC_PRICE * 4n) / 5n,
    theirs: 'refuses',
  },
  {
    name: 'USDC to an account of the merchant that is not the associated one',
    make: async ({ alice, merchant, mint, connection }, id) => {
      const account = Keypair.generate();
      const lamports = await connection.getMinimumBalanceForRentExemption(165);
      const open = SystemProgram.createAccount({
        fromPubkey: alice.publicKey,
        newAccountPubkey: account.publicKey,
        lamports,
        space: 165,
        programId: TOKEN_PROGRAM_ID,
      });
      const transfer = createTransferInstruction(
        ...([ata(mint, alice.publicKey), account.publicKey, alice.publicKey, USDC_PRICE] as const),
      );
      return {
        instructions: [
          open,
          createInitializeAccount3Instruction(account.publicKey, mint, merchant.publicKey),
          carrying(transfer, id),
        ],
        sending: { signers: [alice, account] },
        mint,
      };
    },
    ours: ['other_account'],
    theirs: 'refuses',
  },
  {
    name: 'a token account the merchant has given away',
    make: async ({ newToken, alice, merchant, stranger, send }, id) => {
      const token = await newToken(TOKEN_PROGRAM_ID);
      const giveAway = createSetAuthorityInstruction(
        ...([token.to, merchant.publicKey, AuthorityType.AccountOwner, stranger] as const),
      );
      await send([giveAway], { signers: [merchant] });
      return { instructions: [carrying(checked(token, alice.publicKey), id)], mint: token.mint };
    },
    ours: ['wrong_recipient'],
    theirs: 'accepts',
  },
  {
    name: 'USDC that goes out again in the same transaction',
    make: async ({ alice, merchant, mint, payUsdc, send }, id) => {
      const [mine, his] = [ata(mint, alice.publicKey), ata(mint, merchant.publicKey)];
      const approve = createApproveInstruction(his, alice.publicKey, merchant.publicKey, 2n * USDC_PRICE);
      await send([approve], { signers: [merchant] });
      const back = createTransferInstruction(his, mine, alice.publicKey, USDC_PRICE);
      return { instructions: [payUsdc(USDC_PRICE, id), back], mint };
    },
    ours: ['balance_mismatch'],
    theirs: 'refuses',
  },
];

export const fixtures: readonly Fixture[] = [...layouts, ...attacks];
