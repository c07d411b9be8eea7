import { iso } from '../../base/clock.js';
import type { Queries, Transaction } from '../../base/db/database.js';
import { type QuotaRule, type QuotaUse, quotaPeriod, quotaUnit } from '../../contract/limits.js';
import { periodAt } from './periods.js';

/** A person in a server, with their roles there; `former` stands for them where they deleted their data. */
export type Present = { server: string; person: string; former?: string; groups: readonly string[] };

/** What a piece of work counts as. */
export type Amounts = { rigs: number; credits: number; tokens: number };

const columns = 'scope, subject, unit, period, most';
const sums = `SELECT coalesce(sum(rigs), 0) AS rigs, coalesce(sum(credits), 0) AS credits,
  coalesce(sum(tokens), 0) AS tokens FROM quota_use WHERE server = @server AND at >= @since`;

const sql = {
  rules: `SELECT ${columns} FROM quota WHERE server = @server ORDER BY scope, subject, unit, period`,
  put: `INSERT INTO quota (server, ${columns}) VALUES (@server, @scope, @subject, @unit, @period, @most)
    ON CONFLICT (server, scope, subject, unit, period) DO UPDATE SET most = excluded.most`,
  remove: `DELETE FROM quota WHERE server = @server AND scope = @scope AND subject = @subject
    AND unit = @unit AND period = @period`,
  usedBy: `${sums} AND person IN @people`,
  usedByAll: sums,
  count: `INSERT INTO quota_use (subject, server, person, at, rigs, credits, tokens, from_pool)
    VALUES (@subject, @server, @person, @now, @rigs, @credits, @tokens, @fromPool)`,
  fromPool: `SELECT coalesce(sum(from_pool), 0) AS used FROM quota_use
    WHERE server = @server AND at >= @since AND person IN @people`,
  settle: 'UPDATE quota_use SET credits = @credits, tokens = @tokens WHERE subject = @subject',
  release: 'DELETE FROM quota_use WHERE subject = @subject',
  serverOf: 'SELECT server FROM quota_use WHERE subject = @subject',
  prune: 'DELETE FROM quota_use WHERE at < @before',
};

const rulesOf = (q: Queries, server: string) => q.all<QuotaRule>(sql.rules, { server });

/**
 * The rule about a person among those of the same unit and period: their own, else the best of their roles, else that
 * of every member.
 */
function personalRule(rules: readonly QuotaRule[], { person, groups }: Present): QuotaRule | undefined {
  const own = rules.find(({ scope, subject }) => scope === 'member' && subject === person);
  if (own) return own;
  const ofRoles = rules.filter(({ scope, subject }) => scope === 'role' && groups.includes(subject));
  const [best] = ofRoles.sort((one, other) => other.most - one.most);
  return best ?? rules.find(({ scope }) => scope === 'everyone');
}

/** The rules that apply to a person: at most one about them and one about the server for each unit and period. */
function applying(rules: readonly QuotaRule[], present: Present): QuotaRule[] {
  return quotaPeriod.options.flatMap((period) =>
    quotaUnit.options.flatMap((unit) => {
      const those = rules.filter((rule) => rule.unit === unit && rule.period === period);
      const found = [personalRule(those, present), those.find(({ scope }) => scope === 'server')];
      return found.filter((rule) => rule !== undefined);
    }),
  );
}

const usedOf = async (q: Queries, { server, person, former }: Present, rule: QuotaRule, now: number) => {
  const since = periodAt(rule.period, now).start;
  const used =
    rule.scope === 'server'
      ? await q.get<Amounts>(sql.usedByAll, { server, since })
      : await q.get<Amounts>(sql.usedBy, { server, people: former ? [person, former] : [person], since });
  return used![rule.unit];
};

/** Rules of servers about how much work their members may start, and the work that counts. */
export const quotas = {
  rulesOf,
  /** The quotas of a person and the used part of each. */
  async useOf(q: Queries, present: Present, now: number): Promise<QuotaUse[]> {
    const found: QuotaUse[] = [];
    for (const rule of applying(await rulesOf(q, present.server), present))
      found.push({
        ...rule,
        used: await usedOf(q, present, rule, now),
        resets_at: iso(periodAt(rule.period, now).end),
      });
    return found;
  },
  set: (
    t: Transaction,
    server: string,
    { most, ...rule }: Omit<QuotaRule, 'most'> & { most: number | null },
  ) => (most === null ? t.run(sql.remove, { server, ...rule }) : t.run(sql.put, { server, ...rule, most })),
  count: (
    t: Transaction,
    at: { subject: string; server: string; person: string; now: number },
    { fromPool = 0, ...amounts }: Amounts & { fromPool?: number },
  ) => t.run(sql.count, { ...at, ...amounts, fromPool }),
  /** The credits of the server's pool that a person used today. */
  async fromPool(q: Queries, { server, person, former }: Omit<Present, 'groups'>, now: number) {
    const [since, people] = [periodAt('day', now).start, former ? [person, former] : [person]];
    return (await q.get<{ used: number }>(sql.fromPool, { server, since, people }))!.used;
  },
  /** Replaces the expected use by the real one. */
  settle: (t: Transaction, subject: string, used: { credits: number; tokens: number }) =>
    t.run(sql.settle, { subject, ...used }),
  /** Work that failed or was cancelled counts for nothing. */
  release: (t: Transaction, subject: string) => t.run(sql.release, { subject }),
  /** Where a piece of work was started; null for anything older than the longest period. */
  serverOf: async (q: Queries, subject: string): Promise<string | null> =>
    (await q.get<{ server: string }>(sql.serverOf, { subject }))?.server ?? null,
  prune: (t: Transaction, before: number) => t.run(sql.prune, { before }),
};
