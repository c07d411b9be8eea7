import { createHash } from 'node:crypto';
import { AccountLayout, getAssociatedTokenAddressSync } from '@solana/spl-token';
import { Connection, Keypair, PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import nacl from 'tweetnacl';
import { AppError } from '../../base/errors.js';
import { parsePayUrl, type ScannedRequest } from '../../chain/pay-url.js';
import { buildSignInMessage, type SignInEncoding, type SignInInput, signInBytes } from '../../chain/siws.js';
import { usdcMint } from '../chain/faucet.js';
import { buildPayment, type PayOptions } from './payment.js';

/** What the wallet asks its owner to approve. */
export type WalletRequest = {
  id: string;
  url: string;
  payment: ScannedRequest;
  state: 'pending' | 'approved' | 'rejected';
  /** Set once approved: the payment's transaction signature. */
  signature: string | null;
};

export type TestWallet = {
  name: string;
  /** Base58. */
  address: string;
  /** Lamports and micro-USDC. */
  balances(): Promise<{ lamports: bigint; usdc: bigint }>;
  /** Signs and sends what a Solana Pay link asks for. @throws AppError `invalid_request` when it cannot be paid */
  pay(url: string, options?: PayOptions): Promise<{ signature: string }>;
  signMessage(message: Uint8Array): { signature: Uint8Array };
  /** Signs a Sign-In-With-Solana request, or a text exactly as given. The signature is base58. */
  signIn(
    request: SignInInput | string,
    encoding?: SignInEncoding,
  ): { signature: string; encoding: SignInEncoding };
  /** Reads a QR code's text and waits for the owner. @throws AppError `invalid_request` when it is no payment link */
  scan(url: string): WalletRequest;
  requests(): WalletRequest[];
  /** @throws AppError `not_found` for a request that is not pending */
  approve(id: string, options?: PayOptions): Promise<WalletRequest>;
  reject(id: string): WalletRequest;
};

/** The same seed gives the same wallet, so that a restart of the playground keeps every member's address. */
const keypairOf = (seed: string): Keypair =>
  Keypair.fromSeed(createHash('sha256').update(`rigsmith playground wallet: ${seed}`).digest());

/** A real wallet for the playground: it holds a key, signs and pays on the chain behind `rpcUrl`. */
export function createTestWallet(options: {
  rpcUrl: string;
  wsUrl?: string;
  name: string;
  /** Whatever names the owner; ignored when a key pair is given. Default the name. */
  seed?: string;
  keypair?: Keypair;
}): TestWallet {
  const { rpcUrl, wsUrl, name } = options;
  const keypair = options.keypair ?? keypairOf(options.seed ?? name);
  const connection = new Connection(rpcUrl, {
    commitment: 'processed',
    disableRetryOnRateLimit: true,
    ...(wsUrl ? { wsEndpoint: wsUrl } : {}),
  });
  const address = keypair.publicKey.toBase58();
  const requests = new Map<string, WalletRequest>();

  const pending = (id: string): WalletRequest => {
    const request = requests.get(id);
    if (request?.state !== 'pending')
      throw new AppError('not_found', 'The wallet has no such request waiting.');
    return request;
  };

  const pay = async (url: string, how: PayOptions = {}) => {
    const transaction = await buildPayment(connection, keypair.publicKey, parsePayUrl(url), how);
    transaction.sign([keypair]);
    return { signature: await connection.sendTransaction(transaction) };
  };

  const signMessage = (message: Uint8Array) => ({
    signature: nacl.sign.detached(new Uint8Array(message), keypair.secretKey),
  });

  return {
    name,
    address,
    pay,
    signMessage,
    async balances() {
      const account = getAssociatedTokenAddressSync(new PublicKey(usdcMint), keypair.publicKey);
      const held = await connection.getAccountInfo(account);
      return {
        lamports: BigInt(await connection.getBalance(keypair.publicKey)),
        usdc: held ? AccountLayout.decode(held.data).amount : 0n,
      };
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
      };
      requests.set(id, request);
      return request;
    },
    requests: () => [...requests.values()],
    async approve(id, how) {
      const request = pending(id);
      request.state = 'approved'; // before the wait, so that a second press cannot pay twice
      try {
        request.signature = (await pay(request.url, how)).signature;
        return request;
      } catch (error) {
        request.state = 'pending';
        throw error;
      }
    },
    reject(id) {
      const request = pending(id);
      request.state = 'rejected';
      return request;
    },
  };
}
