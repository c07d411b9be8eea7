import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Log } from '../../../src/base/log.js';
import { createHttp, type Http, probe } from '../../../src/client/http.js';
import { readMessages } from '../../../src/client/messages.js';
import { createConversation, listMessages, postMessage } from '../../../src/contract/agents.js';
import { createNonce, readUser, signInWithWallet } from '../../../src/contract/auth.js';
import { createIntent, listPacks, readCredits, readIntent } from '../../../src/contract/payments.js';
import { imageToRig, textToRig } from '../../../src/contract/rig.js';
import { manualClock } from '../../support/clock.js';

/** The HTTP client against small services in other dialects. */

type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  raw: string;
};
type Said = { status?: number; body?: unknown; type?: string; cookies?: string[]; location?: string };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const read = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

/** A service that answers each request by `answer`; null is a route it does not have. */
async function open(answer: (asked: Asked) => Said | null) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const raw = await read(request);
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://x');
    const one = { method: request.method ?? '', path, query, body: raw ? JSON.parse(raw) : {}, raw };
    asked.push(one);
    const said = answer(one) ?? { status: 404, body: { detail: 'Not Found' } };
    const { status = 200, body, type = 'application/json', cookies = [], location } = said;
    response.writeHead(status, {
      'content-type': type,
      'set-cookie': cookies,
      ...(location && { location }),
    });
    response.end(typeof body === 'string' && type !== 'application/json' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closers.push(() => server.close().closeAllConnections());
  const lines: { kind?: string; text: string }[] = [];
  const note = (fields: { kind?: string }, text: string) => void lines.push({ kind: fields.kind, text });
  const log = {
    debug: () => undefined,
    info: note,
    warn: note,
    error: note,
    child: () => log,
  } as unknown as Log;
  const clock = manualClock();
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http: Http = createHttp({ baseUrl, clock, log });
  return { http, asked, clock, lines, paths: () => asked.map(({ method, path }) => `${method} ${path}`) };
}

const address = 'otherotherotherotherotherotherother11111111';
const say = { params: { conversation_id: 'c' }, body: { content: 'Hi', client_message_id: 'x' } };

describe('a rejected request body', () => {
  it('is sent under the name the service asks for, and directly from then on', async () => {
    const service = await open(({ body }) =>
      typeof body.walletAddress === 'string'
        ? { body: { nonce: 'abc' } }
        : { status: 400, body: { message: ['walletAddress must be a string'] } },
    );
    await service.http.call(createNonce, { body: { address } }, {});
    await service.http.call(createNonce, { body: { address } }, {});
    expect(service.asked.map(({ body }) => body.walletAddress)).toEqual([undefined, address, address]);
  });

  it('is sent without the field the service rejects', async () => {
    const service = await open(({ body }) => {
      const extra = Object.keys(body).filter((name) => name !== 'publicKey');
      if (extra.length > 0)
        return {
          status: 422,
          body: { error: `Unrecognized keys: ${extra.join(', ')}; publicKey is required` },
        };
      return { body: { challenge: 'Sign abc' } };
    });
    const body = { address, statement: 'Hello', purpose: 'sign_in' as const };
    const { reply } = await service.http.call(createNonce, { body }, {});
    expect(reply.body.message).toBe('Sign abc');
  });

  it('is tried under every name when the complaint names none, up to a limit', async () => {
    const service = await open(({ body }) =>
      body.text ? { status: 202 } : { status: 400, body: 'Bad Request', type: 'text/plain' },
    );
    const { reply } = await service.http.call(postMessage, say, {});
    expect(reply.body.run.id).toBe('run:x');
    const never = await open(() => ({ status: 400, body: { message: 'no' } }));
    await expect(never.http.call(textToRig, { body: { prompt: 'a fox' } }, {})).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(never.asked.length).toBeLessThanOrEqual(3);
  });

  it('keeps our names once they were accepted, and when the refusal is in our dialect', async () => {
    let isFull = false;
    const service = await open(() =>
      isFull ? { status: 422, body: { error: 'full' } } : { body: { id: 'c' } },
    );
    await service.http.call(createConversation, { body: {} }, {});
    isFull = true;
    await expect(service.http.call(createConversation, { body: {} }, {})).rejects.toThrow();
    expect(service.asked).toHaveLength(2);
    const ours = await open(() => ({
      status: 400,
      body: {
        type: 'urn:rigsmith:problem:invalid_request',
        code: 'invalid_request',
        detail: 'Say what to make.',
      },
    }));
    await expect(ours.http.call(textToRig, { body: { prompt: '' } }, {})).rejects.toThrow(
      'Say what to make.',
    );
    expect(ours.asked).toHaveLength(1);
  });

  it('sends a picture link as a plain URL', async () => {
    const service = await open(({ body }) =>
      typeof body.image_url === 'string'
        ? { body: { task_id: 't' } }
        : { status: 422, body: { detail: [{ loc: ['body', 'image_url'], msg: 'field required' }] } },
    );
    const body = { image: { url: 'https://cdn.example/a.png' } };
    const { reply } = await service.http.call(imageToRig, { body }, {});
    expect(reply.body).toMatchObject({ id: 't', status: 'queued', type: 'image' });
  });
});

