import {
  AccountLayout,
  decodeTransferCheckedInstruction,
  decodeTransferInstruction,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import {
  type Connection,
  type PublicKey,
  SystemInstruction,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  type VersionedTransaction,
} from '@solana/web3.js';
import { BigNumber } from 'bignumber.js';
import { toDecimal } from '../../base/money.js';
import { usdcMint } from '../chain/faucet.js';
import { memoProgram } from './payment.js';

/** A token other than USDC is shown as `token`: its name could be a lie. */
export type Transfer = { asset: 'SOL' | 'USDC' | 'token'; amount: string; recipient: string };

/** What a transaction does, read from its bytes and not from what a page says about it. */
export type Described = { transfers: Transfer[]; memo: string | null; references: string[] };

/** A transaction that was sent. When it `failed`, it is on the chain but moved nothing. */
export type Sent = Described & { signature: string; failed: boolean };

/** A transfer of the old form does not tell the decimals of its token. */
const usdcDecimals = 6;

const nothing: Described = { transfers: [], memo: null, references: [] };

/** @returns no transfers for a transaction that the wallet cannot read */
export async function describeTransaction(
  connection: Connection,
  transaction: VersionedTransaction,
): Promise<Described> {
  let message: TransactionMessage;
  try {
    message = TransactionMessage.decompile(transaction.message);
  } catch {
    return nothing; // it uses address lookup tables
  }
  const { payerKey, instructions } = message;
  const read = await Promise.all(instructions.map((each) => readInstruction(connection, each)));
  return {
    transfers: read.flatMap(({ transfer }) =>
      transfer && transfer.recipient !== payerKey.toBase58() ? [transfer] : [],
    ),
    memo: read.find(({ memo }) => memo !== undefined)?.memo ?? null,
    references: read.flatMap(({ references = [] }) => references),
  };
}

type ReadInstruction = { transfer?: Transfer; memo?: string; references?: string[] };

async function readInstruction(
  connection: Connection,
  instruction: TransactionInstruction,
): Promise<ReadInstruction> {
  try {
    if (instruction.programId.equals(memoProgram)) return { memo: instruction.data.toString('utf8') };
    if (instruction.programId.equals(SystemProgram.programId)) return readSol(instruction);
    if (instruction.programId.equals(TOKEN_PROGRAM_ID)) return await readToken(connection, instruction);
  } catch {
    // Another instruction of that program: it moves no money as a transfer does.
  }
  return {};
}

/** A reference of Solana Pay is a further account of the transfer. */
const referencesIn = (keys: readonly { pubkey: PublicKey }[], own: number): string[] =>
  keys.slice(own).map(({ pubkey }) => pubkey.toBase58());

function readSol(instruction: TransactionInstruction): ReadInstruction {
  const { toPubkey, lamports } = SystemInstruction.decodeTransfer(instruction);
  const transfer = {
    asset: 'SOL' as const,
    amount: toDecimal(BigInt(lamports), 'SOL'),
    recipient: toPubkey.toBase58(),
  };
  return { transfer, references: referencesIn(instruction.keys, 2) };
}

async function readToken(
  connection: Connection,
  instruction: TransactionInstruction,
): Promise<ReadInstruction> {
  const isChecked = instruction.keys.length > 3 && instruction.data[0] === 12;
  const { keys, data } = isChecked
    ? decodeTransferCheckedInstruction(instruction)
    : decodeTransferInstruction(instruction);
  const account = await connection.getAccountInfo(keys.destination.pubkey);
  const held = account && AccountLayout.decode(account.data);
  const decimals = 'decimals' in data ? data.decimals : usdcDecimals;
  const isUsdc = held?.mint.toBase58() === usdcMint;
  const transfer = {
    asset: isUsdc ? ('USDC' as const) : ('token' as const),
    amount: new BigNumber(data.amount.toString()).shiftedBy(-decimals).toFixed(),
    recipient: (held?.owner ?? keys.destination.pubkey).toBase58(),
  };
  return { transfer, references: referencesIn(instruction.keys, isChecked ? 4 : 3) };
}
