import bs58 from 'bs58';
import { AppError } from '../base/errors.js';

/**
 * Decodes base58 text of exactly `bytes` bytes, or returns undefined. Checks the length first, because base58
 * decoding is quadratic.
 */
function decodeExactly(text: string, bytes: number): Uint8Array | undefined {
  if (text.length === 0 || text.length > Math.ceil(bytes * 1.37)) return undefined;
  const decoded = bs58.decodeUnsafe(text);
  return decoded?.length === bytes ? decoded : undefined;
}

/** The 32 bytes of a base58 address. @throws AppError `invalid_request` */
export function addressBytes(address: string): Uint8Array {
  const bytes = decodeExactly(address, 32);
  if (!bytes) throw new AppError('invalid_request', 'That is not a Solana address.');
  return bytes;
}

/** The address itself when it is one; surrounding white space is dropped. @throws AppError `invalid_request` */
export function parseAddress(text: string): string {
  const address = text.trim();
  addressBytes(address);
  return address;
}

/** The 64 bytes of a base58 signature. @throws AppError `invalid_request` */
export function signatureBytes(signature: string): Uint8Array {
  const bytes = decodeExactly(signature, 64);
  if (!bytes) throw new AppError('invalid_request', "That isn't a Solana signature.");
  return bytes;
}

const wordsOf = (text: string): string[] => text.slice(0, 512).split(/[^0-9A-Za-z]+/);

/** The transaction signature in a pasted text: bare, or inside an explorer link. */
export const findSignature = (text: string): string | null =>
  wordsOf(text).find((word) => decodeExactly(word, 64) !== undefined) ?? null;

/** Whether a pasted text has a Solana address. */
export const containsAddress = (text: string): boolean =>
  wordsOf(text).some((word) => decodeExactly(word, 32) !== undefined);

/** As `findSignature`. @throws AppError `invalid_request` */
export function parseSignature(text: string): string {
  const found = findSignature(text);
  if (found !== null) return found;
  if (containsAddress(text))
    throw new AppError(
      'invalid_request',
      'That is an address. Paste the signature of the transaction instead.',
    );
  throw new AppError(
    'invalid_request',
    "That isn't a Solana signature. Copy all of it with its capital letters unchanged, or paste the link to it in an explorer.",
  );
}

export const encodeBase58 = (bytes: Uint8Array): string => bs58.encode(bytes);
