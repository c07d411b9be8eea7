import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Log, silentLog } from '../../../src/base/log.js';
import { emptyView, foldEvent, type TalkView } from '../../../src/bot/talk/view.js';
import { createEvents, type Events } from '../../../src/client/events.js';
import { createHttp, type Http } from '../../../src/client/http.js';
import { postMessage } from '../../../src/contract/agents.js';
import type { AgentEvent } from '../../../src/contract/events.js';
import { type ManualClock, manualClock } from '../../support/clock.js';
import { patienceMs } from '../../support/eventually.js';

/** Conversations with services whose events are in other dialects, as a thread shows them. */

type Frame = Record<string, unknown>;
type Socket = { socket: WebSocket; cookie: string; frames: Frame[] };
type Route = (asked: {
  method: string;
  path: string;
  body: Frame;
}) => { status?: number; body?: unknown } | null;

let clock: ManualClock;
let server: Server;
let sockets: Socket[];
let http: Http;
let events: Events;
let views: Record<string, TalkView>;
let seqs: Record<string, number[]>;
let warnings: string[];
let route: Route;
let onFrame: (socket: Socket, frame: Frame) => void;
let polls: number;

const settle = () => new Promise((resolve) => setTimeout(resolve, 25));
const lookEveryMs = 5;
async function until(isSo: () => boolean, stepMs = 0): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    if (tries > patienceMs / lookEveryMs) throw new Error('it never came');
    if (stepMs > 0) await clock.advance(stepMs);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

async function open(hasSocket = true) {
  const log = { ...silentLog, debug: () => undefined, info: () => undefined, error: () => undefined } as Log;
  log.warn = ((_: object, text: string) => void warnings.push(text)) as Log['warn'];
  server = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request) raw += chunk;
    const { pathname: path } = new URL(request.url ?? '/', 'http://x');
    if (request.method === 'GET') polls += 1;
    const said = route({ method: request.method ?? '', path, body: raw ? JSON.parse(raw) : {} });
    const { status = 200, body } = said ?? { status: 404, body: { detail: 'Not Found' } };
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === undefined ? '' : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  if (hasSocket) {
    const wss = new WebSocketServer({ server });
    wss.on('connection', (socket, { headers }) => {
      const one = { socket, cookie: headers.cookie ?? '', frames: [] as Frame[] };
      sockets.push(one);
      socket.on('message', (data) => {
        const frame = JSON.parse(data.toString()) as Frame;
        one.frames.push(frame);
        onFrame(one, frame);
      });
    });
  }
  const { port } = server.address() as AddressInfo;
  http = createHttp({ baseUrl: `http://127.0.0.1:${port}`, clock, log });
  events = createEvents({
    url: `ws://127.0.0.1:${port}/api/ws`,
    clock,
    log,
    jitter: () => 1,
    runs: http.runs,
    misfits: http.misfits,
    onGeneration: () => undefined,
    onIntent: () => undefined,
  });
}

beforeEach(() => {
  clock = manualClock();
  sockets = [];
  views = {};
  seqs = {};
  warnings = [];
  polls = 0;
  route = ({ method }) => (method === 'POST' ? { status: 202, body: { ok: true } } : null);
  onFrame = () => undefined;
});
afterEach(async () => {
  events.close();
  for (const { socket } of sockets) socket.terminate();
  server.closeAllConnections();
  server.close();
});

/** A member follows a conversation; what its thread would show is in `views`. */
function follow(conversationId = 'c', member = 'mia', key = member) {
  seqs[conversationId] = [];
  views[conversationId] = emptyView;
  const service = {
    cookie: async () => `sid=${member}`,
    call: async (endpoint: never, input: never) => (await http.call(endpoint, input, {})).reply,
  } as never;
  return events.subscribe({
    user: {
      key,
      person: member,
      service,
    },
    conversationId,
    afterSeq: () => seqs[conversationId]?.at(-1) ?? 0,
    onEvent: (event: AgentEvent) => {
      seqs[conversationId]?.push(event.seq);
      views[conversationId] = foldEvent(views[conversationId] ?? emptyView, event);
    },
    onGap: () => undefined,
  });
}
let said = 0;
const say = (conversationId = 'c') => {
  said += 1;
  const body = { content: 'Hi', client_message_id: `m${said}` };
  return http.call(postMessage, { params: { conversation_id: conversationId }, body }, {});
};
const send = (...frames: (Frame | string)[]) => {
  for (const frame of frames)
    sockets.at(-1)?.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
};
const view = (conversationId = 'c') => views[conversationId] ?? emptyView;
const isDone = () => view().phase === 'done';

async function talk() {
  await open();
  follow();
  await until(() => sockets.at(-1)?.frames.length === 1);
  await say();
}

