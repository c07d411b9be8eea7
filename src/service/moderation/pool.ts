import type { Database, Queries } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import { giveToPool } from '../../contract/pool.js';
import { type Route, route } from '../feature.js';
import { refuseUngivable } from '../ledger/gifts.js';
import type { Ledger } from '../ledger/ledger.js';
import { poolOwner } from '../ledger/pool.js';
import type { Acts } from './acts.js';
import type { Limits } from './limits.js';

/** The pool of a server: members give paid credits to it, and its settings say who may use them. */
export function createPool(deps: {
  db: Database;
  ledger: Ledger;
  acts: Acts;
  limits: Limits;
  random: Random;
}): { route: Route; read(q: Queries, server: string): Promise<{ available: number; held: number }> } {
  const { db, ledger, acts, limits, random } = deps;
  return {
    async read(q, server) {
      const { available, held } = await ledger.readBalance(q, poolOwner(server));
      return { available, held };
    },
    route: route(giveToPool, async (call) => {
      const { user, body } = call;
      const asker = limits.askerOf(call);
      const id = newId('gft', random);
      return db.transaction(async (t) => {
        await limits.check(t, asker);
        const { server = null, person: actor = '' } = asker.voucher ?? {};
        if (server === null) throw new AppError('invalid_request', 'Only a server has a pool of credits.');
        await refuseUngivable(t, ledger, { userId: user.id, needed: body.credits });
        const posting = { userId: user.id, credits: body.credits, subject: id };
        const act = { key: `pool-${id}`, server, actor, reason: '', action: 'pool', target: server } as const;
        await acts.add(t, { ...act, posting }, { id });
        const notes = { from: "to the server's pool", to: `from ${user.address}` };
        const { credits, subject } = posting;
        await ledger.give(t, { from: user.id, to: poolOwner(server), credits, subject, notes });
        const { available } = await ledger.readBalance(t, user.id);
        const pool = (await ledger.readBalance(t, poolOwner(server))).available;
        const answer = { status: 201, body: { id, credits, available, pool } } as const;
        await call.remember(t, answer);
        return answer;
      });
    }),
  };
}
