import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../src/base/log.js';
import { createReadiness } from '../../src/base/readiness.js';
import { homePage } from '../../src/bot/home/page.js';
import { createWeb } from '../../src/bot/web/server.js';
import { manualClock } from '../support/clock.js';
import { copy } from '../support/copy.js';
import { ownBase } from '../support/ports.js';

/** The page at the root of the public address. */

let origin: string;
let web: ReturnType<typeof createWeb> | null;

beforeEach(() => {
  web = null;
});
afterEach(() => web?.close());

async function open(links: { invite?: string; help?: string }) {
  const port = await ownBase();
  origin = `http://127.0.0.1:${port}`;
  web = createWeb({
    origin,
    wallet: null,
    clock: manualClock(),
    log: createLog('silent'),
    copy,
    pages: [homePage({ folder: resolve('dist/src/bot/home/page'), links })],
    readiness: createReadiness(),
  });
  await web.listen(port, '127.0.0.1');
}

const visit = (headers: Record<string, string>) => fetch(`${origin}/`, { headers });
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

it('tells a visitor in their language what this is, with the links of the operator', async () => {
  await open({ invite: 'https://example.com/invite?a=1&b=2', help: 'https://example.com/help' });
  const answer = await visit({ ...browser, 'accept-language': 'de' });
  const html = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(html).toContain('<html lang="de"');
  expect(html).toContain('Das ist ein Discord-Bot');
  expect(html).toContain('href="https://example.com/invite?a=1&amp;b=2"');
  expect(html).toContain('href="https://example.com/help"');
  expect(html).not.toMatch(/\{\{|home\.page/);
  expect((await fetch(`${origin}/home.css`)).headers.get('content-type')).toContain('text/css');
});

it('shows no button without links', async () => {
  await open({});
  const html = await (await visit(browser)).text();
  expect(html).toContain('This is a Discord bot');
  expect(html).not.toContain('class="button"');
});

it('answers a program with JSON', async () => {
  await open({ help: 'https://example.com/help' });
  expect(await (await visit({ accept: 'application/json' })).json()).toEqual({
    name: 'Rigsmith',
    health: '/healthz',
    ready: '/readyz',
    links: { help: 'https://example.com/help' },
  });
  expect((await visit({})).headers.get('content-type')).toContain('application/json');
});
