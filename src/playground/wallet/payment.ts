import { CreateTransferError, createTransfer } from '@solana/pay';
import {
  ComputeBudgetProgram,
  type Connection,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { BigNumber } from 'bignumber.js';
import { AppError } from '../../base/errors.js';
import type { ScannedRequest } from '../../chain/pay-url.js';
import { SaidError, say } from './sayings.js';

/** Variations of a payment. */
export type PayOptions = {
  /** Pays this amount instead of the requested one. */
  amountBaseUnits?: bigint;
  /** Pays one of several equal parts of the amount, for example the second of two. */
  share?: { part: number; of: number };
  /** Pays in this token instead of the requested one, at the playground's rate; null is SOL. */
  mint?: string | null;
  /** Pays this address instead of the requested one, with the same reference. */
  recipient?: string;
  /** Also pays these requests in the same transaction. */
  along?: readonly ScannedRequest[];
  /** Omits the reference, as some phone wallets do. */
  omitReference?: boolean;
  /** Sends a v0 transaction instead of a legacy one. */
  asV0?: boolean;
  /** Adds instructions as current wallets do: compute budget before the transfer, a signed memo as guard after it. */
  withGuards?: boolean;
  /** Adds a transfer above the payer's balance, so that the transaction lands on the chain and fails. */
  fails?: boolean;
  /** Index of this payment among several for one request, from 0; makes each transaction unique. */
  copy?: number;
};

export const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

const unitPrice = (microLamports: number) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });

/** Instructions before and after the transfer. The compute unit price also makes copies differ. */
function surroundings(payer: PublicKey, { withGuards, fails, copy = 0 }: PayOptions) {
  const guard = new TransactionInstruction({
    programId: memoProgram,
    keys: [{ pubkey: payer, isSigner: true, isWritable: false }],
    data: Buffer.from('guarded'),
  });
  const tooMuch = SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 10n ** 18n });
  return {
    before: withGuards
      ? [ComputeBudgetProgram.setComputeUnitLimit({ units: 120_000 }), unitPrice(1_000 + copy)]
      : copy > 0
        ? [unitPrice(copy)]
        : [],
    after: [...(withGuards ? [guard] : []), ...(fails ? [tooMuch] : [])],
  };
}

/** USDC per SOL here, close to the rate of the packs. */
const usdcPerSol = 150;

function rateOf(asked: string | null, paid: string | null): BigNumber {
  const sol = new BigNumber(usdcPerSol);
  if ((asked === null) === (paid === null)) return new BigNumber(1);
  return asked === null ? sol : new BigNumber(1).div(sol);
}

function amountOf(
  { amount, mint }: ScannedRequest,
  { paidIn, decimals }: { paidIn: string | null; decimals: number },
  { amountBaseUnits, share }: PayOptions,
): BigNumber {
  if (amountBaseUnits !== undefined) return new BigNumber(amountBaseUnits.toString()).shiftedBy(-decimals);
  if (amount === null) throw new SaidError('invalid_request', say('wallet_bare_link'));
  const whole = new BigNumber(amount)
    .times(rateOf(mint, paidIn))
    .decimalPlaces(decimals, BigNumber.ROUND_FLOOR);
  if (!share) return whole;
  const upTo = (part: number) =>
    whole.times(part).div(share.of).decimalPlaces(decimals, BigNumber.ROUND_FLOOR);
  return upTo(share.part).minus(upTo(share.part - 1));
}

/** The instructions of one transfer. @throws AppError `invalid_request` when it cannot be paid */
async function transferOf(
  connection: Connection,
  payer: PublicKey,
  request: ScannedRequest,
  options: PayOptions,
): Promise<TransactionInstruction[]> {
  const paidIn = options.mint === undefined ? request.mint : options.mint;
  const mint = paidIn === null ? undefined : new PublicKey(paidIn);
  const decimals = mint ? (await connection.getTokenSupply(mint)).value.decimals : 9;
  const references = options.omitReference ? [] : request.references.map((each) => new PublicKey(each));
  const fields = {
    recipient: new PublicKey(options.recipient ?? request.recipient),
    amount: amountOf(request, { paidIn, decimals }, options),
    ...(mint ? { splToken: mint } : {}),
    reference: references,
    ...(request.memo === null ? {} : { memo: request.memo }),
  };
  const transfer = await createTransfer(connection, payer, fields).catch((cause: unknown) => {
    if (!(cause instanceof CreateTransferError)) throw cause;
    throw new AppError('invalid_request', `The wallet cannot pay that: ${cause.message}.`, { cause });
  });
  return transfer.instructions;
}

/**
 * Builds one unsigned transaction for a Solana Pay link and the links paid along with it.
 * @throws AppError `invalid_request` when it cannot be paid
 */
export async function buildPayment(
  connection: Connection,
  payer: PublicKey,
  request: ScannedRequest,
  options: PayOptions,
): Promise<VersionedTransaction> {
  const transfers = await transferOf(connection, payer, request, options);
  for (const other of options.along ?? [])
    transfers.push(...(await transferOf(connection, payer, other, {})));
  const { before, after } = surroundings(payer, options);
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: (await connection.getLatestBlockhash('confirmed')).blockhash,
    instructions: [...before, ...transfers, ...after],
  });
  return new VersionedTransaction(
    options.asV0 ? message.compileToV0Message() : message.compileToLegacyMessage(),
  );
}
