import { WebSocket } from 'ws';
import { connectPostgres } from '../../src/base/db/connect.js';
import type { Feature, ServiceContext } from '../../src/service/app.js';
import { type ManualClock, type MortalClock, manualClock, mortalClock } from '../support/clock.js';
import { createTestDatabase } from '../support/engines.js';
import { openWorld, type Person, type World } from './http-world.js';

/** One of several service processes on one database. */
export type ServiceProcess = World & {
  url: string;
  /** Its own time: `stop` is what SIGKILL and SIGSTOP do to what it does in the background. */
  time: MortalClock;
};

/** Service processes that share a PostgreSQL database and a clock. */
export type Cluster = {
  clock: ManualClock;
  databaseUrl: string;
  start(plug: (context: ServiceContext) => Feature[] | Promise<readonly Feature[]>): Promise<ServiceProcess>;
  /** The same member at another process. */
  at(process: ServiceProcess, person: Person, name: string): Person;
  /** Advances time until the condition holds, and returns how much time that took. */
  until(condition: () => boolean | Promise<boolean>, mostMs?: number): Promise<number>;
  pass(ms: number): Promise<void>;
  /** Grows with each process that takes the lease. */
  fenceOf(work: string): Promise<number>;
  close(): Promise<void>;
};

export type Config = NonNullable<NonNullable<Parameters<typeof openWorld>[0]>['config']>;
type Options = Pick<NonNullable<Parameters<typeof openWorld>[0]>, 'rpc' | 'rpcUrl'>;

const stepMs = 500;
const busy = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`;

export async function openCluster(
  config: Config = {},
  { clock = manualClock(), ...options }: Options & { clock?: ManualClock } = {},
): Promise<Cluster> {
  const databaseUrl = await createTestDatabase();
  const masterKeys = ['ab'.repeat(32)];
  const started = new Set<ServiceProcess>();
  const operator = await connectPostgres(databaseUrl, { options: '-c search_path=service' });

  /** PostgreSQL answers over a socket, so each step of the clock waits until nothing is under way there. */
  const step = async (ms: number) => {
    await clock.advance(ms);
    for (let quiet = 0; quiet < 3; quiet += 1) {
      const { rows } = await operator.query(busy);
      await clock.advance(0);
      if (rows.length > 0) quiet = 0;
    }
  };
  const until: Cluster['until'] = async (condition, mostMs = 120_000) => {
    const from = clock.now();
    while (!(await condition())) {
      if (clock.now() - from > mostMs) throw new Error(`not within ${mostMs} ms`);
      await step(stepMs);
    }
    return clock.now() - from;
  };

  return {
    clock,
    databaseUrl,
    until,
    async start(plug) {
      const time = mortalClock(clock);
      const world = await openWorld({
        ...options,
        clock: Object.assign(time, { advance: clock.advance }),
        config: { ...config, databaseUrl, masterKeys },
        plug,
      });
      const process: ServiceProcess = {
        ...world,
        time,
        url: await world.listen(),
        close: () => (started.delete(process) ? world.close() : Promise.resolve()),
      };
      started.add(process);
      return process;
    },
    at(process, person, name) {
      const other = process.person(name);
      Object.assign(other.cookies, person.cookies);
      return other;
    },
    async fenceOf(work) {
      const { rows } = await operator.query('SELECT fence FROM work_lease WHERE name = $1', [work]);
      return Number(rows[0]?.fence ?? 0);
    },
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += stepMs) await step(stepMs);
    },
    async close() {
      for (const { time } of started) time.resume();
      for (const process of started) await process.close();
      await operator.end();
    },
  };
}

export type Frame = Record<string, unknown> & { type: string; seq?: number };

/** A member's socket at one process, and the frames it has received. */
export async function listenAt(
  { url }: ServiceProcess,
  person: Person,
): Promise<{ frames: Frame[]; isOpen(): boolean; send(frame: object): void; close(): void }> {
  const cookie = Object.entries(person.cookies).map(([name, value]) => `${name}=${value}`);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, {
    headers: { cookie: cookie.join('; ') },
  });
  const frames: Frame[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())));
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve());
    socket.on('error', reject);
  });
  return {
    frames,
    isOpen: () => socket.readyState === socket.OPEN,
    send: (frame) => socket.send(JSON.stringify(frame)),
    close: () => socket.close(),
  };
}
