import { AppError } from '../../base/errors.js';
import { addressBytes, signatureBytes } from '../../chain/address.js';
import { verifySignature } from '../../chain/signature.js';
import { type SignInEncoding, signInBytes } from '../../chain/siws.js';
import type { Encoding } from '../../contract/auth.js';

/** The byte forms each encoding of the wire stands for: wallets call two different ones version 0. */
const forms: Readonly<Record<Exclude<Encoding, 'transfer'>, readonly SignInEncoding[]>> = {
  siws: ['siws'],
  raw: ['raw'],
  offchain_v0: ['offchain_v0', 'offchain_legacy'],
  offchain_v1: ['offchain_v1'],
};

/**
 * Whether the wallet `address` signed exactly `text`, rebuilt here from what the service stored.
 * @throws AppError `invalid_request` for a transfer, which is judged on the chain, and for text that is no signature
 */
export function provesText(proof: {
  text: string;
  address: string;
  signature: string;
  encoding: Encoding;
}): boolean {
  const { text, address, encoding } = proof;
  if (encoding === 'transfer')
    throw new AppError(
      'invalid_request',
      'This service takes signatures of the text only, no transfer proofs.',
    );
  const publicKey = addressBytes(address);
  const signature = signatureBytes(proof.signature);
  return forms[encoding].some((form) =>
    verifySignature({ publicKey, signature, message: signInBytes(text, form, address) }),
  );
}
