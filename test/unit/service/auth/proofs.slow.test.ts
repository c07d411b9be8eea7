import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { PublicKey, SystemProgram, TransactionMessage } from '@solana/web3.js';
import bs58 from 'bs58';
import fc from 'fast-check';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import { isAppError } from '../../../../src/base/errors.js';
import { buildSignInMessage } from '../../../../src/chain/siws.js';
import type { Encoding } from '../../../../src/contract/auth.js';
import { provesText } from '../../../../src/service/auth/proof.js';

/**
 * Random proofs, valid and invalid, judged by the service and by a second implementation written here from the
 * specifications alone. `npm run proofs` runs all of them, about five minutes; the suite runs a sample.
 */
const runs = process.env.PROOFS === 'full' ? { bad: 10_000, good: 2_000 } : { bad: 120, good: 6 };
const seed = 20260101;

type Wire = Exclude<Encoding, 'transfer'>;
type Proof = { text: string; address: string; signature: string; encoding: Wire };
type Layout = 'text' | 'legacy' | 'v0' | 'v1';

/** The layouts behind the names on the wire. */
const layouts: Record<Wire, Layout[]> = {
  siws: ['text'],
  raw: ['text'],
  offchain_v0: ['v0', 'legacy'],
  offchain_v1: ['v1'],
};
const wires = Object.keys(layouts) as Wire[];
/** The five ways to sign, each with its name on the wire. */
const ways: [Wire, Layout][] = wires.flatMap((wire) =>
  layouts[wire].map((layout): [Wire, Layout] => [wire, layout]),
);

/** Off-chain messages byte by byte. */
type Parts = { version: number; domain: Uint8Array; format: number; signers: Uint8Array[]; length: number };
function layOut(text: string, layout: Layout, signer: Uint8Array, change: Partial<Parts> = {}): Uint8Array {
  const body = Buffer.from(text);
  if (layout === 'text') return body;
  const usual = { version: layout === 'v1' ? 1 : 0, domain: new Uint8Array(32), format: 1 };
  const { version, domain, format, signers, length } = {
    ...usual,
    signers: [signer],
    length: body.length,
    ...change,
  };
  const size = [length & 255, (length >> 8) & 255];
  const head = [0xff, ...Buffer.from('solana offchain'), version];
  if (layout === 'legacy') return Uint8Array.from([...head, format, ...size, ...body]);
  const keys = [signers.length, ...signers.flatMap((key) => [...key])];
  if (layout === 'v1') return Uint8Array.from([...head, ...keys, ...body]);
  return Uint8Array.from([...head, ...domain, format, ...keys, ...size, ...body]);
}

/** The second implementation: comparisons of hex text, then tweetnacl. */
const hexBackwards = (bytes: Uint8Array) => Buffer.from(bytes).reverse().toString('hex');
const orderHex = '1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed';
const primeHex = '7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed';
const smallOrderHex = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
];
const unsigned = (point: Uint8Array) =>
  Uint8Array.from(point, (byte, index) => (index === 31 ? byte & 127 : byte));
const isSound = (point: Uint8Array) => {
  const y = unsigned(point);
  return hexBackwards(y) < primeHex && !smallOrderHex.includes(Buffer.from(y).toString('hex'));
};
function secondOpinion({ text, address, signature, encoding }: Proof): boolean {
  const [key, signed] = [bs58.decodeUnsafe(address), bs58.decodeUnsafe(signature)];
  if (key?.length !== 32 || signed?.length !== 64) return false;
  const [r, s] = [signed.subarray(0, 32), signed.subarray(32)];
  if (!isSound(key) || !isSound(r) || hexBackwards(s) >= orderHex) return false;
  return layouts[encoding].some((layout) =>
    nacl.sign.detached.verify(layOut(text, layout, key), signed, key),
  );
}

async function judge(proof: Proof): Promise<boolean> {
  try {
    return await provesText(proof);
  } catch (error) {
    if (isAppError(error, 'invalid_request')) return false;
    throw error;
  }
}