describe('signing in', () => {
  const signature = '5'.repeat(88);
  const proof = { address, nonce: 'abc', signature, encoding: 'raw' as const };

  it('sends the signed text, and the signature in the accepted encoding', async () => {
    const service = await open(({ path, body }) => {
      if (path === '/api/auth/nonce') return { body: { nonce: 'abc', message: 'Sign abc' } };
      if (body.message !== 'Sign abc') return { status: 400, body: { error: 'message is required' } };
      const bytes = Buffer.from(String(body.signature), 'base64');
      return bytes.length === 64
        ? { body: { ok: true }, cookies: ['sid=1'] }
        : { status: 401, body: { error: 'bad signature' } };
    });
    await service.http.call(createNonce, { body: { address } }, {});
    const { reply, jar } = await service.http.call(signInWithWallet, { body: proof }, {});
    expect(reply.body.user.address).toBe(address);
    expect(Object.keys(jar)).toEqual(['sid']);
  });

  it('reports a rejected signature, not a missing wallet', async () => {
    const service = await open(() => ({ status: 401, body: { error: 'unauthorized' } }));
    await expect(service.http.call(signInWithWallet, { body: proof }, {})).rejects.toMatchObject({
      code: 'signature_invalid',
    });
  });

  it('without a cookie does not open a session', async () => {
    const service = await open(() => ({ body: { token: 'jwt' } }));
    await expect(service.http.call(signInWithWallet, { body: proof }, {})).rejects.toMatchObject({
      code: 'provider_mismatch',
    });
  });
});

describe('a path', () => {
  it('left open by the specification is searched once', async () => {
    const service = await open(({ method, path }) => {
      if (path !== '/api/agents/conversations/c') return null;
      return method === 'POST'
        ? { status: 204 }
        : { body: { id: 'c', messages: [{ role: 'assistant', text: 'Hello' }] } };
    });
    await service.http.call(postMessage, say, {});
    await service.http.call(postMessage, say, {});
    const { reply } = await service.http.call(listMessages, { params: say.params }, {});
    expect(reply.body.data.map(({ content }) => content)).toEqual(['Hello']);
    expect(service.paths()).toEqual([
      'POST /api/agents/conversations/c/messages',
      'POST /api/agents/conversations/c',
      'POST /api/agents/conversations/c',
      'GET /api/agents/conversations/c/messages',
      'GET /api/agents/conversations/c',
    ]);
  });

  it('that is missing is not requested again for ten minutes', async () => {
    const service = await open(() => ({ status: 405, body: {} }));
    const ask = () => service.http.call(readUser, {}, {});
    await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
    await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
    expect(service.asked).toHaveLength(1);
    await service.clock.advance(10 * 60_000 + 1);
    await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
    expect(service.asked).toHaveLength(2);
  });

  it('of one resource counts as missing after three 404s', async () => {
    const service = await open(() => null);
    for (let at = 0; at < 5; at += 1)
      await expect(
        service.http.call(readIntent, { params: { intent_id: `i${at}` } }, {}),
      ).rejects.toMatchObject({ code: 'not_found' });
    expect(service.asked).toHaveLength(3);
  });

  it('that returns the page of a web application counts as missing', async () => {
    const service = await open(() => ({ body: '<!doctype html><title>App</title>', type: 'text/html' }));
    await expect(service.http.call(readUser, {}, {})).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that redirects within the service is followed with its body', async () => {
    const service = await open(({ path, body }) =>
      path.endsWith('/') ? { body: { id: 'c', title: body.title } } : { status: 307, location: `${path}/` },
    );
    const { reply } = await service.http.call(createConversation, { body: { title: 'Fox' } }, {});
    expect(reply.body.title).toBe('Fox');
  });
});

