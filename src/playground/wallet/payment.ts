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

/** How a wallet may differ from the textbook when it pays. */
export type PayOptions = {
  /** Pays this instead of the amount asked for. */
  amountBaseUnits?: bigint;
  /** Leaves the reference out, as some phone wallets do. */
  omitReference?: boolean;
  /** Sends a v0 transaction instead of a legacy one. */
  asV0?: boolean;
  /** Wraps the transfer as today's wallets do: compute budget before it, a signed memo as guard after it. */
  withGuards?: boolean;
  /** Adds a transfer of more than the payer has: the whole transaction lands on the chain and fails there. */
  fails?: boolean;
  /** Which of several payments of one request this is, from 0: each needs bytes of its own. */
  copy?: number;
};

const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

const unitPrice = (microLamports: number) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });

/** What stands before and after the transfer. A price of the compute units also tells copies apart. */
function surroundings(payer: PublicKey, { withGuards, fails, copy = 0 }: PayOptions) {
  const guard = new TransactionInstruction({
    programId: MEMO_PROGRAM,
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

function amountOf(request: ScannedRequest, decimals: number, options: PayOptions): BigNumber {
  if (options.amountBaseUnits !== undefined)
    return new BigNumber(options.amountBaseUnits.toString()).shiftedBy(-decimals);
  if (request.amount === null) throw new AppError('invalid_request', 'That payment link names no amount.');
  return new BigNumber(request.amount);
}

/** The transfer a Solana Pay link asks for, unsigned. @throws AppError `invalid_request` when it cannot be paid */
export async function buildPayment(
  connection: Connection,
  payer: PublicKey,
  request: ScannedRequest,
  options: PayOptions,
): Promise<VersionedTransaction> {
  const mint = request.mint === null ? undefined : new PublicKey(request.mint);
  const decimals = mint ? (await connection.getTokenSupply(mint)).value.decimals : 9;
  const references = options.omitReference ? [] : request.references.map((each) => new PublicKey(each));
  const fields = {
    recipient: new PublicKey(request.recipient),
    amount: amountOf(request, decimals, options),
    ...(mint ? { splToken: mint } : {}),
    reference: references,
    ...(request.memo === null ? {} : { memo: request.memo }),
  };
  const transfer = await createTransfer(connection, payer, fields).catch((cause: unknown) => {
    if (!(cause instanceof CreateTransferError)) throw cause;
    throw new AppError('invalid_request', `The wallet cannot pay that: ${cause.message}.`, { cause });
  });
  const { before, after } = surroundings(payer, options);
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: (await connection.getLatestBlockhash('confirmed')).blockhash,
    instructions: [...before, ...transfer.instructions, ...after],
  });
  return new VersionedTransaction(
    options.asV0 ? message.compileToV0Message() : message.compileToLegacyMessage(),
  );
}
