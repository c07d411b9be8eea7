import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock } from '../../base/clock.js';
import { isAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Readiness } from '../../base/readiness.js';
import type { RecentProblems } from '../../base/recent-problems.js';
import type { Copy } from '../../copy/copy.js';
import type { Translate } from '../../copy/translate.js';
import { listen } from '../listen.js';
import type { MetricsRegistry } from '../registry.js';
import { createAccess } from './access.js';
import type { History } from './history.js';
import { dashboardPage, loginPage } from './page.js';

export type DashboardDeps = {
  registry: Pick<MetricsRegistry, 'rows'>;
  history: Pick<History, 'points'>;
  problems?: Pick<RecentProblems, 'newest'> | undefined;
  readiness: Readiness;
  copy: Copy;
  /** The built style sheet. */
  style: string;
  version: string;
  token: string;
  port: number;
  host: string;
  clock: Clock;
  log: Log;
};

/** The page has no script, and its style comes from here. */
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
const mostBytes = 4_096;
const html = 'text/html; charset=utf-8';

/**
 * Serves the operator's page: what `/metrics` has, plotted, with open cases, jobs and the last errors. It changes
 * nothing, and shows nothing without the token.
 * @throws SetupError when the port is in use
 */
export async function serveDashboard(deps: DashboardDeps): Promise<{ port: number; stop(): Promise<void> }> {
  const { copy, style, clock, log, port, host, token } = deps;
  const access = createAccess({ token, clock });
  const startedAt = clock.now();

  const send = (response: ServerResponse, status: number, type: string, body: string | Buffer, more = {}) =>
    void response.writeHead(status, { ...headers, 'content-type': type, ...more }).end(body);

  const enter = async (request: IncomingMessage, response: ServerResponse, t: Translate) => {
    try {
      const cookie = access.enter(new URLSearchParams(await bodyOf(request)).get('token') ?? '');
      if (cookie === null) {
        log.warn('dashboard: wrong token');
        return send(response, 403, html, loginPage('dashboard.login.wrong', t));
      }
      response.writeHead(303, { ...headers, location: '/', 'set-cookie': cookie }).end();
    } catch (error) {
      if (!isAppError(error, 'rate_limited')) throw error;
      send(response, 429, html, loginPage('dashboard.login.limited', t), {
        'retry-after': String(error.context.retryAfter),
      });
    }
  };

  const show = async (response: ServerResponse, t: Translate, isLive: boolean) => {
    const { registry, readiness, history, problems, version } = deps;
    const [faults, cases, jobs] = await Promise.all([
      readiness.problems(),
      registry.rows('cases'),
      registry.rows('jobs'),
    ]);
    const state = { version, startedAt, now: clock.now(), faults, cases, jobs };
    const view = { ...state, isLive, points: history.points(), problems: problems?.newest() ?? [] };
    send(response, 200, html, dashboardPage(view, t));
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const t = readerOf(request, copy);
    const [path = '', query] = (request.url ?? '').split('?');
    const asked = `${request.method} ${path}`;
    if (asked === 'GET /main.css')
      return send(response, 200, 'text/css; charset=utf-8', await readFile(style));
    if (asked === 'POST /login') return enter(request, response, t);
    if (asked !== 'GET /') return send(response, 404, 'text/plain', '');
    if (access.admits(request.headers.cookie)) return show(response, t, query === 'live');
    send(response, 401, html, loginPage(null, t));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      log.error({ err: error }, 'dashboard request failed');
      if (!response.headersSent) response.writeHead(500, headers);
      response.end();
    });
  });
  return listen(server, { port, host, variable: 'DASHBOARD_PORT' });
}

/** The language that the browser prefers. */
function readerOf({ headers: { 'accept-language': wanted = '' } }: IncomingMessage, copy: Copy): Translate {
  const locales = wanted.split(',').map((one) => one.split(';')[0]?.trim() ?? '');
  return copy.for(locales.find((locale) => copy.match(locale) !== null));
}

/** @throws Error when more arrives than a form needs */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Error('the form is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