describe('a new resource', () => {
  const create = (http: Http) => http.call(createConversation, { body: { title: 'Fox' } }, {});

  it('that is named by Location alone is read there', async () => {
    const service = await open(({ method }) =>
      method === 'POST'
        ? { status: 201, location: '/api/agents/conversations/c7' }
        : { body: { conversationId: 'c7', title: 'A fox' } },
    );
    expect((await create(service.http)).reply.body).toMatchObject({ id: 'c7', title: 'A fox' });
    expect(service.paths()).toEqual([
      'POST /api/agent/default/conversations',
      'GET /api/agents/conversations/c7',
    ]);
  });

  it('that cannot be read there has the id in the path', async () => {
    const service = await open(({ method }) =>
      method === 'POST' ? { status: 201, location: '/api/agents/conversations/a%2Fb' } : null,
    );
    expect((await create(service.http)).reply.body).toMatchObject({ id: 'a/b', title: 'Fox' });
  });

  it('is not looked for at another host', async () => {
    const service = await open(() => ({ status: 201, location: 'http://127.0.0.1:9/conversations/c7' }));
    await expect(create(service.http)).rejects.toMatchObject({ code: 'provider_mismatch' });
    expect(service.asked).toHaveLength(1);
  });
});

describe('a body refused for its names', () => {
  it('is sent again under a name that the complaint writes with other case', async () => {
    const service = await open(({ body }) =>
      'PackID' in body
        ? { body: { id: 'i', recipient: address, amount_sol: '0.02' } }
        : { status: 400, body: 'missing PackID', type: 'text/plain' },
    );
    const order = { body: { pack_id: 'p', currency: 'SOL' as const } };
    expect((await service.http.call(createIntent, order, {})).reply.body.id).toBe('i');
    expect(service.asked.at(-1)?.body).toMatchObject({ PackID: 'p' });
  });

  it('is reported to the operator when no known name is taken', async () => {
    const service = await open(() => ({ status: 422, body: { error: 'utterance is required' } }));
    await expect(service.http.call(postMessage, say, {})).rejects.toMatchObject({
      code: 'invalid_request',
    });
    const [misfit] = service.http.misfits.snapshot().misfits;
    expect(misfit).toMatchObject({ kind: 'postMessage/request' });
    expect(misfit?.detail).toContain('utterance is required');
  });
});