describe('an answer', () => {
  it.each<[string, (Frame | string)[], string]>([
    [
      'flat events without any number',
      [
        { type: 'agent_response', conversationId: 'c', text: 'Hello ' },
        { type: 'agent_response', conversationId: 'c', text: 'there' },
        { type: 'agent_complete', conversationId: 'c' },
      ],
      'Hello there',
    ],
    [
      'no conversation at all',
      [
        { event: 'agent_response', data: { delta: 'Hello ' } },
        { event: 'agent_response', data: { delta: 'there' } },
        { event: 'agent_complete', data: {} },
      ],
      'Hello there',
    ],
    [
      'the whole text each time',
      [
        { type: 'agent_response', conversation_id: 'c', content: 'Hello' },
        { type: 'agent_response', conversation_id: 'c', content: 'Hello there' },
        { type: 'agent_complete', conversation_id: 'c' },
      ],
      'Hello there',
    ],
    [
      'numbers in strings',
      [
        {
          type: 'agent_response',
          conversation_id: 'c',
          seq: '1',
          run_id: 'r',
          data: { text: 'Hello there' },
        },
        { type: 'agent_complete', conversation_id: 'c', seq: '2', run_id: 'r', data: {} },
      ],
      'Hello there',
    ],
    [
      'numbers with holes',
      [
        { type: 'agent_response', conversation_id: 'c', seq: 10, data: { delta: 'Hello ' } },
        { type: 'agent_response', conversation_id: 'c', seq: 25, data: { delta: 'there' } },
        { type: 'agent_complete', conversation_id: 'c', seq: 90 },
      ],
      'Hello there',
    ],
    [
      'duplicates',
      [
        { type: 'agent_response', seq: 1, delta: 'Hello ' },
        { type: 'agent_response', seq: 1, delta: 'Hello ' },
        { type: 'agent_response', seq: 2, delta: 'there' },
        { type: 'agent_complete', seq: 3 },
      ],
      'Hello there',
    ],
    [
      'names with dots',
      [
        { name: 'agent.response', payload: { thread_id: 'c', chunk: 'Hello there' } },
        { name: 'agent.complete', payload: { thread_id: 'c' } },
      ],
      'Hello there',
    ],
    [
      'only the end',
      [
        {
          type: 'agent_complete',
          conversation_id: 'c',
          message: { role: 'assistant', content: [{ type: 'text', text: 'Hello there' }] },
        },
      ],
      'Hello there',
    ],
    [
      'an end that says more than was streamed',
      [
        { type: 'agent_response', conversation_id: 'c', delta: 'Hello' },
        { type: 'agent_complete', conversation_id: 'c', text: 'Hello there' },
      ],
      'Hello there',
    ],
    [
      'an end that only says done',
      [
        { type: 'agent_response', conversation_id: 'c', delta: 'Hello there' },
        { type: 'agent_complete', conversation_id: 'c', message: 'done' },
      ],
      'Hello there',
    ],
    [
      'a response that is its own end',
      [{ type: 'agent_response', conversation_id: 'c', text: 'Hello there', is_final: true }],
      'Hello there',
    ],
    [
      'several events in a frame',
      ['[{"type":"agent_response","text":"Hello there"},{"type":"agent_complete"}]'],
      'Hello there',
    ],
    [
      'lines of JSON',
      ['{"type":"agent_response","text":"Hello there"}\n{"type":"agent_complete"}'],
      'Hello there',
    ],
    [
      'the event as the key',
      [{ agent_response: { text: 'Hello there' } }, { agent_complete: { text: 'Hello there' } }],
      'Hello there',
    ],
    [
      'a JSON-RPC call',
      [{ jsonrpc: '2.0', method: 'agent_complete', params: { conversation_id: 'c', text: 'Hello there' } }],
      'Hello there',
    ],
    [
      'an unrelated id that comes again',
      [
        { id: 'msg', type: 'agent_response', delta: 'Hello ' },
        { id: 'msg', type: 'agent_response', delta: 'there' },
        { id: 'msg', type: 'agent_complete' },
      ],
      'Hello there',
    ],
    [
      'noise between',
      [
        'ping',
        { type: 'pong' },
        { type: 'agent_response', delta: 'Hello there' },
        { type: 'presence', users: 3 },
        { type: 'agent_complete' },
      ],
      'Hello there',
    ],
  ])('is read from %s', async (_, frames, text) => {
    await talk();
    send(...frames);
    await until(isDone);
    expect(view().text).toBe(text);
    expect(view().runId).toBe(`run:m${said}`);
    const order = seqs.c ?? [];
    expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
  });

  it("fails with the service's own text", async () => {
    await talk();
    send({ type: 'agent_error', message: 'The model is overloaded' });
    await until(() => view().phase === 'failed');
    expect(view().error).toMatchObject({ detail: 'The model is overloaded', retryable: true });
  });

  it('shows progress and another finish reason', async () => {
    await talk();
    send({ type: 'agent_progress', message: 'Looking it up', progress: 0.5 });
    await until(() => view().status !== null);
    expect(view()).toMatchObject({ status: 'Looking it up', percent: 50 });
    send({ type: 'agent_complete', text: 'Cut', finish_reason: 'max_tokens' });
    await until(isDone);
    expect(view().isCut).toBe(true);
  });

  it('follows another run whose numbers restart, and ignores late events of the first', async () => {
    await talk();
    send(
      { type: 'agent_response', run_id: 'a', seq: 1, text: 'One' },
      { type: 'agent_complete', run_id: 'a', seq: 2 },
    );
    await until(isDone);
    send({ type: 'agent_progress', run_id: 'a', seq: 3, message: 'tidying' });
    await say();
    send(
      { type: 'agent_response', run_id: 'b', seq: 1, text: 'Two' },
      { type: 'agent_complete', run_id: 'b', seq: 2 },
    );
    await until(() => isDone() && view().text === 'Two');
    expect(view().runId).toBe(`run:m${said}`);
  });

  it('ends after a timeout when the service sends no end event', async () => {
    await talk();
    send({ type: 'agent_response', conversation_id: 'c', text: 'Hello there' });
    await until(() => view().text !== '');
    expect(view().phase).toBe('running');
    await clock.advance(15_000);
    await until(isDone);
    expect(view().text).toBe('Hello there');
  });

  it('is taken from the reply to the message', async () => {
    route = () => ({ body: { reply: { role: 'assistant', content: 'Hello there' } } });
    await talk();
    await until(isDone);
    expect(view().text).toBe('Hello there');
  });
});

