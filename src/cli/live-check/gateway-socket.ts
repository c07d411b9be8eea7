import { createInflate } from 'node:zlib';
import { WebSocket } from 'ws';

export type Frame = { op: number; t?: string | null; s?: number | null; d: unknown };

/** A gateway connection without a library: the frames it received and how it ended. */
export type RawGateway = {
  send(frame: object | string): void;
  /** The first matching frame, past or future; it is removed from the queue. */
  receive(fits: (frame: Frame) => boolean): Promise<Frame>;
  /** Counts the matching frames so far and removes them from the queue. */
  count(fits: (frame: Frame) => boolean): number;
  /** Resolves with the close code. */
  closed: Promise<number>;
  /** Ends with a close frame. */
  close(code: number): void;
  /** Ends without a close frame, as a lost connection does. */
  drop(): void;
};

export async function openGateway(
  url: string,
  options: { compress?: 'zlib-stream' } = {},
): Promise<RawGateway> {
  const query = options.compress ? `&compress=${options.compress}` : '';
  const socket = new WebSocket(`${url}?v=10&encoding=json${query}`);
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  const take = (text: string): void => {
    frames.push(JSON.parse(text) as Frame);
    for (const look of [...waiting]) look();
  };
  if (options.compress) inflateInto(socket, take);
  else socket.on('message', (data) => take(data.toString()));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    receive: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const index = frames.findIndex(fits);
          if (index < 0) return;
          waiting.delete(look);
          resolve(frames.splice(index, 1)[0] as Frame);
        };
        waiting.add(look);
        look();
      }),
    count: (fits) => frames.filter(fits).length,
    closed,
    close: (code) => socket.close(code),
    drop: () => socket.terminate(),
  };
}

/** One deflate context for the whole connection; a frame is complete at a sync flush. */
function inflateInto(socket: WebSocket, take: (text: string) => void): void {
  const inflate = createInflate();
  let parts: Buffer[] = [];
  inflate.on('data', (part: Buffer) => parts.push(part));
  socket.on('message', (data: Buffer) => {
    const isComplete = data.subarray(-4).equals(Buffer.from([0, 0, 0xff, 0xff]));
    inflate.write(data, () => {
      if (!isComplete) return;
      take(Buffer.concat(parts).toString());
      parts = [];
    });
  });
}
