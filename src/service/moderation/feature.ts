import { type Loop, startLoop } from '../../base/loop.js';
import {
  blockMember,
  liftBlock,
  listBlocks,
  listQuotas,
  readQuotaUse,
  setQuota,
} from '../../contract/limits.js';
import { changeCredits, readMember, refundRig } from '../../contract/moderation.js';
import { forgetPerson as forgetPersonEndpoint, giveWelcome } from '../../contract/people.js';
import { readPool } from '../../contract/pool.js';
import { type Feature, route, type ServiceContext } from '../feature.js';
import { createProven } from '../proven.js';
import { createActs } from './acts.js';
import { blocks } from './blocks.js';
import { createGivenCredits } from './credits.js';
import { createReadMember } from './member.js';
import { forgetPerson, formerName, knownAccounts, notePerson } from './people.js';
import { createPool } from './pool.js';
import { quotas } from './quotas.js';
import { viewBlock } from './view.js';
import { createWelcome } from './welcome.js';

/** A little longer than the longest period. */
const keptMs = 32 * 24 * 3_600_000;
const pruneEveryMs = 3_600_000;

/**
 * What moderators of servers do, as the bot reports it with the secret it shares with the service. The bot knows who
 * is a moderator and who is a member; the service decides what they may do.
 */
export function createModerationFeature(context: ServiceContext): Feature {
  const { config, db, ledger, limits, clock, random, log } = context;
  const { sees = 'balance', grants } = config.moderation ?? {};
  const acts = createActs(clock);
  const settings = grants ?? { servers: new Map<string, number>(), perModerator: 0 };
  const given = createGivenCredits({ db, ledger, acts, clock, settings });
  const formerOf = (person: string) => formerName(config.botSecret ?? '', person);
  const read = createReadMember({ db, ledger, given, clock, sees, formerOf });
  const pool = createPool({ db, ledger, acts, limits, random });
  const welcome = createWelcome({ db, ledger, acts, given, formerOf });
  let pruning: Loop | undefined;

  const proven = createProven({ secret: config.botSecret, clock });

  return {
    routes: [
      route(readMember, async ({ body }) => ({ status: 200, body: await read(proven(readMember, body)) })),
      route(changeCredits, async ({ body }) => ({
        status: 200,
        body: await given.change(proven(changeCredits, body)),
      })),
      route(refundRig, async ({ body }) => ({
        status: 200,
        body: await given.refund(proven(refundRig, body)),
      })),
      route(blockMember, async ({ body }) => {
        const asked = proven(blockMember, body);
        const { key, server, actor, person, accounts, reason } = asked;
        if (actor === person) return { status: 200, body: { block: null } };
        const until = asked.until === null ? null : Date.parse(asked.until);
        const block = await db.transaction(async (t) => {
          if (!(await acts.isDone(t, key, asked))) {
            await acts.add(t, { key, server, actor, reason, action: 'block', target: person }, asked);
            for (const { id } of await knownAccounts(t, accounts)) await notePerson(t, id, person);
            await blocks.put(t, server, { person, reason, actor, since: clock.now(), until });
          }
          return { person, reason, actor, since: clock.now(), until };
        });
        return { status: 200, body: { block: viewBlock(block) } };
      }),
      route(liftBlock, async ({ body }) => {
        const asked = proven(liftBlock, body);
        const { key, server, actor, person, reason } = asked;
        const was_blocked = await db.transaction(async (t) => {
          if (await acts.isDone(t, key, asked)) return true;
          const isLifted = await blocks.lift(t, { server, person }, clock.now());
          if (isLifted)
            await acts.add(t, { key, server, actor, reason, action: 'unblock', target: person }, asked);
          return isLifted;
        });
        return { status: 200, body: { was_blocked } };
      }),
      route(listBlocks, async ({ body }) => {
        const { server, before, limit } = proven(listBlocks, body);
        const until = before === null ? Number.MAX_SAFE_INTEGER : Date.parse(before);
        const rows = await blocks.list(db, { server, before: until, limit: limit + 1 }, clock.now());
        const data = rows.slice(0, limit).map(viewBlock);
        return { status: 200, body: { data, has_more: rows.length > limit } };
      }),
      route(setQuota, async ({ body }) => {
        const asked = proven(setQuota, body);
        const { key, server, actor, reason, scope, subject, unit, period, most } = asked;
        const data = await db.transaction(async (t) => {
          if (!(await acts.isDone(t, key, asked))) {
            const target = `${scope} ${subject}`.trim();
            await acts.add(t, { key, server, actor, reason, action: 'quota', target }, asked);
            await quotas.set(t, server, { scope, subject, unit, period, most });
          }
          return quotas.rulesOf(t, server);
        });
        return { status: 200, body: { data } };
      }),
      route(listQuotas, async ({ body }) => {
        const { server } = proven(listQuotas, body);
        return { status: 200, body: { data: await quotas.rulesOf(db, server) } };
      }),
      route(readQuotaUse, async ({ body }) => {
        const { server, person, groups } = proven(readQuotaUse, body);
        const data = await db.snapshot((q) =>
          quotas.useOf(q, { server, person, former: formerOf(person), groups }, clock.now()),
        );
        return { status: 200, body: { data } };
      }),
      pool.route,
      route(readPool, async ({ body }) => ({
        status: 200,
        body: await pool.read(db, proven(readPool, body).server),
      })),
      route(giveWelcome, async ({ body }) => ({
        status: 200,
        body: await welcome(proven(giveWelcome, body)),
      })),
      route(forgetPersonEndpoint, async ({ body }) => {
        const { person } = proven(forgetPersonEndpoint, body);
        await db.transaction((t) => forgetPerson(t, { person, former: formerOf(person), now: clock.now() }));
        return { status: 200, body: { forgotten: true } };
      }),
    ],
    start() {
      // Deletes rows that count no more, so it does no harm in several processes.
      const round = async (): Promise<undefined> => {
        await db.transaction(async (t) => {
          await quotas.prune(t, clock.now() - keptMs);
          await blocks.prune(t, clock.now());
        });
      };
      pruning = startLoop({ name: 'quota pruning', everyMs: pruneEveryMs, round, clock, log });
    },
    stop: async () => pruning?.stop(),
  };
}
