import WebSocket from 'ws';
import type { Clock } from '../../../base/clock.js';
import { socketUrl } from '../../../client/events.js';
import { readFrames } from '../../../contract/read/index.js';
import { Unfit } from './check.js';

const openMs = 5_000;
const afterSubscribingMs = 500;

/** Opens one member's socket and records the names of the agent events it receives. */
export function openEar(options: {
  url: string;
  wsUrl?: string;
  cookie: (path: string) => string;
  clock: Clock;
}) {
  const { url, wsUrl, cookie, clock } = options;
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
      const refusal = await refusalOf(opened);
      if (refusal !== null) throw new Unfit(`${address} ${refusal}; set SERVICE_WS_URL if it is elsewhere`);
      opened.send(JSON.stringify({ type: 'subscribe', conversation_id: conversationId, after_seq: 0 }));
      await clock.sleep(afterSubscribingMs);
      if (opened.readyState !== WebSocket.OPEN)
        throw new Unfit('closes when the bot subscribes to a conversation');
      return address;
    },
  };
}

const refusalOf = (opened: WebSocket): Promise<string | null> =>
  new Promise((resolve) => {
    opened.on('open', () => resolve(null));
    opened.on('unexpected-response', (request, response) => {
      request.destroy();
      resolve(`answers ${response.statusCode}`);
    });
    opened.on('error', (error) => resolve(`fails: ${error.message}`));
  });

/** Event names as in the specification. */
const eventsIn = (text: string): string[] =>
  readFrames(text).flatMap((read) => {
    if (read.kind === 'event') return [`agent_${read.event.said.kind}`];
    return read.kind === 'frame' && read.frame.type.startsWith('agent_') ? [read.frame.type] : [];
  });
