import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/base/clock.js';
import { openSqlite } from '../../../src/base/db/open-sqlite.js';
import type { Claimant } from '../../../src/base/lease.js';
import { silentLog } from '../../../src/base/log.js';
import { type OwnedDatabase, openOwned } from '../../../src/base/owned.js';
import { type ManualClock, manualClock } from '../../support/clock.js';

/** The lease that decides which process may work on a database. */

let folder: string;
let path: string;
let clock: ManualClock;
let opened: OwnedDatabase[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lease-'));
  writeFileSync(join(folder, '001-pet.sql'), 'CREATE TABLE pet (name TEXT) STRICT;');
  path = join(folder, 'a.db');
  clock = manualClock();
  opened = [];
});
afterEach(async () => {
  for (const { close } of opened) await close();
});

const here = (pid: number, alive = true): Claimant => ({
  place: 'here',
  host: 'oak',
  pid,
  isAlive: () => alive,
});
const elsewhere: Claimant = { place: 'there', host: 'elm', pid: 1, isAlive: () => false };

async function openAs(
  claimant: Claimant,
  time: Clock = clock,
  onLost: (why: string) => void = () => undefined,
) {
  const owned = await openOwned({ path, schema: 'app' }, folder, {
    clock: time,
    log: silentLog,
    onLost,
    claimant,
  });
  opened.push(owned);
  return owned;
}
/** The clock of a paused process: none of its timers runs, and then it is late. */
function frozenClock(now: number): Clock & { set(now: number): void } {
  return {
    now: () => now,
    sleep: (_, signal) =>
      new Promise((_done, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    set(next) {
      now = next;
    },
  };
}
/** The holder was killed: its clock no longer advances, so it renews nothing. */
const openAndDie = (claimant: Claimant) => openAs(claimant, manualClock(clock.now()));
const add = ({ db }: OwnedDatabase, name: string) => db.run('INSERT INTO pet VALUES (@name)', { name });
const names = async ({ db }: Pick<OwnedDatabase, 'db'>) =>
  (await db.all<{ name: string }>('SELECT name FROM pet')).map(({ name }) => name);

describe('a second process', () => {
  it.each([
    ['at once on the same machine', here(8), 0],
    ['after its next sign of life elsewhere', elsewhere, 6_000],
  ])(
    'is refused %s with host, pid and age of the first, and changes nothing',
    async (_, claimant, waitMs) => {
      await openAs(here(7));
      await clock.advance(180_000);
      writeFileSync(join(folder, '002-cat.sql'), 'CREATE TABLE cat (name TEXT) STRICT;');
      const second = openAs(claimant);
      second.catch(() => undefined);
      await clock.advance(waitMs);
      await expect(second).rejects.toThrow(
        /a\.db is in use by another process \(host oak, pid 7, running for 3 min\). Stop that process first/,
      );
      expect(await opened[0]?.db.all("SELECT 1 FROM sqlite_master WHERE name = 'cat'")).toEqual([]);
    },
  );

  it('takes over at once when the first has stopped', async () => {
    await (await openAs(here(7))).close();
    await add(await openAs(elsewhere), 'Tom');
  });

  it('takes over at once when the first was killed on this machine, or had the same pid', async () => {
    await openAndDie(here(7));
    await openAndDie(here(8, false));
    await add(await openAs(here(8)), 'Tom');
  });

  it('takes over 20 s after the last renewal of a first whose process it cannot see', async () => {
    await openAndDie(here(7));
    let isIn = false;
    const second = openAs(elsewhere).then((owned) => {
      isIn = true;
      return owned;
    });
    await clock.advance(19_000);
    expect(isIn).toBe(false);
    await clock.advance(1_500);
    await add(await second, 'Tom');
  });
});

describe('a process paused while another took over', () => {
  const sentence =
    /^Another process \(host elm, pid 1\) took over the database .*a\.db while this process was paused/;

  it('refuses its next write, before any of its timers has run, and reports once that it stops', async () => {
    const paused = frozenClock(clock.now());
    const lost: string[] = [];
    const first = await openAs(here(7), paused, (why) => lost.push(why));
    await add(first, 'Kit');
    await clock.advance(21_000);
    const second = await openAs(elsewhere);
    await add(second, 'Tom');
    paused.set(clock.now());
    for (let turn = 0; turn < 2; turn += 1) await expect(add(first, 'Eve')).rejects.toThrow();
    expect(lost).toEqual([expect.stringMatching(sentence)]);
    expect(await names(second)).toEqual(['Kit', 'Tom']);
    await add(second, 'Eve');
  });

  it('notices at its next renewal, even without a write', async () => {
    const paused = manualClock(clock.now());
    const lost: string[] = [];
    await openAs(here(7), paused, (why) => lost.push(why));
    await clock.advance(21_000);
    await openAs(elsewhere);
    await paused.advance(5_000);
    expect(lost).toEqual([expect.stringMatching(sentence)]);
  });

  it('a paused process continues if no other took over', async () => {
    const paused = frozenClock(clock.now());
    const first = await openAs(here(7), paused);
    paused.set(clock.now() + 3_600_000);
    await add(first, 'Tom');
  });
});

it('an operator’s command reads and writes while the process runs', async () => {
  await openAs(here(7));
  const beside = await openSqlite(path, folder);
  await beside.run("INSERT INTO pet VALUES ('Tom')");
  expect(await names({ db: beside })).toEqual(['Tom']);
  await beside.close();
});
