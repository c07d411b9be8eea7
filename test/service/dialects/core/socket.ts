import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Account, Happening, House } from './house.js';
import type { createSessions } from './sessions.js';
import type { Socket, Style } from './style.js';

/** The WebSocket of a dialect: a cookie before the upgrade, then events of that account alone. */
export function serveSocket(deps: {
  server: Server;
  style: Style;
  socket: Socket;
  house: House;
  sessions: ReturnType<typeof createSessions>;
}): { close(): void } {
  const { server, style, socket, house, sessions } = deps;
  const sockets = new WebSocketServer({ noServer: true });

  server.on('upgrade', (request, raw, head) => {
    const refuse = (status: string) => raw.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    if (new URL(request.url ?? '/', 'http://x').pathname !== socket.path) return refuse('404 Not Found');
    const account = sessions.accountOf(request);
    if (!account) return refuse('401 Unauthorized');
    sockets.handleUpgrade(request, raw, head, (opened) => attend(opened, account));
  });

  const attend = (opened: WebSocket, account: Account) => {
    const followed = new Set<string>();
    const send = (frame: unknown) => opened.send((style.write ?? JSON.stringify)(frame));
    if (socket.hello !== undefined) send(socket.hello);

    const tell = (happening: Happening) => {
      const { conversation } = happening;
      const id = style.id('conversation', conversation.n);
      if (conversation.account !== account) return;
      if (socket.needsSubscribe && !followed.has(String(id))) return;
      for (const frame of socket.events(happening, id)) send(frame);
    };
    house.happenings.on('happening', tell);
    opened.on('close', () => house.happenings.off('happening', tell));
    opened.on('message', (raw) => {
      const id = socket.subscription?.(readFrame(raw.toString())) ?? null;
      if (id !== null) {
        followed.add(id);
        if (socket.subscribed) send(socket.subscribed(id));
      } else if (socket.unknown?.close) opened.close(socket.unknown.close, 'unknown message');
      else if (socket.unknown?.reply) send(socket.unknown.reply);
    });
  };

  return {
    close() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}

function readFrame(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
