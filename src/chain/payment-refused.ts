/** Why a wallet cannot make a payment. */
export type PaymentRefusal = 'empty' | 'insufficient' | 'no_token' | 'other';

/** A wallet cannot make this payment. Without Solana's libraries, so that it can be caught without loading them. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
  constructor(
    readonly why: PaymentRefusal,
    cause?: unknown,
  ) {
    super(`this wallet cannot make the payment: ${why}`, { cause });
  }
}
