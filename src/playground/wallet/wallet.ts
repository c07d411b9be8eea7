import { createHash } from 'node:crypto';
import { AccountLayout, getAssociatedTokenAddressSync } from '@solana/spl-token';
import {
  Connection,
  type Keypair,
  PublicKey,
  SendTransactionError,
  VersionedTransaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import { AppError, isAppError } from '../../base/errors.js';
import { parsePayUrl, type ScannedRequest } from '../../chain/pay-url.js';
import { buildSignInMessage, type SignInEncoding, type SignInInput, signInBytes } from '../../chain/siws.js';
import { usdcMint } from '../chain/faucet.js';
import { keypairFrom, signBytes, signTransaction } from '../chain/keys.js';
import { type Described, describeTransaction, type Sent } from './described.js';
import { buildPayment } from './payment.js';
import { SaidError, say } from './sayings.js';
import { type PayHow, sendingsOf } from './sendings.js';

/** A payment request for the owner to approve. */
export type WalletRequest = {
  id: string;
  url: string;
  payment: ScannedRequest;
  state: 'pending' | 'scheduled' | 'approved' | 'rejected';
  /** Set once approved: the transaction signature of the (first) payment. */
  signature: string | null;
  /** Amounts already sent for it, read from the transactions. */
  payments: Sent[];
  /** When a scheduled payment goes out. */
  dueAt: number | null;
  /** Reason of the last failed payment. */
  failure: string | null;
};

/** Delays a payment. */
export type Delay = { dueAt: number; until: Promise<void> };

export type TestWallet = {
  name: string;
  /** Base58. */
  address: string;
  /** Lamports and micro-USDC. While the chain cannot be read, the last known values with `isCurrent: false`. */
  balances(): Promise<{ lamports: bigint; usdc: bigint; isCurrent: boolean }>;
  /** Pays a Solana Pay link. @throws AppError `invalid_request` when it cannot be paid */
  pay(url: string, how?: PayHow): Promise<{ signature: string; signatures: string[] }>;
  /**
   * What a transaction built elsewhere does.
   * @throws AppError `invalid_request` for invalid bytes, or when another wallet is the payer
   */
  inspect(transaction: Uint8Array): Promise<Described>;
  /** Signs and sends a transaction built elsewhere. @throws as `inspect` */
  send(transaction: Uint8Array): Promise<Sent>;
  signMessage(message: Uint8Array): { signature: Uint8Array };
  /** Signs a Sign-In-With-Solana request, or a text exactly as given. The signature is base58. */
  signIn(
    request: SignInInput | string,
    encoding?: SignInEncoding,
  ): { signature: string; encoding: SignInEncoding };
  /** Creates a request from a QR code's text. @throws AppError `invalid_request` when it is not a payment link */
  scan(url: string): WalletRequest;
  requests(): WalletRequest[];
  /** @throws AppError `not_found` for a request that is not pending */
  approve(id: string, how?: PayHow): Promise<WalletRequest>;
  /** Approves now and pays later; an error is stored in `failure`. */
  approveLater(id: string, delay: Delay, how?: PayHow): WalletRequest;
  /** Rejects a pending request or cancels a scheduled payment. */
  reject(id: string): WalletRequest;
};

const patienceMs = 3_000;

/** A fetch with a timeout, because web3.js waits for ever. */
const fetchInTime: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(patienceMs) });

/** Wraps a chain request. @throws AppError `rpc_unavailable` when it fails */
async function reach<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof AppError || cause instanceof SendTransactionError) throw cause;
    throw new SaidError('rpc_unavailable', say('wallet_offline'), cause);
  }
}

/** The same seed gives the same wallet, so that members keep their address when the playground restarts. */
const keypairOf = (seed: string): Keypair =>
  keypairFrom(createHash('sha256').update(`rigsmith playground wallet: ${seed}`).digest());

function readTransaction(bytes: Uint8Array): VersionedTransaction {
  try {
    return VersionedTransaction.deserialize(bytes);
  } catch (cause) {
    throw new AppError('invalid_request', 'That is not a Solana transaction.', { cause });
  }
}

