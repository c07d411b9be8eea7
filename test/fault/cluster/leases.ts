import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { leaseMs } from '../../../src/base/shared/leases.js';
import type { Span } from './machine.js';

type Shard = { shard: number; owner: string | null };
type Row = { name: string; owner: string; fence: number; until: number };
/** One holder of a lease, as seen from outside. */
export type Tenure = {
  name: string;
  owner: string;
  fence: number;
  since: number;
  until: number;
  /** Its last renewal, or its release. */
  lastSign: number;
};

const lookEveryMs = 200;
const schemas = ['bot', 'service'];
const shardName = 'bot/shard ';
/** Between two looks, and for the clock of the machine. */
const blurMs = 1_000;

/** Looks at all leases again and again. */
export type LeaseWatch = {
  tenures(): readonly Tenure[];
  /** The last known owner of a lease, such as `service/payments`. */
  holderOf(name: string): string | undefined;
  /** Times without an answer of the database. */
  outages(): readonly { from: number; to: number }[];
  stop(): Promise<void>;
};

export function watchLeases(url: string): LeaseWatch {
  const tenures: Tenure[] = [];
  const newest = new Map<string, Tenure>();
  const outages: { from: number; to: number }[] = [];
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 2_000 });
  pool.on('error', () => undefined);
  let isOpen = true;

  const begin = (tenure: Tenure) => {
    newest.set(tenure.name, tenure);
    tenures.push(tenure);
  };

  const lookAtLeases = async (schema: string) => {
    const { rows } = await pool.query<Row>(
      `SELECT name, owner, fence::float8 AS fence, until::float8 AS until FROM ${schema}.work_lease`,
    );
    const now = Date.now();
    for (const row of rows) {
      const name = `${schema}/${row.name}`;
      const known = newest.get(name);
      if (known && known.fence === row.fence) {
        if (row.until > 0) Object.assign(known, { until: row.until, lastSign: row.until - leaseMs });
        else if (known.until > 0) Object.assign(known, { until: 0, lastSign: now }); // released
        continue;
      }
      const { owner, fence, until } = row;
      begin({ name, owner, fence, since: now, until, lastSign: now });
    }
  };

  /** A shard is its owner's as long as the owner renews its membership. */
  const lookAtShards = async () => {
    const { rows } = await pool.query<Shard>('SELECT shard, owner FROM bot.gateway_shard');
    const now = Date.now();
    const members = new Map(tenures.map((one) => [`${one.name}/${one.fence}`, one]));
    for (const { shard, owner } of rows) {
      const name = `${shardName}${shard}`;
      const known = newest.get(name);
      if (owner === null) {
        if (known && known.until > 0) Object.assign(known, { until: 0, lastSign: now });
        continue;
      }
      const lastSign = members.get(`bot/${owner}`)?.lastSign ?? now;
      if (known?.owner === owner) Object.assign(known, { until: lastSign + leaseMs, lastSign });
      else
        begin({
          name,
          owner,
          fence: (known?.fence ?? 0) + 1,
          since: now,
          until: lastSign + leaseMs,
          lastSign,
        });
    }
  };

  const look = async () => {
    for (const schema of schemas) await lookAtLeases(schema);
    await lookAtShards();
  };
  const looking = (async () => {
    while (isOpen) {
      const asked = Date.now();
      try {
        await look();
      } catch {
        await sleep(lookEveryMs);
        const last = outages.at(-1);
        if (last && asked - last.to < 2 * lookEveryMs) last.to = Date.now();
        else outages.push({ from: asked, to: Date.now() });
      }
      await sleep(lookEveryMs);
    }
  })();
  return {
    tenures: () => tenures,
    holderOf: (name) => newest.get(name)?.owner,
    outages: () => outages,
    async stop() {
      isOpen = false;
      await looking;
      await pool.end();
    },
  };
}

/** Membership of a bot, which no other process takes over: its shards change hands. */
const isMembership = (name: string): boolean => name.startsWith('bot/bot/');

/** Spans without these times. */
const without = (spans: readonly Span[], times: readonly Span[]): readonly Span[] =>
  times.reduce<readonly Span[]>(
    (left, { from, to }) =>
      left.flatMap((span) => [
        { from: span.from, to: Math.min(span.to, from) },
        { from: Math.max(span.from, to), to: span.to },
      ]),
    spans,
  );

/** The longest time within `from` and `to` in which one of these processes could have taken the lease. */
const longestChance = (spans: readonly Span[], from: number, to: number): number =>
  Math.max(0, ...spans.map((span) => Math.min(span.to, to) - Math.max(span.from, from)));

export type LeaseVerdict = { problems: string[]; takeovers: number; longestMs: Record<string, number> };

/**
 * Leases that were taken although their holder still had them, and those that nobody took in time although a process
 * and the database were well all the while.
 * @param wellIn when the processes of a schema were well
 */
export function judgeLeases(
  watch: Pick<LeaseWatch, 'tenures' | 'outages'>,
  longestGapMs: number,
  wellIn: (schema: string) => readonly Span[],
): LeaseVerdict {
  const problems: string[] = [];
  const longestMs: Record<string, number> = {};
  let takeovers = 0;
  const byName = new Map<string, Tenure[]>();
  for (const tenure of watch.tenures()) byName.set(tenure.name, [...(byName.get(tenure.name) ?? []), tenure]);
  for (const [name, held] of byName)
    for (const [index, next] of held.entries()) {
      const former = held[index - 1];
      if (former === undefined) continue;
      if (next.fence !== former.fence + 1)
        problems.push(`${name}: the fence went from ${former.fence} to ${next.fence}`);
      // A shard may be left and taken between two looks.
      if (former.until > next.since + blurMs && !name.startsWith(shardName))
        problems.push(`${name}: ${next.owner} took it while ${former.owner} had it`);
      if (isMembership(name)) continue;
      takeovers += 1;
      const chances = without(wellIn(name.split('/')[0]!), watch.outages());
      const gap = longestChance(chances, former.lastSign, next.since);
      const kind = name.startsWith(shardName) ? 'shards' : name;
      longestMs[kind] = Math.max(longestMs[kind] ?? 0, gap);
      if (gap > longestGapMs)
        problems.push(
          `${name}: nobody had it for ${Math.round(gap / 1_000)} s although a process was well, from ${new Date(former.lastSign).toISOString()} on`,
        );
    }
  return { problems, takeovers, longestMs };
}
