import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { SystemProgram } from '@solana/web3.js';
import { tokenAmount } from './tokens.js';

export type Parsed = { program: string; programId: string; parsed: unknown };

type Layout = { type: string; info(accounts: string[], data: Buffer): Record<string, unknown> };

const memoPrograms = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
];

const systemLayouts: Record<number, Layout> = {
  0: {
    type: 'createAccount',
    info: ([source, newAccount], data) => ({
      source,
      newAccount,
      lamports: Number(data.readBigUInt64LE(4)),
      space: Number(data.readBigUInt64LE(12)),
    }),
  },
  2: {
    type: 'transfer',
    info: ([source, destination], data) => ({
      source,
      destination,
      lamports: Number(data.readBigUInt64LE(4)),
    }),
  },
  11: {
    type: 'transferWithSeed',
    info: ([source, sourceBase, destination], data) => ({
      source,
      sourceBase,
      destination,
      lamports: Number(data.readBigUInt64LE(4)),
    }),
  },
};

const tokenLayouts: Record<number, Layout> = {
  3: {
    type: 'transfer',
    info: ([source, destination, authority], data) => ({
      source,
      destination,
      authority,
      amount: data.readBigUInt64LE(1).toString(),
    }),
  },
  12: {
    type: 'transferChecked',
    info: ([source, mint, destination, authority], data) => ({
      source,
      mint,
      destination,
      authority,
      tokenAmount: tokenAmount(data.readBigUInt64LE(1), data.readUInt8(9)),
    }),
  },
};

const layoutOf = (programId: string, data: Buffer): [string, Layout | undefined] | undefined => {
  if (programId === SystemProgram.programId.toBase58())
    return ['system', data.length >= 4 ? systemLayouts[data.readUInt32LE(0)] : undefined];
  if (programId === TOKEN_PROGRAM_ID.toBase58()) return ['spl-token', tokenLayouts[data[0] ?? -1]];
  if (programId === TOKEN_2022_PROGRAM_ID.toBase58()) return ['spl-token', tokenLayouts[data[0] ?? -1]];
  return undefined;
};

/** An instruction in the `jsonParsed` form of a node, or undefined when a node would show it raw. */
export function parseInstruction(
  programId: string,
  accounts: string[],
  bytes: Uint8Array,
): Parsed | undefined {
  const data = Buffer.from(bytes);
  if (memoPrograms.includes(programId))
    return { program: 'spl-memo', programId, parsed: data.toString('utf8') };
  const [program, layout] = layoutOf(programId, data) ?? [];
  if (!program || !layout) return undefined;
  try {
    return { program, programId, parsed: { type: layout.type, info: layout.info(accounts, data) } };
  } catch {
    return undefined; // shorter than its layout: a node shows it raw
  }
}
