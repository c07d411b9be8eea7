import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/** Raw connections that repeat one request. They cost less than any HTTP client, so the bench measures the server. */
export type Flood = {
  /** @returns requests answered a second */
  run(requests: number): Promise<number>;
  close(): void;
};

const endOfHead = Buffer.from('\r\n\r\n');

/** The length of the first whole answer in `data`; 0 while it is incomplete. */
function answerLength(data: Buffer): number {
  const head = data.indexOf(endOfHead);
  if (head < 0) return 0;
  const text = data.toString('latin1', 0, head);
  if (!text.startsWith('HTTP/1.1 200')) throw new Error(`The server answered ${text.split('\r\n', 1)[0]}.`);
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
  const end = head + endOfHead.length + length;
  return data.length < end ? 0 : end;
}

/** @param requests whole requests; each connection sends them in turn */
export async function openFlood(
  port: number,
  connections: number,
  requests: readonly Buffer[],
): Promise<Flood> {
  const sockets = await Promise.all(
    Array.from({ length: connections }, async (): Promise<Socket> => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );
  let sent = 0;
  const askNext = (socket: Socket) => {
    socket.write(requests[sent % requests.length]!);
    sent += 1;
  };
  return {
    async run(count) {
      let answered = 0;
      const stopAt = sent + count;
      const begin = performance.now();
      await Promise.all(
        sockets.map(
          (socket) =>
            new Promise<void>((resolve, reject) => {
              let rest: Buffer | null = null;
              const read = (chunk: Buffer) => {
                const data: Buffer = rest ? Buffer.concat([rest, chunk]) : chunk;
                try {
                  if (answerLength(data) === 0) {
                    rest = data;
                    return;
                  }
                } catch (error) {
                  reject(error);
                }
                rest = null;
                answered += 1;
                if (sent < stopAt) return askNext(socket);
                socket.off('data', read).off('close', fail);
                resolve();
              };
              const fail = () => reject(new Error('The server closed the connection.'));
              socket.on('data', read).once('close', fail);
              askNext(socket);
            }),
        ),
      );
      return (answered * 1_000) / (performance.now() - begin);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
