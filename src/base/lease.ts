import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Clock } from './clock.js';
import type { SqliteConnection } from './db/open-sqlite.js';
import { SetupError } from './errors.js';
import { isAlive, readPlace } from './place.js';

export const beatEveryMs = 5_000;
/** A holder without a heartbeat for this long counts as dead. */
const lifetimeMs = 20_000;
const lookEveryMs = 500;

/** The process that holds a database. */
export type Holder = {
  instance: string;
  place: string;
  host: string;
  pid: number;
  startedAt: number;
  beatAt: number;
};

export type Lease = {
  /**
   * Writes a heartbeat.
   * @returns false once another process has taken over
   */
  beat(): boolean;
  /** Time of the last heartbeat. */
  beatAt(): number;
  holder(): Holder | undefined;
  release(): void;
};

/** The claiming process; a parameter for tests. */
export type Claimant = Pick<Holder, 'place' | 'host' | 'pid'> & { isAlive(pid: number): boolean };

const thisProcess = (): Claimant => ({
  place: readPlace(),
  host: hostname(),
  pid: process.pid,
  isAlive,
});

/**
 * Claims a database for one process. Replaces a holder that released it, whose process is dead, or that sent no
 * heartbeat for 20 s; while none of these is certain, waits until one is, or until a heartbeat arrives.
 *
 * @throws SetupError with host, pid and age when the holder is alive
 */
export async function claimLease(
  db: SqliteConnection,
  options: { path: string; clock: Clock; claimant?: Claimant },
): Promise<Lease> {
  const { path, clock, claimant = thisProcess() } = options;
  db.exec(`CREATE TABLE IF NOT EXISTS lease (
    id INTEGER PRIMARY KEY CHECK (id = 1), instance TEXT NOT NULL, place TEXT NOT NULL, host TEXT NOT NULL,
    pid INTEGER NOT NULL, started_at INTEGER NOT NULL, beat_at INTEGER NOT NULL) STRICT`);
  const { isAlive: lives, ...own } = claimant;
  const self = { ...own, instance: randomUUID() };
  const read = db.prepare<[], Holder>(
    `SELECT instance, place, host, pid, started_at AS startedAt, beat_at AS beatAt FROM lease WHERE id = 1`,
  );
  const take = db.prepare(
    `INSERT OR REPLACE INTO lease (id, instance, place, host, pid, started_at, beat_at)
     VALUES (1, @instance, @place, @host, @pid, @now, @now)`,
  );
  const beat = db.prepare('UPDATE lease SET beat_at = @now WHERE id = 1 AND instance = @instance');
  const remove = db.prepare('DELETE FROM lease WHERE id = 1 AND instance = @instance');
  const askedAt = clock.now();

  const isDead = ({ place, pid, beatAt }: Holder, now: number): boolean => {
    if (place === self.place && (pid === self.pid || !lives(pid))) return true;
    return now - beatAt >= lifetimeMs || now - askedAt >= lifetimeMs;
  };
  /**
   * Checks the process id directly where both share a pid namespace, otherwise watches for a heartbeat while
   * waiting.
   */
  const isLiving = ({ place, pid, instance, beatAt }: Holder, first: Holder): boolean => {
    if (instance !== first.instance || beatAt !== first.beatAt) return true;
    return place === self.place && lives(pid) && clock.now() - beatAt <= 2 * beatEveryMs;
  };
  const tryTake = (): Holder | null =>
    db
      .transaction(() => {
        const holder = read.get();
        const now = clock.now();
        if (holder && !isDead(holder, now)) return holder;
        take.run({ ...self, now });
        return null;
      })
      .immediate();

  let seen: Holder | undefined;
  for (let holder = tryTake(); holder; holder = tryTake()) {
    seen ??= holder;
    if (isLiving(holder, seen)) throw new SetupError(refusal(path, holder, clock.now()));
    await clock.sleep(lookEveryMs);
  }

  let heldAt = clock.now();
  return {
    beat() {
      const now = clock.now();
      if (beat.run({ now, instance: self.instance }).changes === 0) return false;
      heldAt = now;
      return true;
    },
    beatAt: () => heldAt,
    holder: () => read.get(),
    release: () => void remove.run({ instance: self.instance }),
  };
}

const refusal = (path: string, { host, pid, startedAt }: Holder, now: number): string =>
  `The database ${path} is in use by another process (host ${host}, pid ${pid}, running for ${ageOf(now - startedAt)}). Stop that process first, or set another DATA_DIR.`;

function ageOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
