import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDice } from '../schedule/dice.js';
import { readAudit, startAudit } from './audit.js';
import { readClusterBooks, runReconcile } from './books.js';
import { type Cluster, openCluster, type Size } from './cluster.js';
import { judgeLeases, watchLeases } from './leases.js';
import { type Diary, link, live, type Person, unfinished } from './life.js';
import { evidenceFolder } from './machine.js';
import type { Sabotage } from './sabotage.js';
import { type Blow, rage } from './storm.js';
import { misread } from './threads.js';
import { witnessCommits } from './witness.js';

export type ClusterResult = {
  size: Size;
  minutes: number;
  blows: Blow[];
  problems: string[];
  /** Statements of the deliberate defect that no process has sent. */
  unmade: readonly string[];
  /** Purchases paid, and credited in the database. */
  paid: number;
  credited: number;
  rigs: number;
  talks: number;
  messages: number;
  /** Acts that a dead process refused and people made again. */
  repeated: number;
  /** What the person saw instead, and how often. */
  failedActs: Record<string, number>;
  takeovers: number;
  longestTakeoverMs: number;
  /** By lease. */
  longestMs: Record<string, number>;
  /** Acts under a lease that PostgreSQL compared with its holder. */
  checkedActs: number;
};

export type ClusterOptions = {
  size: Size;
  seed: number;
  minutes: number;
  /** Between two acts of a person, on average. */
  paceMs: number;
  rigShare: number;
  /** After the storm, for everything to end. */
  calmMs: number;
  sabotage?: Sabotage;
  progress?: (text: string) => void;
};

const longestTakeoverMs = 20_000;
const linkedAtOnce = 4;

const newDiary = (): Diary => ({ paid: [], rigs: 0, talks: [], posts: 0, failed: [], endless: [] });

/** How often each text occurs. */
function countOf(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).toSorted(([, a], [, b]) => b - a));
}

async function settlePeople({ town }: Cluster, progress: (text: string) => void): Promise<Person[]> {
  const people = town.people.map(
    ({ name, place }): Person => ({ name, place, actor: town.actor.as(name), diary: newDiary() }),
  );
  const waiting = [...people];
  const linkNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await link(next);
      progress(`${people.length - waiting.length} of ${people.length} people linked`);
    }
  };
  await Promise.all(Array.from({ length: linkedAtOnce }, linkNext));
  return people;
}

/** Looks at everything again and again until it is right. @returns what still is not */
async function untilRight(look: () => Promise<string[]>, patienceMs: number): Promise<string[]> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const problems = await look().catch((error: Error) => [`could not be looked at: ${error.message}`]);
    if (problems.length === 0 || Date.now() >= end) return problems;
    await sleep(2_000);
  }
}

/** Faults of cards, threads and purchases now. */
async function judge({ databaseUrl }: Cluster, people: readonly Person[]): Promise<string[]> {
  const books = await readClusterBooks(databaseUrl);
  const paid = people.flatMap(({ diary }) => diary.paid);
  const lost = paid.filter(({ reference }) => !books.credited.has(reference));
  const screens = await Promise.all(people.map(unfinished));
  const threads = await Promise.all(people.map((person) => misread(person, books.answers)));
  return [
    ...books.problems,
    ...lost.map(({ reference }) => `the payment of ${reference} was never credited`),
    ...(books.credited.size === paid.length || lost.length > 0
      ? []
      : [`${paid.length} purchases were paid and ${books.credited.size} credited`]),
    ...(books.open === 0 ? [] : [`${books.open} jobs, runs or deliveries are still open`]),
    ...screens.flat(),
    ...threads.flat(),
    ...people.flatMap(({ name, diary }) => diary.endless.map((act) => `${name}: an act did not end: ${act}`)),
  ];
}

/** A cluster in a storm, and what is left when it is over. */
export async function playCluster(options: ClusterOptions): Promise<ClusterResult> {
  const { size, seed, minutes, paceMs, rigShare, calmMs, sabotage, progress = () => undefined } = options;
  const dice = createDice(seed);
  const cluster = await openCluster(size, sabotage);
  await startAudit(cluster.databaseUrl);
  const watch = watchLeases(cluster.databaseUrl);
  const witness = witnessCommits(cluster.databaseUrl);
  try {
    const people = await settlePeople(cluster, progress);
    const blows: Blow[] = [];
    let isOver = false;
    const lives = people.map((person, index) =>
      live(person, { dice: createDice(seed * 1_000 + index), paceMs, rigShare, isOver: () => isOver }),
    );
    await rage({
      machines: cluster.machines,
      dice,
      forMs: minutes * 60_000,
      restartDatabase: cluster.restartDatabase,
      holderOf: watch.holderOf,
      ...sabotage?.storm,
      note(blow) {
        blows.push(blow);
        progress(`${blows.length} blows, the last: ${blow.machine} ${blow.kind}`);
      },
    });
    isOver = true;
    progress('the storm is over; people end what they do');
    await Promise.all(lives);
    progress('calm');
    const problems = await untilRight(() => judge(cluster, people), calmMs);
    await watch.stop();
    const leases = judgeLeases(watch, longestTakeoverMs, (schema) =>
      cluster.machines.filter(({ kind }) => kind === schema).flatMap((one) => one.wellSpans()),
    );
    const audit = await readAudit(cluster.databaseUrl);
    const forgotten = await witness.missing();
    const reconciled = await runReconcile(cluster.environment);
    const sum = (pick: (diary: Diary) => number) => people.reduce((all, { diary }) => all + pick(diary), 0);
    const { credited } = await readClusterBooks(cluster.databaseUrl);
    const stayed = [...problems, ...forgotten, ...leases.problems, ...audit.problems];
    if (stayed.length > 0 || reconciled !== null) await cluster.dump(join(evidenceFolder, 'database.sql'));
    await cluster.stopMachines();
    return {
      size,
      minutes,
      blows,
      problems: [...stayed, ...(reconciled === null ? [] : [`reconcile: ${reconciled}`]), ...cluster.ended],
      unmade: cluster.unmade(),
      paid: sum(({ paid }) => paid.length),
      credited: credited.size,
      rigs: sum(({ rigs }) => rigs),
      talks: sum(({ talks }) => talks.length),
      messages: sum(({ talks, posts }) => talks.length + posts),
      repeated: sum(({ failed }) => failed.length),
      failedActs: countOf(people.flatMap(({ diary }) => diary.failed)),
      takeovers: leases.takeovers,
      longestTakeoverMs: Math.max(0, ...Object.values(leases.longestMs)),
      longestMs: leases.longestMs,
      checkedActs: audit.checked,
    };
  } finally {
    await watch.stop().catch(() => undefined);
    await witness.stop();
    await cluster.close();
  }
}
