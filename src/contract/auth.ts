import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { address, baseUnits, decimal, page, time } from './shapes.js';

export const user = z.object({ id: z.string(), address, created_at: time });
export type User = z.infer<typeof user>;

/** Fields of a Sign-In-With-Solana request, in the names the wallet standard uses. */
export const signInInput = z.object({
  domain: z.string(),
  address,
  statement: z.string(),
  uri: z.string(),
  version: z.literal('1'),
  chainId: z.string(),
  nonce: z.string(),
  issuedAt: time,
  expirationTime: time,
  resources: z.array(z.string()).optional(),
});

/** A small transfer that proves ownership of a wallet that cannot sign text; its value is credited. */
export const proofTransfer = z.object({
  recipient: address,
  amount: decimal.describe('SOL'),
  amount_base_units: baseUnits.describe('lamports, exactly'),
  reference: address.describe('one-time'),
  solana_pay_url: z.string(),
  credits: z.number().int().describe('credits the payer gets for it'),
});
export type ProofTransfer = z.infer<typeof proofTransfer>;

export const nonce = z.object({
  nonce: z.string(),
  issued_at: time,
  expires_at: time,
  sign_in_input: signInInput
    .nullable()
    .describe('null if only the text is given; this service always gives both'),
  message: z.string().describe('the exact text to sign'),
  transfer: proofTransfer.optional().describe('for `transfer_proof` only'),
});
export type Nonce = z.infer<typeof nonce>;

/** Use of a nonce: signing its text or making its transfer, never both. */
export const noncePurpose = z.enum(['sign_in', 'transfer_proof']);
export type NoncePurpose = z.infer<typeof noncePurpose>;

/** How the wallet wrapped the text before signing. Wallets use two layouts called version 0; both are accepted. */
export const encoding = z
  .enum(['siws', 'raw', 'offchain_v0', 'offchain_v1', 'transfer'])
  .describe(
    'siws: signIn; raw: signMessage of the text; offchain_v0: off-chain message, legacy or version 0; offchain_v1: version 1; transfer: the transfer of a `transfer_proof` nonce',
  );
export type Encoding = z.infer<typeof encoding>;

export const session = z.object({ expires_at: time, refresh_expires_at: time });
export const signedIn = z.object({ user, session });
export type SignInResult = z.infer<typeof signedIn>;

export const createNonce = defineEndpoint({
  id: 'createNonce',
  method: 'POST',
  path: '/api/auth/nonce',
  summary: 'Request a text for the wallet to sign',
  auth: 'none',
  body: z.object({
    address,
    purpose: noncePurpose
      .default('sign_in')
      .describe('`transfer_proof` for a wallet that cannot sign a text: the reply names a small transfer'),
    chain_id: z.string().max(40).optional(),
    statement: z
      .string()
      .max(300)
      .regex(/^[\x20-\x7e]*$/, 'printable ASCII on one line')
      .optional(),
  }),
  replies: { 201: nonce },
  errors: [],
});

export const signInWithWallet = defineEndpoint({
  id: 'signInWithWallet',
  method: 'POST',
  path: '/api/auth/wallet',
  summary: 'Submit the signature; sets the access and refresh cookies',
  auth: 'none',
  body: z.object({
    address,
    nonce: z.string().max(100),
    signature: z
      .string()
      .max(200)
      .optional()
      .describe(
        'base58, 64 bytes; for a transfer, the transaction signature, or omitted to find it by its reference',
      ),
    encoding: encoding.default('siws'),
  }),
  replies: { 200: signedIn },
  errors: [
    ...(['nonce_expired', 'nonce_used', 'signature_invalid', 'blocked'] as const),
    // for transfers: not on the network yet (retry), failed, used for another sign-in, network unreachable
    ...(['not_found', 'transaction_failed', 'signature_already_used', 'rpc_unavailable'] as const),
  ],
});

export const refreshSession = defineEndpoint({
  id: 'refreshSession',
  method: 'POST',
  path: '/api/auth/refresh',
  summary: 'Rotate both cookies',
  auth: 'refresh',
  replies: { 200: signedIn },
  errors: ['refresh_invalid', 'refresh_reused'],
});

export const logout = defineEndpoint({
  id: 'logout',
  method: 'DELETE',
  path: '/api/auth/logout',
  summary: 'End the session and clear the cookies; idempotent',
  auth: 'none',
  replies: { 204: null },
  errors: [],
});

export const sessionView = z.object({
  id: z.string(),
  created_at: time,
  last_used_at: time,
  expires_at: time,
  current: z.boolean(),
});

export const listSessions = defineEndpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'The open sessions of this user',
  auth: 'user',
  replies: { 200: page(sessionView) },
  errors: ['unauthenticated', 'session_expired'],
});

export const revokeSession = defineEndpoint({
  id: 'revokeSession',
  method: 'DELETE',
  path: '/api/auth/sessions/{session_id}',
  summary: 'End one session of this user; idempotent',
  auth: 'user',
  replies: { 204: null },
  errors: ['unauthenticated', 'session_expired', 'not_found'],
});

export const revokeSessions = defineEndpoint({
  id: 'revokeSessions',
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'Log out everywhere: end all sessions of this user, including this one',
  auth: 'user',
  replies: { 204: null },
  errors: ['unauthenticated', 'session_expired'],
});

export const readUser = defineEndpoint({
  id: 'readUser',
  method: 'GET',
  path: '/api/users/me',
  summary: 'The signed-in user',
  auth: 'user',
  replies: { 200: user },
  errors: ['unauthenticated', 'session_expired'],
});
