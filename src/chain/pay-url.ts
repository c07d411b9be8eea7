import { encodeURL, parseURL } from '@solana/pay';
import { PublicKey } from '@solana/web3.js';
import { BigNumber } from 'bignumber.js';
import { AppError } from '../base/errors.js';
import { addressBytes, encodeBase58 } from './address.js';

/** A Solana Pay transfer request. Addresses, mint and reference are base58; `mint` null means SOL. */
export type PayRequest = {
  recipient: string;
  amountBaseUnits: bigint;
  mint: string | null;
  /** Decimals of the mint; 9 for SOL. */
  decimals: number;
  reference: string;
  label: string;
  message: string;
  memo?: string;
};

/** The fields a wallet reads from a scanned URL; all but the recipient are optional. */
export type ScannedRequest = {
  recipient: string;
  /** Decimal text in whole units, as the payer sees it. */
  amount: string | null;
  mint: string | null;
  references: string[];
  label: string | null;
  message: string | null;
  memo: string | null;
};

/** A reference is any 32 random bytes. It signs nothing; it only makes the payment findable. */
export const newReference = (randomBytes: (size: number) => Uint8Array): string =>
  encodeBase58(randomBytes(32));

/** Base units as exact decimal text: 1,500,000 with 6 decimals is `1.5`. */
const decimalAmount = (baseUnits: bigint, decimals: number): string =>
  new BigNumber(baseUnits.toString()).shiftedBy(-decimals).toFixed();

const key = (address: string): PublicKey => new PublicKey(addressBytes(address));

/** The `solana:` URL that goes into the QR (Solana Pay specification 1.0, transfer request). */
export function encodePayUrl(request: PayRequest): string {
  const { recipient, amountBaseUnits, mint, decimals, reference, label, message, memo } = request;
  return encodeURL({
    recipient: key(recipient),
    amount: new BigNumber(decimalAmount(amountBaseUnits, decimals)),
    ...(mint === null ? {} : { splToken: key(mint) }),
    reference: key(reference),
    label,
    message,
    ...(memo === undefined ? {} : { memo }),
  }).toString();
}

/** @throws AppError `invalid_request` when this is not a Solana Pay transfer request */
export function parsePayUrl(url: string): ScannedRequest {
  const fields = readUrl(url);
  if (!('recipient' in fields))
    throw new AppError(
      'invalid_request',
      'That link asks for a custom transaction. Only plain transfers work here.',
    );
  return {
    recipient: fields.recipient.toBase58(),
    amount: fields.amount?.toFixed() ?? null,
    mint: fields.splToken?.toBase58() ?? null,
    references: (fields.reference ?? []).map((reference) => reference.toBase58()),
    label: fields.label ?? null,
    message: fields.message ?? null,
    memo: fields.memo ?? null,
  };
}

function readUrl(url: string): ReturnType<typeof parseURL> {
  try {
    return parseURL(url);
  } catch (cause) {
    throw new AppError('invalid_request', "That isn't a Solana Pay link.", { cause });
  }
}
