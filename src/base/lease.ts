import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Clock } from './clock.js';
import { SetupError } from './errors.js';
import { isAlive, readPlace } from './place.js';
import { type Database, write } from './store.js';

export const beatEveryMs = 5_000;
/** A holder that has not been heard of for this long counts as dead. */
const lifetimeMs = 20_000;
const lookEveryMs = 500;

/** Who holds a database. */
export type Holder = {
  instance: string;
  place: string;
  host: string;
  pid: number;
  startedAt: number;
  beatAt: number;
};

export type Lease = {
  /** Says that the holder lives. @returns false once another process has taken over */
  beat(): boolean;
  /** When it was last seen to be held. */
  beatAt(): number;
  holder(): Holder | undefined;
  release(): void;
};

/** Who claims; a parameter for tests. */
export type Claimant = Pick<Holder, 'place' | 'host' | 'pid'> & { isAlive(pid: number): boolean };

const thisProcess = (): Claimant => ({
  place: readPlace(),
  host: hostname(),
  pid: process.pid,
  isAlive,
});

/**
 * Claims a database for one process. A holder that released it, whose process is dead, or that gave no sign for 20 s
 * is replaced; unless it is seen to live, this waits until one of these is so, or until it gives a sign.
 *
 * @throws SetupError with host, pid and age of a holder that lives
 */
export async function claimLease(
  db: Database,
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
  const beat = db.prepare('UPDATE lease SET beat_at = ? WHERE id = 1 AND instance = ?');
  const remove = db.prepare('DELETE FROM lease WHERE id = 1 AND instance = ?');
  const askedAt = clock.now();

  const isDead = ({ place, pid, beatAt }: Holder, now: number): boolean => {
    if (place === self.place && (pid === self.pid || !lives(pid))) return true;
    return now - beatAt >= lifetimeMs || now - askedAt >= lifetimeMs;
  };
  /** Seen directly where process ids tell, else by a sign of life given while this waits. */
  const isLiving = ({ place, pid, instance, beatAt }: Holder, first: Holder): boolean => {
    if (instance !== first.instance || beatAt !== first.beatAt) return true;
    return place === self.place && lives(pid) && clock.now() - beatAt <= 2 * beatEveryMs;
  };
  const tryTake = (): Holder | null =>
    write(db, () => {
      const holder = read.get();
      const now = clock.now();
      if (holder && !isDead(holder, now)) return holder;
      take.run({ ...self, now });
      return null;
    });

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
      if (beat.run(now, self.instance).changes === 0) return false;
      heldAt = now;
      return true;
    },
    beatAt: () => heldAt,
    holder: () => read.get(),
    release: () => void remove.run(self.instance),
  };
}

const refusal = (path: string, { host, pid, startedAt }: Holder, now: number): string =>
  `The database ${path} is in use by another process (host ${host}, pid ${pid}, running for ${ageOf(now - startedAt)}): stop that one first, or set another DATA_DIR.`;

function ageOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
