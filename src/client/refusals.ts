import { AppError } from '../base/errors.js';
import type { Endpoint } from '../contract/endpoint.js';
import { mismatchSentence } from '../contract/read/index.js';

/** What a member hears of a service that speaks another dialect, where its status alone would mislead. */

const signing: ReadonlySet<number> = new Set([400, 401, 403, 404, 422]);

/** An error without a code of ours, seen beside what was asked. */
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

/** Reasons a purchase is refused for, as the member hears them. */
const moneyReasons: Readonly<Record<string, string>> = {
  amount: "the service's price is not clear",
  recipient: 'the service does not say plainly where to pay',
  mint: 'the service does not say plainly in which token to pay',
  solana_pay_url: "the service's payment link contradicts its other details or cannot be read",
};

/** @param kind what the operator finds in the log */
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
    return `The service sent a text that nobody can read, so your wallet was not asked to sign it. The operator has been told (code ${kind}).`;
  return mismatchSentence(kind);
}
