import { type Clock, iso } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Http, Input, NotedReply } from '../../client/http.js';
import { cookieHeader, type Jar } from '../../client/jar.js';
import type { Endpoint } from '../../contract/endpoint.js';
import { socketPath } from '../../contract/events.js';
import { proveRequest } from '../../contract/proof.js';
import {
  joinVisitor,
  visitorCookie,
  visitorId,
  visitorLifetimeMs,
  writeVisitor,
} from '../../contract/visitor.js';
import type { Keeper } from '../feature.js';
import type { Vouch, Where } from './vouch.js';

/** People without a linked wallet, for whom the bot signs instead of a session. */
export type Visitors = {
  /** @throws AppError `unauthenticated` when the service or this endpoint wants a session */
  call<E extends Endpoint>(
    memberId: string,
    endpoint: E,
    input: Input<E>,
    where: Where | undefined,
  ): Promise<NotedReply<E>>;
  /** The `Cookie` header for the WebSocket. */
  cookie(memberId: string): string;
  /** Gives their conversations to the account of the wallet they have linked; repeatable. */
  join(memberId: string, userId: string): Promise<void>;
};

const sql = {
  add: 'INSERT INTO visitor (member_id, since) VALUES (@memberId, @now) ON CONFLICT DO NOTHING',
  find: 'SELECT since FROM visitor WHERE member_id = @memberId',
  remove: 'DELETE FROM visitor WHERE member_id = @memberId',
};

/** @param secret shared with the service */
export function createVisitors(deps: {
  db: Database;
  http: Http;
  vouch: Vouch;
  secret: string;
  clock: Clock;
}): Visitors {
  const { db, http, vouch, secret, clock } = deps;

  const jarOf = (person: string): Jar => {
    const now = clock.now();
    const value = writeVisitor(secret, { person, made_at: iso(now) });
    return { [visitorCookie]: { value, path: '/', expiresAt: now + visitorLifetimeMs } };
  };

  return {
    async call(memberId, endpoint, input, where) {
      if (!endpoint.visitors) throw new AppError('unauthenticated');
      // Before the service knows them, so that a crash in between leaves nothing that is never joined.
      await db.run(sql.add, { memberId, now: clock.now() });
      const voucher = endpoint.vouched && (await vouch(memberId, visitorId(secret, memberId), where));
      const sent = voucher ? { ...input, voucher } : input;
      try {
        return (await http.call(endpoint, sent, jarOf(memberId))).reply;
      } catch (error) {
        const isUnwanted = error instanceof AppError && error.status === 401;
        throw isUnwanted ? new AppError('unauthenticated', undefined, { cause: error }) : error;
      }
    },
    cookie: (memberId) => cookieHeader(jarOf(memberId), socketPath) ?? '',
    async join(person, userId) {
      const body = { person, user_id: userId, asked_at: iso(clock.now()) };
      const signed = { ...body, proof: proveRequest(secret, joinVisitor, body) };
      await http.call(joinVisitor, { body: signed }, {}).catch((error) => {
        if (!isAppError(error, 'not_found')) throw error; // else a service without visitors has none to join
      });
      await db.run(sql.remove, { memberId: person });
    },
  };
}

/** That a person asked the agent without a wallet. */
export const createVisitorKeeper = (db: Database): Keeper => ({
  exportOf: async (memberId) => db.all(sql.find, { memberId }),
  async forget(t, memberId) {
    await t.run(sql.remove, { memberId });
  },
});
