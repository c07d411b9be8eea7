import { randomBytes } from 'node:crypto';
import { PublicKey, SystemProgram, TransactionMessage } from '@solana/web3.js';
import bs58 from 'bs58';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encodeBase58 } from '../../src/chain/address.js';
import { signInBytes } from '../../src/chain/siws.js';
import type { Nonce } from '../../src/contract/auth.js';
import { openWorld, type Person, type World } from './http-world.js';

/**
 * What an attacker, a broken wallet or a late click may send: each is refused with one sentence and changes nothing.
 */

let world: World;
let alice: Person;
beforeEach(async () => {
  world = await openWorld();
  alice = world.person('alice');
});
afterEach(() => world.close());

const rows = async (table: string) => (await world.context.db.all(`SELECT * FROM "${table}"`)).length;
const journal = () =>
  world.context.db.all<{ kind: string; address: string; detail: string | null }>(
    'SELECT kind, address, detail FROM auth_event ORDER BY id',
  );
/** Refused with the code and one sentence; no user, no session, no cookie. */
const refuse = async (body: object, code: string) => {
  const reply = await alice.post('/api/auth/wallet', body);
  const problem = reply.json();
  expect(problem.code).toBe(code);
  expect(problem.detail).toMatch(/^[A-Z][^\n]{5,160}$/);
  expect(reply.headers['set-cookie']).toBeUndefined();
  expect([await rows('user'), await rows('session'), await rows('ledger_entry')]).toEqual([0, 0, 0]);
};
const signed = ({ nonce, message }: Nonce, change: object = {}) => ({
  address: alice.wallet.address,
  nonce,
  signature: alice.wallet.signIn(message).signature,
  ...change,
});
const base58 = (bytes: Uint8Array) => bs58.encode(bytes);

describe('a nonce', () => {
  test('is refused if it was never issued, belongs to another, has expired or was used', async () => {
    const asked = await alice.nonce();
    await refuse(signed({ ...asked, nonce: '0'.repeat(26) }), 'nonce_expired');
    const other = await world.person('mallory').nonce();
    await refuse(signed(other), 'signature_invalid');
    await world.clock.advance(10 * 60_000);
    await refuse(signed(asked), 'nonce_expired');
    const fresh = await alice.nonce();
    expect((await alice.post('/api/auth/wallet', signed(fresh))).statusCode).toBe(200);
    const again = await alice.post('/api/auth/wallet', signed(fresh));
    expect(again.json().code).toBe('nonce_used');
    expect(await rows('session')).toBe(1);
  });

  test('is refused for another purpose', async () => {
    const asked = await alice.nonce();
    await refuse(signed(asked, { encoding: 'transfer' }), 'signature_invalid');
  });

  test('is not issued for an unknown purpose, another chain, or a statement that could forge a line', async () => {
    const { address } = alice.wallet;
    for (const body of [
      { address, purpose: 'transfer_everything' },
      { address, chain_id: 'solana:mainnet' },
      { address, statement: 'hello\nNonce: 12345678' },
      { address, statement: 'pаypal with a Cyrillic a' },
      { address: 'not an address' },
      { address: `${address}1` },
      { address: '1'.repeat(33) },
      {},
    ]) {
      const reply = await alice.post('/api/auth/nonce', body);
      expect(reply.json(), JSON.stringify(body)).toMatchObject({ status: 400, code: 'invalid_request' });
    }
    expect(await rows('nonce')).toBe(0);
  });

  test('is stored neither as text nor inside the message to sign', async () => {
    const { nonce } = await alice.nonce();
    const stored = await world.context.db.all('SELECT * FROM nonce');
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(nonce);
  });

  test('is refused after the service moved to another domain', async () => {
    const asked = await alice.nonce();
    await world.context.db.run(`UPDATE nonce SET domain = 'old.example'`);
    await refuse(signed(asked), 'nonce_expired');
  });
});

