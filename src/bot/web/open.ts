import type { FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Wallets call it from any origin: without cookies, and with nothing but what is in the request. */
    isOpen?: boolean;
  }
}

/** For the options of a route. */
export const open = { config: { isOpen: true } } as const;

/** CORS headers that Solana Pay and Solana Actions ask for. */
const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET,POST,PUT,OPTIONS',
  'access-control-allow-headers':
    'Content-Type, Authorization, Content-Encoding, Accept-Encoding, X-Accept-Action-Version, X-Accept-Blockchain-Ids',
  'access-control-expose-headers': 'X-Action-Version, X-Blockchain-Ids',
  'access-control-max-age': '86400',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Sets the headers on a reply of an open route. */
export const allowAnyOrigin = (reply: FastifyReply): FastifyReply => reply.headers(headers);
