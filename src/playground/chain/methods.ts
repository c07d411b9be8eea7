import {
  ComputeBudgetInstruction,
  ComputeBudgetProgram,
  PublicKey,
  TransactionInstruction,
  VersionedMessage,
  type VersionedTransaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import type { Commitment } from '../../chain/rpc.js';
import type { Bank } from './bank.js';
import { type AccountOptions, type Encoding, encodeAccount, encodeTransaction } from './encoding.js';
import type { Simulation } from './execution.js';
import type { Faucet } from './faucet.js';
import { invalidParams, RpcFault } from './fault.js';
import type { Landed } from './history.js';
import * as read from './params.js';
import { readHolding, readMint, tokenAmount } from './tokens.js';
import { errorSentence } from './transaction-error.js';

export type Method = (params: unknown[]) => unknown;

/** What a node that is behind shows: nothing of the newest slots, or signatures without their transactions. */
export type View = { lagSlots: number; transactionsHidden: boolean };

const LAMPORTS_PER_SIGNATURE = 5_000n;
const ranks: Commitment[] = ['processed', 'confirmed', 'finalized'];
const reaches = (actual: Commitment, wanted: Commitment) => ranks.indexOf(actual) >= ranks.indexOf(wanted);

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

/** What a message costs in lamports: signatures, and compute units at the price it names. */
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

/** The JSON-RPC methods of a Solana node, over one bank. Names, shapes and error codes are those of Agave. */
export function createMethods({
  bank,
  faucet,
  genesisHash,
  view,
}: {
  bank: Bank;
  faucet: Faucet;
  genesisHash: string;
  view: Readonly<View>;
}): Record<string, Method> {
  const { svm } = bank;
  const withContext = (value: unknown, options: read.Options = {}) => ({
    context: { slot: bank.slotAt(read.commitment(options.commitment)), apiVersion: '2.2.0' },
    value,
  });
  const accountAt = (value: unknown) => svm.getAccount(read.address(value).toBytes());
  const reached = (landed: Landed, options: read.Options) =>
    reaches(bank.commitmentOf(landed), read.commitment(options.commitment));

  const isVisible = (landed: Landed) => landed.slot <= bank.slotAt('processed') - view.lagSlots;
  const findVisible = (value: unknown) => {
    const landed = bank.history.find(read.signature(value));
    return landed && isVisible(landed) ? landed : undefined;
  };

  const signatureStatus = (landed: Landed) => {
    const confirmationStatus = bank.commitmentOf(landed);
    return {
      slot: landed.slot,
      confirmations: confirmationStatus === 'finalized' ? null : bank.slotAt('processed') - landed.slot,
      err: landed.execution.err,
      status: landed.execution.err === null ? { Ok: null } : { Err: landed.execution.err },
      confirmationStatus,
    };
  };

  const historyOf: Method = ([address, config]) => {
    const options = read.options(config);
    const limit = options.limit === undefined ? 1_000 : read.natural(options.limit, 'limit');
    if (limit < 1 || limit > 1_000) throw invalidParams('Invalid limit; max 1000');
    let entries = bank.history.of(read.address(address).toBase58()).filter(isVisible);
    if (options.before !== undefined) {
      const before = read.signature(options.before);
      const index = entries.findIndex((landed) => landed.signature === before);
      entries = index < 0 ? [] : entries.slice(index + 1);
    }
    if (options.until !== undefined) {
      const until = read.signature(options.until);
      const index = entries.findIndex((landed) => landed.signature === until);
      if (index >= 0) entries = entries.slice(0, index); // a node ignores what it does not know
    }
    return entries
      .filter((landed) => reached(landed, options))
      .slice(0, limit)
      .map((landed) => ({
        signature: landed.signature,
        slot: landed.slot,
        err: landed.execution.err,
        memo: null,
        blockTime: landed.blockTime,
        confirmationStatus: bank.commitmentOf(landed),
      }));
  };

  const preflight = (transaction: VersionedTransaction, signature: string) => {
    if (!isSigned(transaction)) throw failedBefore('SignatureFailure');
    if (bank.history.find(signature)) throw failedBefore('AlreadyProcessed');
    if (!bank.isBlockhashValid(transaction.message.recentBlockhash)) throw failedBefore('BlockhashNotFound');
    const simulation = bank.simulate(transaction, true);
    if (simulation.err !== null) throw simulationFailed(simulation);
  };

  const sendTransaction: Method = ([encoded, config]) => {
    const options = read.options(config);
    const transaction = read.transaction(encoded, options.encoding);
    const signature = bs58.encode(transaction.signatures[0] ?? new Uint8Array(64));
    if (options.skipPreflight !== true) preflight(transaction, signature);
    // Without preflight a node takes everything; what is unsigned or too old simply never lands.
    if (isSigned(transaction) && bank.isBlockhashValid(transaction.message.recentBlockhash))
      bank.send(transaction);
    return signature;
  };

  const simulateTransaction: Method = ([encoded, config]) => {
    const options = read.options(config);
    const transaction = read.transaction(encoded, options.encoding);
    const known =
      options.replaceRecentBlockhash === true || bank.isBlockhashValid(transaction.message.recentBlockhash);
    const simulation: Simulation = known
      ? bank.simulate(transaction, options.sigVerify === true)
      : { err: 'BlockhashNotFound', logs: [], unitsConsumed: 0 };
    if (simulation.err === 'SignatureFailure') throw simulationFailed(simulation);
    const replacement =
      options.replaceRecentBlockhash === true ? { replacementBlockhash: bank.latestBlockhash() } : {};
    return withContext({ ...simulation, accounts: null, returnData: null, ...replacement }, options);
  };

  const holdingAt = (value: unknown) => {
    const holding = readHolding(svm, accountAt(value));
    if (!holding) throw invalidParams('Invalid param: could not find account');
    return holding;
  };

  const tokenAccountsOf: Method = ([ownerAddress, filter, config]) => {
    const owner = read.address(ownerAddress).toBase58();
    const { mint, programId } = read.options(filter);
    const options = read.options(config);
    const mintAccount = mint === undefined ? undefined : readMint(accountAt(mint));
    if (mint !== undefined && !mintAccount) throw invalidParams('Invalid param: could not find mint');
    const program = new PublicKey(mintAccount?.program ?? read.address(programId));
    const accounts = svm.getProgramAccounts(program.toBytes()).flatMap((entry) => {
      const holding = readHolding(svm, entry.account());
      if (holding?.owner !== owner || (mint !== undefined && holding.mint !== mint)) return [];
      const account = encodeAccount(svm, entry.account(), options as AccountOptions);
      return [{ pubkey: bs58.encode(entry.address), account }];
    });
    return withContext(accounts, options);
  };

  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '2.2.0', 'feature-set': 0 }),
    getGenesisHash: () => genesisHash,
    getSlot: ([config]) => bank.slotAt(read.commitment(read.options(config).commitment)),
    getBlockHeight: ([config]) => bank.slotAt(read.commitment(read.options(config).commitment)),
    getLatestBlockhash: ([config]) => withContext(bank.latestBlockhash(), read.options(config)),
    isBlockhashValid: ([hash, config]) =>
      withContext(bank.isBlockhashValid(read.address(hash).toBase58()), read.options(config)),
    getMinimumBalanceForRentExemption: ([bytes]) =>
      Number(svm.minimumBalanceForRentExemption(BigInt(read.natural(bytes, 'length')))),
    getRecentPrioritizationFees: () => [{ slot: bank.slotAt('processed'), prioritizationFee: 0 }],
    getFeeForMessage: ([encoded, config]) => {
      const message = readMessage(encoded);
      const known = bank.isBlockhashValid(message.recentBlockhash);
      return withContext(known ? Number(feeOf(message)) : null, read.options(config));
    },

    getBalance: ([address, config]) =>
      withContext(Number(accountAt(address)?.lamports() ?? 0n), read.options(config)),
    getAccountInfo: ([address, config]) => {
      const options = read.options(config);
      const account = accountAt(address);
      return withContext(account && encodeAccount(svm, account, options as AccountOptions), options);
    },
    getMultipleAccounts: ([addresses, config]) => {
      const options = read.options(config);
      const accounts = read.list(addresses, 100).map(accountAt);
      return withContext(
        accounts.map((account) => account && encodeAccount(svm, account, options as AccountOptions)),
        options,
      );
    },
    getTokenAccountBalance: ([address, config]) =>
      withContext(holdingAt(address).amount, read.options(config)),
    getTokenAccountsByOwner: tokenAccountsOf,
    getTokenSupply: ([address, config]) => {
      const mint = readMint(accountAt(address));
      if (!mint) throw invalidParams('Invalid param: not a Token mint');
      return withContext(tokenAmount(mint.supply, mint.decimals), read.options(config));
    },

    requestAirdrop: ([address, lamports]) =>
      faucet.giveSol(read.address(address), BigInt(read.natural(lamports, 'lamports'))),
    sendTransaction,
    simulateTransaction,

    getSignatureStatuses: ([signatures, config]) => {
      const found = read.list(signatures, 256).map(findVisible);
      return withContext(
        found.map((landed) => (landed ? signatureStatus(landed) : null)),
        read.options(config),
      );
    },
    getSignaturesForAddress: historyOf,
    getTransaction: ([value, config]) => {
      const options = read.options(typeof config === 'string' ? { encoding: config } : config);
      const landed = findVisible(value);
      if (!landed || view.transactionsHidden || !reached(landed, options)) return null;
      const encoding = (options.encoding ?? 'json') as Encoding;
      if (!['json', 'jsonParsed', 'base64', 'base58'].includes(encoding))
        throw invalidParams(`Invalid params: encoding ${encoding} is not supported here.`);
      const version = options.maxSupportedTransactionVersion;
      return encodeTransaction(
        landed,
        encoding,
        version === undefined ? undefined : read.natural(version, 'version'),
      );
    },
  };
}

function readMessage(encoded: unknown): VersionedMessage {
  const bytes = read.binary(encoded, 'base64');
  try {
    return VersionedMessage.deserialize(bytes);
  } catch {
    throw invalidParams('failed to deserialize solana_message::versions::VersionedMessage');
  }
}