/** A wallet for the playground. It holds a key, and signs and pays on the chain at `rpcUrl`. */
export function createTestWallet(options: {
  rpcUrl: string;
  wsUrl?: string;
  name: string;
  /** Seed of the key pair; ignored when a key pair is given. Default the name. */
  seed?: string;
  keypair?: Keypair;
}): TestWallet {
  const { rpcUrl, wsUrl, name } = options;
  const keypair = options.keypair ?? keypairOf(options.seed ?? name);
  const connection = new Connection(rpcUrl, {
    commitment: 'processed',
    disableRetryOnRateLimit: true,
    fetch: fetchInTime,
    ...(wsUrl ? { wsEndpoint: wsUrl } : {}),
  });
  const address = keypair.publicKey.toBase58();
  const requests = new Map<string, WalletRequest>();

  const pending = (id: string, orState?: 'scheduled'): WalletRequest => {
    const request = requests.get(id);
    if (!request || (request.state !== 'pending' && request.state !== orState))
      throw new SaidError('not_found', say('wallet_not_pending'));
    return request;
  };

  const sendSigned = async (transaction: VersionedTransaction, skipPreflight = false): Promise<Sent> => {
    const described = await reach(describeTransaction(connection, transaction));
    signTransaction(transaction, keypair);
    const signature = await reach(connection.sendTransaction(transaction, { skipPreflight }));
    const status = await connection.getSignatureStatus(signature).catch(() => null);
    return { ...described, signature, failed: Boolean(status?.value?.err) };
  };

  const pay = async (url: string, how: PayHow = {}, onSent: (sent: Sent) => void = () => undefined) => {
    const request = parsePayUrl(url);
    const signatures: string[] = [];
    for (const options of sendingsOf(how, (how.along ?? []).map(parsePayUrl))) {
      const transaction = await reach(buildPayment(connection, keypair.publicKey, request, options));
      const sent = await sendSigned(transaction, options.fails);
      signatures.push(sent.signature);
      onSent(sent);
    }
    return { signature: signatures[0] ?? '', signatures };
  };

  /** Changes the state before paying, so that a second press cannot pay twice. */
  const settle = async (request: WalletRequest, how?: PayHow): Promise<WalletRequest> => {
    request.state = 'approved';
    request.dueAt = null;
    request.failure = null;
    const onSent = (sent: Sent) => request.payments.push(sent);
    try {
      request.signature = (await pay(request.url, how, onSent)).signature;
      for (const other of requests.values())
        if (other.state === 'pending' && how?.along?.includes(other.url))
          Object.assign(other, {
            state: 'approved',
            signature: request.signature,
            payments: request.payments,
          });
      return request;
    } catch (error) {
      request.state = 'pending';
      request.failure = error instanceof Error ? error.message : String(error);
      throw error;
    }
  };

  let lastSeen = { lamports: 0n, usdc: 0n };
  const readBalances = async () => {
    const account = getAssociatedTokenAddressSync(new PublicKey(usdcMint), keypair.publicKey);
    const held = await connection.getAccountInfo(account);
    return {
      lamports: BigInt(await connection.getBalance(keypair.publicKey)),
      usdc: held ? AccountLayout.decode(held.data).amount : 0n,
    };
  };

  const ownTransaction = (bytes: Uint8Array): VersionedTransaction => {
    const transaction = readTransaction(bytes);
    if (transaction.message.staticAccountKeys[0]?.equals(keypair.publicKey)) return transaction;
    throw new SaidError('invalid_request', say('wallet_foreign_payer'));
  };

  const signMessage = (message: Uint8Array) => ({ signature: signBytes(message, keypair) });

  return {
    name,
    address,
    pay: (url, how) => pay(url, how),
    signMessage,
    inspect: async (bytes) => reach(describeTransaction(connection, ownTransaction(bytes))),
    send: async (bytes) => sendSigned(ownTransaction(bytes)),
    async balances() {
      try {
        lastSeen = await reach(readBalances());
        return { ...lastSeen, isCurrent: true };
      } catch (error) {
        if (isAppError(error, 'rpc_unavailable')) return { ...lastSeen, isCurrent: false };
        throw error;
      }
    },
    signIn(request, encoding = 'siws') {
      const text = typeof request === 'string' ? request : buildSignInMessage(request);
      const { signature } = signMessage(signInBytes(text, encoding, address));
      return { signature: bs58.encode(signature), encoding };
    },
    scan(url) {
      const id = `wrq_${requests.size + 1}`;
      const request: WalletRequest = {
        id,
        url,
        payment: parsePayUrl(url),
        state: 'pending',
        signature: null,
        payments: [],
        dueAt: null,
        failure: null,
      };
      requests.set(id, request);
      return request;
    },
    requests: () => [...requests.values()],
    approve: async (id, how) => settle(pending(id), how),
    approveLater(id, { dueAt, until }, how) {
      const request = pending(id);
      request.state = 'scheduled';
      request.dueAt = dueAt;
      // The owner sees an error in `failure`. A world that closes meanwhile does not pay.
      until
        .then(() => (request.state === 'scheduled' ? settle(request, how) : request))
        .catch(() => undefined);
      return request;
    },
    reject(id) {
      const request = pending(id, 'scheduled');
      request.state = 'rejected';
      return request;
    },
  };
}
