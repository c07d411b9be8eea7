import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.js';
import { createHttp } from '../../../src/client/http.js';
import type { Jar } from '../../../src/client/jar.js';
import { createService, type Vault, type VaultContent } from '../../../src/client/session.js';
import { readCredits } from '../../../src/contract/payments.js';
import { manualClock } from '../../support/clock.js';

const balance = { available: 7, held: 0, lifetime_purchased: 7, updated_at: '2026-01-01T00:00:00.000Z' };
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function upstream(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closers.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const bare = (values: Record<string, string>): Jar =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, path: '/', expiresAt: null }]),
  );

type MemoryVault = Vault & { kept: VaultContent; claimedUntil: number | null };

/** One session in memory, by the rules of a vault. */
function vaultWith(values: Record<string, string>, clock = systemClock): MemoryVault {
  const vault: MemoryVault = {
    kept: { jar: bare(values), version: 1 },
    claimedUntil: null,
    load: async () => vault.kept,
    async claim(version, untilMs) {
      const isFree = vault.claimedUntil === null || vault.claimedUntil <= clock.now();
      if (!isFree || vault.kept.jar === null || vault.kept.version !== version) return false;
      vault.claimedUntil = untilMs;
      return true;
    },
    async release() {
      vault.claimedUntil = clock.now();
    },
    async save(jar, version) {
      if (vault.kept.jar === null || vault.kept.version !== version) return false;
      vault.kept = { jar, version: version + 1 };
      vault.claimedUntil = null;
      return true;
    },
    async end(version, reason) {
      if (vault.kept.jar === null || vault.kept.version !== version) return false;
      vault.kept = { jar: null, ended: reason };
      return true;
    },
    async forget() {
      vault.kept = { jar: null, ended: 'logged_out' };
    },
  };
  return vault;
}

const user = { id: 'usr_1', address: '1'.repeat(32), created_at: balance.updated_at };
const session = { expires_at: balance.updated_at, refresh_expires_at: balance.updated_at };

type Reply = Parameters<RequestListener>[1];
const renewed = (response: Reply, { refreshes }: { refreshes: number }) =>
  response.setHeader('set-cookie', [`access=new${refreshes}`]).end(JSON.stringify({ user, session }));

/** A service whose access cookie is good only after a refresh. */
function expiring(
  counts: { refreshes: number },
  onRefresh: (response: Reply) => unknown = (response) => renewed(response, counts),
): RequestListener {
  return (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/api/auth/refresh') {
      counts.refreshes += 1;
      return void onRefresh(response);
    }
    if (request.headers.cookie?.includes('access=new')) return void response.end(JSON.stringify(balance));
    response.writeHead(401).end(JSON.stringify({ code: 'session_expired' }));
  };
}

const open = (baseUrl: string, vault: Vault, clock = systemClock) =>
  createService({ http: createHttp({ baseUrl, clock }), vault, clock });

