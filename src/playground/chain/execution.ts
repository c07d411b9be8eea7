import { AddressLookupTableAccount, PublicKey, type VersionedTransaction } from '@solana/web3.js';
import type { Native, NativeAccount, NativeInner, NativeSvm } from './native.js';
import { readHolding, type TokenHolding } from './tokens.js';
import { type TransactionError, transactionError } from './transaction-error.js';

export type Inner = { programIdIndex: number; accounts: number[]; data: Uint8Array; stackHeight: number };
export type Loaded = { writable: PublicKey[]; readonly: PublicKey[] };
export type Balances = { lamports: bigint[]; holdings: { accountIndex: number; holding: TokenHolding }[] };

/** Result of running one transaction. Fee in lamports. */
export type Execution = {
  /** False when the transaction never lands: no fee payer, a bad signature, a malformed message. */
  lands: boolean;
  err: TransactionError | null;
  logs: string[];
  inner: { index: number; instructions: Inner[] }[];
  unitsConsumed: number;
  fee: bigint;
  /** Static keys, then looked-up writable ones, then looked-up read-only ones. */
  keys: PublicKey[];
  loaded: Loaded;
  before: Balances;
  after: Balances;
  /** Restores every account. */
  undo(): void;
};

/** Addresses a v0 message loads from look-up tables; none when a table is missing or too short. */
function lookUp(svm: NativeSvm, { message }: VersionedTransaction): Loaded {
  const loaded: Loaded = { writable: [], readonly: [] };
  for (const lookup of message.addressTableLookups) {
    const account = svm.getAccount(lookup.accountKey.toBytes());
    const addresses = account ? tableAddresses(account) : [];
    const pick = (indexes: number[]) => indexes.flatMap((index) => addresses[index] ?? []);
    loaded.writable.push(...pick(lookup.writableIndexes));
    loaded.readonly.push(...pick(lookup.readonlyIndexes));
  }
  return loaded;
}

function tableAddresses(account: NativeAccount): PublicKey[] {
  try {
    return AddressLookupTableAccount.deserialize(account.data()).addresses;
  } catch {
    return []; // not a table: the virtual machine rejects the transaction
  }
}

function readBalances(svm: NativeSvm, accounts: (NativeAccount | null)[]): Balances {
  return {
    lamports: accounts.map((account) => account?.lamports() ?? 0n),
    holdings: accounts.flatMap((account, accountIndex) => {
      const holding = readHolding(svm, account);
      return holding ? [{ accountIndex, holding }] : [];
    }),
  };
}

const readInner = (groups: NativeInner[][]): Execution['inner'] =>
  groups.flatMap((group, index) => {
    const instructions = group.map((each) => ({
      programIdIndex: each.instruction().programIdIndex(),
      accounts: [...each.instruction().accounts()],
      data: each.instruction().data(),
      stackHeight: each.stackHeight(),
    }));
    return instructions.length > 0 ? [{ index, instructions }] : [];
  });

const sum = (values: bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/**
 * Runs a transaction in the virtual machine. Adds the values LiteSVM does not report: keys with look-ups resolved,
 * balances before and after, and the fee (all lamports that disappeared).
 */
export function execute(native: Native, svm: NativeSvm, transaction: VersionedTransaction): Execution {
  const loaded = lookUp(svm, transaction);
  const keys = [...transaction.message.staticAccountKeys, ...loaded.writable, ...loaded.readonly];
  const read = () => keys.map((key) => svm.getAccount(key.toBytes()));
  const accounts = read();
  const before = readBalances(svm, accounts);
  const overwritten = keys.flatMap((key, index) =>
    transaction.message.isAccountWritable(index)
      ? [{ address: key.toBytes(), account: accounts[index] }]
      : [],
  );
  const result = svm.sendVersionedTransaction(transaction.serialize());
  const after = readBalances(svm, read());
  const meta = 'err' in result ? result.meta() : result;
  const fee = sum(before.lamports) - sum(after.lamports);
  return {
    lands: fee > 0n,
    err: 'err' in result ? transactionError(result.err()) : null,
    logs: meta.logs(),
    inner: readInner(meta.innerInstructions()),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    fee,
    keys,
    loaded,
    before,
    after,
    undo() {
      const absent = new native.Account(0n, new Uint8Array(), PublicKey.default.toBytes(), false, 0n);
      for (const { address, account } of overwritten) svm.setAccount(address, account ?? absent);
    },
  };
}

export type Simulation = { err: TransactionError | null; logs: string[]; unitsConsumed: number };

/** Runs a transaction without keeping its effects. */
export function simulate(svm: NativeSvm, transaction: VersionedTransaction, sigVerify: boolean): Simulation {
  svm.setSigverify(sigVerify);
  try {
    const result = svm.simulateVersionedTransaction(transaction.serialize());
    const meta = result.meta();
    return {
      err: 'err' in result ? transactionError(result.err()) : null,
      logs: meta.logs(),
      unitsConsumed: Number(meta.computeUnitsConsumed()),
    };
  } finally {
    svm.setSigverify(true);
  }
}
