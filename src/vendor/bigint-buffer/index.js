/*
 * The four functions @solana/spl-token's layouts call, bounds-checked and without the native addon whose
 * toBigIntLE reads past its buffer (CVE-2025-3194). Buffers in, non-negative bigints out, and the reverse.
 */

function toBigIntBE(buffer) {
  const hex = Buffer.from(buffer).toString('hex');
  return hex === '' ? 0n : BigInt(`0x${hex}`);
}

function toBigIntLE(buffer) {
  return toBigIntBE(Buffer.from(buffer).reverse());
}

function toBufferBE(value, width) {
  if (value < 0n || value >= 1n << BigInt(width * 8))
    throw new RangeError(`${value} does not fit in ${width} bytes`);
  return Buffer.from(value.toString(16).padStart(width * 2, '0'), 'hex');
}

function toBufferLE(value, width) {
  return toBufferBE(value, width).reverse();
}

module.exports = { toBigIntBE, toBigIntLE, toBufferBE, toBufferLE };
