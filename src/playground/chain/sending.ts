import {
  ComputeBudgetInstruction,
  ComputeBudgetProgram,
  TransactionInstruction,
  VersionedMessage,
  type VersionedTransaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import type { Bank } from './bank.js';
import { type Method, withContext } from './context.js';
import type { Simulation } from './execution.js';
import { invalidParams, RpcFault } from './fault.js';
import * as read from './params.js';
import { errorSentence } from './transaction-error.js';

const LAMPORTS_PER_SIGNATURE = 5_000n;
const isSigned = (transaction: VersionedTransaction) =>
  transaction.signatures.every((signature) => signature.some((byte) => byte !== 0));

const simulationFailed = (simulation: Simulation): RpcFault => {
  const { err, logs, unitsConsumed } = simulation;
  if (err === 'SignatureFailure') return new RpcFault(-32003, 'Transaction signature verification failure');
  return new RpcFault(-32002, `Transaction simulation failed: ${err && errorSentence(err)}`, {
    err,
    logs,
    accounts: null,
    unitsConsumed,
    returnData: null,
    innerInstructions: null,
  });
};

const failedBefore = (err: string): RpcFault => simulationFailed({ err, logs: [], unitsConsumed: 0 });

/** Fee of a message in lamports: signatures, and compute units at the price the message sets. */
function feeOf(message: VersionedMessage): bigint {
  const budget = message.compiledInstructions.flatMap(({ programIdIndex, data }) => {
    const programId = message.staticAccountKeys[programIdIndex];
    if (!programId?.equals(ComputeBudgetProgram.programId)) return [];
    return [new TransactionInstruction({ programId, keys: [], data: Buffer.from(data) })];
  });
  let price = 0n;
  let units = BigInt(200_000 * (message.compiledInstructions.length - budget.length));
  for (const each of budget) {
    const type = ComputeBudgetInstruction.decodeInstructionType(each);
    if (type === 'SetComputeUnitPrice')
      price = BigInt(ComputeBudgetInstruction.decodeSetComputeUnitPrice(each).microLamports);
    if (type === 'SetComputeUnitLimit')
      units = BigInt(ComputeBudgetInstruction.decodeSetComputeUnitLimit(each).units);
  }
  return (
    LAMPORTS_PER_SIGNATURE * BigInt(message.header.numRequiredSignatures) +
    (price * units + 999_999n) / 1_000_000n
  );
}

function readMessage(encoded: unknown): VersionedMessage {
  const bytes = read.binaryParam(encoded, 'base64');
  try {
    return VersionedMessage.deserialize(bytes);
  } catch {
    throw invalidParams('failed to deserialize solana_message::versions::VersionedMessage');
  }
}

/** The methods whose parameter is a transaction or a message. */
export function createSendingMethods(bank: Bank): Record<string, Method> {
  const preflight = (transaction: VersionedTransaction, signature: string) => {
    if (!isSigned(transaction)) throw failedBefore('SignatureFailure');
    if (bank.history.find(signature)) throw failedBefore('AlreadyProcessed');
    if (!bank.isBlockhashValid(transaction.message.recentBlockhash)) throw failedBefore('BlockhashNotFound');
    const simulation = bank.simulate(transaction, true);
    if (simulation.err !== null) throw simulationFailed(simulation);
  };

  const sendTransaction: Method = ([encoded, config]) => {
    const options = read.optionsParam(config);
    const transaction = read.transactionParam(encoded, options.encoding);
    const signature = bs58.encode(transaction.signatures[0] ?? new Uint8Array(64));
    if (options.skipPreflight !== true) preflight(transaction, signature);
    // Without preflight a node accepts every transaction; an unsigned or expired one never lands.
    if (isSigned(transaction) && bank.isBlockhashValid(transaction.message.recentBlockhash))
      bank.send(transaction);
    return signature;
  };

  const simulateTransaction: Method = ([encoded, config]) => {
    const options = read.optionsParam(config);
    const transaction = read.transactionParam(encoded, options.encoding);
    const known =
      options.replaceRecentBlockhash === true || bank.isBlockhashValid(transaction.message.recentBlockhash);
    const simulation: Simulation = known
      ? bank.simulate(transaction, options.sigVerify === true)
      : { err: 'BlockhashNotFound', logs: [], unitsConsumed: 0 };
    if (simulation.err === 'SignatureFailure') throw simulationFailed(simulation);
    const replacement =
      options.replaceRecentBlockhash === true ? { replacementBlockhash: bank.latestBlockhash() } : {};
    return withContext(bank, { ...simulation, accounts: null, returnData: null, ...replacement }, options);
  };

  return {
    sendTransaction,
    simulateTransaction,
    getFeeForMessage: ([encoded, config]) => {
      const message = readMessage(encoded);
      const known = bank.isBlockhashValid(message.recentBlockhash);
      return withContext(bank, known ? Number(feeOf(message)) : null, read.optionsParam(config));
    },
  };
}
