import WebSocket from 'ws';
import type { Clock } from '../../../base/clock.js';
import { socketUrl } from '../../../client/events.js';
import { readFrames } from '../../../contract/read/index.js';
import type { Translate } from '../../../copy/translate.js';
import { Unfit } from './check.js';

const openMs = 5_000;
const afterSubscribingMs = 500;

/** Opens one member's socket and records the names of the agent events it receives. */
export function openEar(options: {
  url: string;
  wsUrl?: string;
  cookie: (path: string) => string;
  clock: Clock;
  t: Translate;
}) {
  const { url, wsUrl, cookie, clock, t } = options;
  const address = socketUrl(url, wsUrl);
  const names = new Set<string>();
  let socket: WebSocket | null = null;
  return {
    heard: (...wanted: string[]) => wanted.some((name) => names.has(name)),
    all: () => [...names].join(', '),
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    close: () => socket?.terminate(),
    /** @returns the address @throws Unfit when the socket cannot be opened or closes on a subscription */
    async open(conversationId: string): Promise<string> {
      const headers = { cookie: cookie(new URL(address).pathname) };
      const opened = new WebSocket(address, { headers, handshakeTimeout: openMs });
      socket = opened;
      opened.on('message', (raw) => {
        for (const name of eventsIn(raw.toString())) names.add(name);
      });
      const refusal = await refusalOf(opened, t);
      if (refusal !== null) throw new Unfit(t('cli.service.websocket.refused', { address, refusal }));
      opened.send(JSON.stringify({ type: 'subscribe', conversation_id: conversationId, after_seq: 0 }));
      await clock.sleep(afterSubscribingMs);
      if (opened.readyState !== WebSocket.OPEN) throw new Unfit(t('cli.service.websocket.closes'));
      return address;
    },
  };
}

const refusalOf = (opened: WebSocket, t: Translate): Promise<string | null> =>
  new Promise((resolve) => {
    opened.on('open', () => resolve(null));
    opened.on('unexpected-response', (request, response) => {
      request.destroy();
      resolve(t('cli.service.answers', { status: String(response.statusCode) }));
    });
    opened.on('error', (error) => resolve(t('cli.service.fails', { problem: error.message })));
  });

/** Event names as in the specification. */
const eventsIn = (text: string): string[] =>
  readFrames(text).flatMap((read) => {
    if (read.kind === 'event') return [`agent_${read.event.said.kind}`];
    return read.kind === 'frame' && read.frame.type.startsWith('agent_') ? [read.frame.type] : [];
  });
