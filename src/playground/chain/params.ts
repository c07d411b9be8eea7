import { PublicKey, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import type { Commitment } from '../../chain/rpc.js';
import { invalidParams } from './fault.js';

export type Options = Record<string, unknown>;

/** A base58 address. @throws RpcFault -32602 */
export function addressParam(value: unknown): PublicKey {
  if (typeof value !== 'string') throw invalidParams('Invalid params: expected a base58 address.');
  try {
    if (value.length > 44) throw new Error('too long');
    return new PublicKey(value);
  } catch {
    throw invalidParams('Invalid param: WrongSize');
  }
}

/** A base58 signature, returned as text. @throws RpcFault -32602 */
export function signatureParam(value: unknown): string {
  if (typeof value !== 'string' || value.length > 88 || bs58.decodeUnsafe(value)?.length !== 64)
    throw invalidParams('Invalid param: WrongSize');
  return value;
}

export function listParam(value: unknown, most: number): unknown[] {
  if (!Array.isArray(value)) throw invalidParams('Invalid params: expected a list.');
  if (value.length > most) throw invalidParams(`Too many inputs provided; max ${most}`);
  return value;
}

export function naturalParam(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidParams(`Invalid params: ${name} must be a whole number.`);
  return value;
}

/** The trailing configuration object, empty when absent. */
export function optionsParam(value: unknown): Options {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalidParams('Invalid params: expected a configuration object.');
  return value as Options;
}

/** @param fallback the node's default */
export function commitmentParam(value: unknown, fallback: Commitment = 'finalized'): Commitment {
  if (value === undefined) return fallback;
  if (value === 'processed' || value === 'confirmed' || value === 'finalized') return value;
  throw invalidParams('Invalid params: unknown commitment.');
}

const PACKET_BYTES = 1232;

/**
 * Parses the wire bytes of a transaction with web3.js first, because the virtual machine aborts on malformed bytes.
 */
export function transactionParam(value: unknown, encoding: unknown = 'base58'): VersionedTransaction {
  const bytes = binaryParam(value, encoding);
  if (bytes.length > PACKET_BYTES)
    throw invalidParams(`${encoding} encoded too large: ${bytes.length} bytes (max: encoded/raw 1644/1232)`);
  try {
    const transaction = VersionedTransaction.deserialize(bytes);
    const { numRequiredSignatures } = transaction.message.header;
    const whole = Buffer.compare(transaction.serialize(), bytes) === 0;
    if (!whole || numRequiredSignatures < 1 || transaction.signatures.length !== numRequiredSignatures)
      throw new Error('not one whole transaction');
    return transaction;
  } catch {
    throw invalidParams('failed to deserialize solana_transaction::versioned::VersionedTransaction');
  }
}

export function binaryParam(value: unknown, encoding: unknown): Uint8Array {
  if (typeof value !== 'string') throw invalidParams('Invalid params: expected encoded bytes.');
  if (value.length > 2 * PACKET_BYTES) throw invalidParams(`${encoding} encoded too large`);
  if (encoding === 'base64') return new Uint8Array(Buffer.from(value, 'base64'));
  const bytes = encoding === 'base58' ? bs58.decodeUnsafe(value) : undefined;
  if (!bytes) throw invalidParams(`invalid ${encoding} encoding`);
  return bytes;
}
