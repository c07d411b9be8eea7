import { join } from 'node:path';
import { z } from 'zod';
import { problemIn, readTable } from '../../base/data-file.js';
import { AppError, type ErrorCode } from '../../base/errors.js';
import { toBaseUnits, toDecimal } from '../../base/money.js';
import { signatureBytes } from '../../chain/address.js';
import { checkNetwork } from '../../chain/network.js';
import { encodePayUrl, newReference } from '../../chain/pay-url.js';
import type { Rpc } from '../../chain/rpc.js';
import { type AskedTransfer, faultOfProof, type ProofFault } from '../../chain/transfer-proof.js';
import type { ProofTransfer } from '../../contract/auth.js';
import type { ServiceContext } from '../feature.js';
import type { KeptNonce } from './nonce-store.js';

/** The transfer a sign-in requests. */
type Draw = NonNullable<KeptNonce['transfer']>;

/** Proves a wallet by a small transfer, for hardware wallets that only sign transactions. */
export type TransferProofs = {
  /** Credits that one proof returns. */
  credits: number;
  draw(): Draw;
  view(draw: Draw, statement: string): ProofTransfer;
  /**
   * The transaction that proves the wallet: the named one, else the one that carries the reference.
   * @throws AppError `not_found` while the network does not show it, `signature_invalid` or `transaction_failed`
   * when it proves nothing, `rpc_unavailable`
   */
  find(asked: Omit<AskedTransfer, 'recipient'>, signature: string | undefined): Promise<string>;
};

/** Amounts vary by up to this many lamports, so that a transfer without its reference can still be matched. */
const dustLamports = 100_000;
const maxLooked = 10;

const catalog = z.strictObject({ SOL: z.string(), credits: z.number().int().positive() });

const sentences: Record<ProofFault, readonly [ErrorCode, string]> = {
  incomplete: [
    'rpc_unavailable',
    "The network hasn't returned the whole transfer yet. Try again in a minute.",
  ],
  transaction_failed: [
    'transaction_failed',
    "That transaction failed, so it can't prove your wallet. Send it again.",
  ],
  not_signed: [
    'signature_invalid',
    'Another wallet signed that transaction. Send it from the wallet you want to link.',
  ],
  no_transfer: [
    'signature_invalid',
    "That transaction doesn't contain the requested transfer. Check the amount and the recipient.",
  ],
  other_payer: [
    'signature_invalid',
    'Another wallet paid for that transfer. Send it from the wallet you want to link.',
  ],
  wrong_amount: [
    'signature_invalid',
    "That transfer isn't exactly the requested amount. Send the exact amount shown.",
  ],
};
const refusal = (fault: ProofFault) => new AppError(...sentences[fault]);

/** Null where the service takes no payments, because a transfer needs a recipient. */
export function createTransferProofs(context: ServiceContext): TransferProofs | null {
  const { config, rpc, random } = context;
  const { merchantAddress: recipient, network, label = 'Rigsmith' } = config;
  if (recipient === null || !rpc) return null;
  const { lamports: price, credits } = readTerms(join(config.catalogDir, 'transfer-proof.json'));
  const ready = once(() => checkNetwork(rpc, network === 'mainnet-beta' ? 'mainnet' : network));

  return {
    credits,
    draw: () => ({
      reference: newReference(random),
      lamports: price - BigInt(Buffer.from(random(4)).readUInt32LE() % dustLamports),
    }),
    view: ({ reference, lamports }, statement) => ({
      recipient,
      reference,
      credits,
      amount: toDecimal(lamports, 'SOL'),
      amount_base_units: lamports.toString(),
      solana_pay_url: encodePayUrl({
        recipient,
        reference,
        mint: null,
        decimals: 9,
        amountBaseUnits: lamports,
        label,
        message: statement,
      }),
    }),
    async find(asked, signature) {
      await ready();
      if (signature !== undefined) signatureBytes(signature);
      const candidates = signature === undefined ? await signaturesOf(rpc, asked.reference) : [signature];
      let fault: ProofFault | null = null;
      for (const candidate of candidates) {
        const transaction = await rpc.transaction(candidate, 'confirmed');
        if (!transaction) continue;
        fault = faultOfProof(transaction, { ...asked, recipient });
        if (fault === null) return candidate;
      }
      throw fault === null
        ? new AppError(
            'not_found',
            "The network doesn't show that transfer yet. Wait a few seconds and try again.",
          )
        : refusal(fault);
    },
  };
}

/** Anyone who sees the QR code can send a transaction with the reference, so all of them are checked. */
async function signaturesOf(rpc: Rpc, reference: string): Promise<string[]> {
  const entries = await rpc.signaturesFor(reference, { limit: maxLooked });
  return entries.map(({ signature }) => signature);
}

/** Repeats an action until it has succeeded once. */
function once(action: () => Promise<void>): () => Promise<void> {
  let done = false;
  return async () => {
    if (done) return;
    await action();
    done = true;
  };
}

/** The terms of the catalog. @throws SetupError naming the fault */
export function readTerms(file: string): { lamports: bigint; credits: number } {
  const { SOL, credits } = readTable(file, catalog);
  const lamports = toBaseUnits(SOL, 'SOL');
  if (lamports === null || lamports <= BigInt(dustLamports))
    throw problemIn(file, ['SOL'], 'not an amount of SOL above 0.0001');
  return { lamports, credits };
}
