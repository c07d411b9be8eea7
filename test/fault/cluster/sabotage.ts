import type { StormChoice } from './storm.js';

/** A deliberate defect of the whole cluster, which the campaign must find. */
export type Sabotage = {
  /** Completes "a cluster that …". */
  defect?: string;
  /** Settings of PostgreSQL. */
  settings?: readonly string[];
  /** For so long before a crash, PostgreSQL writes nothing by itself. */
  unwrittenMs?: number;
  /** Texts in the statements that every process sends to PostgreSQL, and their replacements. */
  replaces?: Readonly<Record<string, string>>;
  /** Statements replaced to set the conditions of the storm. They are not defects: a sound cluster passes with them too. */
  circumstances?: Readonly<Record<string, string>>;
  /** What a finding says that only this defect makes; others may come of the storm itself. */
  proof?: RegExp;
  /** The storm that shows it soonest. */
  storm?: StormChoice;
  /** The storm is unlike the usual one, so that a cluster without the defect has to pass it too. */
  isScenario?: boolean;
};

/** Replaces texts by others that are padded to the same length, because messages of PostgreSQL name theirs. */
export function replacing(texts: Readonly<Record<string, string>>) {
  const pairs = Object.entries(texts).map(([from, to]) => [from, to.padEnd(from.length)] as const);
  const unseen = new Set(Object.keys(texts));
  return {
    change(chunk: Buffer): Buffer {
      let said = chunk.toString('latin1');
      const found = pairs.filter(([from]) => said.includes(from));
      for (const [from, to] of found) {
        said = said.replaceAll(from, to);
        unseen.delete(from);
      }
      return found.length > 0 ? Buffer.from(said, 'latin1') : chunk;
    },
    /** Texts that were never sent: their statement is another one now, so that the defect was not made. */
    unseen: (): string[] => [...unseen],
  };
}

/** Transactions see each other's finished work, so that only locks and conditions keep two processes from a row. */
const weakly = { 'BEGIN ISOLATION LEVEL SERIALIZABLE': 'BEGIN' };

export const clusterSabotages: Readonly<Record<string, Sabotage & { defect: string; proof: RegExp }>> = {
  'skip-locked': {
    defect: 'claims work without SKIP LOCKED',
    replaces: {
      ...weakly,
      'FOR UPDATE SKIP LOCKED': '',
      'AND lease IS NULL RETURNING': 'RETURNING',
    },
    proof: /claimed a job of \S+ that another one had/,
    storm: { kinds: [] },
  },
  fencing: {
    defect: 'does not look at the fence',
    replaces: {
      'SELECT 1 AS held FROM work_lease WHERE name = $1 AND fence = $2':
        'SELECT 1 AS held FROM work_lease WHERE name = $1 OR fence = $2',
      'SELECT 1 AS held FROM gateway_shard WHERE shard = $1 AND owner = $2':
        'SELECT 1 AS held FROM gateway_shard WHERE shard = $1 OR owner = $2',
    },
    // The process that watches the chain is paused until another has taken over, and is told that it still has its
    // lease: only the fence keeps it from writing.
    circumstances: {
      'UPDATE work_lease SET until = $1 WHERE name = $2 AND fence = $3':
        'UPDATE work_lease SET until = $1 WHERE name = $2 AND $3 <> 0',
    },
    storm: { kinds: ['paused'], restarts: 0, aim: 'service/payments', most: 1 },
    proof: /wrote the cursor of the chain .* while the lease was of/,
    isScenario: true,
  },
  'sync-commit': {
    defect: 'answers before PostgreSQL has written',
    // Nothing else may write the log: a dirty page that leaves memory takes with it all that was logged before it.
    settings: [
      'synchronous_commit=off',
      'wal_writer_delay=10s',
      'wal_buffers=64MB',
      'shared_buffers=256MB',
      'bgwriter_lru_maxpages=0',
      'checkpoint_timeout=1h',
      'max_wal_size=2GB',
      'autovacuum=off',
    ],
    unwrittenMs: 5_000,
    proof: /committed rows were read and are gone/,
    storm: { kinds: [], restarts: 5 },
  },
};

/** Why a cluster with a deliberate defect proves nothing. */
export function judgeControl(
  { defect, proof }: { defect: string; proof: RegExp },
  { problems, unmade }: { problems: readonly string[]; unmade: readonly string[] },
): string[] {
  const others = problems.length > 0 ? `, only: ${problems.slice(0, 3).join('; ')}` : '';
  return [
    ...(problems.some((problem) => proof.test(problem))
      ? []
      : [`the storm does not find a cluster that ${defect}${others}`]),
    ...unmade.map((text) => `a cluster that ${defect} was not made: no process sends “${text}”`),
  ];
}
