import type { MessageCompiledInstruction } from '@solana/web3.js';
import bs58 from 'bs58';
import { invalidParams, RpcFault } from './fault.js';
import type { Landed } from './history.js';
import { parseInstruction } from './instruction.js';
import type { NativeAccount, NativeSvm } from './native.js';
import { readHolding, readMint } from './tokens.js';

export type AccountEncoding = 'json' | 'jsonParsed' | 'base64' | 'base58';

const base = (bytes: Uint8Array, encoding: 'base64' | 'base58') =>
  encoding === 'base64' ? Buffer.from(bytes).toString('base64') : bs58.encode(bytes);

const status = (err: unknown) => (err === null ? { Ok: null } : { Err: err });

function encodeMeta({ execution }: Landed, encoding: AccountEncoding) {
  const keys = execution.keys.map((key) => key.toBase58());
  const side = ({ lamports, holdings }: Landed['execution']['before']) => ({
    lamports: lamports.map(Number),
    tokens: holdings.map(({ accountIndex, holding }) => ({
      accountIndex,
      mint: holding.mint,
      owner: holding.owner,
      programId: holding.program,
      uiTokenAmount: holding.amount,
    })),
  });
  const [before, after] = [side(execution.before), side(execution.after)];
  return {
    err: execution.err,
    status: status(execution.err),
    fee: Number(execution.fee),
    preBalances: before.lamports,
    postBalances: after.lamports,
    preTokenBalances: before.tokens,
    postTokenBalances: after.tokens,
    innerInstructions: execution.inner.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((each) =>
        encodeInstruction(
          { programIdIndex: each.programIdIndex, accountKeyIndexes: each.accounts, data: each.data },
          keys,
          encoding,
          each.stackHeight,
        ),
      ),
    })),
    logMessages: execution.logs,
    rewards: [],
    computeUnitsConsumed: execution.unitsConsumed,
    loadedAddresses: {
      writable: execution.loaded.writable.map((key) => key.toBase58()),
      readonly: execution.loaded.readonly.map((key) => key.toBase58()),
    },
  };
}

function encodeInstruction(
  { programIdIndex, accountKeyIndexes, data }: MessageCompiledInstruction,
  keys: string[],
  encoding: AccountEncoding,
  stackHeight: number | null,
) {
  if (encoding !== 'jsonParsed')
    return { programIdIndex, accounts: [...accountKeyIndexes], data: bs58.encode(data), stackHeight };
  const programId = keys[programIdIndex] ?? '';
  const accounts = accountKeyIndexes.map((index) => keys[index] ?? '');
  const parsed = parseInstruction(programId, accounts, data) ?? {
    programId,
    accounts,
    data: bs58.encode(data),
  };
  return { ...parsed, stackHeight };
}

function encodeMessage({ transaction, execution }: Landed, encoding: AccountEncoding) {
  const { message } = transaction;
  const keys = execution.keys.map((key) => key.toBase58());
  const statics = message.staticAccountKeys.length;
  const parsedKeys = keys.map((pubkey, index) => ({
    pubkey,
    signer: index < statics && message.isAccountSigner(index),
    writable: message.isAccountWritable(index),
    source: index < statics ? 'transaction' : 'lookupTable',
  }));
  return {
    ...(encoding === 'json' ? { header: message.header } : {}),
    accountKeys: encoding === 'json' ? keys.slice(0, statics) : parsedKeys,
    recentBlockhash: message.recentBlockhash,
    instructions: message.compiledInstructions.map((each) => encodeInstruction(each, keys, encoding, null)),
    ...(message.version === 0
      ? {
          addressTableLookups: message.addressTableLookups.map((lookup) => ({
            ...lookup,
            accountKey: lookup.accountKey.toBase58(),
          })),
        }
      : {}),
  };
}

/**
 * A landed transaction in the form of `getTransaction`.
 * @throws RpcFault -32015 for a v0 transaction above `maxVersion`
 */
export function encodeTransaction(landed: Landed, encoding: AccountEncoding, maxVersion: number | undefined) {
  const { transaction, slot, blockTime } = landed;
  if (maxVersion === undefined && transaction.version !== 'legacy')
    throw new RpcFault(
      -32015,
      `Transaction version (${transaction.version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${transaction.version}`,
    );
  const binary = encoding === 'base64' || encoding === 'base58';
  return {
    slot,
    blockTime,
    meta: encodeMeta(landed, encoding),
    transaction: binary
      ? [base(transaction.serialize(), encoding), encoding]
      : {
          signatures: transaction.signatures.map((signature) => bs58.encode(signature)),
          message: encodeMessage(landed, encoding),
        },
    ...(maxVersion === undefined ? {} : { version: transaction.version }),
  };
}

export type AccountOptions = { encoding?: string; dataSlice?: { offset: number; length: number } };

function parsedData(svm: NativeSvm, account: NativeAccount, space: number) {
  const program = 'spl-token';
  const holding = readHolding(svm, account);
  if (holding) {
    const { mint, owner, state, delegate, amount } = holding;
    const info = {
      mint,
      owner,
      state,
      isNative: false,
      tokenAmount: amount,
      ...(delegate ? { delegate } : {}),
    };
    return { program, space, parsed: { type: 'account', info } };
  }
  const mint = readMint(account);
  if (!mint) return undefined;
  const { decimals, supply, authority } = mint;
  const info = {
    decimals,
    supply: supply.toString(),
    mintAuthority: authority,
    freezeAuthority: null,
    isInitialized: true,
  };
  return { program, space, parsed: { type: 'mint', info } };
}

/** An account in the form of `getAccountInfo`. */
export function encodeAccount(svm: NativeSvm, account: NativeAccount, options: AccountOptions) {
  const { encoding = 'base64', dataSlice } = options;
  const whole = account.data();
  const data = dataSlice ? whole.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : whole;
  const wire = {
    base64: () => [base(data, 'base64'), 'base64'],
    base58: () => [base(data, 'base58'), 'base58'],
    jsonParsed: () => parsedData(svm, account, whole.length) ?? [base(data, 'base64'), 'base64'],
  }[encoding];
  if (!wire) throw invalidParams(`Invalid params: encoding ${encoding} is not supported here.`);
  return {
    lamports: Number(account.lamports()),
    owner: bs58.encode(account.owner()),
    data: wire(),
    executable: account.executable(),
    rentEpoch: 0,
    space: whole.length,
  };
}