describe('a signature', () => {
  test.each([
    ['over an edited text', (text: string) => text.replace('costs nothing', 'costs little')],
    ['for another domain', (text: string) => text.replaceAll('rigsmith.test', 'rigsmith.evil')],
    ['for another chain', (text: string) => text.replace('solana:localnet', 'solana:mainnet')],
    [
      'with another nonce',
      (text: string) => text.replace(/Nonce: (.)/, (_, first) => `Nonce: ${first === '0' ? '1' : '0'}`),
    ],
    ['with another expiry', (text: string) => text.replace('00:10:00', '23:59:59')],
    ['with a line of its own', (text: string) => `${text}\nResources:\n- https://evil.example`],
    ['with trailing space', (text: string) => `${text} `],
  ])('%s', async (_, edit) => {
    const asked = await alice.nonce();
    expect(edit(asked.message)).not.toBe(asked.message);
    for (const form of ['siws', 'offchain_legacy', 'offchain_v0', 'offchain_v1'] as const) {
      const { signature } = alice.wallet.signIn(edit(asked.message), form);
      const encoding = form === 'offchain_legacy' ? 'offchain_v0' : form;
      await refuse(signed(asked, { signature, encoding }), 'signature_invalid');
    }
  });

  test('is refused in another encoding than it claims', async () => {
    const asked = await alice.nonce();
    const { signature } = alice.wallet.signIn(asked.message, 'offchain_v1');
    for (const encoding of ['siws', 'raw', 'offchain_v0'])
      await refuse(signed(asked, { signature, encoding }), 'signature_invalid');
    await refuse(signed(asked, { signature, encoding: 'offchain_v2' }), 'invalid_request');
  });

  test('is refused by another wallet or for another address', async () => {
    const asked = await alice.nonce();
    const mallory = world.person('mallory').wallet;
    const { signature } = mallory.signIn(asked.message);
    await refuse(signed(asked, { signature }), 'signature_invalid');
    await refuse(signed(asked, { signature, address: mallory.address }), 'signature_invalid');
  });

  test('is refused over a transaction, in every encoding', async () => {
    const asked = await alice.nonce();
    const key = new PublicKey(alice.wallet.address);
    const message = new TransactionMessage({
      payerKey: key,
      recentBlockhash: base58(randomBytes(32)),
      instructions: [SystemProgram.transfer({ fromPubkey: key, toPubkey: key, lamports: 1 })],
    });
    const bytes = message.compileToLegacyMessage().serialize();
    const signature = base58(alice.wallet.signMessage(bytes).signature);
    for (const encoding of ['siws', 'raw', 'offchain_v0', 'offchain_v1'])
      await refuse(signed(asked, { signature, encoding }), 'signature_invalid');
  });

  test('is refused with 63 or 65 bytes, in wrong base58, or missing', async () => {
    const asked = await alice.nonce();
    const bytes = bs58.decode(alice.wallet.signIn(asked.message).signature);
    for (const signature of [
      base58(bytes.subarray(0, 63)),
      base58(Uint8Array.from([...bytes, 0])),
      `0${base58(bytes).slice(1)}`,
      `${base58(bytes)} `,
      '',
      Buffer.from(bytes).toString('base64'),
      Buffer.from(bytes).toString('hex'),
      undefined,
    ])
      await refuse(signed(asked, { signature }), 'invalid_request');
    await refuse(signed(asked, { signature: 'x'.repeat(201) }), 'invalid_request');
    expect((await alice.post('/api/auth/wallet', signed(asked))).statusCode).toBe(200);
  });

  test('is refused with S + L, or with a small-order or non-canonical R', async () => {
    const asked = await alice.nonce();
    const bytes = bs58.decode(alice.wallet.signIn(asked.message).signature);
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const little = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
    const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`);
    const forged = [
      [...bytes.subarray(0, 32), ...little(s + order)],
      [...little(1n), ...bytes.subarray(32)],
      [...little(2n ** 255n - 18n), ...bytes.subarray(32)],
    ];
    for (const each of forged)
      await refuse(signed(asked, { signature: base58(Uint8Array.from(each)) }), 'signature_invalid');
  });

  test('is refused for a small-order key, since anybody could forge it', async () => {
    for (const point of [new Uint8Array(32), Uint8Array.of(1, ...new Uint8Array(31))]) {
      const address = encodeBase58(point);
      const asked = (await alice.post('/api/auth/nonce', { address })).json();
      const signature = base58(Uint8Array.from([1, ...new Uint8Array(63)]));
      for (const encoding of ['siws', 'raw', 'offchain_v0', 'offchain_v1'])
        await refuse({ address, nonce: asked.nonce, signature, encoding }, 'signature_invalid');
    }
  });

  test('is refused over an off-chain message that names another signer or application', async () => {
    const asked = await alice.nonce();
    const mallory = world.person('mallory').wallet.address;
    const domain = randomBytes(32);
    for (const bytes of [
      signInBytes(asked.message, 'offchain_v1', mallory),
      signInBytes(asked.message, 'offchain_v0', mallory),
      signInBytes(asked.message, 'offchain_v0', alice.wallet.address, domain),
    ]) {
      const signature = base58(alice.wallet.signMessage(bytes).signature);
      const encoding = bytes[16] === 1 ? 'offchain_v1' : 'offchain_v0';
      await refuse(signed(asked, { signature, encoding }), 'signature_invalid');
    }
  });
});

describe('a flood of requests', () => {
  test('is refused before any signature is verified, and locks out no other member', async () => {
    const asked = await alice.nonce();
    const bad = signed(asked, { nonce: 'made up' });
    for (let attempt = 0; attempt < 20; attempt += 1) await refuse(bad, 'nonce_expired');
    await refuse(signed(asked), 'rate_limited');
    const bob = world.person('bob');
    expect((await bob.signIn()).statusCode).toBe(200);
  });

  test('cannot hammer a refresh token', async () => {
    await alice.signIn();
    const replies = [];
    for (let attempt = 0; attempt < 121; attempt += 1) {
      alice.cookies.refresh_token = 'guess';
      replies.push((await alice.post('/api/auth/refresh')).json().code);
    }
    expect(new Set(replies.slice(0, 120))).toEqual(new Set(['refresh_invalid']));
    expect(replies[120]).toBe('rate_limited');
  });

  test('a body that is not JSON, too long or of another type is refused with a sentence', async () => {
    const send = (payload: string, type = 'application/json') =>
      alice.send('POST', '/api/auth/wallet', payload, { 'content-type': type });
    expect((await send('{"address":')).json().code).toBe('invalid_request');
    expect((await send('null')).json().code).toBe('invalid_request');
    expect((await send('[]')).json().code).toBe('invalid_request');
    expect((await send('a=b', 'application/x-www-form-urlencoded')).json().code).toBe('unsupported_media');
    expect((await send(JSON.stringify({ x: 'x'.repeat(300_000) }))).json().code).toBe('too_large');
  });
});

describe('the security log', () => {
  test('records sign-in, refusal, replay and every sign-out, without secrets', async () => {
    const { address } = alice.wallet;
    const asked = await alice.nonce();
    const wrong = alice.wallet.signIn('something else').signature;
    await alice.post('/api/auth/wallet', signed(asked, { signature: wrong }));
    await alice.post('/api/auth/wallet', signed(asked));
    const first = { ...alice.cookies };
    await alice.post('/api/auth/refresh');
    const second = { ...alice.cookies };
    await world.clock.advance(61_000);
    Object.assign(alice.cookies, first);
    await alice.post('/api/auth/refresh');
    await alice.signIn();
    await alice.delete('/api/auth/logout');
    await alice.signIn();
    const [{ id }] = (await alice.get('/api/auth/sessions')).json().data;
    await alice.delete(`/api/auth/sessions/${id}`);
    await alice.signIn();
    await alice.delete('/api/auth/sessions');
    const told = await journal();
    expect(told.map(({ kind }) => kind)).toEqual([
      ...['proof_refused', 'signed_in', 'refresh_reused', 'signed_in', 'logged_out', 'signed_in'],
      ...['session_revoked', 'signed_in', 'all_sessions_revoked'],
    ]);
    expect(new Set(told.map((event) => event.address))).toEqual(new Set([address]));
    const text = JSON.stringify(await world.context.db.all('SELECT * FROM auth_event'));
    for (const secret of [asked.nonce, wrong, ...Object.values(first), ...Object.values(second)])
      expect(text).not.toContain(secret);
  });
});
