import { createServer, request as forward } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A request of one bot process that Discord answered. */
export type Sent = { bot: string; at: number; method: string; path: string; status: number };

export type Recorder = { port: number; close(): Promise<void> };

/**
 * Passes the requests of one bot process and its gateway connections on to the local Discord, so that they can be told
 * from those of the other processes, which have the same token.
 * @param target the API address of the local Discord
 * @param addressOf where the bot reaches this recorder
 */
export async function openRecorder(options: {
  bot: string;
  target: string;
  addressOf: () => number;
  note(sent: Sent): void;
}): Promise<Recorder> {
  const { bot, addressOf, note } = options;
  const { hostname, port } = new URL(options.target);

  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const isGateway = /\/gateway(\/bot)?$/.test(path);
    const upstream = forward({ hostname, port, method, path, headers }, (answer) => {
      const { statusCode: status = 502 } = answer;
      note({ bot, at: Date.now(), method, path: path.replace(/^\/api\/v10/, ''), status });
      if (!isGateway) {
        outgoing.writeHead(status, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const told = JSON.parse(Buffer.concat(parts).toString()) as { url?: string };
        if (told.url) told.url = told.url.replace(/:\d+/, `:${addressOf()}`);
        const { 'content-length': _, 'transfer-encoding': __, ...kept } = answer.headers;
        outgoing.writeHead(status, kept).end(JSON.stringify(told));
      });
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.on('error', () => upstream.destroy());
    incoming.pipe(upstream);
  });

  server.on('upgrade', (request, near, head) => {
    const far = connect({ host: hostname, port: Number(port) });
    const end = () => {
      near.destroy();
      far.destroy();
    };
    near.on('error', end).on('close', end);
    far.on('error', end).on('close', end);
    const lines = [`GET ${request.url} HTTP/1.1`];
    for (let at = 0; at < request.rawHeaders.length; at += 2)
      lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
    far.write(`${lines.join('\r\n')}\r\n\r\n`);
    far.write(head);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