describe('a socket', () => {
  it('is opened per member when authenticate is unanswered for two seconds', async () => {
    await open();
    follow('c', 'mia');
    await until(() => sockets.length === 1);
    follow('d', 'sam');
    await until(() => sockets[0]?.frames.some(({ type }) => type === 'authenticate') === true);
    await clock.advance(2_000);
    await until(() => sockets.length === 2);
    expect(sockets.map(({ cookie }) => cookie)).toEqual(['sid=mia', 'sid=sam']);
    send({ type: 'agent_complete', text: 'For Sam' });
    await until(() => view('d').phase === 'done');
    expect(view('c').phase).toBe('idle');
  });

  it.each<[string, (socket: Socket) => void]>([
    [
      'answers it with an error',
      ({ socket }) => socket.send(JSON.stringify({ type: 'error', message: 'unknown action' })),
    ],
    ['closes', ({ socket }) => socket.close(1008)],
  ])('is one for each member at once where the service %s', async (_, answer) => {
    await open();
    onFrame = (socket, { type }) => type === 'authenticate' && answer(socket);
    follow('c', 'mia');
    await until(() => sockets.length === 1);
    follow('d', 'sam');
    await until(() => sockets.some(({ cookie }) => cookie === 'sid=sam'), 100);
  });

  it('gets another form of subscription after three seconds without a confirmation', async () => {
    await open();
    onFrame = ({ socket }, { action, conversationId }) =>
      action === 'subscribe' &&
      socket.send(JSON.stringify({ type: 'agent_complete', conversationId, text: 'Hello' }));
    follow();
    await until(() => sockets[0]?.frames.length === 1);
    await clock.advance(3_000);
    await until(isDone);
  });

  it('and a session are shared by users of one person, even without authenticate', async () => {
    await open();
    follow('c', 'mia');
    await until(() => sockets[0]?.frames.length === 1);
    follow('d', 'mia', 'mia/wallet');
    await until(() => sockets[0]?.frames.length === 2);
    expect(sockets[0]?.frames.map(({ type, session }) => [type, session])).toEqual([
      ['subscribe', undefined],
      ['subscribe', undefined],
    ]);
    await clock.advance(5_000);
    send({ type: 'agent_error', conversation_id: 'd', message: 'The anvil is cold' });
    await until(() => view('d').phase === 'failed');
    expect(sockets).toHaveLength(1);
  });

  it('is opened at once for later members when authenticate is unsupported', async () => {
    await open();
    follow('c', 'mia');
    await until(() => sockets.length === 1);
    follow('d', 'sam');
    await until(() => sockets[0]?.frames.some(({ type }) => type === 'authenticate') === true);
    await until(() => sockets.length === 2, 500);
    follow('e', 'olga');
    follow('f', 'olga', 'olga/wallet');
    await until(() => sockets.at(-1)?.frames.length === 2);
    expect(sockets.map(({ cookie }) => cookie)).toEqual(['sid=mia', 'sid=sam', 'sid=olga']);
  });

  it('delivers each event once when every socket of an account receives all events', async () => {
    await open();
    follow('c', 'mia');
    await until(() => sockets.length === 1);
    follow('d', 'sam');
    await until(() => sockets[0]?.frames.some(({ type }) => type === 'authenticate') === true);
    await until(() => sockets.length === 2, 500);
    await until(() => sockets[1]?.frames.length === 1);
    for (const frame of [{ type: 'agent_response', delta: 'ha' }, { type: 'agent_complete' }])
      for (const { socket } of sockets) socket.send(JSON.stringify({ ...frame, conversation_id: 'd' }));
    await until(() => view('d').phase === 'done');
    expect(view('d').text).toBe('ha');
  });

  it('that sends unknown frames is reported once per kind', async () => {
    await talk();
    send({ type: 'agent_tick', n: 1 }, { type: 'agent_tick', n: 2 }, { type: 'agent_complete', text: 'x' });
    await until(isDone);
    expect(http.misfits.snapshot().misfits).toMatchObject([{ kind: 'socket/agent_tick', count: 2 }]);
  });
});

