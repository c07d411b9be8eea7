import { setTimeout as sleep } from 'node:timers/promises';
import { type Line, openLine } from './line.js';

const lookEveryMs = 500;
const patienceMs = 1_500;

/** One address for several processes, as a load balancer gives: it asks each for `/healthz` and avoids the silent ones. */
export type Balancer = {
  url: string;
  /** Serves from that port as well. */
  add(port: number): Promise<void>;
  close(): Promise<void>;
};

export async function openBalancer(): Promise<Balancer> {
  const lines: Line[] = [];
  const healthy = new Set<Line>();
  const looking: Promise<void>[] = [];
  let turn = 0;
  let isOpen = true;

  const look = async (line: Line) => {
    while (isOpen) {
      const answers = await fetch(`http://127.0.0.1:${line.port}/healthz`, {
        signal: AbortSignal.timeout(patienceMs),
        headers: { connection: 'close' },
      }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (answers) healthy.add(line);
      // A client that waits on a connection to it should ask another one.
      else if (healthy.delete(line)) line.mend();
      await sleep(lookEveryMs);
    }
  };
  const front = await openLine(() => {
    turn += 1;
    const known = lines.filter((line) => healthy.has(line));
    return known.map((_, index) => known[(index + turn) % known.length]!.port);
  });
  return {
    url: `http://127.0.0.1:${front.port}`,
    async add(port) {
      const line = await openLine(() => [port]);
      lines.push(line);
      looking.push(look(line));
    },
    async close() {
      isOpen = false;
      await Promise.all([front, ...lines].map((line) => line.close()));
      await Promise.all(looking);
    },
  };
}
