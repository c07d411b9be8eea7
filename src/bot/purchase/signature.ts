import { AppError } from '../../base/errors.js';
import { signature } from '../../contract/shapes.js';

const base58 = /[1-9A-HJ-NP-Za-km-z]{64,90}/;

/**
 * The signature in what a member pasted: alone, or in the address of an explorer's page.
 * @throws AppError `invalid_request`
 */
export function readSignature(pasted: string): string {
  const found = signature.safeParse(base58.exec(pasted)?.[0]);
  if (found.success) return found.data;
  throw new AppError(
    'invalid_request',
    'That is not a transaction signature. Copy it from your wallet’s history, or paste the address of its page in an explorer.',
  );
}
