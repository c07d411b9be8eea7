import { iso } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { buildSignInMessage } from '../../chain/siws.js';
import type { createNonce, Nonce } from '../../contract/auth.js';
import type { RequestBody } from '../../contract/endpoint.js';
import type { ServiceConfig } from '../config.js';
import type { AskedNonce } from './nonce-store.js';

const nonceLifetimeMs = 10 * 60_000;
const chainIds = { 'mainnet-beta': 'mainnet', devnet: 'devnet', localnet: 'localnet' } as const;
const statements = {
  sign_in: 'Sign in with your wallet. This sends no transaction and costs nothing.',
  transfer_proof: 'Prove your wallet with this small transfer. You get its value back as credits.',
} as const;

/**
 * A request to store; the text is rebuilt from it and the nonce.
 * @throws AppError on another chain
 */
export function askNonce(
  config: ServiceConfig,
  body: RequestBody<typeof createNonce>,
  now: number,
): AskedNonce {
  const chainId = chainIds[config.network];
  if (body.chain_id !== undefined && body.chain_id.replace(/^solana:/, '') !== chainId)
    throw new AppError('invalid_request', `This service runs on Solana ${chainId}.`, {
      context: { errors: [{ path: 'chain_id', message: `use solana:${chainId}` }] },
    });
  const { address, purpose } = body;
  const expiresAt = now + nonceLifetimeMs;
  const input = {
    domain: config.domain,
    address,
    statement: body.statement ?? statements[purpose],
    uri: config.signInUri ?? config.baseUrl,
    version: '1' as const,
    chainId: body.chain_id ?? `solana:${chainId}`,
    issuedAt: iso(now),
    expirationTime: iso(expiresAt),
  };
  return { address, purpose, domain: config.domain, input, transfer: null, issuedAt: now, expiresAt };
}

/** The exact text to sign. */
export const textOf = ({ input }: Pick<AskedNonce, 'input'>, nonce: string): string =>
  buildSignInMessage({ ...input, nonce });

/** The request on the wire. */
export function viewNonce(asked: AskedNonce, nonce: string): Nonce {
  const { domain, address, statement = '', uri = '', chainId = '' } = asked.input;
  const issuedAt = iso(asked.issuedAt);
  const expirationTime = iso(asked.expiresAt);
  return {
    nonce,
    issued_at: issuedAt,
    expires_at: expirationTime,
    sign_in_input: {
      domain,
      address,
      statement,
      uri,
      version: '1',
      chainId,
      nonce,
      issuedAt,
      expirationTime,
    },
    message: textOf(asked, nonce),
  };
}
