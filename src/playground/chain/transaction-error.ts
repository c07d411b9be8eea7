import type { NativeError } from './native.js';

/** The error of a failed transaction as in JSON-RPC, for example `{ InstructionError: [0, { Custom: 1 }] }`. */
export type TransactionError = string | Record<string, unknown>;

/** Variants without fields in the order of Agave's `TransactionError`; LiteSVM gives their number. */
const fieldless = [
  'AccountInUse',
  'AccountLoadedTwice',
  'AccountNotFound',
  'ProgramAccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'AlreadyProcessed',
  'BlockhashNotFound',
  'CallChainTooDeep',
  'MissingSignatureForFee',
  'InvalidAccountIndex',
  'SignatureFailure',
  'InvalidProgramForExecution',
  'SanitizeFailure',
  'ClusterMaintenance',
  'AccountBorrowOutstanding',
  'WouldExceedMaxBlockCostLimit',
  'UnsupportedVersion',
  'InvalidWritableAccount',
  'WouldExceedMaxAccountCostLimit',
  'WouldExceedAccountDataBlockLimit',
  'TooManyAccountLocks',
  'AddressLookupTableNotFound',
  'InvalidAddressLookupTableOwner',
  'InvalidAddressLookupTableData',
  'InvalidAddressLookupTableIndex',
  'InvalidRentPayingAccount',
  'WouldExceedMaxVoteCostLimit',
  'WouldExceedAccountDataTotalLimit',
  'MaxLoadedAccountsDataSizeExceeded',
  'ResanitizationNeeded',
  'InvalidLoadedAccountsDataSizeLimit',
  'UnbalancedTransaction',
  'ProgramCacheHitMaxLimit',
  'CommitCancelled',
];

/** Extracts the variant name from Rust's Debug form of the error: `… error: InvalidArgument }`. */
const instructionErrorName = (debug: string): string => /error: (\w+)/.exec(debug)?.[1] ?? 'GenericError';

export function transactionError(error: NativeError): TransactionError {
  if (typeof error === 'number') return fieldless[error] ?? 'SanitizeFailure';
  const debug = String(error);
  if (error.err) {
    const inner = error.err() as { code?: number };
    const custom = typeof inner === 'object' && inner.code !== undefined;
    return {
      InstructionError: [error.index ?? 0, custom ? { Custom: inner.code } : instructionErrorName(debug)],
    };
  }
  if (error.accountIndex !== undefined) {
    const name = /TransactionError(\w+)/.exec(debug)?.[1] ?? 'InsufficientFundsForRent';
    return { [name]: { account_index: error.accountIndex } };
  }
  return { DuplicateInstruction: error.index ?? 0 };
}

const sentences: Record<string, string> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
};

/** The sentence a node adds after "Transaction simulation failed: ". */
export function errorSentence(error: TransactionError): string {
  if (typeof error === 'string') return sentences[error] ?? error;
  if (!('InstructionError' in error)) return JSON.stringify(error);
  const [index, inner] = error.InstructionError as [number, string | { Custom: number }];
  const words = typeof inner === 'string' ? inner : `custom program error: 0x${inner.Custom.toString(16)}`;
  return `Error processing Instruction ${index}: ${words}`;
}