describe('a message', () => {
  /** Whether `ready` has resolved. */
  const wait = (conversationId = 'c') => {
    const waiting = { isOver: false };
    void events.ready(conversationId).then(() => {
      waiting.isOver = true;
    });
    return waiting;
  };

  it('waits until the service has read the subscription of its conversation', async () => {
    await open();
    follow();
    const waiting = wait();
    expect(waiting.isOver).toBe(false);
    await until(() => waiting.isOver, 25);
    expect(sockets[0]?.frames).toMatchObject([{ type: 'subscribe', conversation_id: 'c' }]);
  });

  it('waits only until a member has a socket of their own when authenticate is unsupported', async () => {
    await open();
    follow('c', 'mia');
    await until(() => sockets[0]?.frames.length === 1);
    follow('d', 'sam');
    const waiting = wait('d');
    await until(() => sockets[0]?.frames.some(({ type }) => type === 'authenticate') === true);
    await settle();
    expect(waiting.isOver).toBe(false);
    await until(() => waiting.isOver, 100);
    expect(sockets[1]?.frames).toMatchObject([{ type: 'subscribe', conversation_id: 'd' }]);
  });

  it('does not wait without a WebSocket', async () => {
    await open(false);
    follow();
    await until(() => warnings.length === 1);
    const before = clock.now();
    await events.ready('c');
    expect(clock.now()).toBe(before);
  });

  it('waits three seconds at most', async () => {
    await open();
    http = createHttp({ baseUrl: 'http://127.0.0.1:9', clock });
    events.close();
    events = createEvents({
      url: 'ws://127.0.0.1:9/api/ws',
      clock,
      log: silentLog,
      jitter: () => 1,
      onGeneration: () => undefined,
      onIntent: () => undefined,
    });
    follow();
    const waiting = wait();
    await clock.advance(2_900);
    expect(waiting.isOver).toBe(false);
    await clock.advance(200);
    expect(waiting.isOver).toBe(true);
  });
});

describe('without a WebSocket', () => {
  it('polls a conversation over HTTP while its answer is pending, and logs that once', async () => {
    const messages: Frame[] = [];
    route = ({ method, path, body }) => {
      if (path.endsWith('/messages') && method === 'GET') return { body: { messages } };
      if (method !== 'POST') return null;
      messages.push({ id: messages.length, role: 'user', content: body.content });
      return { status: 201, body: { id: 'u' } };
    };
    await open(false);
    follow();
    await say();
    await clock.advance(2_000);
    await settle();
    expect(view().phase).toBe('idle');
    messages.push({ id: 9, role: 'assistant', content: 'Hel' });
    await until(() => view().text === 'Hel', 1_000);
    messages[1] = { id: 9, role: 'assistant', content: 'Hello there' };
    await until(isDone, 1_000);
    expect(view().text).toBe('Hello there');
    const asked = polls;
    await clock.advance(60_000);
    await settle();
    expect(polls).toBe(asked);
    expect(warnings.filter((text) => text.startsWith('no WebSocket'))).toHaveLength(1);
  });

  it('tells the member that no answer can be read when messages are missing too', async () => {
    await open(false);
    follow();
    await say();
    await until(() => view().phase === 'failed', 5_000);
    expect(view().error?.detail).toContain('no answer this bot could read');
  });
});

describe('with a silent WebSocket', () => {
  it('polls the conversation after four seconds', async () => {
    route = ({ method }) =>
      method === 'GET'
        ? {
            body: [
              { id: 1, role: 'user', content: 'Hi' },
              { id: 2, role: 'agent', content: 'Hello', status: 'complete' },
            ],
          }
        : { status: 202 };
    await talk();
    await clock.advance(3_000);
    await settle();
    expect(polls).toBe(0);
    await clock.advance(3_000);
    await until(isDone);
    expect(view().text).toBe('Hello');
  });
});
