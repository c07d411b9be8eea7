import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError } from '../../../src/base/errors.js';
import { silentLog } from '../../../src/base/log.js';
import { createEvents, type Events } from '../../../src/client/events.js';
import { type ManualClock, manualClock } from '../../support/clock.js';
import { job, purchase } from '../bot/cards/sample.js';

type Frame = {
  type: string;
  session?: string;
  conversation_id?: string;
  after_seq?: number;
  cookie?: string;
};
type Line = { socket: WebSocket; cookie: string; frames: Frame[]; send(frame: object): void };

/** A service with its sockets, which says what the story says. */
async function openService(takesMany = true) {
  const lines: Line[] = [];
  const refusing = new Set<string>();
  let wake: () => void = () => undefined;
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    verifyClient: ({ req }, answer) => answer(!refusing.has(req.headers.cookie ?? ''), 401),
  });
  const answer = (line: Line, frame: Frame) => {
    if (frame.type === 'subscribe')
      line.send({
        type: 'subscribed',
        conversation_id: frame.conversation_id,
        from_seq: 0,
        replayed: 0,
        gap: false,
      });
    if (frame.type !== 'authenticate') return;
    const { session } = frame;
    if (!takesMany)
      line.send({ type: 'refused', conversation_id: null, problem: { code: 'invalid_request' } });
    else if (refusing.has(frame.cookie ?? ''))
      line.send({ type: 'refused', conversation_id: null, session, problem: { code: 'session_expired' } });
    else
      line.send({ type: 'authenticated', session, user_id: 'usr_1', expires_at: '2026-01-01T00:00:00.000Z' });
  };
  server.on('connection', (socket, request) => {
    const send = (frame: object) => socket.send(JSON.stringify(frame));
    const line: Line = { socket, cookie: request.headers.cookie ?? '', frames: [], send };
    lines.push(line);
    wake();
    socket.on('message', (data) => {
      const frame = JSON.parse(data.toString()) as Frame;
      line.frames.push(frame);
      answer(line, frame);
      wake();
    });
  });
  await once(server, 'listening');
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    lines,
    refusing,
    /** Waits until something is so, looking again with everything that arrives. */
    async until(isSo: () => boolean) {
      while (!isSo())
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 20);
        });
    },
    async close() {
      for (const { socket } of lines) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}
type Service = Awaited<ReturnType<typeof openService>>;

const event = (seq: number, conversation_id = 'cnv_1') => ({
  id: `evt_${seq}`,
  seq,
  type: 'agent_progress',
  conversation_id,
  run_id: 'run_1',
  created_at: '2026-01-01T00:00:00.000Z',
  data: { step: 'a', label: 'Thinking', percent: null, tool: null },
});

let clock: ManualClock;
let service: Service;
let events: Events;
let heard: Record<string, number[]>;
let gaps: number[];
let updates: string[];

const start = async (takesMany = true) => {
  service = await openService(takesMany);
  events = createEvents({
    url: service.url,
    clock,
    log: silentLog,
    jitter: () => 1,
    onGeneration: ({ id }) => updates.push(id),
    onIntent: ({ id }) => updates.push(id),
  });
};
beforeEach(() => {
  clock = manualClock();
  heard = {};
  gaps = [];
  updates = [];
});
afterEach(async () => {
  events.close();
  await service.close();
});

/** A user with a session; the number in the cookie grows with every refresh. */
function person(name: string) {
  let version = 1;
  let isOver = false;
  return {
    over: () => {
      isOver = true;
    },
    user: {
      key: name,
      service: {
        async cookie(renew = false) {
          if (isOver) throw new AppError('session_expired');
          if (renew) version += 1;
          return `${name}=${version}`;
        },
      },
    },
  };
}
const follow = ({ user }: ReturnType<typeof person>, conversationId: string) => {
  const seqs: number[] = [];
  heard[conversationId] = seqs;
  return events.subscribe({
    user,
    conversationId,
    afterSeq: () => seqs.at(-1) ?? 0,
    onEvent: ({ seq }) => seqs.push(seq),
    onGap: (fromSeq) => gaps.push(fromSeq),
  });
};
const sent = (type: string) =>
  service.lines.flatMap(({ frames }) => frames).filter((one) => one.type === type);
