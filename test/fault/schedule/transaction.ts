import {
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  type VersionedMessage,
} from '@solana/web3.js';
import type { ChainTransaction } from '../../../src/chain/rpc.js';

/** One transfer of a wallet. Keys are base58; `mint` is null for SOL. */
export type Part = { to: string; mint: string | null; amount: bigint; references: string[] };
/** How the wallet builds it: none of this may change the verdict. */
export type Dress = 'legacy' | 'v0' | 'guarded' | 'looked up';
export const dresses: readonly Dress[] = ['legacy', 'v0', 'guarded', 'looked up'];

/** The token account of a mint. Deriving it is slow, so frequent callers cache it. */
export type AccountOf = (owner: string, mint: string) => string;
export function createAccounts(): AccountOf {
  const known = new Map<string, string>();
  return (owner, mint) => {
    const pair = `${owner} ${mint}`;
    const account =
      known.get(pair) ??
      getAssociatedTokenAddressSync(new PublicKey(mint), new PublicKey(owner), true).toBase58();
    known.set(pair, account);
    return account;
  };
}

const key = (address: string) => new PublicKey(address);
const note = (pubkey: string) => ({ pubkey: key(pubkey), isSigner: false, isWritable: false });
const wealth = 10n ** 15n;
const guardProgram = new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95');

function transfer(payer: string, { to, mint, amount, references }: Part, accountOf: AccountOf) {
  const instruction =
    mint === null
      ? SystemProgram.transfer({ fromPubkey: key(payer), toPubkey: key(to), lamports: amount })
      : createTransferCheckedInstruction(
          key(accountOf(payer, mint)),
          key(mint),
          key(accountOf(to, mint)),
          key(payer),
          amount,
          6,
        );
  instruction.keys.push(...references.map(note));
  return instruction;
}

function compile(payer: string, transfers: TransactionInstruction[], dress: Dress): VersionedMessage {
  const guard = new TransactionInstruction({
    programId: guardProgram,
    keys: [note(payer)],
    data: Buffer.of(1),
  });
  const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 7 });
  const instructions = dress === 'guarded' ? [guard, price, ...transfers, guard] : transfers;
  const message = new TransactionMessage({
    payerKey: key(payer),
    recentBlockhash: PublicKey.default.toBase58(),
    instructions,
  });
  if (dress === 'legacy') return message.compileToLegacyMessage();
  return message.compileToV0Message(dress === 'looked up' ? [tableOf(transfers)] : []);
}

/** A look-up table with every key the transfers need besides signers, including recipient and reference. */
const tableOf = (transfers: TransactionInstruction[]) =>
  new AddressLookupTableAccount({
    key: guardProgram,
    state: {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: transfers.flatMap(({ keys }) =>
        keys.filter((one) => !one.isSigner).map((one) => one.pubkey),
      ),
    },
  });

/** A landed transaction as a node would report it, with the resulting balances and its keys. */
export function makeTransaction(
  order: { payer: string; parts: Part[]; dress: Dress; failed: boolean; signature: string },
  accountOf: AccountOf,
): { transaction: ChainTransaction; keys: Set<string> } {
  const { payer, parts, dress, failed, signature } = order;
  const message = compile(
    payer,
    parts.map((part) => transfer(payer, part, accountOf)),
    dress,
  );
  const tables =
    dress === 'looked up' ? [tableOf(parts.map((part) => transfer(payer, part, accountOf)))] : [];
  const loaded = { writable: [] as PublicKey[], readonly: [] as PublicKey[] };
  for (const lookup of message.addressTableLookups) {
    const addresses = tables[0]?.state.addresses ?? [];
    loaded.writable.push(...lookup.writableIndexes.map((index) => addresses[index]!));
    loaded.readonly.push(...lookup.readonlyIndexes.map((index) => addresses[index]!));
  }
  const keys = [...message.staticAccountKeys, ...loaded.writable, ...loaded.readonly].map(String);
  const lamports = (address: string, after: boolean) =>
    Number(wealth + (after && !failed ? change(parts, payer, null, address) : 0n));
  const tokens = (after: boolean) =>
    [
      ...new Set(
        parts.flatMap(({ mint, to }) => (mint === null ? [] : [`${to} ${mint}`, `${payer} ${mint}`])),
      ),
    ]
      .map((pair) => pair.split(' ') as [string, string])
      .map(([owner, mint]) => ({
        accountIndex: keys.indexOf(accountOf(owner, mint)),
        mint,
        owner,
        programId: TOKEN_PROGRAM_ID.toBase58(),
        uiTokenAmount: {
          amount: String(wealth + (after && !failed ? change(parts, payer, mint, owner) : 0n)),
          decimals: 6,
          uiAmount: null,
        },
      }));
  const transaction: ChainTransaction = {
    slot: 0,
    blockTime: 0,
    transaction: { message, signatures: [signature] },
    version: dress === 'legacy' ? 'legacy' : 0,
    meta: {
      err: failed ? { InstructionError: [0, { Custom: 1 }] } : null,
      fee: 0,
      innerInstructions: [],
      logMessages: [],
      loadedAddresses: loaded,
      preBalances: keys.map((address) => lamports(address, false)),
      postBalances: keys.map((address) => lamports(address, true)),
      preTokenBalances: tokens(false),
      postTokenBalances: tokens(true),
    },
  };
  return { transaction, keys: new Set(keys) };
}

function change(parts: Part[], payer: string, mint: string | null, owner: string): bigint {
  return parts
    .filter((part) => part.mint === mint)
    .reduce(
      (total, { to, amount }) => total + (to === owner ? amount : 0n) - (payer === owner ? amount : 0n),
      0n,
    );
}
