import { describe, expect, it } from 'vitest';
import { addressBytes } from '../../../src/chain/address.js';
import { buildSignInMessage, signInBytes } from '../../../src/chain/siws.js';

const address = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const input = {
  domain: 'bot.example.org',
  address,
  statement: 'Link this wallet to the Discord member ada (id 42) of the server Lovelace.',
  uri: 'https://bot.example.org/link',
  version: '1',
  chainId: 'mainnet',
  nonce: 'k3jd93hfk2lq0s8d',
  issuedAt: '2026-01-02T03:04:05.000Z',
  expirationTime: '2026-01-02T03:14:05.000Z',
} as const;

const golden = `bot.example.org wants you to sign in with your Solana account:
EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v

Link this wallet to the Discord member ada (id 42) of the server Lovelace.

URI: https://bot.example.org/link
Version: 1
Chain ID: mainnet
Nonce: k3jd93hfk2lq0s8d
Issued At: 2026-01-02T03:04:05.000Z
Expiration Time: 2026-01-02T03:14:05.000Z`;

describe('the sign-in text', () => {
  it('matches the specification, line by line', () => {
    expect(buildSignInMessage(input)).toBe(golden);
  });

  it('has every optional field in its order, and omits missing ones', () => {
    const all = {
      ...input,
      notBefore: '2026-01-02T03:04:05.000Z',
      requestId: 'req_1',
      resources: ['https://bot.example.org/terms', 'https://bot.example.org/privacy'],
    };
    expect(buildSignInMessage(all)).toBe(
      `${golden}\nNot Before: 2026-01-02T03:04:05.000Z\nRequest ID: req_1\nResources:\n- https://bot.example.org/terms\n- https://bot.example.org/privacy`,
    );
    expect(buildSignInMessage({ domain: 'a.b', address })).toBe(
      `a.b wants you to sign in with your Solana account:\n${address}`,
    );
    expect(buildSignInMessage({ domain: 'a.b', address, nonce: 'abcdefgh' })).toBe(
      `a.b wants you to sign in with your Solana account:\n${address}\n\nNonce: abcdefgh`,
    );
  });

  it('refuses fields that could forge a line, display as something else or not fit a hardware wallet', () => {
    const refused = [
      { statement: 'hello\n\nURI: https://evil.example' },
      { domain: 'bot.example.org\r' },
      { statement: 'pаypal with a Cyrillic a' },
      { statement: 'right\u202eleft' },
      { resources: ['one\n- two'] },
      { nonce: 'short' },
      { nonce: 'with spaces 1234' },
      { address: 'not an address' },
      { statement: 'x'.repeat(1_000) },
    ];
    for (const change of refused)
      expect(() => buildSignInMessage({ ...input, ...change }), JSON.stringify(change)).toThrow(
        expect.objectContaining({ code: 'invalid_request' }),
      );
  });
});

describe('the signed bytes', () => {
  const text = buildSignInMessage(input);
  const body = Buffer.from(text);
  const domain = Buffer.from([0xff, ...Buffer.from('solana offchain')]);
  const key = Buffer.from(addressBytes(address));
  const length = Buffer.from([body.length & 0xff, body.length >> 8]);
  const bytes = (...args: Parameters<typeof signInBytes>) => Buffer.from(signInBytes(...args));

  it('are the text alone for signIn and signMessage', () => {
    expect(bytes(text, 'siws', address)).toEqual(body);
    expect(bytes(text, 'raw', address)).toEqual(body);
  });

  it('carry the off-chain preambles; a text with line breaks is format 1', () => {
    expect(bytes(text, 'offchain_legacy', address)).toEqual(
      Buffer.concat([domain, Buffer.from([0, 1]), length, body]),
    );
    expect(bytes(text, 'offchain_v0', address)).toEqual(
      Buffer.concat([domain, Buffer.from([0]), Buffer.alloc(32), Buffer.from([1, 1]), key, length, body]),
    );
    expect(bytes(text, 'offchain_v1', address)).toEqual(
      Buffer.concat([domain, Buffer.from([1, 1]), key, body]),
    );
    expect(bytes('one line', 'offchain_legacy', address)[17]).toBe(0);
  });

  it('stay within the limit of a Ledger', () => {
    const longest = buildSignInMessage({ ...input, statement: 'x'.repeat(760) });
    expect(longest.length).toBeGreaterThan(1_000);
    expect(bytes(longest, 'offchain_v0', address).length).toBeLessThanOrEqual(1_232);
  });
});
