import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './http-world.js';

let world: World;
let alice: Person;
beforeEach(async () => {
  world = await openWorld({ config: { welcomeCredits: 25 } });
  alice = world.person('alice');
});
afterEach(() => world.close());

const minutes = (count: number) => count * 60_000;
const me = (person: Person) => person.get('/api/users/me');
const refresh = (person: Person) => person.post('/api/auth/refresh');

describe('signing in', () => {
  test('opens an account whose balance changed last when the user joined, not in 1970', async () => {
    const plain = await openWorld({ config: { welcomeCredits: 0 } });
    const bob = plain.person('bob');
    const { created_at } = (await bob.signIn()).json().user;
    await plain.clock.advance(60_000);
    expect((await bob.get('/api/users/credits')).json().updated_at).toBe(created_at);
    await plain.close();
  });

  test('signs the text and sets two cookies that scripts cannot read', async () => {
    const reply = await alice.signIn();
    expect(reply.statusCode).toBe(200);
    expect(reply.json().user.address).toBe(alice.wallet.address);
    expect(reply.body).not.toContain(alice.cookies.access_token);
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(/^access_token=\S+; Max-Age=900; Path=\/api; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(
        /^refresh_token=\S+; Max-Age=2592000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect((await me(alice)).json().address).toBe(alice.wallet.address);
  });

  test('sets Secure cookies when the service is reached over https', async () => {
    await world.close();
    world = await openWorld({ config: { baseUrl: 'https://rigs.example' } });
    const reply = await world.person('alice').signIn();
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringContaining('; Secure'),
      expect.stringContaining('; Secure'),
    ]);
    expect(reply.headers['strict-transport-security']).toBeDefined();
  });

  test('shows a text with the domain, the wallet, the statement and the nonce', async () => {
    const statement = 'Link this wallet to alice in the Forge.';
    const asked = await alice.post('/api/auth/nonce', { address: alice.wallet.address, statement });
    expect(asked.statusCode).toBe(201);
    const { message, nonce } = asked.json();
    for (const part of [
      'rigsmith.test wants you to sign in',
      alice.wallet.address,
      statement,
      `Nonce: ${nonce}`,
    ])
      expect(message).toContain(part);
  });

  test.each([
    ['siws', 'siws'],
    ['raw', 'raw'],
    ['offchain_v0', 'offchain_v0'],
    ['offchain_v0', 'offchain_legacy'],
    ['offchain_v1', 'offchain_v1'],
  ] as const)('accepts the text signed as %s (%s)', async (encoding, form) => {
    const { nonce, message } = await alice.nonce();
    const { address } = alice.wallet;
    const { signature } = alice.wallet.signIn(message, form);
    const reply = await alice.post('/api/auth/wallet', { address, nonce, signature, encoding });
    expect(reply.statusCode).toBe(200);
  });

  test('takes no transfer as proof at a service without payments, and says so', async () => {
    const { address } = alice.wallet;
    const reply = await alice.post('/api/auth/nonce', { address, purpose: 'transfer_proof' });
    expect(reply.json()).toMatchObject({ status: 400, detail: expect.stringContaining('Sign the text') });
  });

  test('keeps one user when a wallet signs in twice, welcomed once', async () => {
    const first = (await alice.signIn()).json().user.id;
    const second = (await alice.signIn()).json().user.id;
    expect(second).toBe(first);
    expect((await alice.get('/api/users/credits')).json().available).toBe(25);
  });

  test('accepts a nonce once', async () => {
    const { nonce, message } = await alice.nonce();
    const { signature } = alice.wallet.signIn(message);
    const handIn = () => alice.post('/api/auth/wallet', { address: alice.wallet.address, nonce, signature });
    const replies = await Promise.all([handIn(), handIn()]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    expect((await handIn()).json().code).toBe('nonce_used');
  });

  test('refuses a nonce after ten minutes', async () => {
    const { nonce, message } = await alice.nonce();
    await world.clock.advance(minutes(10));
    const { signature } = alice.wallet.signIn(message);
    const reply = await alice.post('/api/auth/wallet', { address: alice.wallet.address, nonce, signature });
    expect(reply.json()).toMatchObject({ status: 401, code: 'nonce_expired' });
  });

  test('forgives four wrong signatures; the fifth invalidates the nonce', async () => {
    const { nonce, message } = await alice.nonce();
    const { address } = alice.wallet;
    const handIn = (text: string) =>
      alice.post('/api/auth/wallet', { address, nonce, signature: alice.wallet.signIn(text).signature });
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect((await handIn('something else')).json().code).toBe('signature_invalid');
    expect((await handIn(message)).statusCode).toBe(200);

    const second = await alice.nonce();
    for (let attempt = 0; attempt < 5; attempt += 1)
      await alice.post('/api/auth/wallet', {
        address,
        nonce: second.nonce,
        signature: alice.wallet.signIn('something else').signature,
      });
    const { signature } = alice.wallet.signIn(second.message);
    const late = await alice.post('/api/auth/wallet', { address, nonce: second.nonce, signature });
    expect(late.json().code).toBe('nonce_used');
  });

  test('refuses the nonce or wallet of another member', async () => {
    const mallory = world.person('mallory');
    const { nonce, message } = await alice.nonce();
    const { signature } = mallory.wallet.signIn(message);
    const asMallory = { address: mallory.wallet.address, nonce, signature };
    const asAlice = { address: alice.wallet.address, nonce, signature };
    expect((await mallory.post('/api/auth/wallet', asMallory)).json().code).toBe('signature_invalid');
    expect((await mallory.post('/api/auth/wallet', asAlice)).json().code).toBe('signature_invalid');
    expect((await me(mallory)).statusCode).toBe(401);
  });

  test('limits the rate of one wallet and says when to retry', async () => {
    for (let asked = 0; asked < 20; asked += 1) await alice.nonce();
    const refused = await alice.post('/api/auth/nonce', { address: alice.wallet.address });
    expect(refused.json()).toMatchObject({ status: 429, code: 'rate_limited', retry_after: 60 });
    expect(refused.headers['retry-after']).toBe('60');
    await world.clock.advance(minutes(1));
    expect((await alice.nonce()).nonce).toHaveLength(26);
  });
});

describe('a session', () => {
  test('renews its access token, which expires after fifteen minutes', async () => {
    await alice.signIn();
    await world.clock.advance(minutes(15));
    expect((await me(alice)).json().code).toBe('session_expired');
    const before = { ...alice.cookies };
    expect((await refresh(alice)).statusCode).toBe(200);
    expect(alice.cookies.access_token).not.toBe(before.access_token);
    expect(alice.cookies.refresh_token).not.toBe(before.refresh_token);
    expect((await me(alice)).statusCode).toBe(200);
  });

  test('repeats a refresh whose reply was lost and gives the same successor', async () => {
    await alice.signIn();
    const before = { ...alice.cookies };
    await refresh(alice);
    const first = { ...alice.cookies };
    Object.assign(alice.cookies, before);
    await world.clock.advance(59_000);
    expect((await refresh(alice)).statusCode).toBe(200);
    expect(alice.cookies).toEqual(first);
    expect((await me(alice)).statusCode).toBe(200);
  });

  test('gives fifty simultaneous refreshes the same successor', async () => {
    await alice.signIn();
    const before = { ...alice.cookies };
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => {
        Object.assign(alice.cookies, before);
        return refresh(alice);
      }),
    );
    expect(new Set(replies.map(({ headers }) => String(headers['set-cookie']))).size).toBe(1);
  });

  test('ends as a whole when an old refresh token comes back later', async () => {
    await alice.signIn();
    const stolen = { ...alice.cookies };
    await refresh(alice);
    const current = { ...alice.cookies };
    await world.clock.advance(61_000);
    expect((await me(alice)).statusCode).toBe(200);
    Object.assign(alice.cookies, stolen);
    expect((await refresh(alice)).json().code).toBe('refresh_reused');
    Object.assign(alice.cookies, current);
    expect((await me(alice)).json().code).toBe('session_expired');
    expect((await refresh(alice)).json().code).toBe('refresh_invalid');
  });

  test('ends after thirty days without use', async () => {
    await alice.signIn();
    await world.clock.advance(30 * 24 * minutes(60));
    expect((await refresh(alice)).json()).toMatchObject({ status: 401, code: 'refresh_invalid' });
  });

  test('is refused for a made-up or missing token', async () => {
    expect((await refresh(alice)).json().code).toBe('refresh_invalid');
    alice.cookies.refresh_token = randomBytes(32).toString('base64url');
    expect((await refresh(alice)).json().code).toBe('refresh_invalid');
    alice.cookies.access_token = 'nonsense';
    expect((await me(alice)).json().code).toBe('unauthenticated');
  });

  test('is stored without its tokens', async () => {
    await alice.signIn();
    const { db } = world.context;
    const dump = JSON.stringify([
      await db.all('SELECT * FROM access_token'),
      await db.all('SELECT * FROM refresh_token'),
      await db.all('SELECT * FROM session'),
    ]);
    for (const token of Object.values(alice.cookies)) expect(dump).not.toContain(token);
  });
});