describe('a session', () => {
  it('is refreshed once for 200 concurrent 401s, and every call then succeeds', async () => {
    const counts = { refreshes: 0 };
    const vault = vaultWith({ access: 'old', refresh: 'r' });
    const service = open(await upstream(expiring(counts)), vault);
    const replies = await Promise.all(Array.from({ length: 200 }, () => service.call(readCredits, {})));
    expect(replies.every(({ body }) => body.available === 7)).toBe(true);
    expect(counts.refreshes).toBe(1);
    expect(vault.kept).toEqual({ jar: bare({ access: 'new1', refresh: 'r' }), version: 2 });
  });

  it('is refreshed once by two processes that share a vault', async () => {
    const counts = { refreshes: 0 };
    const slow = expiring(counts, (response) => {
      setTimeout(() => renewed(response, counts), 50);
    });
    const url = await upstream(slow);
    const vault = vaultWith({ access: 'old' });
    const services = [open(url, vault), open(url, vault)];
    const calls = Array.from({ length: 200 }, (_, index) => services[index % 2]!.call(readCredits, {}));
    expect(await Promise.all(calls)).toHaveLength(200);
    expect(counts.refreshes).toBe(1);
  });

  it('that has expired is refreshed before the call', async () => {
    const counts = { refreshes: 0 };
    const calls: string[] = [];
    const handler = expiring(counts);
    const url = await upstream((request, response) => {
      calls.push(request.url ?? '');
      handler(request, response);
    });
    const vault = vaultWith({});
    vault.kept = { jar: { access: { value: 'old', path: '/', expiresAt: Date.now() } }, version: 1 };
    await open(url, vault).call(readCredits, {});
    expect(calls).toEqual(['/api/auth/refresh', '/api/users/credits']);
  });

  it('is refreshed shortly before it expires, and not earlier', async () => {
    const clock = manualClock();
    const counts = { refreshes: 0 };
    const vault = vaultWith({}, clock);
    const expiresAt = clock.now() + 900_000;
    vault.kept = { jar: { access: { value: 'old', path: '/', expiresAt } }, version: 1 };
    const service = open(await upstream(expiring(counts)), vault, clock);
    await service.renew(90_000);
    expect(counts.refreshes).toBe(0);
    await clock.advance(811_000);
    await service.renew(90_000);
    expect(counts.refreshes).toBe(1);
  });

  it('is not refreshed repeatedly for a short-lived load balancer cookie', async () => {
    const clock = manualClock();
    const counts = { refreshes: 0 };
    const balanced = expiring(counts, (response) => {
      const cookies = [`access=new${counts.refreshes}; Max-Age=900`, 'balancer=1; Max-Age=60'];
      response.setHeader('set-cookie', cookies).end(JSON.stringify({ user, session }));
    });
    const service = open(await upstream(balanced), vaultWith({ access: 'old' }, clock), clock);
    for (let minute = 0; minute < 5; minute += 1) {
      await service.call(readCredits, {});
      await service.renew(90_000);
      await clock.advance(59_000);
    }
    expect(counts.refreshes).toBe(1);
  });

  it.each([
    ['refresh_invalid', 'expired', 'Your session ran out, or was ended elsewhere. Use /link'],
    ['refresh_reused', 'reused', 'to keep your account safe. Use /link'],
    ['of_a_hosted_service', 'refused', 'The service ended your session. Use /link'],
  ])('ends when the service refuses the refresh with %s, and says what to do', async (code, reason, says) => {
    const refuse = expiring({ refreshes: 0 }, (response) =>
      response.writeHead(401).end(JSON.stringify({ code })),
    );
    const vault = vaultWith({ access: 'old' });
    const service = open(await upstream(refuse), vault);
    await expect(service.call(readCredits, {})).rejects.toThrow(says);
    expect(vault.kept).toEqual({ jar: null, ended: reason });
    await expect(service.call(readCredits, {})).rejects.toMatchObject({ code: 'session_expired' });
  });

  it.each([500, 502, 429, 503, 403])('stays open when the refresh answers %i', async (status) => {
    const fail = expiring({ refreshes: 0 }, (response) => response.writeHead(status).end('oops'));
    const vault = vaultWith({ access: 'old' });
    await expect(open(await upstream(fail), vault).call(readCredits, {})).rejects.toThrow();
    expect(vault.kept).toEqual({ jar: bare({ access: 'old' }), version: 1 });
  });

  it('retries at once when the reply to the refresh is lost', async () => {
    const counts = { refreshes: 0 };
    const loseFirst = expiring(counts, (response) =>
      counts.refreshes === 1 ? response.destroy() : renewed(response, counts),
    );
    const { body } = await open(await upstream(loseFirst), vaultWith({ access: 'old' })).call(
      readCredits,
      {},
    );
    expect([body.available, counts.refreshes]).toEqual([7, 2]);
  });

  it('stays open when every reply to the refresh is lost, and the refresh is owed', async () => {
    const counts = { refreshes: 0 };
    let lossy = true;
    const lose = expiring(counts, (response) => (lossy ? response.destroy() : renewed(response, counts)));
    const vault = vaultWith({ access: 'old' });
    const service = open(await upstream(lose), vault);
    await expect(service.call(readCredits, {})).rejects.toMatchObject({ code: 'provider_unreachable' });
    expect(vault.kept).toEqual({ jar: bare({ access: 'old' }), version: 1 });
    expect(vault.claimedUntil).not.toBeNull();
    lossy = false;
    await service.renew(0);
    expect(vault.kept).toMatchObject({ version: 2 });
    expect(vault.claimedUntil).toBeNull();
  });

  it.each([
    ['has a body of another service', '{"ok":true}', {}],
    ['has no body', '', {}],
    ['breaks off', '{"us', { 'content-length': '900' }],
  ])('keeps the new cookies when the reply to the refresh %s', async (_, body, headers) => {
    const counts = { refreshes: 0 };
    const odd = expiring(counts, (response) => {
      response.writeHead(200, { ...headers, 'set-cookie': 'access=new' });
      response.write(body, () => (body === '{"us' ? response.destroy() : response.end()));
    });
    const vault = vaultWith({ access: 'old' });
    await open(await upstream(odd), vault).call(readCredits, {});
    expect(vault.kept).toEqual({ jar: bare({ access: 'new' }), version: 2 });
  });

  it('that ended during a refresh is not restored by it', async () => {
    const counts = { refreshes: 0 };
    const vault = vaultWith({ access: 'old' });
    const leaving = expiring(counts, async (response) => {
      await vault.forget();
      renewed(response, counts);
    });
    const failure = open(await upstream(leaving), vault).call(readCredits, {});
    await expect(failure).rejects.toThrow('You have logged out of this wallet.');
    expect(vault.kept).toEqual({ jar: null, ended: 'logged_out' });
  });

  it('names the first field of a mismatched reply, and shows the member none of it', async () => {
    const wrong = await upstream((_, response) =>
      response.end(JSON.stringify({ ...balance, available: 'lots' })),
    );
    const failure = await open(wrong, vaultWith({ access: 'a' }))
      .call(readCredits, {})
      .catch((error) => error);
    expect(failure.code).toBe('provider_mismatch');
    expect(failure.cause).toContain('readCredits: "available"');
    expect(failure.message).toContain('(code readCredits/available)');
    expect(failure.message).not.toContain('lots');
  });
});
