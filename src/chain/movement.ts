import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { type MessageAccountKeys, SystemProgram } from '@solana/web3.js';
import bs58 from 'bs58';
import type { ChainTransaction } from './rpc.js';

/** One transfer instruction, outer or inner, as stated. Accounts are base58. */
export type Movement = {
  /** The token program, or null for SOL. */
  tokenProgram: string | null;
  /** The receiving account: a wallet for SOL, otherwise a token account. */
  destination: string;
  /** The stated amount less the stated fee. */
  amountBaseUnits: bigint;
  /** Who authorised it. */
  payer: string;
  /** Extra keys after those the instruction needs, each once. */
  references: string[];
};

type Step = { programId: string; accounts: string[]; data: Buffer };

const SYSTEM = SystemProgram.programId.toBase58();
const TOKEN_2022 = TOKEN_2022_PROGRAM_ID.toBase58();
const TOKEN_PROGRAMS = [TOKEN_PROGRAM_ID.toBase58(), TOKEN_2022];

/**
 * Where an instruction keeps its data: positions in its accounts, offsets of its amount and of the withheld fee,
 * and its number of fixed accounts.
 */
type Layout = { destination: number; payer: number; fixed: number; amountAt: number; feeAt?: number };

const systemLayouts: Record<number, Layout> = {
  2: { payer: 0, destination: 1, fixed: 2, amountAt: 4 }, // Transfer
  11: { payer: 0, destination: 2, fixed: 3, amountAt: 4 }, // TransferWithSeed
};
const tokenLayouts: Record<number, Layout> = {
  3: { destination: 1, payer: 2, fixed: 3, amountAt: 1 }, // Transfer
  12: { destination: 2, payer: 3, fixed: 4, amountAt: 1 }, // TransferChecked
};

/** Token-2022's TransferFeeExtension/TransferCheckedWithFee: 26, 1, amount, decimals, fee. */
const withFee: Layout = { destination: 2, payer: 3, fixed: 4, amountAt: 2, feeAt: 11 };

function layoutOf({ programId, data }: Step): Layout | undefined {
  if (programId === SYSTEM) return data.length >= 12 ? systemLayouts[data.readUInt32LE(0)] : undefined;
  if (programId === TOKEN_2022 && data.length >= 19 && data[0] === 26 && data[1] === 1) return withFee;
  if (TOKEN_PROGRAMS.includes(programId))
    return data.length >= 9 ? tokenLayouts[data.readUInt8(0)] : undefined;
  return undefined;
}

const amountIn = (data: Buffer, { amountAt, feeAt }: Layout): bigint =>
  data.readBigUInt64LE(amountAt) - (feeAt === undefined ? 0n : data.readBigUInt64LE(feeAt));

/** All account keys of a transaction, including those from look-up tables. */
export const accountKeys = ({ transaction, meta }: ChainTransaction): MessageAccountKeys =>
  transaction.message.getAccountKeys({ accountKeysFromLookups: meta?.loadedAddresses });

/** All instructions; each outer one is followed by the inner ones it called. */
function steps(transaction: ChainTransaction, keys: MessageAccountKeys): Step[] {
  const inner = transaction.meta?.innerInstructions ?? [];
  const key = (index: number) => keys.get(index)?.toBase58() ?? '';
  return transaction.transaction.message.compiledInstructions.flatMap((outer, index) => [
    {
      programId: key(outer.programIdIndex),
      accounts: outer.accountKeyIndexes.map(key),
      data: Buffer.from(outer.data),
    },
    ...inner
      .filter((group) => group.index === index)
      .flatMap((group) => group.instructions)
      .map((each) => ({
        programId: key(each.programIdIndex),
        accounts: each.accounts.map(key),
        data: Buffer.from(bs58.decode(each.data)),
      })),
  ]);
}

/** Addresses that signed. */
export function signersOf({ transaction }: ChainTransaction): Set<string> {
  const { message } = transaction;
  return new Set(message.staticAccountKeys.filter((_, index) => message.isAccountSigner(index)).map(String));
}

/**
 * Every System Transfer and TransferWithSeed and every SPL Transfer, TransferChecked and TransferCheckedWithFee
 * (classic Token and Token-2022) of a transaction, in execution order. Ignores all other instructions.
 */
export function movementsOf(transaction: ChainTransaction): Movement[] {
  const signers = signersOf(transaction);
  return steps(transaction, accountKeys(transaction)).flatMap((step) => {
    const layout = layoutOf(step);
    const destination = layout && step.accounts[layout.destination];
    const payer = layout && step.accounts[layout.payer];
    if (!layout || !destination || !payer) return [];
    const extra = step.accounts.slice(layout.fixed).filter((key) => !signers.has(key)); // the signers of a multisig
    return [
      {
        tokenProgram: step.programId === SYSTEM ? null : step.programId,
        destination,
        amountBaseUnits: amountIn(step.data, layout),
        payer,
        references: [...new Set(extra)],
      },
    ];
  });
}
