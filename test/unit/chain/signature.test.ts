import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import { verifySignature } from '../../../src/chain/signature.js';

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

const littleEndian = (value: bigint): Uint8Array =>
  Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse());
const fromLittleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

const modPow = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  for (let b = base % P, e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * b) % P;
    b = (b * b) % P;
  }
  return result;
};

/** y of a point of order 8, derived from the curve equation: doubling it must give y = 0, so -x² = y². */
const order8 = (): bigint => {
  const d = ((P - 121665n) * modPow(121666n, P - 2n)) % P;
  // -x² + y² = 1 + d x² y² with x² = -y² gives d y⁴ + 2 y² - 1 = 0.
  const root = (square: bigint): bigint | undefined => {
    const candidate = modPow(square, (P + 3n) / 8n);
    for (const each of [candidate, (candidate * modPow(2n, (P - 1n) / 4n)) % P])
      if ((each * each) % P === square) return each;
    return undefined;
  };
  const discriminant = root((1n + d) % P) ?? 0n;
  for (const sign of [discriminant, P - discriminant]) {
    const y = root(((sign - 1n + P) * modPow(d, P - 2n)) % P);
    if (y !== undefined) return y;
  }
  throw new Error('the curve has a point of order 8');
};

const signBit = (point: Uint8Array): Uint8Array =>
  Uint8Array.from(point, (byte, i) => (i === 31 ? byte | 128 : byte));
const smallOrder = [0n, 1n, P - 1n, order8(), P - order8()]
  .map(littleEndian)
  .flatMap((each) => [each, signBit(each)]);
/** y between p and 2^255: non-canonical encodings of the same points. */
const nonCanonical = [P, P + 1n, P + 18n].map(littleEndian).flatMap((each) => [each, signBit(each)]);

