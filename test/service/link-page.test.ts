import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/errors.js';
import { randomText, systemRandom } from '../../src/base/ids.js';
import { createLog } from '../../src/base/log.js';
import { createReadiness } from '../../src/base/readiness.js';
import { createBinding } from '../../src/bot/link/binding.js';
import { linkPage } from '../../src/bot/link/page.js';
import { createWeb } from '../../src/bot/web/server.js';
import { openBotDatabase } from '../support/bot-database.js';
import { type ManualClock, manualClock } from '../support/clock.js';
import { copy } from '../support/copy.js';
import { ownBase } from '../support/ports.js';

/** The link page over real sockets, with any input a visitor may send; the flow behind it records its calls. */

type Flow = Parameters<typeof linkPage>[0]['flow'];
type Page = { url: string; calls: string[]; fail: (error: Error) => void; close(): Promise<void> };

const token = 'abcdefghijklmnopqrstuvwxyz012345';
const otherToken = token.toUpperCase();
const wallet = {
  origin: 'http://127.0.0.1:9',
  scriptOf: (_member: string) => 'http://127.0.0.1:9/wallet.js?person=mia',
};
const address = 'Vote111111111111111111111111111111111111111';
const proof = { address, nonce: 'n', signature: 's', encoding: 'raw' };

let clock: ManualClock;
let page: Page;

async function openPage(
  publicOrigin?: string,
  withWallet: typeof wallet | null = null,
  asksDiscord = false,
): Promise<Page> {
  const port = await ownBase();
  const url = `http://127.0.0.1:${port}`;
  const calls: string[] = [];
  let state: 'created' | 'awaiting_code' = 'created';
  let failure: Error | null = null;
  const note = (call: string) => {
    calls.push(call);
    if (failure) throw failure;
  };
  const flow: Flow = {
    async view() {
      note('view');
      const expiresAt = clock.now() + 600_000;
      return { memberId: '1', memberName: 'mia', guildName: 'Home', state, expiresAt, phrase: null };
    },
    async outcome() {
      note('outcome');
      return { state: state === 'awaiting_code' ? 'linked' : 'open', memberId: '1' };
    },
    async challenge() {
      note('challenge');
      return { nonce: 'n', message: 'text' } as Awaited<ReturnType<Flow['challenge']>>;
    },
    async prove(_token, { encoding }) {
      note('prove');
      if (encoding === 'transfer') return null;
      state = 'awaiting_code';
      return asksDiscord ? { identityUrl: 'https://discord.com/oauth2/authorize?state=s' } : '123-456';
    },
    async identify(_token, { state, code }) {
      note(`identify ${state} ${code}`);
      return '123-456';
    },
  };
  const shared = { clock, wallet: withWallet, origin: publicOrigin ?? url };
  const folder = resolve(import.meta.dirname, '../../dist/src/bot/link/page');
  const db = await openBotDatabase();
  const binding = createBinding({ db, clock, random: systemRandom });
  const beginLinkedRole = async (memberId: string) => ({
    url: `https://discord.com/oauth2/authorize?for=${memberId}`,
    cookie: 'linked-role=sealed; Path=/',
  });
  const pages = [linkPage({ ...shared, flow, binding, folder, beginLinkedRole })];
  const served = createWeb({
    ...shared,
    copy,
    pages,
    log: createLog('silent'),
    readiness: createReadiness(),
  });
  await served.listen(port, '127.0.0.1');
  const fail = (error: Error) => {
    failure = error;
  };
  const close = () => served.close().finally(db.close);
  return { url, calls, fail, close };
}

