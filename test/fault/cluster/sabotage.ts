/** A deliberate defect of the whole cluster, which the campaign must find. */
export type Sabotage = {
  /** Completes "a cluster that …". */
  defect?: string;
  /** Settings of PostgreSQL. */
  settings?: readonly string[];
  /** Alters what every process sends to PostgreSQL; keeps its length, because messages name theirs. */
  change?: (chunk: Buffer) => Buffer;
};

/** Replaces a text of a statement by one that is padded to the same length. */
function replacing(texts: Readonly<Record<string, string>>): (chunk: Buffer) => Buffer {
  const pairs = Object.entries(texts).map(([from, to]) => [from, to.padEnd(from.length)] as const);
  return (chunk) => {
    let said = chunk.toString('latin1');
    let isChanged = false;
    for (const [from, to] of pairs) {
      if (!said.includes(from)) continue;
      said = said.replaceAll(from, to);
      isChanged = true;
    }
    return isChanged ? Buffer.from(said, 'latin1') : chunk;
  };
}

/** Transactions see each other's half-done work, so that only locks keep two processes from the same row. */
const weakly = { 'BEGIN ISOLATION LEVEL SERIALIZABLE': 'BEGIN' };

export const clusterSabotages: Readonly<Record<string, Sabotage & { defect: string }>> = {
  'skip-locked': {
    defect: 'claims work without SKIP LOCKED',
    change: replacing({ ...weakly, 'FOR UPDATE SKIP LOCKED': '' }),
  },
  fencing: {
    defect: 'does not look at the fence',
    change: replacing({
      'SELECT 1 AS held FROM work_lease WHERE name = $1 AND fence = $2':
        'SELECT 1 AS held FROM work_lease WHERE name = $1 OR fence = $2',
    }),
  },
  'sync-commit': { defect: 'answers before PostgreSQL has written', settings: ['synchronous_commit=off'] },
};
