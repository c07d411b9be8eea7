import { connect } from 'node:net';

/** A client that sends a part of a request and then nothing more, or a byte now and then. */
export function trickle(
  url: string,
  head: string,
  everyMs?: number,
): Promise<{ answer: string; ms: number }> {
  const { hostname, port } = new URL(url);
  const began = Date.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.write(head);
    const timer = everyMs ? setInterval(() => socket.write('x'), everyMs) : undefined;
    socket.on('data', (bytes) => {
      answer += bytes.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ answer, ms: Date.now() - began });
    });
  });
}

/** Requests that never end. */
export const unfinished = {
  'only a part of its headers': 'POST /api/auth/nonce HTTP/1.1\r\nhost: a\r\ncontent-',
  'only a part of its body':
    'POST /api/auth/nonce HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n{"a',
};
