import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 over the fields in this order, in hex; the secret shared by bot and service is never transmitted. */
export const prove = (secret: string, ...fields: readonly (string | number)[]): string =>
  createHmac('sha256', secret).update(JSON.stringify(fields)).digest('hex');

/** Compares in constant time. */
export const isSame = (expected: string, given: string): boolean => {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** The same value with the names of each object in order, so that both sides write the same JSON. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(names.map(([name, inner]) => [name, ordered(inner)]));
};

/** Proof that the bot sent this body to this endpoint. */
export const proveRequest = (secret: string, { id }: { id: string }, body: object): string =>
  prove(secret, 'rigsmith operator v1', id, JSON.stringify(ordered(body)));

export const isRequestProven = (
  secret: string,
  endpoint: { id: string },
  { proof, ...body }: { proof: string },
): boolean => isSame(proveRequest(secret, endpoint, body), proof);
