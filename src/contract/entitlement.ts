import { createHmac, timingSafeEqual } from 'node:crypto';

/** Credits somebody bought inside Discord, as the bot vouches for them. */
export type Entitlement = { entitlement_id: string; credits: number; user_id: string };

/** HMAC-SHA256 over the fields in this order, in hex: the secret that bot and service share never travels. */
export const proveEntitlement = (secret: string, { entitlement_id, credits, user_id }: Entitlement): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['rigsmith entitlement v1', entitlement_id, credits, user_id]))
    .digest('hex');

/** Compares in constant time. */
export const isProven = (secret: string, entitlement: Entitlement, proof: string): boolean => {
  const [expected, given] = [Buffer.from(proveEntitlement(secret, entitlement)), Buffer.from(proof)];
  return expected.length === given.length && timingSafeEqual(expected, given);
};
