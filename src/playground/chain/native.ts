import { createRequire } from 'node:module';
import { SetupError } from '../../base/errors.js';

/**
 * The part of LiteSVM's byte-level class that the local chain uses. Keys are 32 bytes; transactions are wire bytes.
 */
export type NativeAccount = {
  lamports(): bigint;
  data(): Uint8Array;
  owner(): Uint8Array;
  executable(): boolean;
};
export type NativeMeta = {
  logs(): string[];
  innerInstructions(): NativeInner[][];
  computeUnitsConsumed(): bigint;
};
export type NativeInner = {
  instruction(): { programIdIndex(): number; accounts(): Uint8Array; data(): Uint8Array };
  stackHeight(): number;
};
/** A number is a variant without fields; the objects carry their fields and print as Rust's Debug form. */
export type NativeError = number | { index?: number; accountIndex?: number; err?: () => unknown };
export type NativeFailure = { err(): NativeError; meta(): NativeMeta };
export type NativeSvm = {
  getAccount(address: Uint8Array): NativeAccount | null;
  setAccount(address: Uint8Array, account: NativeAccount): void;
  getProgramAccounts(program: Uint8Array): { address: Uint8Array; account(): NativeAccount }[];
  sendVersionedTransaction(bytes: Uint8Array): NativeMeta | NativeFailure;
  simulateVersionedTransaction(bytes: Uint8Array): { meta(): NativeMeta } | NativeFailure;
  minimumBalanceForRentExemption(bytes: bigint): bigint;
  setSigverify(check: boolean): void;
  setBlockhashCheck(check: boolean): void;
  setTransactionHistory(capacity: bigint): void;
  setClock(clock: unknown): void;
  setSlotHashes(hashes: { slot: bigint; hash: string }[]): void;
};
export type Native = {
  LiteSvm: new () => NativeSvm;
  Account: new (
    lamports: bigint,
    data: Uint8Array,
    owner: Uint8Array,
    executable: boolean,
    rentEpoch: bigint,
  ) => NativeAccount;
  Clock: new (
    slot: bigint,
    epochStartTimestamp: bigint,
    epoch: bigint,
    leaderScheduleEpoch: bigint,
    unixTimestamp: bigint,
  ) => unknown;
};

/** The npm package with LiteSVM's binary for one platform: an optional dependency, so it may be absent. */
export function nativePackage(platform: NodeJS.Platform, arch: string, glibc: boolean): string {
  const libc = platform === 'linux' ? (glibc ? '-gnu' : '-musl') : '';
  return `litesvm-${platform}-${arch}${libc}`;
}

const hasGlibc = (): boolean => {
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
  return report?.header?.glibcVersionRuntime !== undefined;
};
let ownPackage: string | undefined;
/** Of this machine. A report takes tens of milliseconds. */
const packageHere = (): string => (ownPackage ??= nativePackage(process.platform, process.arch, hasGlibc()));

/** Loads the real Solana virtual machine. @throws SetupError where npm has no binary for this machine */
export function loadNative(name = packageHere()): Native {
  try {
    return createRequire(import.meta.url)(name) as Native;
  } catch (cause) {
    throw new SetupError(
      `The local chain needs the package ${name}, which is not installed: run npm install without --omit=optional, on Linux or macOS.`,
      { cause },
    );
  }
}
