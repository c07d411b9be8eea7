import { createHmac, timingSafeEqual } from 'node:crypto';

/** Credits somebody bought inside Discord, as the bot vouches for them. */
export type Entitlement = { entitlement_id: string; credits: number; user_id: string };

/** HMAC-SHA256 over the fields in this order, in hex: the secret that bot and service share never travels. */
const prove = (secret: string, ...fields: readonly (string | number)[]): string =>
  createHmac('sha256', secret).update(JSON.stringify(fields)).digest('hex');

/** Compares in constant time. */
const isSame = (expected: string, given: string): boolean => {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
};

export const proveEntitlement = (secret: string, { entitlement_id, credits, user_id }: Entitlement): string =>
  prove(secret, 'rigsmith entitlement v1', entitlement_id, credits, user_id);

export const isProven = (secret: string, entitlement: Entitlement, proof: string): boolean =>
  isSame(proveEntitlement(secret, entitlement), proof);

/** That Discord returned the money for an entitlement. */
export const proveReturn = (secret: string, entitlementId: string): string =>
  prove(secret, 'rigsmith entitlement returned v1', entitlementId);

export const isReturnProven = (secret: string, entitlementId: string, proof: string): boolean =>
  isSame(proveReturn(secret, entitlementId), proof);

/** That the bot asks, at that time, what waits for the operator. */
export const proveAsking = (secret: string, askedAt: string): string =>
  prove(secret, 'rigsmith cases v1', askedAt);

export const isAskingProven = (secret: string, askedAt: string, proof: string): boolean =>
  isSame(proveAsking(secret, askedAt), proof);
