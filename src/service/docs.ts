import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { errorTable } from '../base/errors.js';
import { escapeHtml } from '../base/html.js';
import type { Endpoint } from '../contract/endpoint.js';
import { endpoints } from '../contract/endpoints.js';
import { closeCodes, heartbeatMs, maxFrameBytes, socketLimits, socketPath } from '../contract/events.js';
import { buildOpenApi } from './openapi.js';

/** Serves the OpenAPI document and a self-contained page made from it. */
export function serveDocs(app: FastifyInstance, { baseUrl }: { baseUrl: string }): void {
  const styleHash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`;
  const write = () => JSON.stringify(buildOpenApi(endpoints, { baseUrl }));
  let document: string | undefined; // built on the first request, so that it does not delay the start
  let page: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= write();
    return reply.type('application/json').send(document);
  });
  app.get('/api/docs', async (_request, reply) => {
    page ??= writePage();
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
  });
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
article { border-top: 1px solid #8884; padding: .75rem 0; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
h3 { margin: 0; font-size: 1rem; }
h3 b { display: inline-block; min-width: 4.5rem; }
p { margin: .25rem 0; }
small { opacity: .75; }
pre { overflow: auto; max-height: 24rem; background: #8881; padding: .75rem; border-radius: .5rem; }
td, th { text-align: left; padding: .15rem 1rem .15rem 0; vertical-align: top; }
`;

const examples = `{"type":"subscribe","conversation_id":"cnv_…","after_seq":0}
{"type":"unsubscribe","conversation_id":"cnv_…"}
{"type":"authenticate","session":"mia","cookie":"access_token=…"}
{"type":"subscribe","conversation_id":"cnv_…","after_seq":7,"session":"mia"}
{"type":"sign_off","session":"mia"}`;

/** The resource after `/api/`, used to group the page. */
const groupOf = ({ path }: Endpoint) => path.split('/')[2] ?? '';

function writePage(): string {
  const document = buildOpenApi(endpoints, { baseUrl: '' });
  const groups = [...new Set(endpoints.map(groupOf))];
  const sections = groups.map((group) => {
    const articles = endpoints
      .filter((endpoint) => groupOf(endpoint) === group)
      .map((endpoint) => article(endpoint, document));
    return `<h2>${escapeHtml(group)}</h2>${articles.join('')}`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>Rigsmith service</title>
<style>${style}</style>
<h1>Rigsmith service</h1>
<p>Every endpoint, as mounted. The same as a document for tools: <a href="openapi.json">openapi.json</a>.</p>
<p>Errors are problem details (RFC 9457) with <code>code</code>, <code>request_id</code> and one sentence in
<code>detail</code>. Sign in with <code>/api/auth/nonce</code> and <code>/api/auth/wallet</code>; two cookies follow.</p>
${sections.join('')}
<h2>Events</h2><p>WebSocket <code>${socketPath}</code>, access cookie needed, frames up to ${maxFrameBytes} bytes, a ping every
${heartbeatMs / 1_000} s. Close codes: ${Object.entries(closeCodes)
    .map(([name, code]) => `<code>${code}</code> ${escapeHtml(name)}`)
    .join(', ')}.</p>
<p>One socket may speak for many users: <code>authenticate</code> adds a further session under a name of the client's
choice, and frames that carry the name act for it. When such a session ends, <code>session_ended</code> says so and only
its subscriptions go; the socket closes with its first session. At most ${socketLimits.sessions} sessions and
${socketLimits.conversations} conversations a socket.</p>
<pre>${escapeHtml(examples)}</pre>
<h2>Error codes</h2><table>${Object.entries(errorTable)
    .map(([code, [status, text]]) => `<tr><td>${status}<td><code>${code}</code><td>${escapeHtml(text)}`)
    .join('')}</table></html>`;
}

const needs = { none: 'open to all', user: 'needs the access cookie', refresh: 'needs the refresh cookie' };

function article({ method, path, summary, auth, idempotent, errors }: Endpoint, document: object): string {
  const paths = (document as { paths: Record<string, Record<string, object>> }).paths;
  const details = JSON.stringify(paths[path]?.[method.toLowerCase()], null, 2);
  return `<article><h3><b>${method}</b> <code>${escapeHtml(path)}</code></h3><p>${escapeHtml(summary)}</p>
<p><small>${needs[auth]}${idempotent ? ' · takes an Idempotency-Key' : ''}${
    errors.length > 0 ? ` · ${errors.map(escapeHtml).join(', ')}` : ''
  }</small></p><details><summary>Shapes</summary><pre>${escapeHtml(details)}</pre></details></article>`;
}