/** A browser with its cookies, on the page's own origin unless another is given. */
function openBrowser(origin = page.url) {
  let cookie = '';
  return async (act: string, body: object | string = {}, headers: Record<string, string> = {}) => {
    const response = await fetch(`${page.url}/link/api/${act}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify({ token, ...body }),
    });
    const [set] = response.headers.getSetCookie();
    cookie = set?.split(';')[0] ?? cookie;
    const answer = (await response.json()) as Record<string, unknown>;
    return { status: response.status, answer, set, headers: response.headers };
  };
}

beforeEach(async () => {
  clock = manualClock();
  page = await openPage();
});
afterEach(() => page.close());

describe('the headers of the page', () => {
  it('forbid framing, send no referrer and load nothing from other hosts', async () => {
    const { headers, status } = await fetch(`${page.url}/link`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';script-src 'self';connect-src 'self' blob:;style-src 'self';img-src data: blob:;base-uri 'none';form-action 'none';frame-ancestors 'none'",
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it.each(['/nowhere', '/link/%zz', '/link/api/open'])('are the same on errors: GET %s', async (path) => {
    const { headers, status } = await fetch(`${page.url}${path}`);
    expect([400, 404]).toContain(status);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-type')).toContain('application/problem+json');
  });

  it('name exactly the playground’s origin when there is one', async () => {
    const withWallet = await openPage(undefined, wallet);
    const policy = (await fetch(`${withWallet.url}/link`)).headers.get('content-security-policy');
    await withWallet.close();
    expect(policy).toContain(`script-src 'self' ${wallet.origin};connect-src 'self' blob: ${wallet.origin};`);
  });

  it('require https once the page is served over it, and bind the cookie to this host', async () => {
    await page.close();
    page = await openPage('https://bot.example');
    const { headers, set } = await openBrowser('https://bot.example')('open');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/);
    expect(set).toMatch(
      /^__Host-link=[0-9a-z]{32}; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it('use a cookie without prefix on plain http, which accepts no other', async () => {
    const { set } = await openBrowser()('open');
    expect(set).toMatch(/^link=[0-9a-z]{32}; Max-Age=900; Path=\/; HttpOnly; SameSite=Strict$/);
  });
});

describe('nothing is changed by', () => {
  it('fetching the page, as link previews do', async () => {
    for (const path of ['/link', '/link?x=1', '/link/api/open', '/link/api/prove'])
      for (const method of ['GET', 'HEAD']) await fetch(page.url + path, { method });
    expect(page.calls).toEqual([]);
  });

  it.each([
    ['from nowhere', undefined],
    ['from another site', 'https://evil.example'],
    ['from a sandboxed frame', 'null'],
    ['from another port', 'http://127.0.0.1:1'],
  ])('a request %s', async (_where, origin) => {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (origin) headers.origin = origin;
    for (const act of ['open', 'challenge', 'prove']) {
      const body = JSON.stringify({ token, ...proof });
      const response = await fetch(`${page.url}/link/api/${act}`, { method: 'POST', headers, body });
      expect(response.status).toBe(403);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
    expect(page.calls).toEqual([]);
  });

  it('a preflight of another site, which is denied', async () => {
    const response = await fetch(`${page.url}/link/api/open`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    ['text', 415, JSON.stringify({ token }), 'text/plain'],
    ['a form', 415, `token=${token}`, 'application/x-www-form-urlencoded'],
    ['broken JSON', 400, '{', 'application/json'],
    ['no object', 400, 'null', 'application/json'],
    ['no token', 400, '{}', 'application/json'],
    ['more than a proof needs', 413, JSON.stringify({ token, x: 'x'.repeat(5_000) }), 'application/json'],
  ])('%s', async (_what, status, body, type) => {
    const refused = await openBrowser()('open', body, { 'content-type': type });
    expect(refused.status).toBe(status);
    expect(refused.answer.detail).toMatch(/\.$/);
    expect(page.calls).toEqual([]);
  });
});

describe('one browser at a time', () => {
  it('must open the link before it can request or submit anything', async () => {
    const stranger = openBrowser();
    for (const [act, body] of [['challenge', { address }] as const, ['prove', proof] as const]) {
      const { status, answer } = await stranger(act, body);
      expect(status).toBe(403);
      expect(answer.detail).toMatch(/open in another browser.*\/link again/);
    }
    expect(page.calls).toEqual([]);
  });

  it('moves on to the phone, and back, until a proof is submitted', async () => {
    const [computer, phone] = [openBrowser(), openBrowser()];
    await computer('open');
    expect((await computer('challenge', { address })).status).toBe(200);
    await phone('open');
    expect((await computer('challenge', { address })).status).toBe(403);
    expect((await computer('prove', proof)).status).toBe(403);
    expect((await phone('challenge', { address })).status).toBe(200);
    await computer('open');
    expect((await phone('prove', proof)).status).toBe(403);
    expect((await computer('prove', proof)).answer).toEqual({ code: '123-456' });
  });

  it('stays after the proof: only that browser hears that a code is needed', async () => {
    const [computer, phone] = [openBrowser(), openBrowser()];
    await computer('open');
    await computer('prove', proof);
    const late = await phone('open');
    expect([late.status, late.answer.code]).toEqual([401, 'nonce_used']);
    expect((await computer('open')).answer).toMatchObject({ memberName: 'mia', awaitsCode: true });
  });

  it('may have several links open', async () => {
    const computer = openBrowser();
    await computer('open');
    await computer('open', { token: otherToken });
    expect((await computer('challenge', { address })).status).toBe(200);
    expect((await computer('challenge', { token: otherToken, address })).status).toBe(200);
  });

  it('gets null, not a code, while a transfer is not visible yet', async () => {
    const computer = openBrowser();
    await computer('open');
    const unsigned = { address, nonce: 'n', encoding: 'transfer' };
    expect((await computer('prove', unsigned)).answer).toEqual({ code: null });
    expect((await computer('challenge', { address, purpose: 'transfer_proof' })).status).toBe(200);
  });
});

describe('asking Discord who is at the browser', () => {
  beforeEach(async () => {
    await page.close();
    page = await openPage(undefined, null, true);
  });

  it('happens before the code, and returns to a page that does nothing when fetched', async () => {
    const computer = openBrowser();
    await computer('open');
    expect((await computer('prove', proof)).answer).toEqual({
      identityUrl: 'https://discord.com/oauth2/authorize?state=s',
    });
    expect((await fetch(`${page.url}/link/discord?state=s&code=c`)).status).toBe(200);
    expect(page.calls).toEqual(['view', 'prove']);
    expect((await computer('identify', { state: 's', code: 'c' })).answer).toEqual({ code: '123-456' });
    expect(page.calls.at(-1)).toBe('identify s c');
  });

  it('works only in the browser that signed', async () => {
    const computer = openBrowser();
    await computer('open');
    await computer('prove', proof);
    expect((await openBrowser()('identify', { state: 's', code: 'c' })).status).toBe(403);
    expect(page.calls).toEqual(['view', 'prove']);
  });
});

describe('the rate limit', () => {
  it('blocks one link for a minute while other links work', async () => {
    const computer = openBrowser();
    for (let times = 0; times < 60; times += 1) expect((await computer('open')).status).toBe(200);
    const refused = await computer('open');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await computer('open', { token: otherToken })).status).toBe(200);
    await clock.advance(60_000);
    expect((await computer('open')).status).toBe(200);
  });

  it('blocks one address before its request is read', { tags: 'slow' }, async () => {
    const computer = openBrowser();
    const guess = () => computer('open', { token: randomText(systemRandom, 32) });
    for (let batch = 0; batch < 20; batch += 1) await Promise.all(Array.from({ length: 30 }, guess));
    expect((await guess()).status).toBe(429);
    expect(page.calls).toHaveLength(600);
  });

  it('counts visitors, not the proxy they all come through', { tags: 'slow' }, async () => {
    const ask = (visitor: string) =>
      openBrowser()(
        'open',
        { token: randomText(systemRandom, 32) },
        { 'x-forwarded-for': `9.9.9.9, ${visitor}` },
      );
    for (let batch = 0; batch < 20; batch += 1)
      await Promise.all(Array.from({ length: 30 }, () => ask('203.0.113.7')));
    expect((await ask('203.0.113.7')).status).toBe(429);
    expect((await ask('203.0.113.8')).status).toBe(200);
  });
});

describe('an error behind the page', () => {
  it('is shown with its sentence when it was meant for the member', async () => {
    page.fail(new AppError('nonce_expired', 'This link is more than ten minutes old.'));
    const { status, answer, headers } = await openBrowser()('open');
    expect([status, answer.detail]).toEqual([401, 'This link is more than ten minutes old.']);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  it('is hidden when it was not', async () => {
    page.fail(new Error('SQLITE_BUSY in /var/lib/bot.db'));
    const { status, answer } = await openBrowser()('open');
    expect(status).toBe(500);
    expect(JSON.stringify(answer)).not.toContain('SQLITE');
  });
});

it('leads to linked roles only the browser that linked the wallet, and only once it is linked', async () => {
  const post = openBrowser();
  await post('open');
  expect((await post('linked-role')).answer).toEqual({ url: null });
  await post('prove', proof);
  const { answer, set } = await post('linked-role');
  expect(answer.url).toContain('for=1');
  expect(set).toContain('linked-role=sealed');
  expect((await openBrowser()('linked-role')).status).toBe(403);
});
