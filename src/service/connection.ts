import type { WebSocket } from 'ws';
import { AppError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { clientFrame, closeCodes, maxFrameBytes, type ServerFrame } from '../contract/events.js';
import { toProblem } from '../contract/failure.js';
import type { Identity } from './mount.js';
import { createSubscription, type EventSource, type Subscription } from './subscription.js';
import type { Topics } from './topics.js';

/** One client's socket and what it listens to. */
export type Connection = {
  identity: Identity;
  /** Sends one frame as JSON text; drops a peer that does not read. */
  send(text: string): void;
  close(code: number, reason: string): void;
  terminate(): void;
  /** Pings; drops a peer that has not answered the ping before. */
  beat(): void;
};

const maxBufferedBytes = 8 * maxFrameBytes;
const maxSubscriptions = 1_000;
const maxFramesPerBeat = 2_000;

/** @param subscribers where the connection's subscriptions are found by conversation id */
export function openConnection(parts: {
  socket: WebSocket;
  identity: Identity;
  events: EventSource;
  subscribers: Topics<Subscription>;
  log: Log;
}): Connection {
  const { socket, identity, events, subscribers, log } = parts;
  const subscriptions = new Map<string, Subscription>();
  let answered = true;
  let received = 0;

  const send = (text: string) => {
    if (socket.readyState !== socket.OPEN) return;
    // A reader this slow is better off reconnecting and resuming by seq than filling our memory.
    if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
    else socket.send(text);
  };
  const sendFrame = (frame: ServerFrame) => send(JSON.stringify(frame));
  const refuse = (conversationId: string | null, error: unknown) =>
    sendFrame({ type: 'refused', conversation_id: conversationId, problem: toProblem(error) });

  const unsubscribe = (id: string) => {
    const subscription = subscriptions.get(id);
    if (subscription) subscribers.remove(id, subscription);
    subscriptions.delete(id);
  };

  const subscribe = async (id: string, afterSeq: number) => {
    unsubscribe(id);
    if (subscriptions.size >= maxSubscriptions)
      throw new AppError('quota_exceeded', 'One socket takes at most 1,000 conversations.');
    const subscription = createSubscription(afterSeq, send);
    subscriptions.set(id, subscription);
    subscribers.add(id, subscription); // before the replay is read, so that nothing falls between
    const isCurrent = () => subscriptions.get(id) === subscription;
    try {
      const { fromSeq, events: missed, gap } = await events.after(identity.user.id, id, afterSeq);
      if (!isCurrent()) return;
      const replay = { from_seq: fromSeq, replayed: missed.length, gap };
      sendFrame({ type: 'subscribed', conversation_id: id, ...replay });
      subscription.catchUp(missed, fromSeq);
    } catch (error) {
      if (isCurrent()) unsubscribe(id);
      throw error;
    }
  };

  const receive = async (data: string) => {
    received += 1;
    if (received > maxFramesPerBeat) return socket.close(closeCodes.tooFast, 'too many frames');
    const frame = readFrame(data);
    if (!frame) return refuse(null, new AppError('invalid_request', 'That frame is not known.'));
    if (frame.type === 'unsubscribe') return unsubscribe(frame.conversation_id);
    if (frame.type !== 'subscribe')
      return refuse(null, new AppError('invalid_request', 'That frame is not known.'));
    try {
      await subscribe(frame.conversation_id, frame.after_seq);
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, 'a subscription failed');
      refuse(frame.conversation_id, error);
    }
  };

  socket.on('message', (data) => void receive(data.toString()));
  socket.on('error', (error) => log.debug({ err: error }, 'a socket failed'));
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('close', () => {
    for (const id of [...subscriptions.keys()]) unsubscribe(id);
  });

  return {
    identity,
    send,
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
    beat() {
      if (!answered) return socket.terminate();
      answered = false;
      received = 0;
      socket.ping();
    },
  };
}

function readFrame(text: string) {
  try {
    return clientFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