describe('stored messages', () => {
  const serviceOf = (http: Http) =>
    ({
      call: async (endpoint: never, input: never) => (await http.call(endpoint, input, {})).reply,
    }) as never;
  const texts = ['one', 'two', 'three', 'four', 'five'];
  const stored = texts.map((content, at) => ({
    id: at + 1,
    role: at % 2 === 0 ? 'user' : 'agent',
    content,
    created_at: `2026-11-22T12:00:0${at}Z`,
  }));
  const link = (page: number) =>
    page < 3 ? `/api/agents/conversations/c/messages?page[number]=${page + 1}` : null;

  it.each([
    ['oldest', stored],
    ['newest', stored.toReversed()],
  ])('are read from every page of a service that lists the %s first', async (_, listed) => {
    const service = await open(({ query }) => {
      const page = Number(query.get('page[number]') ?? 1);
      return { body: { data: listed.slice(2 * page - 2, 2 * page), links: { next: link(page) } } };
    });
    const { messages, isOurs } = await readMessages(serviceOf(service.http), 'c');
    expect(messages.map(({ content }) => content)).toEqual(texts);
    expect(isOurs).toBe(false);
    expect(service.asked).toHaveLength(3);
  });

  it('stop at a page that repeats the cursor', async () => {
    const service = await open(() => ({ body: { data: stored, next_cursor: 'again', has_more: true } }));
    const { messages } = await readMessages(serviceOf(service.http), 'c');
    expect(service.asked).toHaveLength(2);
    expect(messages).toHaveLength(10);
  });

  it('are paged by seq at our own service', async () => {
    const own = (seq: number) => ({
      id: `msg_${seq}`,
      conversation_id: 'c',
      run_id: null,
      role: 'user',
      content: `text ${seq}`,
      attachments: [],
      client_message_id: null,
      seq,
      created_at: '2026-11-22T12:00:00Z',
    });
    const service = await open(({ query }) => {
      const after = Number(query.get('after_seq'));
      return { body: { data: [own(after + 1)], has_more: after < 2, next_cursor: null } };
    });
    const { messages, isOurs } = await readMessages(serviceOf(service.http), 'c');
    expect(messages.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(isOurs).toBe(true);
  });
});

describe('a reply that is not understood', () => {
  it('is logged once per kind with its field, counted, and distinct from an outage', async () => {
    const service = await open(() => ({ body: { hello: 'world' } }));
    for (let at = 0; at < 3; at += 1)
      await expect(service.http.call(readCredits, {}, {})).rejects.toThrow('(code readCredits/available)');
    expect(service.http.misfits.snapshot().misfits).toMatchObject([
      { kind: 'readCredits/available', count: 3 },
    ]);
    expect(service.lines.filter(({ kind }) => kind === 'readCredits/available')).toHaveLength(1);
    const nobody = createHttp({ baseUrl: 'http://127.0.0.1:1', clock: manualClock() });
    await expect(nobody.call(readCredits, {}, {})).rejects.toMatchObject({ code: 'provider_unreachable' });
  });

  it('gives the reason when a price is unclear', async () => {
    const service = await open(() => ({ status: 201, body: { id: 'i', recipient: address, amount: 0.5 } }));
    const order = { body: { pack_id: 'p', currency: 'SOL' as const } };
    await expect(service.http.call(createIntent, order, {})).rejects.toThrow(
      "This purchase was not started: the service's price is not clear (nothing says whether the amount is in SOL, lamports or another currency). Nothing was charged.",
    );
  });

  it('fails when a success status reports a failure', async () => {
    const service = await open(() => ({
      body: { success: false, error: 'Insufficient credits', code: 'insufficient_credits' },
    }));
    await expect(service.http.call(textToRig, { body: { prompt: 'a fox' } }, {})).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
  });
});

describe('a probe', () => {
  it.each([
    ['fits', { body: { data: [], has_more: false, next_cursor: null } }],
    ['fits_with_notes', { body: { packs: [{ id: 1, credits: 5, price_sol: 0.1 }] } }],
    ['missing', null],
    ['refused', { status: 403, body: {} }],
    ['not_understood', { body: { hello: 1 } }],
  ] as const)('says %s', async (outcome, said) => {
    const service = await open(() => said as Said | null);
    const found = await probe(service.http, listPacks, {}, {});
    expect(found.outcome).toBe(outcome);
    expect(found.notes.length > 0).toBe(outcome !== 'fits');
  });
});
