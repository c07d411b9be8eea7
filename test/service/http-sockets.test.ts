import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { AppError } from '../../src/base/errors.js';
import type { AgentEvent } from '../../src/contract/events.js';
import type { EventSource } from '../../src/service/subscription.js';
import { eventually } from '../support/eventually.js';
import { baseUrl, openWorld, type Person, type World } from './http-world.js';

const event = (seq: number): AgentEvent => ({
  id: `evt_${seq}`,
  seq,
  type: 'agent_progress',
  conversation_id: 'cnv_1',
  run_id: 'run_1',
  created_at: '2026-01-01T00:00:00.000Z',
  data: { step: 'think', label: `Step ${seq}`, percent: null, tool: null },
});

/** The agents feature as sockets see it: stored events of one conversation, with a delay before each answer. */
function createRoom() {
  const stored: AgentEvent[] = [];
  let owner = '';
  let pause = Promise.resolve();
  const events: EventSource = {
    async after(userId, conversationId, seq, limit) {
      if (userId !== owner || conversationId !== 'cnv_1')
        throw new AppError('not_found', 'That conversation does not exist.');
      const found = stored.filter((one) => one.seq > seq);
      await pause;
      return { fromSeq: seq, events: found.slice(0, limit), total: found.length, gap: false };
    },
    lastSeqs: async () => new Map([['cnv_1', stored.at(-1)?.seq ?? 0]]),
  };
  return {
    stored,
    events,
    belongsTo(userId: string) {
      owner = userId;
    },
    /** Holds replays that were read but not yet sent until the returned function is called. */
    hold() {
      let go: () => void = () => undefined;
      pause = new Promise((resolve) => {
        go = resolve;
      });
      return () => go();
    },
  };
}

type Frame = Record<string, unknown> & { type: string; seq?: number };

