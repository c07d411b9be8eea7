import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlaceOrder } from '../../../../src/bot/rig/order.js';
import { readOne } from '../../../../src/bot/rig/reading.js';
import { createHttp } from '../../../../src/client/http.js';
import type { Service } from '../../../../src/client/session.js';
import { manualClock } from '../../../support/clock.js';
import { job } from '../cards/sample.js';

/** Rigs at a service that has only the endpoints of the specification, over real HTTP. */

type Body = Record<string, unknown>;
let server: Server;
let service: Service;
let origin: string;
let routes: Record<string, (body: Body) => { status?: number; body?: unknown }>;
let requests: string[];

beforeEach(async () => {
  routes = {};
  requests = [];
  server = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request) raw += chunk;
    if (request.url === '/fox.png') return response.end(Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]));
    const route = `${request.method} ${request.url}`;
    requests.push(route);
    const { status = 200, body } = routes[route]?.(raw ? JSON.parse(raw) : {}) ?? { status: 404 };
    return response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? { error: 'Not found' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = createHttp({ baseUrl: origin, clock: manualClock() });
  const call = async (endpoint: never, input: never) => (await http.call(endpoint, input, {})).reply;
  service = { call } as unknown as Service;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('a rig the service cannot read by its id', () => {
  const { generation: known } = job({ id: '7' });

  it('is found in the list, also on another page, and keeps what the list leaves out', async () => {
    const list = '/api/rig/generations?limit=100';
    routes[`GET ${list}`] = () => ({ body: { items: [{ id: 9, status: 'done' }], next: 'p2' } });
    routes[`GET ${list}&cursor=p2`] = () => ({ body: { items: [{ id: 7, status: 'running' }] } });
    const found = await readOne(service, '7', known);
    expect(found).toMatchObject({
      id: '7',
      status: 'running',
      type: known.type,
      pipeline_id: known.pipeline_id,
      input: known.input,
      created_at: known.created_at,
    });
  });

  it('is not found where it is on no page', async () => {
    routes['GET /api/rig/generations?limit=100'] = () => ({ body: { items: [{ id: 9, status: 'done' }] } });
    await expect(readOne(service, '7', known)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not found where the list fails as well', async () => {
    routes['GET /api/rig/generations?limit=100'] = () => ({ status: 500, body: {} });
    await expect(readOne(service, '7', known)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not looked for in the list while the service is out of order', async () => {
    routes['GET /api/rig/generations/7'] = () => ({ status: 503, body: {} });
    await expect(readOne(service, '7', known)).rejects.toMatchObject({ code: 'maintenance' });
    expect(requests.filter((route) => route.includes('limit='))).toEqual([]);
  });
});

/** Makes a route that refuses every field except one. Returns the bodies that it gets. */
function acceptOnly(field: string, path: string): Body[] {
  const sent: Body[] = [];
  routes[path] = (body) => {
    sent.push(body);
    const extra = Object.keys(body).filter((name) => name !== field);
    return extra.length > 0
      ? { status: 422, body: { error: `unexpected fields: ${extra.join(', ')}` } }
      : { status: 201, body: { id: 7, status: 'queued' } };
  };
  return sent;
}

describe('a picture', () => {
  const image = () => ({ url: `${origin}/fox.png`, name: 'fox.png', size: 7, contentType: 'image/png' });
  const place = () => createPlaceOrder([origin]).place(service, { kind: 'image', image: image() }, {}, 'k');

  it('is sent as its link where the service has no uploads', async () => {
    let sent: Body = {};
    routes['POST /api/rig/image-to-rig'] = (body) => {
      sent = body;
      return { status: 201, body: { id: 7, status: 'queued' } };
    };
    expect(await place()).toMatchObject({ id: '7', status: 'queued' });
    expect(JSON.stringify(sent)).toContain(`${origin}/fox.png`);
  });

  it('is sent without its description and name where the service refuses them', async () => {
    const sent = acceptOnly('image', 'POST /api/rig/image-to-rig');
    const source = { kind: 'image', image: image(), caption: 'my fox' } as const;
    const made = await createPlaceOrder([origin]).place(service, source, {}, 'k');
    expect(made).toMatchObject({ id: '7', status: 'queued', input: { prompt: null, images: 1 } });
    expect(Object.keys(sent[0]!).sort()).toEqual(['description', 'file_name', 'image']);
  });

  it('of several sides is sent with what was said, as far as the service takes it', async () => {
    const sent = acceptOnly('images', 'POST /api/rig/multi-image-to-rig');
    const images = (['left', 'front'] as const).map((view) => ({
      attached: { ...image(), name: `${view}.png` },
      view,
    }));
    const source = { kind: 'images' as const, images, caption: 'my fox' };
    expect(await createPlaceOrder([origin]).place(service, source, {}, 'k')).toMatchObject({ id: '7' });
    expect(sent[0]).toMatchObject({ description: 'my fox', file_name: 'front.png' });
    expect(Object.keys(sent.at(-1)!)).toEqual(['images']);
  });

  it('has no prompt where the service repeats its description', async () => {
    routes['POST /api/rig/image-to-rig'] = ({ description }) => ({
      status: 201,
      body: { id: 7, status: 'queued', input: { description } },
    });
    const source = { kind: 'image', image: image(), caption: 'my fox' } as const;
    const made = await createPlaceOrder([origin]).place(service, source, {}, 'k');
    expect(made).toMatchObject({ type: 'image', input: { prompt: null } });
  });

  it('is not sent as its link where the upload fails', async () => {
    routes['POST /api/uploads'] = () => ({ status: 413, body: { error: 'too large' } });
    await expect(place()).rejects.toThrow();
    expect(requests.some((route) => route.endsWith('image-to-rig'))).toBe(false);
  });
});
