import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.js';
import { createHttp } from '../../../src/client/http.js';
import type { Jar } from '../../../src/client/jar.js';
import { createService, type Vault } from '../../../src/client/session.js';
import { readCredits } from '../../../src/contract/payments.js';

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

function vaultWith(jar: Jar): Vault & { kept: { jar: Jar; version: number } | null } {
  return {
    kept: { jar, version: 1 },
    async load() {
      return this.kept;
    },
    async save(next, version) {
      if (this.kept?.version !== version) return false;
      this.kept = { jar: next, version: version + 1 };
      return true;
    },
    async drop(version) {
      if (this.kept?.version === version) this.kept = null;
    },
  };
}

const user = { id: 'usr_1', address: '1'.repeat(32), created_at: balance.updated_at };
const session = { expires_at: balance.updated_at, refresh_expires_at: balance.updated_at };

/** A service whose access cookie is good only after `refreshes` refreshes. */
function expiring(
  counts: { refreshes: number },
  onRefresh = (response: Parameters<RequestListener>[1]) => {
    response
      .setHeader('set-cookie', [`access=new${counts.refreshes}`])
      .end(JSON.stringify({ user, session }));
  },
): RequestListener {
  return (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/api/auth/refresh') {
      counts.refreshes += 1;
      return onRefresh(response);
    }
    if (request.headers.cookie?.includes('access=new')) return response.end(JSON.stringify(balance));
    response.writeHead(401).end(JSON.stringify({ code: 'session_expired' }));
  };
}

const open = (baseUrl: string, vault: Vault) =>
  createService({ http: createHttp({ baseUrl, clock: systemClock }), vault, clock: systemClock });

describe('a session', () => {
  it('is refreshed once for many calls that meet a 401 together, and each call then succeeds', async () => {
    const counts = { refreshes: 0 };
    const vault = vaultWith({ access: 'old', refresh: 'r' });
    const service = open(await upstream(expiring(counts)), vault);
    const replies = await Promise.all(Array.from({ length: 100 }, () => service.call(readCredits, {})));
    expect(replies.every(({ body }) => body.available === 7)).toBe(true);
    expect(counts.refreshes).toBe(1);
    expect(vault.kept?.jar).toEqual({ access: 'new1', refresh: 'r' });
  });

  it('ends when the service refuses the refresh, and says how to link again', async () => {
    const refuse = expiring({ refreshes: 0 }, (response) =>
      response.writeHead(401).end('{"code":"refresh_invalid"}'),
    );
    const vault = vaultWith({ access: 'old' });
    await expect(open(await upstream(refuse), vault).call(readCredits, {})).rejects.toThrow('Use /link');
    expect(vault.kept).toBeNull();
  });

  it.each([500, 502, 429])('lives on when the refresh is answered with %i', async (status) => {
    const fail = expiring({ refreshes: 0 }, (response) => response.writeHead(status).end('oops'));
    const vault = vaultWith({ access: 'old' });
    await expect(open(await upstream(fail), vault).call(readCredits, {})).rejects.toThrow();
    expect(vault.kept?.jar).toEqual({ access: 'old' });
  });

  it('lives on when the reply to the refresh is lost', async () => {
    const lose = expiring({ refreshes: 0 }, (response) => response.destroy());
    const vault = vaultWith({ access: 'old' });
    await expect(open(await upstream(lose), vault).call(readCredits, {})).rejects.toMatchObject({
      code: 'provider_error',
    });
    expect(vault.kept?.jar).toEqual({ access: 'old' });
  });

  it('names the first field of a reply that does not fit, and shows the member none of it', async () => {
    const wrong = await upstream((_, response) => response.end(JSON.stringify({ ...balance, held: 'lots' })));
    const failure = await open(wrong, vaultWith({ access: 'a' }))
      .call(readCredits, {})
      .catch((error) => error);
    expect(failure.code).toBe('provider_error');
    expect(failure.cause).toContain('readCredits: the reply does not fit at "held"');
    expect(failure.message).not.toContain('lots');
  });
});