/** A connected socket that records the frames it receives. */
async function connect(url: string, person: Person, headers: Record<string, string> = {}) {
  const cookie = Object.entries(person.cookies).map(([name, value]) => `${name}=${value}`);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, {
    headers: { cookie: cookie.join('; '), ...headers },
  });
  const frames: Frame[] = [];
  let wake: () => void = () => undefined;
  socket.on('message', (data) => {
    frames.push(JSON.parse(data.toString()));
    wake();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve());
    socket.on('error', reject);
  });
  return {
    socket,
    frames,
    closed,
    send: (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    async until(count: number): Promise<Frame[]> {
      while (frames.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return frames;
    },
  };
}

let world: World;
let room: ReturnType<typeof createRoom>;
let url: string;
let alice: Person;
beforeEach(async () => {
  room = createRoom();
  world = await openWorld({ plug: () => [{ routes: [], events: room.events }] });
  url = await world.listen();
  alice = world.person('alice');
  room.belongsTo((await alice.signIn()).json().user.id);
});
afterEach(() => world.close());

const subscribe = (after_seq = 0, conversation_id = 'cnv_1') => ({
  type: 'subscribe',
  conversation_id,
  after_seq,
});
const publish = (seq: number) => {
  room.stored.push(event(seq));
  world.context.hub.tellConversation('cnv_1', event(seq));
};
const seqs = (frames: Frame[]) => frames.flatMap(({ seq }) => (seq === undefined ? [] : [seq]));

describe('connecting', () => {
  test('is refused at the upgrade without a session', async () => {
    await expect(connect(url, world.person('stranger'))).rejects.toThrow('401');
  });

  test('is refused from a page of another origin, even with the cookies', async () => {
    await expect(connect(url, alice, { origin: 'https://evil.example' })).rejects.toThrow('403');
    (await connect(url, alice, { origin: baseUrl })).socket.close();
  });

  test('is limited to a hundred sockets a member, without limiting other members', async () => {
    const mine = await Promise.all(Array.from({ length: 100 }, () => connect(url, alice)));
    await expect(connect(url, alice)).rejects.toThrow('429');
    const bob = world.person('bob');
    await bob.signIn();
    (await connect(url, bob)).socket.close();
    mine[0]?.socket.close();
    await mine[0]?.closed;
    // The server may learn later than the member that the connection has ended.
    (await eventually(() => connect(url, alice))).socket.close();
  });

  test('ends with its session', async () => {
    const { closed } = await connect(url, alice);
    await alice.delete('/api/auth/logout');
    expect(await closed).toBe(4401);
  });

  test('lasts as long as its session is renewed, and not longer', async () => {
    const { socket, send, until, closed, frames } = await connect(url, alice);
    /** Advances minutes heartbeat by heartbeat, each one answered before the next. */
    const live = async (minutes: number) => {
      for (let beat = 0; beat < minutes * 2; beat += 1) {
        const pinged = new Promise((resolve) => socket.once('ping', resolve));
        await world.clock.advance(30_000);
        await pinged;
        send('a frame behind the pong');
        await until(frames.length + 1);
      }
    };
    await live(14);
    await alice.post('/api/auth/refresh');
    await live(14);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    await world.clock.advance(60_000);
    expect(await closed).toBe(4401);
  });

  test('ends for a peer that answers no heartbeat', async () => {
    const { socket, closed } = await connect(url, alice);
    socket.pause();
    await world.clock.advance(60_000);
    socket.resume();
    expect(await closed).toBe(1006);
  });
});

describe('one socket for many members', () => {
  const cookieOf = (person: Person) =>
    Object.entries(person.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  const authenticate = (person: Person, session: string) => ({
    type: 'authenticate',
    session,
    cookie: cookieOf(person),
  });
  const signedIn = async (name: string) => {
    const person = world.person(name);
    const { id } = (await person.signIn()).json().user;
    return { person, id };
  };

  test('gives each further session its own events and no others', async () => {
    const mia = await signedIn('mia');
    publish(1);
    const bot = await connect(url, mia.person);
    bot.send(subscribe());
    await bot.until(1);
    bot.send(authenticate(alice, 'alice'));
    bot.send({ ...subscribe(), session: 'alice' });
    await bot.until(4);
    expect(bot.frames).toMatchObject([
      { type: 'refused', conversation_id: 'cnv_1', problem: { code: 'not_found' } },
      { type: 'authenticated', session: 'alice', user_id: expect.stringMatching(/^usr_/) },
      { type: 'subscribed', conversation_id: 'cnv_1', replayed: 1 },
      { seq: 1 },
    ]);
    const { id } = (await alice.get('/api/users/me')).json();
    world.context.hub.tellUser(id, { type: 'intent_updated', intent: { id: 'int_1' } } as never);
    world.context.hub.tellUser(mia.id, { type: 'intent_updated', intent: { id: 'int_2' } } as never);
    expect((await bot.until(6)).slice(4).map(({ user_id }) => user_id)).toEqual([id, mia.id]);
  });

  test('keeps the other subscriptions when one session ends', async () => {
    const mia = await signedIn('mia');
    const bot = await connect(url, mia.person);
    bot.send(authenticate(alice, 'a'));
    bot.send({ ...subscribe(), session: 'a' });
    await bot.until(2);
    await alice.delete('/api/auth/logout');
    expect((await bot.until(3))[2]).toMatchObject({
      type: 'session_ended',
      session: 'a',
      problem: { code: 'session_expired', status: 401 },
    });
    publish(1);
    bot.send({ ...subscribe(), session: 'a' });
    expect((await bot.until(4))[3]).toMatchObject({ type: 'refused', problem: { code: 'unauthenticated' } });
    expect(seqs(bot.frames)).toEqual([]);
    await alice.signIn();
    bot.send(authenticate(alice, 'a'));
    bot.send({ ...subscribe(), session: 'a' });
    expect(seqs(await bot.until(7))).toEqual([1]);
  });

  test('reports a session that expires unrenewed and stays open with the first', async () => {
    const mia = await signedIn('mia');
    const bot = await connect(url, mia.person);
    bot.send(authenticate(alice, 'a'));
    await bot.until(1);
    for (let beat = 0; beat < 31; beat += 1) {
      if (beat === 25) await mia.person.post('/api/auth/refresh');
      const pinged = new Promise((resolve) => bot.socket.once('ping', resolve));
      await world.clock.advance(30_000);
      await pinged;
      bot.send('a frame behind the pong');
      await bot.until(beat + 2);
    }
    await bot.until(33);
    expect(bot.frames.filter(({ type }) => type === 'session_ended')).toHaveLength(1);
    expect(bot.socket.readyState).toBe(WebSocket.OPEN);
  });

  test('refuses a bad cookie, a name in use and an unknown name, each by name', async () => {
    const mia = await signedIn('mia');
    const bot = await connect(url, mia.person);
    bot.send({ type: 'authenticate', session: 'x', cookie: 'access_token=forged' });
    bot.send(authenticate(alice, 'a'));
    bot.send(authenticate(mia.person, 'a'));
    bot.send({ ...subscribe(), session: 'nobody' });
    bot.send({ type: 'sign_off', session: 'a' });
    bot.send({ ...subscribe(), session: 'a' });
    expect((await bot.until(5)).map(({ type, session }) => [type, session])).toEqual([
      ['refused', 'x'],
      ['authenticated', 'a'],
      ['refused', 'a'],
      ['refused', 'nobody'],
      ['refused', 'a'],
    ]);
  });

  test('closes when it tries too many cookies', async () => {
    const { send, closed } = await connect(url, alice);
    for (let guess = 0; guess <= 51; guess += 1)
      send({ type: 'authenticate', session: 'x', cookie: `access_token=guess${guess}` });
    expect(await closed).toBe(4429);
  });

  test('serves a hundred members', { tags: 'slow' }, async () => {
    const people = await Promise.all(Array.from({ length: 100 }, (_, at) => signedIn(`person ${at}`)));
    const bot = await connect(url, alice);
    for (const [at, { person }] of people.entries()) bot.send(authenticate(person, `s${at}`));
    await bot.until(100);
    for (const { id } of people)
      world.context.hub.tellUser(id, { type: 'intent_updated', intent: { id: 'int_1' } } as never);
    await bot.until(200);
    expect(new Set(bot.frames.slice(100).map(({ user_id }) => user_id)).size).toBe(100);
  });
});

describe('a conversation', () => {
  test('of ten thousand events is replayed page by page while more arrive', { tags: 'slow' }, async () => {
    for (let seq = 1; seq <= 10_000; seq += 1) room.stored.push(event(seq));
    const { send, until } = await connect(url, alice);
    send(subscribe());
    await until(1);
    publish(10_001);
    const frames = await until(10_002);
    expect(seqs(frames)).toEqual(Array.from({ length: 10_001 }, (_, at) => at + 1));
  });

  test('that is read too slowly is dropped to protect the memory of the service', async () => {
    const { socket, closed, send, until } = await connect(url, alice);
    send(subscribe());
    await until(1);
    socket.pause();
    const label = 'x'.repeat(500_000);
    for (let seq = 1; seq <= 60; seq += 1) {
      const one = { ...event(seq), data: { ...event(seq).data, label } } as AgentEvent;
      room.stored.push(one);
      world.context.hub.tellConversation('cnv_1', one);
    }
    socket.resume();
    expect(await closed).toBe(4429);
  });

  test("is replayed from the client's position, then live", async () => {
    for (const seq of [1, 2, 3]) publish(seq);
    const { send, until } = await connect(url, alice);
    send(subscribe(1));
    expect((await until(1))[0]).toMatchObject({ type: 'subscribed', from_seq: 1, replayed: 2, gap: false });
    await until(3);
    publish(4);
    expect(seqs(await until(4))).toEqual([2, 3, 4]);
  });

  test('neither loses nor doubles events that race with the replay', async () => {
    publish(1);
    room.stored.push(event(2)); // stored, but published only after the replay has read it
    const { send, until } = await connect(url, alice);
    const go = room.hold();
    send(subscribe());
    send('a frame behind it'); // answered in order, so the replay has been read by then
    await until(1);
    world.context.hub.tellConversation('cnv_1', event(2));
    publish(3);
    go();
    publish(4);
    const frames = await until(6);
    expect(seqs(frames)).toEqual([1, 2, 3, 4]);
  });

  test('stops after unsubscribe', async () => {
    const { send, until } = await connect(url, alice);
    send(subscribe());
    await until(1);
    send({ type: 'unsubscribe', conversation_id: 'cnv_1' });
    send('a frame to wait for');
    await until(2);
    publish(1);
    send('another');
    expect(seqs(await until(3))).toEqual([]);
  });

  test('of another member is refused by name, and its events do not leak', async () => {
    const mallory = world.person('mallory');
    await mallory.signIn();
    const { send, until, frames } = await connect(url, mallory);
    send(subscribe());
    expect((await until(1))[0]).toMatchObject({
      type: 'refused',
      conversation_id: 'cnv_1',
      problem: { code: 'not_found' },
    });
    publish(1);
    send('a frame to wait for');
    await until(2);
    expect(seqs(frames)).toEqual([]);
  });
});

test('an unknown frame is refused, and the socket stays open', async () => {
  const { send, until } = await connect(url, alice);
  for (const frame of ['{', '[]', { type: 'dance' }, { type: 'subscribe' }, 'null']) send(frame);
  const refused = await until(5);
  expect(refused.map(({ type }) => type)).toEqual(Array(5).fill('refused'));
  expect(refused[0]).toMatchObject({ conversation_id: null, problem: { code: 'invalid_request' } });
  send(subscribe());
  expect((await until(6))[5]?.type).toBe('subscribed');
});

test("a member's row changes reach all their sockets and no others", async () => {
  const phone = await connect(url, alice);
  const desk = await connect(url, alice);
  const mallory = world.person('mallory');
  await mallory.signIn();
  const stranger = await connect(url, mallory);
  const { id } = (await alice.get('/api/users/me')).json();
  world.context.hub.tellUser(id, { type: 'intent_updated', intent: { id: 'int_1' } } as never);
  for (const { until } of [phone, desk]) expect((await until(1))[0]?.type).toBe('intent_updated');
  stranger.send('a frame to wait for');
  expect((await stranger.until(1)).map(({ type }) => type)).toEqual(['refused']);
});

test('a client that sends endlessly is disconnected', { tags: 'slow' }, async () => {
  const { send, closed } = await connect(url, alice);
  for (let sent = 0; sent <= 20_001; sent += 1) send({ type: 'unsubscribe', conversation_id: 'cnv_1' });
  expect(await closed).toBe(4429);
});

test('a frame over one megabyte ends the socket, not the service', async () => {
  const { send, closed } = await connect(url, alice);
  send('x'.repeat(1_048_577));
  expect(await closed).toBe(1009);
  (await connect(url, alice)).socket.close();
});

test('a stopping service tells its sockets to reconnect', async () => {
  const { closed } = await connect(url, alice);
  await world.close();
  expect(await closed).toBe(1012);
  world = await openWorld();
});