describe('signing out', () => {
  test('ends the session, clears the cookies and may be repeated', async () => {
    await alice.signIn();
    expect((await me(alice)).statusCode).toBe(200);
    const before = { ...alice.cookies };
    const reply = await alice.delete('/api/auth/logout');
    expect(reply.statusCode).toBe(204);
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringContaining('access_token=; Max-Age=0; Path=/api'),
      expect.stringContaining('refresh_token=; Max-Age=0; Path=/api/auth'),
    ]);
    Object.assign(alice.cookies, before);
    expect((await me(alice)).json().code).toBe('session_expired');
    expect((await refresh(alice)).json().code).toBe('refresh_invalid');
    expect((await alice.delete('/api/auth/logout')).statusCode).toBe(204);
  });

  test('of one device, chosen from the list of sessions, ends only that session', async () => {
    await alice.signIn();
    const phone = world.person('alice');
    await phone.signIn();
    expect((await me(phone)).statusCode).toBe(200);
    const sessions = (await alice.get('/api/auth/sessions')).json().data;
    expect(sessions).toHaveLength(2);
    const other = sessions.find(({ current }: { current: boolean }) => !current).id;
    expect((await alice.delete(`/api/auth/sessions/${other}`)).statusCode).toBe(204);
    expect((await me(phone)).json().code).toBe('session_expired');
    expect((await me(alice)).statusCode).toBe(200);
  });

  test("everywhere ends every session of the user and no other's", async () => {
    await alice.signIn();
    const phone = world.person('alice');
    await phone.signIn();
    expect((await me(phone)).statusCode).toBe(200);
    const mallory = world.person('mallory');
    await mallory.signIn();
    expect((await alice.delete('/api/auth/sessions')).statusCode).toBe(204);
    expect((await me(phone)).json().code).toBe('session_expired');
    expect((await refresh(phone)).json().code).toBe('refresh_invalid');
    expect((await me(alice)).statusCode).toBe(401);
    expect((await me(mallory)).statusCode).toBe(200);
  });

  test('cannot end the session of another member', async () => {
    await alice.signIn();
    const mallory = world.person('mallory');
    await mallory.signIn();
    const [{ id }] = (await alice.get('/api/auth/sessions')).json().data;
    expect((await mallory.delete(`/api/auth/sessions/${id}`)).statusCode).toBe(404);
    expect((await me(alice)).statusCode).toBe(200);
  });
});
