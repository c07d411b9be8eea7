import bs58 from 'bs58';
import nacl from 'tweetnacl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalChain } from '../../src/playground/chain/local-chain.js';
import { type DialectServer, startDialect } from './dialects/core/server.js';
import type { Style } from './dialects/core/style.js';
import { dialects } from './dialects/index.js';

/** Every dialect keeps what the specification shows, or what the bot does with it would prove nothing. */

let chain: Awaited<ReturnType<typeof createLocalChain>>;
beforeAll(async () => {
  chain = await createLocalChain({ port: 0 });
});
afterAll(() => chain.close());

const recipient = bs58.encode(nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(7)).publicKey);

/** A client of the specification with one wallet and one cookie jar. */
function createCaller(server: DialectServer, style: Style) {
  const keys = nacl.sign.keyPair();
  const address = bs58.encode(keys.publicKey);
  const jar = new Map<string, string>();
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? [];
      jar.set(name, value);
    }
    return { status: response.status, cookies: response.headers.getSetCookie(), text: await response.text() };
  };
  return {
    ask,
    forget: (name: string) => jar.delete(name),
    async signIn() {
      const who = { address, publicKey: address, [style.wants?.address ?? 'wallet']: address };
      const { text } = await ask('POST', '/api/auth/nonce', who);
      const nonce = /[0-9a-f]{24}/.exec(text)?.[0] ?? '';
      const signed = new TextEncoder().encode(style.textToSign(nonce, address));
      const signature = bs58.encode(nacl.sign.detached(signed, keys.secretKey));
      return ask('POST', '/api/auth/wallet', { ...who, nonce, signature });
    },
  };
}

const reads = [
  '/api/users/credits',
  '/api/payments/credit-packs',
  '/api/rig/pipelines',
  '/api/rig/generations',
  '/api/agents/conversations/',
];

describe.each(dialects.map((style) => [style.name, style] as const))('the dialect %s', (_, style) => {
  let server: DialectServer;
  beforeAll(async () => {
    server = await startDialect(style, { rpcUrl: chain.rpcUrl, recipient });
  });
  afterAll(() => server.close());

  it('keeps paths, cookies and sessions as the specification shows them', async () => {
    const person = createCaller(server, style);
    expect((await person.ask('GET', '/api/users/credits')).status).toBe(401);
    const { cookies } = await person.signIn();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly/);
    for (const path of reads) expect((await person.ask('GET', path)).status).toBe(200);

    person.forget(style.cookies.access);
    expect((await person.ask('GET', '/api/users/credits')).status).toBe(401);
    expect((await person.ask('POST', '/api/auth/refresh')).status).toBeLessThan(300);
    expect((await person.ask('GET', '/api/users/credits')).status).toBe(200);

    await person.ask('DELETE', '/api/auth/logout');
    expect((await person.ask('GET', '/api/users/credits')).status).toBe(401);
    expect((await person.ask('POST', '/api/auth/refresh')).status).toBe(401);
  });
});
