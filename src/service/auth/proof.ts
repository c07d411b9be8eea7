import { AppError, isAppError } from '../../base/errors.js';
import { addressBytes, signatureBytes } from '../../chain/address.js';
import { verifySignature } from '../../chain/signature.js';
import { type SignInEncoding, signInBytes } from '../../chain/siws.js';
import type { Encoding, signInWithWallet } from '../../contract/auth.js';
import type { RequestBody } from '../../contract/endpoint.js';
import { textOf } from './nonce.js';
import { type KeptNonce, maxNonceFailures, type NonceStore } from './nonce-store.js';
import type { TransferProofs } from './transfer-proof.js';

type Handed = RequestBody<typeof signInWithWallet>;
/** The transfer used as proof: spent on this sign-in, its value returned as credits. */
export type SpentTransfer = { signature: string; lamports: bigint; credits: number };

/** The byte formats of each wire encoding: wallets call two different ones version 0. */
const forms: Readonly<Record<Exclude<Encoding, 'transfer'>, readonly SignInEncoding[]>> = {
  siws: ['siws'],
  raw: ['raw'],
  offchain_v0: ['offchain_v0', 'offchain_legacy'],
  offchain_v1: ['offchain_v1'],
};

/**
 * Whether the wallet `address` signed exactly `text`.
 * @throws AppError `invalid_request` for text that is not an address or signature
 */
export async function provesText(proof: {
  text: string;
  address: string;
  signature: string;
  encoding: keyof typeof forms;
}): Promise<boolean> {
  const { text, address, encoding } = proof;
  const publicKey = addressBytes(address);
  const signature = signatureBytes(proof.signature);
  for (const form of forms[encoding])
    if (await verifySignature({ publicKey, signature, message: signInBytes(text, form, address) }))
      return true;
  return false;
}

/** Verifies a submitted proof. The transaction that opens the session consumes the nonce. */
export function createProofCheck(deps: {
  nonces: NonceStore;
  transfers: TransferProofs | null;
  domain: string;
  now: () => number;
}) {
  const { nonces, transfers, domain, now } = deps;

  const findOpen = async ({ nonce, address, encoding }: Handed): Promise<KeptNonce> => {
    const asked = await nonces.find(nonce);
    if (!asked || asked.domain !== domain || asked.expiresAt <= now()) throw new AppError('nonce_expired');
    if (asked.usedAt !== null || asked.failures >= maxNonceFailures) throw new AppError('nonce_used');
    if (asked.address !== address) throw new AppError('signature_invalid');
    if ((asked.purpose === 'transfer_proof') !== (encoding === 'transfer'))
      throw new AppError(
        'signature_invalid',
        'That sign-in request expects another kind of proof. Start again with /link.',
      );
    return asked;
  };

  const checkText = async (asked: KeptNonce, { nonce, address, signature, encoding }: Handed) => {
    if (signature === undefined || encoding === 'transfer')
      throw new AppError('invalid_request', 'The signature is missing. Sign the text in your wallet.');
    if (await provesText({ text: textOf(asked, nonce), address, signature, encoding })) return;
    await nonces.refuse(nonce, address, encoding);
    throw new AppError('signature_invalid');
  };

  const findTransfer = async (asked: KeptNonce, handed: Handed): Promise<SpentTransfer> => {
    const { address, issuedAt, transfer } = asked;
    if (!transfers || !transfer) throw new AppError('nonce_expired'); // requested while this was still offered
    try {
      const signature = await transfers.find({ ...transfer, payer: address, issuedAt }, handed.signature);
      return { signature, lamports: transfer.lamports, credits: transfers.credits };
    } catch (error) {
      const proofless = isAppError(error, 'signature_invalid') || isAppError(error, 'transaction_failed');
      if (proofless) await nonces.refuse(handed.nonce, address, error.code);
      throw error;
    }
  };

  return {
    /**
     * @returns the transfer used as proof, null for a signature
     * @throws AppError for an invalid nonce or proof; five wrong signatures burn the nonce
     */
    async check(handed: Handed): Promise<SpentTransfer | null> {
      const asked = await findOpen(handed);
      if (asked.transfer) return findTransfer(asked, handed);
      await checkText(asked, handed);
      return null;
    },
  };
}
