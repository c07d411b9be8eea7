import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { promisify } from 'node:util';

const verifyInPool = promisify(verify);

/** The prime of the field, 2^255 - 19, and the order of the base point (RFC 8032 section 5.1). */
const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

const fromLittleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

/** y of one of the four points of order 8; the other two have p - y. */
const Y8 = fromLittleEndian(
  Buffer.from('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'hex'),
);
/** y of all points whose order divides 8. They verify signatures no key has made. */
const SMALL_ORDER_Y = new Set([0n, 1n, P - 1n, Y8, P - Y8]);

/** Accepts a point encoding when y < p and its order does not divide 8; Node checks that it lies on the curve. */
function isSafePoint(encoded: Uint8Array): boolean {
  const y = BigInt.asUintN(255, fromLittleEndian(encoded));
  return y < P && !SMALL_ORDER_Y.has(y);
}

/** Uses a JWK (RFC 8037 section 2), which OpenSSL parses in a tenth of the time of DER. */
const keyOf = (bytes: Uint8Array): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(bytes).toString('base64url') },
    format: 'jwk',
  });

/**
 * Strict Ed25519: S < L, and A and R canonical and not of small order, before the equation is checked.
 * Common libraries accept forged signatures for small-order keys, the system program's address among them.
 * Never throws on any bytes. The equation is checked in Node's thread pool, so that a flood of proofs does not keep
 * the event loop from other requests. Source: RFC 8032 section 5.1.7; "Taming the many EdDSAs" (2020) section 3.
 */
export async function verifySignature(signed: {
  publicKey: Uint8Array;
  message: Uint8Array;
  signature: Uint8Array;
}): Promise<boolean> {
  const { publicKey, message, signature } = signed;
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  if (fromLittleEndian(signature.subarray(32)) >= L) return false;
  if (!isSafePoint(publicKey) || !isSafePoint(signature.subarray(0, 32))) return false;
  return verifyInPool(null, message, keyOf(publicKey), signature);
}