const text = (value: string) => new TextEncoder().encode(value);
const keypairOf = (seed: Uint8Array) => nacl.sign.keyPair.fromSeed(seed);
/** The secret scalar of a seed (RFC 8032 section 5.1.5). */
const scalarOf = (seed: Uint8Array): bigint => {
  const scalar = createHash('sha512').update(seed).digest().subarray(0, 32);
  scalar[0] = (scalar[0] ?? 0) & 248;
  scalar[31] = ((scalar[31] ?? 0) & 63) | 64;
  return fromLittleEndian(scalar);
};
/** `npm run proofs` checks many; the suite a sample, because the second implementation is slow. */
const runs = process.env.PROOFS === 'full' ? 2_000 : 25;
const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('strict Ed25519', () => {
  it("accepts a wallet's signature, as a second implementation does", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.uint8Array({ maxLength: 300 }), async (seed, message) => {
        const { publicKey, secretKey } = keypairOf(seed);
        const signature = nacl.sign.detached(message, secretKey);
        expect(await verifySignature({ publicKey, message, signature })).toBe(true);
      }),
      { numRuns: runs },
    );
  });

  it('refuses any single flipped bit of key, message or signature, as the second implementation does', async () => {
    await fc.assert(
      fc.asyncProperty(
        seeds,
        fc.uint8Array({ minLength: 1, maxLength: 80 }),
        fc.constantFrom('publicKey', 'message', 'signature' as const),
        fc.nat(),
        async (seed, message, part, position) => {
          const { publicKey, secretKey } = keypairOf(seed);
          const proof = { publicKey, message, signature: nacl.sign.detached(message, secretKey) };
          const changed = Uint8Array.from(proof[part]);
          const bit = position % (changed.length * 8);
          changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          const forged = { ...proof, [part]: changed };
          expect(await verifySignature(forged)).toBe(false);
          expect(nacl.sign.detached.verify(forged.message, forged.signature, forged.publicKey)).toBe(false);
        },
      ),
      { numRuns: runs },
    );
  });

  it('refuses random bytes of any length without throwing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 70 }),
        fc.uint8Array({ maxLength: 130 }),
        async (publicKey, signature) => {
          expect(await verifySignature({ publicKey, message: text('x'), signature })).toBe(false);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('refuses the forgery for small-order keys, which the common libraries accept', async () => {
    const zeroS = new Uint8Array(32);
    const accepted = { tweetnacl: 0, strict: 0 };
    for (const publicKey of smallOrder)
      for (const r of smallOrder)
        for (const message of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(text)) {
          const signature = Uint8Array.from([...r, ...zeroS]);
          if (await verifySignature({ publicKey, message, signature })) accepted.strict += 1;
        }
    for (const publicKey of smallOrder.slice(0, 4)) {
      const signature = Uint8Array.from([...littleEndian(1n), ...zeroS]);
      for (const message of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(text))
        if (nacl.sign.detached.verify(message, signature, publicKey)) accepted.tweetnacl += 1;
    }
    expect(accepted.tweetnacl).toBeGreaterThan(0);
    expect(accepted.strict).toBe(0);
  });

  it('refuses the forgery with an honest-looking R that anyone can make for the identity as key', async () => {
    // [S]B = R + k·A holds for every message when A is the identity, R = [a]B and S = a.
    const seed = new Uint8Array(32).fill(3);
    const s = littleEndian(scalarOf(seed) % L);
    const signature = Uint8Array.from([...keypairOf(seed).publicKey, ...s]);
    const message = text('anything at all');
    const identities = [1n, P + 1n].map(littleEndian).flatMap((each) => [each, signBit(each)]);
    const acceptedByTweetnacl = identities.filter((publicKey) =>
      nacl.sign.detached.verify(message, signature, publicKey),
    );
    expect(acceptedByTweetnacl.length).toBeGreaterThan(0);
    for (const publicKey of identities)
      expect(await verifySignature({ publicKey, message, signature })).toBe(false);
  });

  it('refuses a small-order R that fits the key, as a careless signer without a nonce would make', async () => {
    // With R the identity, S = k·a: the equation holds, and reveals the secret scalar.
    const seed = new Uint8Array(32).fill(4);
    const { publicKey } = keypairOf(seed);
    const message = text('hello');
    const r = littleEndian(1n);
    const k = fromLittleEndian(createHash('sha512').update(r).update(publicKey).update(message).digest());
    const signature = Uint8Array.from([...r, ...littleEndian((k * scalarOf(seed)) % L)]);
    expect(nacl.sign.detached.verify(message, signature, publicKey)).toBe(true);
    expect(await verifySignature({ publicKey, message, signature })).toBe(false);
  });

  it('refuses S + L, the non-canonical form of a good signature', async () => {
    const { publicKey, secretKey } = keypairOf(new Uint8Array(32).fill(1));
    const message = text('hello');
    const signature = nacl.sign.detached(message, secretKey);
    const s = fromLittleEndian(signature.subarray(32));
    const malleated = Uint8Array.from([...signature.subarray(0, 32), ...littleEndian(s + L)]);
    expect(await verifySignature({ publicKey, message, signature })).toBe(true);
    expect(await verifySignature({ publicKey, message, signature: malleated })).toBe(false);
  });

  it('refuses non-canonical and small-order R and A in an otherwise good signature', async () => {
    const { publicKey, secretKey } = keypairOf(new Uint8Array(32).fill(2));
    const message = text('hello');
    const signature = nacl.sign.detached(message, secretKey);
    for (const point of [...nonCanonical, ...smallOrder]) {
      const withR = Uint8Array.from([...point, ...signature.subarray(32)]);
      expect(await verifySignature({ publicKey, message, signature: withR })).toBe(false);
      expect(await verifySignature({ publicKey: point, message, signature })).toBe(false);
    }
  });

  it('refuses signatures of 63 and 65 bytes and keys of 31 and 33', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const key = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
    const message = text('hello');
    const signature = new Uint8Array(sign(null, message, privateKey));
    expect(await verifySignature({ publicKey: key, message, signature })).toBe(true);
    for (const wrong of [signature.subarray(0, 63), Uint8Array.from([...signature, 0])])
      expect(await verifySignature({ publicKey: key, message, signature: wrong })).toBe(false);
    for (const wrong of [key.subarray(0, 31), Uint8Array.from([...key, 0])])
      expect(await verifySignature({ publicKey: wrong, message, signature })).toBe(false);
  });
});
