import { AppError } from '../base/errors.js';
import type { Endpoint } from '../contract/endpoint.js';
import { mismatchSentence } from '../contract/read/index.js';

/** Member-facing sentences for services in other dialects, where the status alone would mislead. */

const signing: ReadonlySet<number> = new Set([400, 401, 403, 404, 422]);

/** Adjusts an error without a known code to the endpoint that was called. */
export function inContext({ id, path }: Endpoint, error: AppError): AppError {
  const { status, cause, context } = error;
  if (id === 'signInWithWallet' && signing.has(status) && !error.code.startsWith('nonce'))
    return new AppError(
      'signature_invalid',
      'The service did not accept that signature. Type /link in Discord to start again, and sign the text unchanged.',
      { cause },
    );
  if (error.code === 'unriggable' && !path.startsWith('/api/rig'))
    return new AppError('invalid_request', undefined, { cause, context: context as never });
  return error;
}

/** Reasons for refusing a purchase, for members. */
const moneyReasons: Readonly<Record<string, string>> = {
  amount: "the service's price is not clear",
  recipient: 'the service does not say clearly where to pay',
  mint: 'the service does not say clearly which token to pay in',
  solana_pay_url: "the service's payment link contradicts its other details or cannot be read",
};

/** @param kind the code in the operator's log */
export function sentenceFor(
  endpointId: string,
  { context, cause }: AppError<'provider_mismatch'>,
  kind: string,
): string {
  const reason = endpointId === 'createIntent' ? moneyReasons[context.field ?? ''] : undefined;
  if (reason) {
    const [, detail] = String(cause).split('": ');
    return `This purchase was not started: ${reason}${detail ? ` (${detail})` : ''}. Nothing was charged. The operator has been told (code ${kind}).`;
  }
  if (endpointId === 'createNonce' && context.field === 'message')
    return `The service sent an unreadable text, so your wallet was not asked to sign it. The operator has been told (code ${kind}).`;
  return mismatchSentence(kind);
}