const line = (at = -1) => service.lines.at(at)!;

describe('one socket', () => {
  it('serves all users, each conversation under its own session', async () => {
    await start();
    follow(person('mia'), 'cnv_1');
    await service.until(() => sent('subscribe').length === 1);
    follow(person('sam'), 'cnv_2');
    await service.until(() => sent('subscribe').length === 2);
    expect(service.lines).toHaveLength(1);
    expect(line().cookie).toBe('mia=1');
    expect(line().frames.map(({ type, session, cookie }) => [type, session, cookie])).toEqual([
      ['subscribe', undefined, undefined],
      ['authenticate', 'u2', 'sam=1'],
      ['subscribe', 'u2', undefined],
    ]);
    for (const conversation of ['cnv_2', 'cnv_1']) line().send(event(1, conversation));
    await service.until(() => heard.cnv_1?.length === 1);
    expect(heard).toEqual({ cnv_1: [1], cnv_2: [1] });
    expect(events.isLive('cnv_2')).toBe(true);
  });

  it('is opened per user when the service accepts one session', async () => {
    await start(false);
    follow(person('mia'), 'cnv_1');
    await service.until(() => sent('subscribe').length === 1);
    follow(person('sam'), 'cnv_2');
    follow(person('max'), 'cnv_3');
    await service.until(() => sent('subscribe').length === 3);
    expect(service.lines.map(({ cookie }) => cookie).sort()).toEqual(['max=1', 'mia=1', 'sam=1']);
    expect(sent('subscribe').every(({ session }) => session === undefined)).toBe(true);
  });

  it('takes many conversations at once without a warning of Node', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => warnings.push(name);
    process.on('warning', note);
    await start();
    for (let at = 0; at < 30; at += 1) follow(person('mia'), `cnv_${at}`);
    await service.until(() => sent('subscribe').length === 30);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('delivers row updates of a watched user without a conversation', async () => {
    await start();
    expect(events.watch(person('mia').user)).toBe(false);
    await service.until(() => service.lines.length === 1);
    line().send({ type: 'intent_updated', intent: 'nonsense' });
    line().send({ type: 'tomorrow', anything: [1] });
    line().socket.send('{');
    follow(person('sam'), 'cnv_2');
    line().send({ type: 'generation_progress', generation: job().generation });
    line().send({ type: 'intent_updated', intent: purchase().intent });
    await service.until(() => updates.length === 2);
    expect(updates).toEqual([job().generation.id, purchase().intent.id]);
    await service.until(() => events.isLive('cnv_2'));
  });

  it('closes with the last subscription', async () => {
    await start();
    const leave = follow(person('mia'), 'cnv_1');
    await service.until(() => sent('subscribe').length === 1);
    const closed = once(line().socket, 'close');
    leave();
    await closed;
    await clock.advance(60_000);
    expect(service.lines).toHaveLength(1);
  });
});

describe('a lost socket', () => {
  it('reconnects, and every conversation resumes after its last handled event', async () => {
    await start();
    follow(person('mia'), 'cnv_1');
    await service.until(() => sent('subscribe').length === 1);
    for (const seq of [1, 2, 3]) line().send(event(seq));
    await service.until(() => heard.cnv_1?.length === 3);
    line().socket.terminate();
    await service.until(() => !events.isLive('cnv_1'));
    await clock.advance(500);
    await service.until(() => sent('subscribe').length === 2);
    expect(sent('subscribe').at(-1)?.after_seq).toBe(3);
  });

  it('is detected by silence when half open', async () => {
    await start();
    follow(person('mia'), 'cnv_1');
    await service.until(() => sent('subscribe').length === 1);
    line().socket.pong = () => undefined;
    line().socket.removeAllListeners('ping');
    (
      line().socket as unknown as { _receiver: { removeAllListeners(name: string): void } }
    )._receiver.removeAllListeners('ping');
    for (let beat = 0; beat < 5 && service.lines.length === 1; beat += 1) await clock.advance(30_000);
    await service.until(() => {
      void clock.advance(1_000);
      return service.lines.length === 2;
    });
    await service.until(() => events.isLive('cnv_1'));
  });

  it('reconnects at once with a refreshed session after a refusal', async () => {
    await start();
    service.refusing.add('mia=1');
    follow(person('mia'), 'cnv_1');
    await service.until(() => sent('subscribe').length === 1);
    expect(line().cookie).toBe('mia=2');
    await clock.advance(60_000);
    line().socket.close(4401);
    await service.until(() => sent('subscribe').length === 2);
    expect(line().cookie).toBe('mia=3');
  });

  it('is reopened by another user when its first user has left', async () => {
    await start();
    const mia = person('mia');
    follow(mia, 'cnv_1');
    await service.until(() => sent('subscribe').length === 1);
    follow(person('sam'), 'cnv_2');
    await service.until(() => sent('subscribe').length === 2);
    mia.over();
    line().socket.close(4401);
    await service.until(() => service.lines.length === 2);
    expect(line().cookie).toMatch(/^sam=/);
    await service.until(() => events.isLive('cnv_2'));
    expect(events.isLive('cnv_1')).toBe(false);
  });
});

describe('a session within the socket', () => {
  it('is renewed when it ends and resumes its conversations without affecting others', async () => {
    await start();
    follow(person('mia'), 'cnv_1');
    await service.until(() => sent('subscribe').length === 1);
    follow(person('sam'), 'cnv_2');
    await service.until(() => sent('subscribe').length === 2);
    line().send({ type: 'session_ended', session: 'u2', user_id: 'usr_2', problem: {} });
    await service.until(() => sent('subscribe').length === 3);
    expect(sent('authenticate').map(({ cookie }) => cookie)).toEqual(['sam=1', 'sam=2']);
    expect(sent('subscribe').at(-1)?.conversation_id).toBe('cnv_2');
    expect(service.lines).toHaveLength(1);
  });

  it('is renewed once after a refusal, then left alone', async () => {
    await start();
    for (const cookie of ['sam=1', 'sam=2', 'sam=3']) service.refusing.add(cookie);
    follow(person('mia'), 'cnv_1');
    await service.until(() => sent('subscribe').length === 1);
    follow(person('sam'), 'cnv_2');
    await service.until(() => sent('authenticate').length === 2);
    line().send(event(1));
    await service.until(() => heard.cnv_1?.length === 1);
    expect(sent('authenticate')).toHaveLength(2);
  });
});

describe('hostile frames', () => {
  it('are harmless: malformed, duplicated, reordered, one megabyte, without an owner, with a gap', async () => {
    await start();
    follow(person('mia'), 'cnv_1');
    await service.until(() => sent('subscribe').length === 1);
    const { socket, send } = line();
    socket.send(Buffer.from([0xff, 0xfe]));
    socket.send('null');
    socket.send('[]');
    send({ ...event(1), seq: 'one' });
    send({ ...event(1), data: {} });
    send(event(7, 'cnv_of_somebody_else'));
    send(event(2));
    send(event(1));
    send(event(1));
    const data = { message_id: 'm', delta: 'x'.repeat(1_040_000), text_offset: 0, is_final: false };
    send({ ...event(3), type: 'agent_response', data });
    send({ type: 'subscribed', conversation_id: 'cnv_1', from_seq: 9, replayed: 0, gap: true });
    send(event(4));
    await service.until(() => heard.cnv_1?.length === 4);
    expect(heard.cnv_1).toEqual([1, 2, 3, 4]);
    expect(gaps).toEqual([9]);
    expect(service.lines).toHaveLength(1);
  });
});
