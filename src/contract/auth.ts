import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { address, page, time } from './shapes.js';

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

export const nonce = z.object({
  nonce: z.string(),
  issued_at: time,
  expires_at: time,
  sign_in_input: signInInput,
  message: z.string().describe('the exact text to sign'),
});
export type Nonce = z.infer<typeof nonce>;

/** How the wallet wrapped the text before it signed. */
export const encoding = z.enum(['siws', 'raw', 'offchain_v0', 'offchain_v1', 'transfer']);
export type Encoding = z.infer<typeof encoding>;

export const session = z.object({ expires_at: time, refresh_expires_at: time });
export const signedIn = z.object({ user, session });
export type SignedIn = z.infer<typeof signedIn>;

export const createNonce = defineEndpoint({
  id: 'createNonce',
  method: 'POST',
  path: '/api/auth/nonce',
  summary: 'Ask for a text for the wallet to sign',
  auth: 'none',
  body: z.object({
    address,
    purpose: z.literal('sign_in').default('sign_in'),
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
  summary: 'Hand in the signature; sets the access and refresh cookies',
  auth: 'none',
  body: z.object({
    address,
    nonce: z.string().max(100),
    signature: z.string().max(200).describe('base58, 64 bytes'),
    encoding: encoding.default('siws'),
  }),
  replies: { 200: signedIn },
  errors: ['nonce_expired', 'nonce_used', 'signature_invalid', 'blocked'],
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
  summary: 'End the session and clear the cookies; repeatable',
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
  summary: 'End one session of this user; repeatable',
  auth: 'user',
  replies: { 204: null },
  errors: ['unauthenticated', 'session_expired', 'not_found'],
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
