import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network connection between a process and what it needs, which can be cut. */
export type Line = {
  port: number;
  /** Drops all data in both directions without closing the connection. */
  cut(): void;
  /** Connections of the time before are lost; new ones work. */
  mend(): void;
  isCut(): boolean;
  close(): Promise<void>;
};

/** What passes through a line. */
export type Passage = {
  /** Alters what the client sends, and keeps its length. */
  change?: (chunk: Buffer) => Buffer;
};

/**
 * @param targets ports to try in this order for a new connection
 */
export async function openLine(
  targets: () => readonly number[],
  { change = (chunk) => chunk }: Passage = {},
): Promise<Line> {
  const pairs = new Set<{ near: Socket; far: Socket | null; port: number | null }>();
  let isCut = false;

  const pass = (from: Socket, to: Socket, each: (chunk: Buffer) => Buffer) => {
    from.on('data', (chunk: Buffer) => {
      if (!to.write(each(chunk))) from.pause();
    });
    to.on('drain', () => void (isCut || from.resume()));
    from.on('end', () => void to.end());
  };

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const pair: { near: Socket; far: Socket | null; port: number | null } = { near, far: null, port: null };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      pair.far?.destroy();
    };
    near.on('error', end).on('close', end);
    if (isCut) return void near.pause();
    const reach = ([port, ...others]: readonly number[]) => {
      if (port === undefined) return end();
      const far = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
      pair.far = far;
      pair.port = port;
      far.once('error', () => reach(others));
      far.once('connect', () => {
        far.removeAllListeners('error').on('error', end).on('close', end);
        near.setNoDelay(true);
        pass(near, far, change);
        pass(far, near, (chunk) => chunk);
      });
    };
    reach(targets());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

  const destroyAll = () => {
    for (const { near, far } of [...pairs]) {
      near.destroy();
      far?.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const { near, far } of pairs) {
        near.pause();
        far?.pause();
      }
    },
    mend() {
      isCut = false;
      destroyAll();
    },
    isCut: () => isCut,
    async close() {
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
