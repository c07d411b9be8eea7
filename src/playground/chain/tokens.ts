import {
  ACCOUNT_SIZE,
  AccountLayout,
  getMintLen,
  MINT_SIZE,
  MintLayout,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { BigNumber } from 'bignumber.js';
import type { Native, NativeAccount, NativeSvm } from './native.js';

const programs = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID];
/** Token-2022 writes the kind of an extended account after the classic layout: 1 mint, 2 token account. */
const KIND_OFFSET = ACCOUNT_SIZE;

export type TokenAmount = {
  amount: string;
  decimals: number;
  uiAmount: number | null;
  uiAmountString: string;
};
export type TokenHolding = {
  mint: string;
  owner: string;
  program: string;
  state: 'uninitialized' | 'initialized' | 'frozen';
  delegate: string | null;
  amount: TokenAmount;
};

/** The token program that owns the account, or undefined. */
export const tokenProgramOf = (account: NativeAccount): PublicKey | undefined => {
  const owner = account.owner();
  return programs.find((program) => Buffer.compare(program.toBytes(), owner) === 0);
};

export function tokenAmount(amount: bigint, decimals: number): TokenAmount {
  const text = new BigNumber(amount.toString()).shiftedBy(-decimals).toFixed();
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text };
}

/** Mint, owner and amount of a token account, or undefined for any other account. */
export function readHolding(svm: NativeSvm, account: NativeAccount | null): TokenHolding | undefined {
  const program = account && tokenProgramOf(account);
  if (!program) return undefined;
  const data = account.data();
  const isHolding = data.length === ACCOUNT_SIZE || (data.length > ACCOUNT_SIZE && data[KIND_OFFSET] === 2);
  if (!isHolding) return undefined;
  const raw = AccountLayout.decode(data);
  if (raw.state === 0) return undefined;
  return {
    mint: raw.mint.toBase58(),
    owner: raw.owner.toBase58(),
    program: program.toBase58(),
    state: raw.state === 2 ? 'frozen' : 'initialized',
    delegate: raw.delegateOption ? raw.delegate.toBase58() : null,
    amount: tokenAmount(raw.amount, readMint(svm.getAccount(raw.mint.toBytes()))?.decimals ?? 0),
  };
}

export type Mint = { decimals: number; supply: bigint; authority: string | null; program: string };

/** Reads a mint account; undefined for any other account. */
export function readMint(account: NativeAccount | null): Mint | undefined {
  const program = account && tokenProgramOf(account);
  const data = program ? account.data() : undefined;
  if (!program || !data) return undefined;
  const isMint = data.length === MINT_SIZE || (data.length > ACCOUNT_SIZE && data[KIND_OFFSET] === 1);
  if (!isMint) return undefined;
  const raw = MintLayout.decode(data);
  return {
    decimals: raw.decimals,
    supply: raw.supply,
    authority: raw.mintAuthorityOption ? raw.mintAuthority.toBase58() : null,
    program: program.toBase58(),
  };
}

/** Writes an empty mint at a given address without a transaction. This is how USDC gets its mainnet address. */
export function plantMint(
  native: Native,
  svm: NativeSvm,
  { address, decimals, authority }: { address: PublicKey; decimals: number; authority: PublicKey },
): void {
  const data = Buffer.alloc(getMintLen([]));
  MintLayout.encode(
    {
      mintAuthorityOption: 1,
      mintAuthority: authority,
      supply: 0n,
      decimals,
      isInitialized: true,
      freezeAuthorityOption: 0,
      freezeAuthority: PublicKey.default,
    },
    data,
  );
  const rent = svm.minimumBalanceForRentExemption(BigInt(data.length));
  svm.setAccount(address.toBytes(), new native.Account(rent, data, TOKEN_PROGRAM_ID.toBytes(), false, 0n));
}
