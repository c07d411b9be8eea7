import { CreateTransferError, createTransfer } from '@solana/pay';
import { Connection, PublicKey, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { BigNumber } from 'bignumber.js';
import { AppError } from '../base/errors.js';
import { addressBytes } from './address.js';
import { parsePayUrl } from './pay-url.js';
import { type PaymentRefusal, PaymentRefused } from './payment-refused.js';

/**
 * Builds the transfer of a Solana Pay link as an unsigned, serialised base64 transaction of `payer`: browser
 * wallets sign and send transactions but do not read such links. This code cannot sign it.
 * @throws PaymentRefused when that wallet cannot pay it
 * @throws AppError `rpc_unavailable` when no endpoint answers
 */
export type BuildPayment = (payUrl: string, payer: string) => Promise<string>;

const timeoutMs = 10_000;

/** By the message of `CreateTransferError`. */
const refusals: Readonly<Record<string, PaymentRefusal>> = {
  'sender not found': 'empty',
  'insufficient funds': 'insufficient',
};

function asRefusal(error: unknown): unknown {
  if (error instanceof CreateTransferError)
    return new PaymentRefused(refusals[error.message] ?? 'other', error);
  return error instanceof Error && error.name === 'TokenAccountNotFoundError'
    ? new PaymentRefused('no_token', error)
    : error;
}

async function build(connection: Connection, payUrl: string, payer: PublicKey): Promise<string> {
  const { recipient, amount, mint, references, memo } = parsePayUrl(payUrl);
  const { instructions } = await createTransfer(connection, payer, {
    recipient: new PublicKey(recipient),
    amount: new BigNumber(amount ?? Number.NaN),
    ...(mint !== null && { splToken: new PublicKey(mint) }),
    reference: references.map((reference) => new PublicKey(reference)),
    ...(memo !== null && { memo }),
  });
  const { blockhash } = await connection.getLatestBlockhash('confirmed');
  const message = new TransactionMessage({ payerKey: payer, recentBlockhash: blockhash, instructions });
  return Buffer.from(new VersionedTransaction(message.compileToLegacyMessage()).serialize()).toString(
    'base64',
  );
}

/** @param endpoints tried in this order until one answers */
export function createPaymentBuilder(endpoints: readonly string[]): BuildPayment {
  const connections = endpoints.map(
    (endpoint) =>
      new Connection(endpoint, {
        commitment: 'confirmed',
        disableRetryOnRateLimit: true,
        fetch: (input: Parameters<typeof fetch>[0], init?: RequestInit) =>
          fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
      }),
  );
  return async (payUrl, payer) => {
    const key = new PublicKey(addressBytes(payer));
    let cause: unknown;
    for (const connection of connections) {
      try {
        return await build(connection, payUrl, key);
      } catch (error) {
        cause = asRefusal(error);
        if (cause instanceof PaymentRefused || cause instanceof AppError) throw cause;
      }
    }
    throw new AppError('rpc_unavailable', undefined, { context: { retryAfter: 5 }, cause });
  };
}