type Signer = { key: Uint8Array; address: string; sign(message: Uint8Array): Uint8Array };
function signerOf(bytes: Uint8Array): Signer {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), bytes]);
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const key = new Uint8Array(createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32));
  return { key, address: bs58.encode(key), sign: (message) => new Uint8Array(sign(null, message, secret)) };
}

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const signers = bytes(32).map(signerOf);
const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 120 });
const fields = fc.record({
  domain: fc.constantFrom('rigs.example', 'rigs.example:3000', '127.0.0.1:4000'),
  statement: printable.filter((text) => text.length > 0),
  uri: fc.constant('https://rigs.example'),
  version: fc.constant('1' as const),
  chainId: fc.constantFrom('solana:mainnet', 'solana:devnet'),
  nonce: fc.stringMatching(/^[0-9a-z]{26}$/),
  issuedAt: fc.constant('2026-01-01T00:00:00.000Z'),
  expirationTime: fc.constant('2026-01-01T00:10:00.000Z'),
});
const cases = fc.record({
  signer: signers,
  input: fields,
  way: fc.constantFrom(...ways),
  noise: bytes(64),
  at: fc.nat(),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

const flip = (from: Uint8Array, at: number) =>
  Uint8Array.from(from, (byte, index) => (index === (at >> 3) % from.length ? byte ^ (1 << (at & 7)) : byte));
const little = (value: bigint) =>
  Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse());
const plusOrder = (signature: Uint8Array) => {
  const s = BigInt(`0x${hexBackwards(signature.subarray(32))}`) + BigInt(`0x${orderHex}`);
  return Uint8Array.from([...signature.subarray(0, 32), ...little(s)]);
};
/** Points of order 8 or less and non-canonical encodings of points, with either sign. */
const unsound = [
  ...smallOrderHex.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex'))),
  ...[0n, 1n, 18n].map((extra) => little(BigInt(`0x${primeHex}`) + extra)),
].flatMap((point) => [point, flip(point, 255)]);

const textOf = ({ signer, input }: Case, change: object = {}) =>
  buildSignInMessage({ ...input, address: signer.address, ...change });
/** A valid proof of an honest wallet, modified by `change`. */
function prove(
  each: Case,
  change: { signed?: Uint8Array; signature?: Uint8Array; parts?: Partial<Parts> } = {},
): Proof {
  const [encoding, layout] = each.way;
  const text = textOf(each);
  const signed = change.signed ?? layOut(text, layout, each.signer.key, change.parts);
  const signature = change.signature ?? each.signer.sign(signed);
  return { text, address: each.signer.address, signature: bs58.encode(signature), encoding };
}
const signedAs = (each: Case, change: object) => layOut(textOf(each, change), each.way[1], each.signer.key);
const other = ({ noise }: Case) => signerOf(noise.subarray(0, 32));
const pick = <T>(from: readonly T[], { at }: Case): T => from[at % from.length]!;
const withSignature = (each: Case, edit: (signature: Uint8Array) => Uint8Array): Proof => {
  const [, layout] = each.way;
  return prove(each, { signature: edit(each.signer.sign(layOut(textOf(each), layout, each.signer.key))) });
};
const offchain = (each: Case): Case =>
  each.way[1] === 'text'
    ? {
        ...each,
        way: pick(
          ways.filter(([, layout]) => layout !== 'text'),
          each,
        ),
      }
    : each;

/** Invalid proofs of attackers, careless wallets and broken connections. Each must be refused. */
const mutations: Record<string, (each: Case) => Proof> = {
  'one bit of the signature': (each) => withSignature(each, (from) => flip(from, each.at)),
  'random bytes': (each) => prove(each, { signature: each.noise }),
  zeros: (each) => prove(each, { signature: new Uint8Array(64) }),
  'S + L': (each) => withSignature(each, plusOrder),
  'a cut signature': (each) => withSignature(each, (from) => from.subarray(0, each.at % 64)),
  'a lengthened signature': (each) =>
    withSignature(each, (from) => Uint8Array.from([...from, each.at & 255])),
  'wrong base58': (each) => {
    const proof = prove(each);
    const at = each.at % proof.signature.length;
    const spoilt = `${proof.signature.slice(0, at)}${pick(['0', 'O', 'I', 'l', ' ', '\u00e9'], each)}`;
    return { ...proof, signature: `${spoilt}${proof.signature.slice(at + 1)}` };
  },
  'an unsound R': (each) =>
    withSignature(each, (from) => Uint8Array.from([...pick(unsound, each), ...from.subarray(32)])),
  'an unsound key': (each) => {
    const address = bs58.encode(pick(unsound, each));
    const signature = Uint8Array.from([
      ...pick(unsound, { ...each, at: each.at >> 4 }),
      ...new Uint8Array(32),
    ]);
    return { ...prove(each), address, text: textOf(each, { address }), signature: bs58.encode(signature) };
  },
  "another's signature": (each) =>
    prove(each, { signature: other(each).sign(layOut(textOf(each), each.way[1], each.signer.key)) }),
  "another's address": (each) => ({ ...prove(each), address: other(each).address }),
  'an edited statement': (each) =>
    prove(each, { signed: signedAs(each, { statement: `${each.input.statement}!` }) }),
  'another domain': (each) => prove(each, { signed: signedAs(each, { domain: 'rigs.example.evil' }) }),
  'another chain': (each) => prove(each, { signed: signedAs(each, { chainId: 'solana:testnet' }) }),
  'another nonce': (each) => prove(each, { signed: signedAs(each, { nonce: `${each.input.nonce}0` }) }),
  'a later expiry': (each) =>
    prove(each, { signed: signedAs(each, { expirationTime: '2027-01-01T00:00:00.000Z' }) }),
  'one bit of the signed bytes': (each) =>
    prove(each, { signed: flip(layOut(textOf(each), each.way[1], each.signer.key), each.at) }),
  'line breaks of Windows': (each) => {
    const text = textOf(each).replaceAll('\n', '\r\n');
    return prove(each, { signed: layOut(text, each.way[1], each.signer.key) });
  },
  'another encoding than it says': (each) => {
    const strange = ways.filter(([wire]) => !layouts[wire].includes(each.way[1]));
    return { ...prove(each), encoding: pick(strange, each)[0] };
  },
  'an off-chain message of another version': (each) => prove(offchain(each), { parts: { version: 2 } }),
  'an off-chain message of another format': (each) => {
    const way = pick(
      ways.filter(([, layout]) => layout === 'legacy' || layout === 'v0'),
      each,
    );
    return prove({ ...each, way }, { parts: { format: pick([0, 2, 3, 255], each) } });
  },
  'an off-chain message of another length': (each) => {
    const way = pick(
      ways.filter(([, layout]) => layout === 'legacy' || layout === 'v0'),
      each,
    );
    return prove({ ...each, way }, { parts: { length: each.at % 100 } });
  },
  'an off-chain message of another application': (each) =>
    prove({ ...each, way: ['offchain_v0', 'v0'] }, { parts: { domain: each.noise.subarray(0, 32) } }),
  'an off-chain message with other or more signers': (each) => {
    const way = pick(
      ways.filter(([, layout]) => layout === 'v0' || layout === 'v1'),
      each,
    );
    const more = pick([[other(each).key], [each.signer.key, other(each).key], []], each);
    return prove({ ...each, way }, { parts: { signers: more } });
  },
  'a transaction': (each) => {
    const from = new PublicKey(each.signer.key);
    const message = new TransactionMessage({
      payerKey: from,
      recentBlockhash: bs58.encode(each.noise.subarray(32)),
      instructions: [SystemProgram.transfer({ fromPubkey: from, toPubkey: from, lamports: each.at })],
    });
    return prove(each, { signed: message.compileToLegacyMessage().serialize() });
  },
};

describe('proofs by signature:', () => {
  it.each(ways)(
    `${runs.good} of ${runs.good} valid ones as %s (%s) are accepted, and the second opinion agrees`,
    async (...way) => {
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(cases, async (each) => {
          const proof = prove({ ...each, way });
          const verdict = await judge(proof);
          expect(secondOpinion(proof)).toBe(verdict);
          accepted += Number(verdict);
        }),
        { seed, numRuns: runs.good },
      );
      expect(accepted).toBe(runs.good);
    },
    180_000,
  );

  it(`0 of ${runs.bad} invalid ones are accepted, and the second opinion agrees on each`, async () => {
    const names = Object.keys(mutations);
    const tried = new Map<string, number>();
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(cases, fc.constantFrom(...names), async (each, name) => {
        const proof = mutations[name]!(each);
        const verdict = await judge(proof);
        expect(secondOpinion(proof), name).toBe(verdict);
        expect(verdict, name).toBe(false);
        accepted += Number(verdict);
        tried.set(name, (tried.get(name) ?? 0) + 1);
      }),
      { seed, numRuns: runs.bad },
    );
    expect(accepted).toBe(0);
    expect([...tried.keys()].sort()).toEqual(names.sort());
  }, 360_000);

  it('some of the invalid ones would pass a verifier without the pre-check', async () => {
    const message = Buffer.from('anything');
    const key = new Uint8Array(32);
    key[0] = 1;
    const forged = Uint8Array.from([...key, ...new Uint8Array(32)]);
    expect(nacl.sign.detached.verify(message, forged, key)).toBe(true);
    const proof: Proof = {
      text: 'anything',
      address: bs58.encode(key),
      signature: bs58.encode(forged),
      encoding: 'raw',
    };
    expect([await judge(proof), secondOpinion(proof)]).toEqual([false, false]);
  });
});
