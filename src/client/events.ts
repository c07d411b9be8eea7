import WebSocket from 'ws';
import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import {
  type AgentEvent,
  type ClientFrame,
  closeCodes,
  maxFrameBytes,
  serverFrame,
  socketPath,
} from '../contract/events.js';
import type { Service } from './session.js';

/** Where the socket of a service is: `SERVICE_WS_URL`, or beside its HTTP. */
export const socketUrl = (serviceUrl: string, wsUrl?: string): string =>
  wsUrl ?? new URL(socketPath, serviceUrl.replace(/^http/, 'ws')).href;

export type Subscription = {
  conversationId: string;
  /** The last event already handled; asked anew at every connect, so a lost socket loses nothing. */
  afterSeq: () => number;
  onEvent: (event: AgentEvent) => void;
  /** Events before `fromSeq` are gone at the service: read the messages over HTTP instead. */
  onGap: (fromSeq: number) => void;
};

export type Events = {
  subscribe(subscription: Subscription): () => void;
  close(): void;
};

const firstRetryMs = 500;
const slowestRetryMs = 30_000;

/**
 * The event socket of one signed-in user. Connects while there is a subscription, reconnects with growing
 * jittered waits, renews the session on 4401 and resumes each conversation behind its last handled `seq`.
 * Frames of unknown type or form are skipped: a newer service must not break an older bot.
 */
export function createEvents(options: {
  url: string;
  service: Service;
  clock: Clock;
  log: Log;
  jitter: () => number;
}): Events {
  const { url, service, clock, log, jitter } = options;
  const subscriptions = new Map<string, Subscription>();
  let socket: WebSocket | null = null;
  let running = false;
  let closed = false;

  const send = (frame: ClientFrame) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  };
  const ask = ({ conversationId, afterSeq }: Subscription) =>
    send({ type: 'subscribe', conversation_id: conversationId, after_seq: afterSeq() });

  const receive = (raw: WebSocket.RawData) => {
    const frame = readFrame(raw);
    if (!frame || !('conversation_id' in frame) || frame.conversation_id === null) return;
    const subscription = subscriptions.get(frame.conversation_id);
    if (!subscription) return;
    if (frame.type === 'subscribed') {
      if (frame.gap) subscription.onGap(frame.from_seq);
    } else if (frame.type === 'refused') {
      log.warn(
        { conversation: frame.conversation_id, problem: frame.problem.code },
        'a subscription was refused',
      );
      subscriptions.delete(frame.conversation_id);
    } else if (frame.seq > subscription.afterSeq()) subscription.onEvent(frame);
  };

  /** One life of a socket; resolves with its close code, 1006 when it never opened. */
  const connect = async (renew: boolean): Promise<number> => {
    const cookie = await service.cookie(renew);
    return new Promise((resolve) => {
      const opened = new WebSocket(url, {
        headers: { cookie },
        perMessageDeflate: false,
        maxPayload: maxFrameBytes,
      });
      socket = opened;
      opened.on('open', () => {
        for (const subscription of subscriptions.values()) ask(subscription);
      });
      opened.on('message', receive);
      opened.on('unexpected-response', (request, response) => {
        request.destroy();
        resolve(response.statusCode === 401 ? closeCodes.unauthenticated : 1006);
      });
      opened.on('error', (error) => log.debug({ err: error }, 'the event socket failed'));
      opened.on('close', (code) => resolve(code));
    });
  };

  const run = async () => {
    running = true;
    let failures = 0;
    let renew = false;
    while (!closed && subscriptions.size > 0) {
      const startedAt = clock.now();
      try {
        const code = await connect(renew);
        renew = code === closeCodes.unauthenticated && !renew;
      } catch (error) {
        log.warn({ err: error }, 'the event socket could not be opened');
        renew = false;
      }
      failures = clock.now() - startedAt > slowestRetryMs ? 0 : failures + 1;
      const waitMs =
        Math.min(slowestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10)) * (0.5 + jitter() / 2);
      if (!closed && subscriptions.size > 0) await clock.sleep(renew ? 0 : waitMs);
    }
    running = false;
  };

  return {
    subscribe(subscription) {
      subscriptions.set(subscription.conversationId, subscription);
      ask(subscription);
      if (!running) void run();
      return () => {
        if (subscriptions.get(subscription.conversationId) !== subscription) return;
        subscriptions.delete(subscription.conversationId);
        send({ type: 'unsubscribe', conversation_id: subscription.conversationId });
        if (subscriptions.size === 0) socket?.close(1000);
      };
    },
    close() {
      closed = true;
      subscriptions.clear();
      socket?.terminate();
    },
  };
}

function readFrame(raw: WebSocket.RawData) {
  try {
    const parsed = serverFrame.safeParse(JSON.parse(raw.toString()));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
