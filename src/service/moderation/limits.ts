import { type Clock, iso } from '../../base/clock.js';
import type { Queries, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { QuotaUse } from '../../contract/limits.js';
import { isVisitorId } from '../../contract/visitor.js';
import { readVoucher, type Voucher, voucherHeader } from '../../contract/voucher.js';
import { type Block, blocks } from './blocks.js';
import { formerName, notePerson, personOf } from './people.js';
import { type Amounts, quotas } from './quotas.js';

/** A user who asks for work, and whom and where the bot says they are; null without the bot. */
export type Asker = { userId: string; voucher: Voucher | null };

/** `fromPool`: what the server's pool pays of it. */
type Admitted = Amounts & { fromPool?: number };

type Call = { user: { id: string }; headers: Readonly<Record<string, string | string[] | undefined>> };

/** What moderators and operators allow: every request that starts work asks here before anything is charged. */
export type Limits = {
  /** @throws AppError `forbidden` for a voucher that is not the bot's, is old, or is about another user */
  askerOf(call: Call): Asker;
  /** @throws AppError `blocked` */
  check(q: Queries, asker: Asker): Promise<void>;
  /**
   * Counts work in the transaction that starts it. What an answer costs is known afterwards, so it counts as one token
   * until it is settled, and the first answer over a limit is refused.
   * @throws AppError `blocked` or `quota_exceeded`
   */
  admit(t: Transaction, asker: Asker, subject: string, amounts: Admitted): Promise<void>;
  /** The pool of the asker's server, and what they may use of it today; null where the server does not let them. */
  poolFor(q: Queries, asker: Asker): Promise<{ server: string; most: number; left: number } | null>;
  /** Corrects what an answer was expected to cost. */
  settle(t: Transaction, subject: string, used: { credits: number; tokens: number }): Promise<void>;
  /** Counts work for nothing, because it failed or was cancelled. */
  release(t: Transaction, subject: string): Promise<void>;
};

/** Allowed clock difference between bot and service. */
const voucherMs = 5 * 60_000;

const blocked = ({ until }: Block) =>
  new AppError(
    'blocked',
    until === null
      ? 'A moderator has blocked you from starting anything new here. Ask them about it.'
      : `A moderator has blocked you from starting anything new here until ${iso(until)}.`,
    { context: { limit: until === null ? {} : { until: iso(until) } } },
  );

const usedUp = ({ unit, period, most, resets_at: until, scope }: QuotaUse) =>
  new AppError(
    'quota_exceeded',
    `${scope === 'server' ? 'This server has' : 'You have'} a limit of ${most} ${unit} per ${period}, which is used up. It starts again at ${until}.`,
    { context: { limit: { unit, period, most, until } } },
  );

const poolUsedUp = ({ most, left }: { most: number; left: number }) =>
  new AppError(
    'quota_exceeded',
    `This server's pool gives each member up to ${most} credits a day; you have ${left} left today.`,
  );

/** @param secret shared with the bot; without it there are no blocks and quotas */
export function createLimits({ clock, secret }: { clock: Clock; secret: string | undefined }): Limits {
  const isValid = ({ user_id, made_at }: Voucher, userId: string): boolean =>
    user_id === userId && Math.abs(clock.now() - Date.parse(made_at)) <= voucherMs;

  const blockOf = async (q: Queries, { userId, voucher }: Asker): Promise<Block | undefined> => {
    const now = clock.now();
    const people = [voucher?.person ?? (await personOf(q, userId)), voucher?.speaker];
    for (const person of people) {
      if (!person) continue;
      const found = await (voucher?.server
        ? blocks.find(q, { server: voucher.server, person }, now)
        : blocks.findAny(q, person, now)); // the server is not given, so a block anywhere counts
      if (found) return found;
    }
    return undefined;
  };

  const check: Limits['check'] = async (q, asker) => {
    const block = await blockOf(q, asker);
    if (block) throw blocked(block);
  };

  const presentOf = ({ person, server, groups }: Voucher & { server: string }) => ({
    server,
    person,
    former: formerName(secret ?? '', person),
    groups,
  });

  const poolFor: Limits['poolFor'] = async (q, { voucher }) => {
    const { server = null, pool } = voucher ?? {};
    if (!voucher || server === null || !pool) return null;
    const used = await quotas.fromPool(q, presentOf({ ...voucher, server }), clock.now());
    return { server, most: pool.most, left: Math.max(0, pool.most - used) };
  };

  const refuseBeyondPool = async (t: Transaction, asker: Asker, needed: number) => {
    const pool = await poolFor(t, asker);
    if (!pool) throw new AppError('forbidden', "This server doesn't let you use its pool of credits.");
    if (needed > pool.left) throw poolUsedUp(pool);
  };

  return {
    poolFor,
    askerOf({ user: { id: userId }, headers }) {
      const header = headers[voucherHeader];
      if (secret === undefined || typeof header !== 'string') return { userId, voucher: null };
      const voucher = readVoucher(secret, header);
      if (!voucher || !isValid(voucher, userId)) throw new AppError('forbidden');
      return { userId, voucher };
    },
    check,
    async admit(t, asker, subject, amounts) {
      await check(t, asker);
      const { userId, voucher } = asker;
      if (!voucher) return;
      const { person, server } = voucher;
      if (!isVisitorId(userId)) await notePerson(t, userId, person);
      if (server === null) return;
      const now = clock.now();
      if (amounts.fromPool) await refuseBeyondPool(t, asker, amounts.fromPool);
      for (const use of await quotas.useOf(t, presentOf({ ...voucher, server }), now)) {
        const needed = amounts[use.unit];
        if (needed > 0 && use.used + needed > use.most) throw usedUp(use);
      }
      await quotas.count(t, { subject, server, person, now }, amounts);
    },
    async settle(t, subject, used) {
      await quotas.settle(t, subject, used);
    },
    async release(t, subject) {
      await quotas.release(t, subject);
    },
  };
}
